import Encodings
import JourneyClient
import JourneyModel
import Synchronization
import Testing

@testable import HostedDialect

/// Probes that send the first form of the journey once more.
struct FormProbeTests {
  static func finish(_ probe: String, _ routes: [String: PageServer.Route]) async throws -> String? {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn).merging(routes) { $1 })
    #expect(try await walk.signIn().now == .ended(.completed))
    return try #require(try await walk.driver.perform(.finish(probes: [probe])).finish?.probes.first).problem
  }

  // MARK: Forged forms

  /// A site whose token is another one in each browser.
  private static func site(refusing refusal: HTTPResponseMessage) -> [String: PageServer.Route] {
    [
      "GET /signin": { _, context in
        .page(PageServer.signInPage().replacing("Xw81kZp2QrTy77aa", with: "Xw81kZp2QrTy77a\(context.launches)"))
      },
      "POST /signin": { request, context in
        let isOwn = String(decoding: request.body, as: UTF8.self).contains("_csrf=Xw81kZp2QrTy77a\(context.launches)&")
        return isOwn ? HostedWalk.leadsOn(request, context) : refusal
      },
    ]
  }

  @Test(arguments: [
    HTTPResponseMessage.page("<h1>Forbidden</h1>", status: 403), .page(PageServer.signInPage(error: "Try again.")),
    HTTPResponseMessage(status: 403, headers: ["Content-Type": "text/plain"], body: Array("no".utf8)),
  ])
  func `a form without its token is refused by any page that does not lead on`(_ refusal: HTTPResponseMessage) async throws {
    #expect(try await Self.finish("csrf", Self.site(refusing: refusal)) == nil)
  }

  @Test(arguments: [
    HTTPResponseMessage.page("<h1>Welcome back</h1>"),
    .redirect("com.example.app.oauth:/authorization/callback?code=another", status: 302),
  ])
  func `a form without its token that leads anywhere but to a refusal is taken`(_ answer: HTTPResponseMessage) async throws {
    let problem = try await Self.finish("csrf", Self.site(refusing: answer))
    #expect(problem?.hasPrefix("the server ") == true, "\(problem ?? "")")
  }

  @Test func `a server that asks for the token only where a cookie came takes a form of another site`() async throws {
    var routes = Self.site(refusing: .page("<h1>Forbidden</h1>", status: 403))
    routes["GET /signin"] = { _, context in
      var page = HTTPResponseMessage.page(PageServer.signInPage().replacing("Xw81kZp2QrTy77aa", with: "Xw81kZp2QrTy77a\(context.launches)"))
      page.headers.append("Set-Cookie", "sid=Zx12Cv34Bn56Mm78; Path=/; Secure; HttpOnly; SameSite=Lax")
      return page
    }
    routes["POST /signin"] = { request, context in
      let isOwn = String(decoding: request.body, as: UTF8.self).contains("_csrf=Xw81kZp2QrTy77a\(context.launches)&")
      let hasCookie = request.headers["cookie"] != nil
      return isOwn || !hasCookie ? HostedWalk.leadsOn(request, context) : .page("<h1>Forbidden</h1>", status: 403)
    }
    #expect(try await Self.finish("csrf", routes) == "the server took a form without its token and without cookies")
  }

  @Test func `a form without its token shows nothing where the form with its token is refused, too`() async throws {
    let problem = try await Self.finish(
      "csrf",
      [
        "POST /signin": { request, context in
          context.launches == 1 ? HostedWalk.leadsOn(request, context) : .page(PageServer.signInPage(error: "This address is taken."))
        }
      ])
    #expect(problem == "it could not be tried: with its own token, too, the form led no further in an empty browser")
  }

  @Test func `a form without its token that breaks the server is not refused`() async throws {
    let error = await #expect(throws: DriverError.self) {
      try await Self.finish("csrf", Self.site(refusing: .page("<h1>Oops</h1>", status: 500)))
    }
    #expect(error?.kind == .status)
  }

  @Test func `a server that breaks at many forms does not stop them`() async throws {
    let error = await #expect(throws: DriverError.self) {
      try await Self.finish(
        "rate_limit",
        [
          "POST /signin": { request, context in
            context.launches == 1 ? HostedWalk.leadsOn(request, context) : .page("<h1>Oops</h1>", status: 503)
          }
        ])
    }
    #expect(error?.kind == .status)
  }

  /// Launches from 1, of which the first is the journey's and the second that of the check before the first form.
  @Test(arguments: [(403, 2...100), (429, 2...100), (429, 2...2), (429, 3...3), (403, 3...3)])
  func `a form that is refused the first time shows no limit`(status: Int, launches: ClosedRange<Int>) async throws {
    let problem = try await Self.finish(
      "rate_limit",
      [
        "POST /signin": { request, context in
          guard launches.contains(context.launches) else { return HostedWalk.leadsOn(request, context) }
          return HTTPResponseMessage(status: status, headers: ["Content-Type": "text/plain"])
        }
      ])
    #expect(problem == "it could not be tried: the form was not there, or was refused, the first time already")
  }

  // MARK: Many forms

  /// What a server does with a form that is sent again and again.
  struct Limit: Sendable, CustomTestStringConvertible {
    let id: String
    /// What the probe says; `nil` for a stop.
    let problem: String?
    /// The answer to the form of that number that is not the right one.
    let answer: @Sendable (Int) -> HTTPResponseMessage
    /// From which form on the right one is answered in the same way.
    var locks: Int?

    /// One that stops.
    init(stop id: String, locksFrom locks: Int? = nil, _ answer: @escaping @Sendable (Int) -> HTTPResponseMessage) {
      (self.id, problem, self.answer, self.locks) = (id, nil, answer, locks)
    }

    /// One that stops nobody.
    ///
    /// - Parameter change: what the probe says of the last answer.
    init(_ id: String, forms: Int = 80, but change: String? = nil, _ answer: @escaping @Sendable (Int) -> HTTPResponseMessage) {
      let nothing = "a form was sent \(forms) times in a row, and nothing stopped it"
      problem = nothing + (change.map { ": \($0), but the journey's own form still works as before" } ?? "")
      (self.id, self.answer) = (id, answer)
    }

    /// One that only speaks of a stop, from the fourth form on.
    init(says text: String) {
      self.init(text, but: "the last page says '\(text)'") { Self.page("Wrong.", $0 < 4 ? "" : "<p role=alert>\(text)</p>") }
    }

    static func page(_ error: String, _ more: String = "", status: Int = 200) -> HTTPResponseMessage {
      .page(PageServer.signInPage(error: error).replacing("<form", with: "\(more)<form", maxReplacements: 1), status: status)
    }

    static func plain(_ status: Int, retryAfter: String? = nil) -> HTTPResponseMessage {
      var response = HTTPResponseMessage(status: status, headers: ["Content-Type": "text/plain"], body: Array("no".utf8))
      response.headers["Retry-After"] = retryAfter
      return response
    }

    var testDescription: String { id }
  }

  private static let limits: [Limit] = [
    Limit(stop: "status 429", locksFrom: 20) { $0 < 20 ? Limit.page("Wrong.") : .page("<h1>Slow down</h1>", status: 429) },
    Limit(stop: "a time to wait without a page", locksFrom: 20) { $0 < 20 ? Limit.page("Wrong.") : Limit.plain(403, retryAfter: "60") },
    Limit(stop: "the right password refused in the same words", locksFrom: 20) { _ in Limit.page("Wrong.") },
    Limit(stop: "the right password refused with status 403", locksFrom: 38) { Limit.page("Wrong.", status: $0 < 38 ? 200 : 403) },
    Limit(stop: "an account that is locked by wrong passwords", locksFrom: 60) { _ in Limit.page("Wrong.") },
  ]

  private static let talks: [Limit] = [
    Limit("status 429 once") { $0 == 20 ? Limit.plain(429) : Limit.page("Wrong.") },
    Limit("no time to wait", but: "the last one got status 403 and no page") {
      $0 < 2 ? Limit.page("Wrong.") : Limit.plain(403, retryAfter: "0")
    },
    Limit("every second one told to wait", but: "the last one got status 429 or a time to wait") {
      $0 % 2 == 1 ? Limit.page("Wrong.") : Limit.plain(429)
    },
    Limit("the wrong ones told to wait", forms: 23, but: "the last one got status 429 or a time to wait") {
      $0 < 20 ? Limit.page("Wrong.") : Limit.plain(429)
    },
    Limit("the same words") { _ in Limit.page("Wrong.") },
    Limit("no words") { _ in .page(PageServer.signInPage()) },
    Limit("a number that counts", but: "the last page says 'Wrong, attempt 40.'") { Limit.page("Wrong, attempt \($0).") },
    Limit("status 403 from the second on", but: "the last one got status 403 instead of 200") {
      Limit.page("Wrong.", status: $0 < 2 ? 200 : 403)
    },
    Limit("status 404 without a page from the second on", but: "the last one got status 404 and no page") {
      $0 < 2 ? Limit.page("Wrong.") : Limit.plain(404)
    },
    Limit("a page without fields from the second on") { $0 < 2 ? Limit.page("Wrong.") : .page("<h1>Wrong</h1><p>Wrong. Back</p>") },
    Limit("status 403 all along") { _ in Limit.page("Wrong.", status: 403) },
    Limit(says: "Too many attempts. Try again in 5 minutes."), Limit(says: "You'll be locked out after 5 tries."),
    Limit(says: "Too many failures lock the account."), Limit(says: "A fiók nincs zárolva, a jelszó hibás."),
    Limit(says: "One more and you are blocked."),
  ]

  /// A site that knows who sends the right password, and counts the forms by its launches: the journey and the check before are two, and
  /// the check in the middle is one.
  private static func site(_ limit: Limit) -> [String: PageServer.Route] {
    [
      "POST /signin": { request, context in
        let number = context.launches - (context.launches > 42 ? 3 : 2)
        let body = String(decoding: request.body, as: UTF8.self)
        let isRight = body.contains("Jane-horse-11") && body.contains("email=jane%40example.test")
        if isRight, limit.locks.map({ number < $0 }) ?? true { return HostedWalk.leadsOn(request, context) }
        return limit.answer(number)
      }
    ]
  }

  @Test(arguments: limits + talks)
  func `many forms are stopped only by what HTTP calls a stop and by what holds up the right form`(_ limit: Limit) async throws {
    #expect(try await Self.finish("rate_limit", Self.site(limit)) == limit.problem)
  }

  /// What the right password gets from the third sign-in on, where wrong ones are refused as ever.
  @Test(
    arguments: [
      (
        HTTPResponseMessage.page("<h1>New terms</h1><form method=post action=/terms><button>Accept</button></form>"),
        "the page '/signin#new-terms'"
      ),
      (
        .page("<h1>Code</h1><form method=post action=/code><input name=code autocomplete=one-time-code><button>Go</button></form>"),
        "the page '/signin#code'"
      ),
      (.redirect("https://idp.test/authorize"), "a redirect to another site"),
      (Limit.page("You are signed in on two devices already."), nil), (Limit.page("Wrong.", status: 403), nil), (Limit.plain(429), nil),
      (Limit.plain(403), nil), (.page("<h1>Slow down</h1>", status: 429), nil),
    ] as [(HTTPResponseMessage, String?)])
  func `a limit on right passwords alone stops no guess`(_ answer: HTTPResponseMessage, page: String?) async throws {
    let rights = Mutex(0)
    let problem = try await Self.finish(
      "rate_limit",
      [
        "POST /signin": { request, context in
          guard String(decoding: request.body, as: UTF8.self).contains("Jane-horse-11") else { return Limit.page("Wrong.") }
          let count = rights.withLock { count in
            count += 1
            return count
          }
          return count < 3 ? HostedWalk.leadsOn(request, context) : answer
        }
      ])
    let led = page.map {
      "a form was sent 40 times in a row, and nothing stopped it: the journey's own form now leads to \($0), which refuses nothing, "
        + "and a wrong password does not"
    }
    #expect(problem == led ?? Self.differs)
  }

  static let differs =
    "it is not known whether the server stops it: after 40 forms the journey's own form is refused, but in another way than a wrong "
    + "password, so its answer still shows which password is right"

  /// Some directories count one wrong password once, however often it is sent.
  @Test func `a lock that counts different wrong passwords is a stop`() async throws {
    let sent = Mutex<Set<String>>([])
    let problem = try await Self.finish(
      "rate_limit",
      [
        "POST /signin": { request, context in
          let body = String(decoding: request.body, as: UTF8.self)
          guard body.contains("email=jane%40example.test") else { return Limit.page("Wrong.") }
          let isRight = body.contains("Jane-horse-11")
          let count = sent.withLock { passwords in
            if !isRight { passwords.insert(body) }
            return passwords.count
          }
          return isRight && count < 5 ? HostedWalk.leadsOn(request, context) : Limit.page("Wrong.")
        }
      ])
    #expect(problem == nil)
  }

  /// A server that answers the right password with a stop, too, and signs the person in all the same.
  @Test(arguments: ["cookie", "cookie, without 'prompt'", "location", "link", "no cookie"])
  func `a stop that signs in is none`(_ kind: String) async throws {
    let sent = Mutex(0)
    let problem = try await Self.finish(
      "rate_limit",
      [
        "GET /oauth2/aus1/v1/authorize": { request, context in
          guard request.headers["Cookie"]?.contains("sid=") == true else { return .redirect("/signin") }
          if kind == "cookie, without 'prompt'", request.url.queryValue("prompt") == "none" {
            return .redirect("\(HostedWalk.callback)?error=login_required&state=\(context.state)")
          }
          return .redirect("\(HostedWalk.callback)?code=c&state=\(context.state)")
        },
        "POST /signin": { request, context in
          let count = sent.withLock { count in
            count += 1
            return count
          }
          let isRight = String(decoding: request.body, as: UTF8.self).contains("Jane-horse-11")
          if count < 10 { return isRight ? HostedWalk.leadsOn(request, context) : Limit.page("Wrong.") }
          var response = Limit.plain(429)
          guard isRight else { return response }
          let home = "\(HostedWalk.callback)?code=c&state=\(context.state)"
          if kind.hasPrefix("cookie") { response.headers["Set-Cookie"] = "sid=1; Path=/; Secure; HttpOnly" }
          if kind == "location" { response.headers["Location"] = home }
          if kind == "link" { response = .page("<h1>Slow down</h1><a href='\(home)'>Go on</a>", status: 429) }
          return response
        },
      ])
    let signedIn = "the journey's own form is answered with status 429, and the browser is signed in all the same"
    if kind == "no cookie" {
      #expect(problem == nil)
    } else {
      #expect(problem?.hasSuffix("nothing stopped it: \(signedIn)") == true, "\(problem ?? "")")
    }
  }

  @Test func `a form that is gone from the first page shows no stop`() async throws {
    let problem = try await Self.finish(
      "rate_limit",
      [
        "GET /signin": { _, context in
          .page(
            context.launches < 12
              ? PageServer.signInPage() : PageServer.signInPage().replacing(#"action="/signin""#, with: #"action="/login""#))
        },
        "POST /signin": { request, context in
          context.launches < 3 ? HostedWalk.leadsOn(request, context) : Limit.page("Wrong.")
        },
      ])
    #expect(problem == "it is not known whether the server stops it: after 40 forms the journey's first page has no such form any more")
  }

  @Test func `a first page that is refused from some form on stops everybody`() async throws {
    let problem = try await Self.finish(
      "rate_limit",
      [
        "GET /signin": { _, context in context.launches < 12 ? .page(PageServer.signInPage()) : Limit.plain(403) },
        "POST /signin": { request, context in context.launches < 3 ? HostedWalk.leadsOn(request, context) : Limit.page("Wrong.") },
      ])
    #expect(problem == nil)
  }

  @Test func `a form that does not lead on a second time can show nothing but a status`() async throws {
    let problem = try await Self.finish(
      "rate_limit",
      [
        "POST /signin": { request, context in
          context.launches == 1 ? HostedWalk.leadsOn(request, context) : Limit.page("This address is taken.")
        }
      ])
    let sentence = "the journey's own form led no further the second time, and of 80 forms no two in a row got status 429"
    #expect(problem == "it is not known whether the server stops it: \(sentence)")
  }
}
