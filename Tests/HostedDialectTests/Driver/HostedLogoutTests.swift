import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// The step `logout` over pages: where it may end, with and without a page that asks first.
struct HostedLogoutTests {
  /// By a redirect, and by a page that leads on by itself.
  private static let waysHome: [@Sendable (String) -> HTTPResponseMessage] = [
    { .redirect($0, status: 302) }, { .page("<h1>Bye</h1><script>location.replace('\($0)')</script>") },
  ]

  @Test(arguments: waysHome.indices) func `logout comes back to the app with its state`(_ way: Int) async throws {
    var routes = Self.askingRoutes { _, _ in .page("") }
    routes["GET /oauth2/aus1/v1/logout"] = { request, _ in
      Self.waysHome[way]("com.example.app.oauth:/logout/callback?state=\(request.url.queryValue("state") ?? "none")")
    }
    var walk = try HostedWalk(routes)
    _ = try await walk.signIn()
    _ = try await walk.finish()
    let turn = try await walk.driver.perform(.token(.logout))
    #expect(turn.finish?.checks.map(\.name) == ["redirect", "state"])
    #expect(turn.failedChecks == [])
  }

  /// A site whose logout shows a page that asks first, and what it answers to the button.
  static func askingRoutes(answer: @escaping PageServer.Route) -> [String: PageServer.Route] {
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
    routes["GET /inbox"] = { _, _ in .page("<h1>Inbox</h1><p>jane@example.test</p><a href=/out>Sign out</a>") }
    routes["GET /bye"] = { _, _ in .page("<h1>Bye</h1><p>See you soon.</p>") }
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
  static func signedOutHere(
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
      fails: "after the logout the page '%#bye' says 'You are signed in as jane@example.test'",
      .page("<h1>Bye</h1><p>You are signed out of the app. You are signed in as jane@example.test.</p>")),
    SignedOut(
      "a page that says who is out, and shows the person once more",
      fails: "after the logout the page '%#bye' still shows 'jane@example.test', which was typed to sign in",
      .page("<h1>Bye</h1><p>jane@example.test has been signed out.</p><p>Back to the account of the person: jane@example.test.</p>")),
    SignedOut(
      "a page with the address in a locked field",
      fails: "after the logout the page '%#bye' still shows 'jane@example.test', which was typed to sign in",
      .page("<h1>Bye</h1><label>Account <input readonly value=\"jane@example.test\"></label>")),
    SignedOut(
      "a page with the address in a locked field that is hidden",
      .page("<h1>Bye</h1><input type=hidden readonly value=\"jane@example.test\">")),
    SignedOut(
      "a page with the address in pieces",
      fails: "after the logout the page '%#bye' still shows 'jane@example.test', which was typed to sign in",
      .page("<h1>Bye</h1><p>jane@&shy;exam&#8203;ple.test</p>")),
    SignedOut(
      "a page with a button named by the address",
      fails: "after the logout the page '%#bye' still shows 'jane@example.test', which was typed to sign in",
      .page("<h1>Bye</h1><a href=/x aria-label=\"Account of jane@example.test\">A</a>")),
    SignedOut(
      "a page that writes to the person",
      fails: "after the logout the page '%#bye' still shows 'jane@example.test', which was typed to sign in",
      .page("<h1>Bye</h1><a href=\"mailto:jane@example.test\">Me</a>")),
    SignedOut(
      "a page that says in a list that the person is in", fails: "after the logout the page '%#bye' says 'You are still signed in'",
      .page("<h1>Bye</h1><dl><dt>Status</dt><dd>You are still signed in</dd></dl>")),
    SignedOut(
      "a page that says that the person is in, without 'still'", fails: "after the logout the page '%#bye' says 'You are signed in'",
      .page("<h1>Bye</h1><p>You are signed in.</p>")),
    SignedOut(
      "a page with an error", fails: "after the logout the page '%#bye' says 'Could not end the session.'",
      .page("<h1>Bye</h1><p role=alert>Could not end the session.</p>")),
    SignedOut(
      "a page to sign in that remembers whom, and has a link for others",
      .page(
        "<h1>Hi</h1><form><p>jane@example.test</p><a href=/x>Not you?</a><label>Password <input type=password></label><button>Sign in</button></form>"
      )),
    SignedOut(
      "a page of people who were here",
      .page(
        "<h1>Bye</h1><ul><li><a href=/a><div>Jane Doe</div><div>jane@example.test</div><div>Signed out</div></a></li></ul>"
          + "<a href=/b>Use another account</a><a href=/c>Remove an account</a>")),
    SignedOut("a page that is loud about the success", .page("<h1>Bye</h1><p role=alert>You have been signed out.</p>")),
    SignedOut("a page that hides the address", .page("<h1>Bye</h1><p hidden>jane@example.test</p>")),
    SignedOut("a page of another person", .page("<h1>Bye</h1><p>Ask mary.jane@example.test.uk or sjane@example.test</p>")),
    SignedOut(
      "the page to sign in, which remembers the person", .page("<h1>Bye, jane@example.test</h1>" + PageServer.signInPage())),
    SignedOut("a page that offers to sign in", .page("<h1>Bye</h1><p>jane@example.test</p><a href=\"/signin\">Sign in</a>")),
    SignedOut(
      "a page that says that the person is in, with more words",
      fails: "after the logout the page '%#bye' says 'Sorry, you are still signed in to this site as Jane'",
      .page("<h1>Bye</h1><p>Sorry, you are still signed in to this site as Jane.</p>")),
    SignedOut("a page that says when a person is in", .page("<h1>Bye</h1><p>If you see your name, you are still signed in.</p>")),
    SignedOut(
      "a page that says that the person will be out",
      fails: "after the logout the page '%#bye' still shows 'jane@example.test', which was typed to sign in",
      .page("<h1>Bye</h1><p>jane@example.test will be signed out in 30 minutes.</p>")),
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

  @Test(
    arguments: [
      "We use cookies.", "Goodbye!", "Has cerrado la sesión correctamente.", "Logout successful", "ログアウトしました", "Your session has ended.",
      "Thank you for using our service.", "Please close all browser windows.",
    ])
  func `what is announced after a logout that nothing was pressed for is no error by itself`(text: String) async throws {
    let turn = try await Self.signedOutHere(isAnswered: false) { _, _ in .page("<h1>Bye</h1><p role=alert>\(text)</p>") }
    #expect(turn.finish?.checks.compactMap(\.problem) == [])
  }

  @Test(
    arguments: [
      ("<p>Do you want to sign out?</p><form><button>Yes</button></form>", ("asks whether to sign out", "'Yes'")),
      ("<p>Bye</p><form><button>Sign out</button></form>", ("still has a button to sign out", "'Sign out'")),
      ("<p>Signed out.</p><p>How do I sign out everywhere?</p><form><button>Search</button></form>", nil),
    ] as [(String, (found: String, buttons: String)?)])
  func `a page that only asks is no logout`(page: String, told: (found: String, buttons: String)?) async throws {
    let turn = try await Self.signedOutHere(isAnswered: false) { _, _ in .page("<h1>Bye</h1>\(page)") }
    let problem = told.map {
      "after the logout the page '/oauth2/aus1/v1/logout#bye' \($0.found); if it asks first, name the button with 'press': it has \($0.buttons)"
    }
    #expect(turn.finish?.checks.compactMap(\.problem) == [problem].compactMap(\.self))
  }

  @Test func `a page that offers to sign in and to sign out remembers nobody`() async throws {
    let page = "<h1>Bye</h1><p>jane@example.test</p><a href=/signin>Sign in</a><button>Sign out</button>"
    let turn = try await Self.signedOutHere(isAnswered: false) { _, _ in .page(page) }
    #expect(
      turn.finish?.checks.compactMap(\.problem) == [
        "after the logout the page '/oauth2/aus1/v1/logout#bye' still shows 'jane@example.test', which was typed to sign in"
      ])
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
}
