import Encodings
import JourneyClient
import JourneyModel
import Synchronization
import Testing

@testable import HostedDialect

/// Probes that are silent authorization requests: only a refusal passes, and only where the unchanged request is granted.
struct SilentProbeTests {
  /// A response to a silent request.
  enum Answer: Sendable {
    case code
    case error(String)
    /// The sign-in page, or a page of an error that has nothing to fill in.
    case page(Int)
    /// The sign-in page with the status of an error.
    case form(Int)
    /// A page of an error with a button that goes on, or a link.
    case button(Int)
    case link(Int)
    /// The same with the address in a script of a button, or in a frame.
    case script(Int)
    case frame(Int)
    /// A form that posts a code to the app.
    case post(Int)
    case text(Int)
    case signIn
    case elsewhere

    func response(to request: HTTPRequestMessage) -> HTTPResponseMessage {
      let home = "\(request.url.queryValue("redirect_uri") ?? "")?state=\(request.url.queryValue("state") ?? "")"
      switch self {
      case .code: return .redirect("\(home)&code=code-of-the-silent-request")
      case .error(let error): return .redirect("\(home)&error=\(error)")
      case .page(let status): return .page(status < 400 ? PageServer.signInPage() : "<h1>Wrong request</h1>", status: status)
      case .form(let status): return .page(PageServer.signInPage(), status: status)
      case .button(let status):
        return .page("<h1>Wrong request</h1><form method=post action=/on><button>Go on</button></form>", status: status)
      case .link(let status): return .page("<h1>Wrong request</h1><a href=/bye>Sign out</a><a href=/on>All the same</a>", status: status)
      case .script(let status): return .page("<h1>Wrong request</h1><button onclick=\"location='/on'\">Go on</button>", status: status)
      case .frame(let status): return .page("<h1>Wrong request</h1><iframe src=/on></iframe>", status: status)
      case .post(let status):
        let form = "<form method=post action='\(HostedWalk.callback)'><input type=hidden name=code value=c><button>On</button></form>"
        return .page("<h1>Wrong request</h1>\(form)", status: status)
      case .text(let status): return HTTPResponseMessage(status: status, headers: ["Content-Type": "text/plain"], body: Array("no".utf8))
      case .signIn: return .redirect("/signin")
      case .elsewhere: return .redirect("https://elsewhere.test/login?a=b")
      }
    }
  }

