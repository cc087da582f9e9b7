import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// Several authorization requests in one journey: links that open the app, the fallback address, browsers kept and thrown away.
struct HostedLaunchTests {
  private static let claimed = ["https://profile.example.test/welcome/*"]

  private static func link(_ path: String) -> DriverAction {
    .open(link: Secret("\(PageServer.origin)\(path)", name: "link"), elsewhere: false)
  }

  @Test func `a claimed link opens the app, which starts anew with its token, a fresh state and a fresh challenge`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn), claimed: Self.claimed)
    _ = try await walk.start([Value.Member("page", "register")])
    let turn = try await walk.driver.perform(Self.link("/welcome/il_Ab12Cd34Ef56Gh78"))
    #expect(turn.screen != nil)
    let launches = await walk.server.requests(to: "/oauth2/aus1/v1/authorize")
    #expect(launches.count == 2)
    #expect(launches[1].url.queryValue("activation_token") == "il_Ab12Cd34Ef56Gh78")
    #expect(launches[1].url.queryValue("page") == nil)
    for name in ["state", "code_challenge"] { #expect(launches[0].url.queryValue(name) != launches[1].url.queryValue(name)) }
    #expect(await walk.server.requests(to: "/welcome/il_Ab12Cd34Ef56Gh78").isEmpty)
    #expect(turn.learned.contains { $0.unsafeText == "il_Ab12Cd34Ef56Gh78" })
  }

  @Test func `the second authorization's state and verifier count`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn), claimed: Self.claimed)
    _ = try await walk.start()
    let screen = try #require(try await walk.driver.perform(Self.link("/welcome/il_Ab12Cd34Ef56Gh78")).screen)
    _ = try await walk.submit(screen, [("email", .text("j@example.test")), ("password", .text("Jane-horse-11"))])
    #expect(try await walk.finish().failedChecks == [])
    let challenge = try #require(await walk.server.requests(to: "/oauth2/aus1/v1/authorize").last?.url.queryValue("code_challenge"))
    let token = try #require(await walk.server.requests(to: "/oauth2/aus1/v1/token").last)
    let verifier = try #require(FormURLEncoding.decode(token.body).first { $0.name == "code_verifier" }?.value)
    #expect(Base64URL.encode(Digests.sha256(verifier)) == challenge)
  }

  @Test func `a link that the app does not claim is opened in the browser`() async throws {
    var walk = try HostedWalk(
      HostedWalk.routes(signIn: HostedWalk.leadsOn).merging(["GET /help": { _, _ in .page("<h1>Help</h1><p>All about it.</p>") }]) { $1 })
    _ = try await walk.start()
    #expect(try await walk.driver.perform(Self.link("/help")).exchanges.map(\.method) == ["GET"])
  }

  @Test func `a link to a site that the tenant does not name is not opened`() async throws {
    var walk = try HostedWalk([:])
    let error = await walk.error(.open(link: Secret("https://evil.test/welcome/x", name: "link"), elsewhere: false))
    #expect(error?.kind == .forbidden)
  }

  private static func fallback(_ address: String, then silent: @escaping PageServer.Route) -> [String: PageServer.Route] {
    var routes = HostedWalk.routes(signIn: { _, _ in .redirect(address) })
    routes["GET /oauth2/aus1/v1/authorize"] = { request, context in
      request.url.queryValue("prompt") == "none" ? silent(request, context) : .redirect("/signin", status: 302)
    }
    return routes
  }

  @Test func `the fallback address leads to one silent authorization request`() async throws {
    var walk = try HostedWalk(
      Self.fallback(HostedWalk.fallback) { _, context in .redirect("\(HostedWalk.callback)?code=c&state=\(context.state)", status: 302) })
    #expect(try await walk.signIn([Value.Member("prompt", "login")]).now == .ended(.completed))
    #expect(try await walk.finish().failedChecks == [])
    let launches = await walk.server.requests(to: "/oauth2/aus1/v1/authorize")
    #expect(launches.map { $0.url.queryValue("prompt") } == ["login", "none"])
    #expect(launches[0].url.queryValue("state") != launches[1].url.queryValue("state"))
  }

  @Test func `a second fallback is a loop`() async throws {
    var walk = try HostedWalk(Self.fallback(HostedWalk.fallback) { _, _ in .redirect(HostedWalk.fallback) })
    let screen = try #require(try await walk.start().screen)
    let form = try #require(screen.forms.first { $0.widget("email") != nil })
    let answers: [Answer] = [Answer(widget: "email", value: .text("j@example.test")), Answer(widget: "password", value: .text("horse-11"))]
    #expect(await walk.error(.submit(Submission(form: form.id, answers: answers)))?.kind == .redirectLoop)
  }

  @Test func `a fallback address that is not bare fails the step that led there`() async throws {
    var walk = try HostedWalk(
      Self.fallback("\(HostedWalk.fallback)?email=jane%40example.test") { _, context in
        .redirect("\(HostedWalk.callback)?code=c&state=\(context.state)")
      })
    let turn = try await walk.signIn()
    #expect(turn.findings.map(\.problem) == ["the fallback address is not bare: it has 'email'"])
    #expect(turn.failedChecks == ["no-identity-in-scheme-url"])
    #expect(try await walk.finish().failedChecks == [])
  }

  @Test func `a next start keeps the cookies, and an ephemeral one has none and leaves none`() async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /signin"] = { request, _ in
      var response = HTTPResponseMessage.page(PageServer.signInPage())
      if request.headers["Cookie"] == nil { response.headers["Set-Cookie"] = "idx=Zx12Cv34Bn56Mm78; Secure; HttpOnly" }
      return response
    }
    var walk = try HostedWalk(routes)
    _ = try await walk.start()
    _ = try await walk.start([Value.Member("session", "ephemeral")])
    _ = try await walk.start([Value.Member("session", "ephemeral")])
    _ = try await walk.start()
    let cookies = await walk.server.requests(to: "/signin").map { $0.headers["Cookie"] }
    #expect(cookies == [nil, nil, nil, "idx=Zx12Cv34Bn56Mm78"])
    #expect(await walk.server.requests(to: "/oauth2/aus1/v1/authorize").allSatisfy { $0.url.queryValue("session") == nil })
    let states = await walk.server.requests(to: "/oauth2/aus1/v1/authorize").map { $0.url.queryValue("state") }
    #expect(Set(states).count == 4)
  }

  @Test func `logout comes back to the app with its state`() async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["POST /oauth2/aus1/v1/token"] = { _, _ in .json(#"{"access_token": "a-1", "token_type": "Bearer", "id_token": "x.y.z"}"#) }
    routes["GET /oauth2/aus1/v1/logout"] = { request, _ in
      .redirect("com.example.app.oauth:/logout/callback?state=\(request.url.queryValue("state") ?? "none")", status: 302)
    }
    var walk = try HostedWalk(routes)
    _ = try await walk.signIn()
    _ = try await walk.finish()
    let turn = try await walk.driver.perform(.token(.logout))
    #expect(turn.finish?.checks.map(\.name) == ["redirect", "state"])
    #expect(turn.failedChecks == [])
  }

  /// A site whose logout shows a page that asks first, and what it answers to the button.
  private static func askingRoutes(answer: @escaping PageServer.Route) -> [String: PageServer.Route] {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["POST /oauth2/aus1/v1/token"] = { _, _ in .json(#"{"access_token": "a-1", "token_type": "Bearer", "id_token": "x.y.z"}"#) }
    routes["GET /oauth2/aus1/v1/logout"] = { request, _ in
      .page(
        """
        <h1>Sign out?</h1><form action="/signout" method="post">
        <input type="hidden" name="back" value="com.example.app.oauth:/logout/callback?state=\(request.url.queryValue("state") ?? "none")">
        <button>Yes, sign out</button></form><a href="/account">Stay</a>
        """)
    }
    routes["POST /signout"] = answer
    routes["GET /account"] = { _, _ in .page("<h1>Account</h1><p>Signed in as Jane.</p>") }
    return routes
  }

  private static func signedOut(by answer: @escaping PageServer.Route) async throws -> Turn {
    var walk = try HostedWalk(askingRoutes(answer: answer))
    _ = try await walk.signIn()
    _ = try await walk.finish()
    let asked = try await walk.driver.perform(.token(.logout, isAnswered: true))
    return try await walk.submit(try #require(asked.screen), [])
  }

  @Test func `a logout that asks first is answered on its page and comes back to the app with its state`() async throws {
    let turn = try await Self.signedOut { request, _ in
      let body = String(decoding: request.body, as: UTF8.self)
      let state = body.split(separator: "state%3D").last.map(String.init) ?? ""
      return .redirect("com.example.app.oauth:/logout/callback?state=\(state)")
    }
    #expect(turn.finish?.checks.map(\.name) == ["redirect", "state"])
    #expect(turn.failedChecks == [])
  }

  @Test(arguments: [
    ("com.example.app.oauth:/logout/callback?state=another", "state"), ("https://elsewhere.test/bye", "redirect"),
    ("/account", "redirect"), ("com.example.app.oauth:/elsewhere", "redirect"), ("com.example.other:/", "redirect"),
  ])
  func `an answered logout that leads elsewhere or brings another state back fails`(place: String, check: String) async throws {
    let turn = try await Self.signedOut { _, _ in .redirect(place, status: 302) }
    #expect(turn.failedChecks == [check])
  }

  /// For a client without a `logout_uri`.
  private static func signedOutHere(
    asking: String? = nil, status: Int = 200, isAnswered: Bool = true, by answer: @escaping PageServer.Route
  ) async throws -> Turn {
    var routes = askingRoutes(answer: answer)
    if let asking { routes["GET /oauth2/aus1/v1/logout"] = { _, _ in .page(asking, status: status) } }
    if !isAnswered { routes["GET /oauth2/aus1/v1/logout"] = answer }
    var walk = try HostedWalk(routes, isSentHome: false)
    _ = try await walk.signIn()
    _ = try await walk.finish()
    let asked = try await walk.driver.perform(.token(.logout, isAnswered: isAnswered))
    guard let screen = asked.screen else { return asked }
    return try await walk.submit(screen, [])
  }

  /// What a press of a logout leads to, and what fails there.
  struct SignedOut: Sendable, CustomTestStringConvertible {
    let id: String
    let problem: String?
    let answer: HTTPResponseMessage

    init(_ id: String, fails problem: String? = nil, _ answer: HTTPResponseMessage) {
      (self.id, self.problem, self.answer) = (id, problem, answer)
    }

    var testDescription: String { id }
  }

  private static let asksAgain = "<h1>Sign out?</h1><form action=\"/signout\" method=\"post\"><button>Yes, sign out</button></form>"

  private static let ends: [SignedOut] = [
    SignedOut("a page that says so", .page("<h1>Signed out</h1><p>You are signed out.</p><a href=\"/signin\">Sign in</a>")),
    SignedOut("the page to sign in", .page(PageServer.signInPage())),
    SignedOut("an empty page", .page("")),
    SignedOut(
      "a page with links and a search of its own", .page("<h1>Signed out</h1><a href=\"?lang=de\">Deutsch</a><form><input name=q></form>")),
    SignedOut("the app", .redirect("com.example.app.oauth:/authorization/callback")),
    SignedOut(
      "the page to sign in, which says so in an alert",
      .page(PageServer.signInPage() + "<p class=\"alert alert-success\" role=alert>You are signed out.</p>")),
    SignedOut(
      "an error", fails: "after the logout the page '/signout#signed-out' says 'Something went wrong'",
      .page("<h1>Signed out</h1><p role=alert>Something went wrong</p>")),
    SignedOut(
      "a link to sign out", fails: "after the logout the page '/signout#home' still has a link or button to sign out",
      .page("<h1>Home</h1><a href=\"/end\">Sign out</a>")),
    SignedOut(
      "an address to sign out", fails: "after the logout the page '/signout#home' still has a link or button to sign out",
      .page("<h1>Home</h1><a href=\"/logout?x=1\"><img src=x alt=Exit></a>")),
    SignedOut(
      "a link to an article about it", .page("<h1>Signed out</h1><a href=\"/help/sign-out-devices\">How to sign out of all devices</a>")),
    SignedOut("a link to an article, by its address", .page("<h1>Bye</h1><a href=\"/support/articles/logout-problems\">Read more</a>")),
    SignedOut(
      "an article, and a link to sign out", fails: "after the logout the page '/signout#home' still has a link or button to sign out",
      .page("<h1>Home</h1><a href=\"/help/a\">How to sign out</a><a href=\"/b\">Sign out of all devices</a>")),
    SignedOut(
      "an address to sign out below help", fails: "after the logout the page '/signout#home' still has a link or button to sign out",
      .page("<h1>Home</h1><a href=\"/help/logout\">Exit</a>")),
    SignedOut(
      "the same question", fails: "after the logout the page '/signout#sign-out' asks again: it has 'Yes, sign out'", .page(asksAgain)),
    SignedOut(
      "nothing, so that the page stays",
      fails: "after the logout the page '/oauth2/aus1/v1/logout#sign-out' asks again: it has 'Yes, sign out'",
      HTTPResponseMessage(status: 204)),
    SignedOut("a refusal", fails: "logout answered with status 403", .page("<h1>No</h1>", status: 403)),
    SignedOut(
      "a redirect to nowhere", fails: "logout answered with status 302, and leads nowhere", .page("", status: 302)),
    SignedOut(
      "another site",
      fails: "logout led to 'https://evil.test/bye', which is neither the tenant's nor the client's; name it with 'redirect'",
      .redirect("https://evil.test/bye?x=1")),
    SignedOut(
      "another app", fails: "logout led to 'com.other.app:/bye', which is neither the tenant's nor the client's; name it with 'redirect'",
      .redirect("com.other.app:/bye")),
  ]

  @Test(arguments: ends)
  func `an answered logout of a client without a way home ends where nothing shows an account`(_ end: SignedOut) async throws {
    let turn = try await Self.signedOutHere { _, _ in end.answer }
    #expect(turn.finish?.checks.compactMap(\.problem) == [end.problem].compactMap(\.self))
  }

  /// What a logout leads to, whether a page asked first or not, and what fails there.
  private static let unasked: [SignedOut] = [
    SignedOut(
      "a page of the person", fails: "after the logout the page '%#account' still shows 'jane@example.test', which was typed to sign in",
      .page("<h1>Account</h1><p>Signed in as <b>Jane@example.test</b>.</p><a href=\"/orders\">Orders</a>")),
    SignedOut(
      "a page that says that the person is in",
      fails: "after the logout the page '%#you-are-still-signed-in' says 'You are still signed in'",
      .page("<h1>You are still signed in</h1><p>The request could not be completed.</p>")),
    SignedOut("a page that says that the person is in elsewhere", .page("<h1>Bye</h1><p>You are still signed in to the portal.</p>")),
    SignedOut("a page that says who is out", .page("<h1>Bye</h1><p>jane@example.test has been signed out.</p><a href=/x>Home</a>")),
    SignedOut("a page that says who was signed out", .page("<h1>Bye</h1><p>You have been logged out, jane@example.test!</p>")),
    SignedOut(
      "a page that says who is not out",
      fails: "after the logout the page '%#oh' still shows 'jane@example.test', which was typed to sign in",
      .page("<h1>Oh</h1><p>jane@example.test could not be signed out.</p>")),
    SignedOut(
      "a page that says that somebody is out, and who is in",
      fails: "after the logout the page '%#bye' still shows 'jane@example.test', which was typed to sign in",
      .page("<h1>Bye</h1><p>You are signed out of the app. You are signed in as jane@example.test.</p>")),
    SignedOut(
      "a page that says who is out, and shows the person once more",
      fails: "after the logout the page '%#bye' still shows 'jane@example.test', which was typed to sign in",
      .page("<h1>Bye</h1><p>jane@example.test has been signed out.</p><p>Back to the account of the person: jane@example.test.</p>")),
    SignedOut("a page that hides the address", .page("<h1>Bye</h1><p hidden>jane@example.test</p>")),
    SignedOut("a page of another person", .page("<h1>Bye</h1><p>Ask mary.jane@example.test.uk or sjane@example.test</p>")),
    SignedOut(
      "the page to sign in, which remembers the person", .page("<h1>Bye, jane@example.test</h1>" + PageServer.signInPage())),
    SignedOut("a page that offers to sign in", .page("<h1>Bye</h1><p>jane@example.test</p><a href=\"/signin\">Sign in</a>")),
    SignedOut("the app", .redirect("\(HostedWalk.callback)?iss=x")),
    SignedOut(
      "the app, with a code", fails: "logout led back with 'code', which no logout gives",
      .redirect("\(HostedWalk.callback)?code=abc&error=server_error")),
    SignedOut(
      "the app, with a token", fails: "logout led back with 'access_token', which no logout gives",
      .redirect("\(HostedWalk.callback)#access_token=abc")),
  ]

  @Test(arguments: unasked, [false, true])
  func `a logout of a client without a way home ends at no page of the person, and gives the app nothing`(
    _ end: SignedOut, isAnswered: Bool
  ) async throws {
    let turn = try await Self.signedOutHere(isAnswered: isAnswered) { _, _ in end.answer }
    let problem = end.problem?.replacing("%", with: isAnswered ? "/signout" : "/oauth2/aus1/v1/logout")
    #expect(turn.finish?.checks.compactMap(\.problem) == [problem].compactMap(\.self))
  }

  @Test(arguments: ["?error=server_error", "#error=server_error"], [false, true])
  func `an error is a refusal of a logout, also for a client without a way home`(error: String, isAnswered: Bool) async throws {
    let turn = try await Self.signedOutHere(isAnswered: isAnswered) { _, _ in .redirect(HostedWalk.callback + error) }
    guard case .ended(.refused(let refusal)) = turn.now else { throw DriverError(.protocol, "not refused: \(turn.now)") }
    #expect(refusal.error == "server_error")
  }

  @Test(arguments: [
    ("jane", "<label>User <input name=user></label>", true), ("jan", "<label>User <input name=user></label>", false),
    ("jane", "<p>Try jane</p><label>User <input name=user></label>", false),
  ])
  func `the name that was typed next to the password is the person's, unless it is short or on the page`(
    name: String, field: String, isShown: Bool
  ) async throws {
    var routes = Self.askingRoutes { _, _ in .page("") }
    let form = "\(field)<label>Password <input type=password name=password></label><button>Go</button>"
    routes["GET /signin"] = { _, _ in .page("<h1>Sign in</h1><form action=/signin method=post>\(form)</form>") }
    routes["GET /oauth2/aus1/v1/logout"] = { _, _ in .page("<h1>Home</h1><p>Hello Jane, hello Jan!</p>") }
    var walk = try HostedWalk(routes, isSentHome: false)
    let screen = try #require(try await walk.start().screen)
    let password = AnswerValue.secret(Secret("Jane-horse-11", name: "password", source: .project))
    _ = try await walk.submit(screen, [("user", .text(name)), ("password", password)])
    _ = try await walk.finish()
    let problems = try await walk.driver.perform(.token(.logout)).finish?.checks.compactMap(\.problem)
    #expect(problems?.isEmpty == !isShown)
  }

  @Test(arguments: [
    (asksAgain, 403, "logout answered with status 403"),
    (PageServer.signInPage(), 200, "the page '/oauth2/aus1/v1/logout#sign-in' asks for a password, and not whether to sign out"),
  ])
  func `a page that is refused or asks for a password does not ask whether to sign out`(
    page: String, status: Int, problem: String
  ) async throws {
    let turn = try await Self.signedOutHere(asking: page, status: status) { _, _ in .page("") }
    #expect(turn.finish?.checks.map(\.problem) == [problem])
  }

  @Test func `a logout that brings a code or a token back fails`() async throws {
    for item in ["code=x", "access_token=x"] {
      let turn = try await Self.signedOut { request, _ in
        let state = String(decoding: request.body, as: UTF8.self).split(separator: "state%3D").last.map(String.init) ?? ""
        return .redirect("com.example.app.oauth:/logout/callback?\(item)&state=\(state)")
      }
      #expect(turn.failedChecks == ["redirect"])
    }
  }

  @Test func `a logout that should ask, and leads to another address of the app at once, fails`() async throws {
    var routes = Self.askingRoutes { _, _ in .page("") }
    routes["GET /oauth2/aus1/v1/logout"] = { _, _ in .redirect("com.example.app.oauth:/elsewhere", status: 302) }
    var walk = try HostedWalk(routes)
    _ = try await walk.signIn()
    _ = try await walk.finish()
    #expect(try await walk.driver.perform(.token(.logout, isAnswered: true)).failedChecks == ["redirect"])
  }

  @Test func `a logout that asks first names its buttons where no step answers it`() async throws {
    var walk = try HostedWalk(Self.askingRoutes { _, _ in .page("") })
    _ = try await walk.signIn()
    _ = try await walk.finish()
    let problem = try await walk.driver.perform(.token(.logout)).finish?.checks.first?.problem
    #expect(problem?.contains("instead of leading back to 'com.example.app.oauth:/logout/callback'") == true)
  }

  @Test func `the site's own sign-out is a link to open, after which the next silent launch asks for a login`() async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /oauth2/aus1/v1/authorize"] = { request, context in
      if request.headers["Cookie"] != nil { return .redirect("\(HostedWalk.callback)?code=c&state=\(context.state)") }
      guard request.url.queryValue("prompt") == "none" else { return .redirect("/signin") }
      return .redirect("\(HostedWalk.callback)?error=login_required&state=\(context.state)")
    }
    routes["POST /signin"] = { _, _ in
      var response = HTTPResponseMessage.redirect("/oauth2/aus1/v1/authorize/redirect")
      response.headers["Set-Cookie"] = "idx=Zx12Cv34Bn56Mm78; Secure; HttpOnly"
      return response
    }
    routes["GET /signout"] = { _, _ in
      var response = HTTPResponseMessage.page("<h1>Signed out</h1><p>See you soon.</p>")
      response.headers["Set-Cookie"] = "idx=; Max-Age=0"
      return response
    }
    var walk = try HostedWalk(routes)
    _ = try await walk.signIn()
    let silent = [Value.Member("prompt", "none")]
    #expect(try await walk.start(silent).now == .ended(.completed))
    let out = try await walk.driver.perform(Self.link("/signout"))
    #expect(out.screen != nil)
    #expect(try await walk.start(silent).now == .ended(.refused(OAuthErrorResponse(error: "login_required"))))
  }

  @Test func `revoking drops the tokens without the browser`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn))
    _ = try await walk.signIn()
    _ = try await walk.finish()
    #expect(try await walk.driver.perform(.token(.revoke)).failedChecks == [])
    #expect(await walk.server.requests(to: "/oauth2/aus1/v1/revoke").count == 1)
  }
}