  /// - Parameters:
  ///   - control: what the unchanged silent request gets.
  ///   - answer: what every other one gets.
  ///   - ordinary: what every other one gets without `prompt`.
  static func finish(
    _ probe: String, control: Answer = .code, _ answer: Answer, ordinary: Answer = .page(400)
  ) async throws -> String? {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    let on: PageServer.Route = { _, context in .redirect("\(HostedWalk.callback)?code=c&state=\(context.state)") }
    (routes["POST /on"], routes["GET /on"]) = (on, on)
    routes["GET /oauth2/aus1/v1/authorize"] = { request, _ in
      let isSilent = request.url.queryValue("prompt") == "none"
      let isUnchanged =
        request.url.queryValue("redirect_uri") == HostedWalk.callback && request.url.queryValue("code_challenge") ?? "" != ""
      let response = isUnchanged ? (isSilent ? control : .signIn) : isSilent ? answer : ordinary
      return response.response(to: request)
    }
    var walk = try HostedWalk(routes)
    #expect(try await walk.signIn().now == .ended(.completed))
    let turn = try await walk.driver.perform(.finish(probes: [probe]))
    if case .code = control { #expect(turn.learned.contains { $0.unsafeText == "code-of-the-silent-request" }) }
    return try #require(turn.finish?.probes.first).problem
  }

  private static func otherThanARefusal(_ what: String) -> String {
    "the server answered a request without a challenge with \(what), which is not a refusal of the request"
  }

  private static func goesOn(_ label: String, _ status: String) -> String {
    "the server answered a request without a challenge with status \(status), but '\(label)' on its page leads to a code"
  }

  private static let goesOnByScript =
    "the server answered a request without a challenge with status 400, but its frame or script with '/on' on its page leads to a code"

  private static let answers: [(answer: Answer, problem: String?)] = [
    (.error("invalid_request"), nil), (.page(400), nil), (.text(403), nil),
    (.code, "the server issued a code without a challenge, so anyone who steals it can use it"),
    (.error("server_error"), otherThanARefusal("the error 'server_error'")),
    (.error("login_required"), otherThanARefusal("the error 'login_required'")),
    (.button(400), goesOn("Go on", "400")), (.link(403), goesOn("All the same", "403")), (.script(400), goesOnByScript),
    (.frame(400), goesOnByScript),
    (.post(400), goesOn("its form to the app", "400").replacing("'its form to the app'", with: "its form to the app")),
    (.page(200), otherThanARefusal("the page '/oauth2/aus1/v1/authorize#sign-in'")),
    (.elsewhere, otherThanARefusal("a redirect to 'https://elsewhere.test/login'")),
  ]

  @Test(arguments: answers)
  func `a request without a challenge has to be refused as a wrong request`(_ row: (answer: Answer, problem: String?)) async throws {
    #expect(try await Self.finish("no_challenge", row.answer) == row.problem)
  }

  private static let ordinaries: [(answer: Answer, problem: String?)] = [
    (.page(400), nil), (.text(403), nil), (.error("invalid_request"), nil),
    (.code, "the server issued a code without a challenge for a request without 'prompt', so anyone who steals it can use it"),
    (.signIn, "the server issued a code without a challenge after a sign-in, so anyone who steals it can use it"),
    (.form(400), afterSignIn), (.button(400), goesOn("Go on", "400")), (.link(403), goesOn("All the same", "403")),
    (.page(200), unknown("the page '/oauth2/aus1/v1/authorize#sign-in'")),
    (.elsewhere, unknown("a redirect to 'https://elsewhere.test/login'")),
  ]

  private static func unknown(_ what: String) -> String {
    "it could not be tried without 'prompt': the server answered with \(what), which is not a refusal, and what comes after it is not known"
  }

  @Test(arguments: ordinaries)
  func `an ordinary request without a challenge is refused at once or after a sign-in`(
    _ row: (answer: Answer, problem: String?)
  ) async throws {
    #expect(try await Self.finish("no_challenge", .page(400), ordinary: row.answer) == row.problem)
  }

  /// A site that looks for the challenge once the person has signed in.
  @Test(arguments: [.page(400), .error("invalid_request"), .page(200)] as [Answer])
  func `a request without a challenge may be refused after the sign-in`(_ end: Answer) async throws {
    let isChallenged = Mutex(true)
    var routes = HostedWalk.routes { request, context in
      guard !isChallenged.withLock({ $0 }) else { return HostedWalk.leadsOn(request, context) }
      guard case .error(let error) = end else { return end.response(to: request) }
      return .redirect("\(HostedWalk.callback)?error=\(error)")
    }
    routes["GET /oauth2/aus1/v1/authorize"] = { request, _ in
      let has = request.url.queryValue("code_challenge") ?? "" != ""
      isChallenged.withLock { $0 = has }
      let isSilent = request.url.queryValue("prompt") == "none"
      return (isSilent ? has ? Answer.code : .error("invalid_request") : .signIn).response(to: request)
    }
    var walk = try HostedWalk(routes)
    #expect(try await walk.signIn().now == .ended(.completed))
    let turn = try await walk.driver.perform(.finish(probes: ["no_challenge"]))
    var isRefused = true
    if case .page(200) = end { isRefused = false }
    let unknown =
      Self.unknown("the page '/signin#sign-in'")
      + ": the same forms lead to a code with a challenge, and to the page '/signin#sign-in' without one"
    #expect(turn.finish?.probes.first?.problem == (isRefused ? nil : unknown))
  }

  /// What the end of a sign-in of several pages leads to where there was no challenge.
  enum SecondEnd: String, Sendable {
    case error, page, refusal, code, link, form

    func response(to request: HTTPRequestMessage) -> HTTPResponseMessage {
      switch self {
      case .error: .redirect("\(HostedWalk.callback)?error=invalid_request")
      case .page: .page("<h1>Wrong request</h1><p>It has no challenge.</p><a href=/help>Help</a>")
      case .refusal: .page("<h1>Wrong request</h1>", status: 400)
      case .code: .redirect("\(HostedWalk.callback)?code=code-2")
      case .link: .page("<h1>Welcome</h1><a href='\(HostedWalk.callback)?code=code-2'>Continue</a>")
      case .form: .page("<h1>Go on</h1><form method=post action=/on><button>Go</button></form>")
      }
    }
  }

  private static let afterSignIn = "the server issued a code without a challenge after a sign-in, so anyone who steals it can use it"
  private static let secondEnds: [(end: SecondEnd, isCodeGoodOnce: Bool, problem: String?)] = [
    (.error, false, nil), (.page, false, nil), (.refusal, false, nil), (.code, false, afterSignIn), (.link, false, afterSignIn),
    (
      .form, false,
      unknown("the page '/signin#sign-in'") + ": the same forms lead to a code with a challenge, and to the page '/code#go-on' without one"
    ),
    (
      .refusal, true,
      unknown("the page '/signin#sign-in'")
        + ": sent again in an empty browser with a challenge, the journey's own forms got the page '/code#code' with status 401 instead of a code"
    ), (.code, true, nil),
  ]

  /// A site that asks for a code after the password, and looks for the challenge at the end.
  @Test(arguments: secondEnds)
  func `a request without a challenge may be refused after several pages`(
    _ row: (end: SecondEnd, isCodeGoodOnce: Bool, problem: String?)
  ) async throws {
    let isChallenged = Mutex(true)
    let codes = Mutex(0)
    let page = "<h1>Code</h1><form method=post action=/code><input name=code><button>Go</button></form>"
    var routes = HostedWalk.routes { _, _ in .page(page) }
    routes["GET /help"] = { _, _ in .page("<h1>Help</h1>") }
    routes["POST /code"] = { request, context in
      let count = codes.withLock { count in
        count += 1
        return count
      }
      if row.isCodeGoodOnce, count > 1 { return .page(page, status: 401) }
      return isChallenged.withLock { $0 } ? HostedWalk.leadsOn(request, context) : row.end.response(to: request)
    }
    routes["GET /oauth2/aus1/v1/authorize"] = { request, _ in
      let has = request.url.queryValue("code_challenge") ?? "" != ""
      isChallenged.withLock { $0 = has }
      let isSilent = request.url.queryValue("prompt") == "none"
      return (isSilent ? has ? Answer.code : .error("invalid_request") : .signIn).response(to: request)
    }
    var walk = try HostedWalk(routes)
    let screen = try #require(try await walk.signIn().screen)
    #expect(try await walk.submit(screen, [("code", .text("123456"))]).now == .ended(.completed))
    let problem = try #require(try await walk.driver.perform(.finish(probes: ["no_challenge"])).finish?.probes.first).problem
    let unknown = Self.unknown("the page '/signin#sign-in'")
    // Where the code of the journey is used up, nothing is known whatever the server would do.
    #expect(row.end == .code && row.isCodeGoodOnce ? problem?.hasPrefix(unknown) == true : problem == row.problem)
  }

  @Test(arguments: ["none", nil])
  func `an empty challenge is none`(_ prompt: String?) async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /oauth2/aus1/v1/authorize"] = { request, _ in
      let isSilent = request.url.queryValue("prompt") == "none"
      switch request.url.queryValue("code_challenge") {
      case nil: return Answer.error("invalid_request").response(to: request)
      case "": return (request.url.queryValue("prompt") == prompt ? Answer.code : .page(400)).response(to: request)
      default: return (isSilent ? Answer.code : .signIn).response(to: request)
      }
    }
    var walk = try HostedWalk(routes)
    #expect(try await walk.signIn().now == .ended(.completed))
    let turn = try await walk.driver.perform(.finish(probes: ["no_challenge"]))
    #expect(
      turn.finish?.probes.first?.problem == "the server issued a code for an empty challenge, so anyone who steals it can use it")
  }

  // MARK: Codes and tokens

  /// A server that takes used codes again: none, or the last that it issued.
  @Test(arguments: [true, false], [["code_replay"], ["redirect_exact", "code_replay"]])
  func `a used code is sent again before another one is issued`(takesLast: Bool, probes: [String]) async throws {
    let issued = Mutex(["code-1"])
    let used = Mutex(Set<String>())
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /oauth2/aus1/v1/authorize"] = { request, context in
      guard request.url.queryValue("redirect_uri") == HostedWalk.callback else { return Answer.page(400).response(to: request) }
      guard request.url.queryValue("prompt") == "none" else { return .redirect("/signin") }
      let code = "code-\(context.launches)"
      issued.withLock { $0.append(code) }
      return .redirect("\(HostedWalk.callback)?state=\(context.state)&code=\(code)")
    }
    routes["POST /oauth2/aus1/v1/token"] = { request, _ in
      let code = FormURLEncoding.decode(request.body).first { $0.name == "code" }?.value ?? ""
      let isNew = used.withLock { $0.insert(code).inserted }
      guard isNew || (takesLast && issued.withLock { $0.last } == code) else { return .json(#"{"error": "invalid_grant"}"#, status: 400) }
      return .json(#"{"access_token": "access-1", "token_type": "Bearer", "expires_in": 3600, "scope": "profile"}"#)
    }
    var walk = try HostedWalk(routes)
    #expect(try await walk.signIn().now == .ended(.completed))
    let turn = try await walk.driver.perform(.finish(probes: probes))
    #expect(turn.finish?.probes.last?.problem == (takesLast ? "the server issued tokens for a code that was used already" : nil))
  }

  /// What the token endpoint answers to a refresh token before and after it was revoked; without one, what userinfo answers.
  @Test(
    arguments: [
      (true, [200, 400], nil), (true, [200, 200], "the server issued tokens for a refresh token that was revoked"),
      (
        true, [400, 400], "it could not be tried: before the refresh token was revoked, it got the error 'invalid_grant' instead of tokens"
      ),
      (false, [200, 401], nil), (false, [200, 200], "the server answered userinfo for an access token that was revoked"),
      (false, [403, 403], "it could not be tried: before the access token was revoked, userinfo answered with status 403"),
    ] as [(Bool, [Int], String?)])
  func `a token has to be good before it is revoked`(isRefreshed: Bool, statuses: [Int], problem: String?) async throws {
    let revoked = Mutex(false)
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /oauth2/aus1/v1/authorize"] = { request, _ in
      request.url.queryValue("prompt") == "none" ? Answer.code.response(to: request) : .redirect("/signin")
    }
    let usual = try #require(PageServer.usual["POST /oauth2/aus1/v1/token"])
    routes["POST /oauth2/aus1/v1/token"] = { request, context in
      let body = String(decoding: request.body, as: UTF8.self)
      let tokens =
        #"{"access_token": "access-2", "token_type": "Bearer", "expires_in": 60\#(isRefreshed ? #", "refresh_token": "refresh-2""# : "")}"#
      if body.contains("code-of-the-silent-request") { return .json(tokens) }
      guard body.contains("grant_type=refresh_token") else { return usual(request, context) }
      let status = statuses[revoked.withLock { $0 } ? 1 : 0]
      return status == 200 ? .json(tokens) : .json(#"{"error": "invalid_grant"}"#, status: status)
    }
    routes["POST /oauth2/aus1/v1/revoke"] = { _, _ in
      revoked.withLock { $0 = true }
      return HTTPResponseMessage(status: 200)
    }
    let userinfo = #"{"issuer": "\#(PageServer.issuer)", "userinfo_endpoint": "\#(PageServer.issuer)/v1/userinfo", "#
    let discovery = try #require(PageServer.usual["GET /oauth2/aus1/.well-known/openid-configuration"])
    routes["GET /oauth2/aus1/.well-known/openid-configuration"] = { request, context in
      let known = String(decoding: discovery(request, context).body, as: UTF8.self)
      return .json(known.replacing(#"{"issuer": "\#(PageServer.issuer)", "#, with: userinfo))
    }
    routes["GET /oauth2/aus1/v1/userinfo"] = { _, _ in .json("{}", status: statuses[revoked.withLock { $0 } ? 1 : 0]) }
    var walk = try HostedWalk(routes)
    #expect(try await walk.signIn().now == .ended(.completed))
    let turn = try await walk.driver.perform(.finish(probes: ["revoked_token"]))
    #expect(turn.finish?.probes.first?.problem == problem)
  }

  private static let controls: [(control: Answer, what: String)] = [
    (.error("login_required"), "the error 'login_required'"), (.error("temporarily_unavailable"), "the error 'temporarily_unavailable'"),
    (.page(200), "the page '/oauth2/aus1/v1/authorize#sign-in'"), (.text(403), "status 403 and no page"),
    (.page(400), "the page '/oauth2/aus1/v1/authorize#wrong-request' with status 400"),
  ]

  @Test(arguments: ["no_challenge", "redirect_exact"], controls)
  func `nothing was tried where the unchanged request gets no code`(
    _ probe: String, _ row: (control: Answer, what: String)
  ) async throws {
    let problem = "it could not be tried: the unchanged silent request got \(row.what) instead of a code"
    #expect(try await Self.finish(probe, control: row.control, .error("invalid_request")) == problem)
  }

  @Test(arguments: ["no_challenge", "redirect_exact"], [true, false])
  func `a server that breaks refuses nothing`(_ probe: String, isControl: Bool) async throws {
    let error = await #expect(throws: DriverError.self) {
      try await Self.finish(probe, control: isControl ? .page(500) : .code, isControl ? .page(400) : .text(503))
    }
    #expect(error?.kind == .status)
  }
}
