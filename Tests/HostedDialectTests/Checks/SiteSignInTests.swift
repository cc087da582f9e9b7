import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// What the passive checks find at a site that no app asks a sign-in of.
struct SiteSignInTests {
  private static let password = Secret("Jane-horse-11", name: "password", source: .project)
  private static let origin = "https://shop.example.test"
  private static let account = "<h1>Account</h1><p>Hello Jane</p><a href=/leave>Sign out</a>"

  private static func page(_ html: String, sets cookie: String? = nil) -> HTTPResponseMessage {
    var response = HTTPResponseMessage(status: 200, body: Array("<!doctype html><title>x</title>\(html)".utf8))
    let headers = [
      ("Content-Type", "text/html"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
      ("Strict-Transport-Security", "max-age=1"),
    ]
    for (name, value) in headers { response.headers.append(name, value) }
    if let cookie { response.headers.append("Set-Cookie", "\(cookie); Path=/; Secure; HttpOnly; SameSite=Lax") }
    return response
  }

  private static func redirect(_ address: String, sets cookie: String? = nil) -> HTTPResponseMessage {
    var response = HTTPResponseMessage(status: 303)
    response.headers.append("Location", address)
    if let cookie { response.headers.append("Set-Cookie", "\(cookie); Path=/; Secure; HttpOnly; SameSite=Lax") }
    return response
  }

  private static let form = """
    <h1>Sign in</h1><form method=post action=/login><label>Email <input name=email></label>
    <label>Password <input type=password name=password></label><button>Sign in</button></form>
    """

  /// Signs in at a site that sets `sid` before, and another `sid` with the password where `rotates`; returns what the checks say.
  private static func signIn(to account: String, at place: String = "/login", rotates: Bool) async throws -> [String] {
    let server = PageServer([
      "GET /login": { _, _ in page(form, sets: "sid=Zx12Cv34Bn56Mm78Zx12Cv34Bn56Mm78") },
      "POST /login": { _, _ in redirect("/account", sets: rotates ? "sid=Qy98Wx76Ev54Ru32Qy98Wx76Ev54Ru32" : nil) },
      "GET /account": { request, _ in
        request.headers["cookie"] == nil ? redirect("/login") : page(account)
      },
    ])
    var driver = HostedDriver(
      configuration: HostedConfiguration(
        client: OAuthClient(
          issuer: try WebURL(PageServer.origin), id: "site", redirectURI: try WebURL("com.example.app:/callback"), scopes: []),
        firstPage: try WebURL("\(PageServer.origin)\(place)")),
      transport: server, generator: SeededGenerator(seed: 7), now: { Instant(seconds: 1_800_000_000) })
    let screen = try #require(try await driver.perform(.start(StartParameters())).screen)
    let first = try #require(screen.forms.first)
    let turn = try await driver.perform(
      .submit(
        Submission(
          form: first.id,
          answers: [
            Answer(widget: WidgetID("email"), value: .text("jane@example.test")),
            Answer(widget: WidgetID("password"), value: .secret(password)),
          ])))
    return turn.findings.compactMap(\.problem)
  }

  private static let fixation = [
    "no cookie changed when the person signed in: anyone who knew 'sid' before is now signed in, too (session fixation)"
  ]

  @Test(arguments: [
    account, "<h1>Konto</h1><form method=post action=/raus><button>Abmelden</button></form>",
    "<h1>Account</h1><nav hidden><a href=/users/sign_out>x</a></nav>",
  ])
  func `a sign-in that leaves the cookies as they were is session fixation`(_ account: String) async throws {
    #expect(try await Self.signIn(to: account, rotates: false) == Self.fixation)
    #expect(try await Self.signIn(to: account, rotates: true) == [])
  }

  @Test func `an address that asked for the sign-in and now opens shows that the person is signed in`() async throws {
    #expect(try await Self.signIn(to: "<h1>Account</h1>", at: "/account", rotates: false) == Self.fixation)
  }

  @Test(arguments: [
    "<h1>Your account is locked</h1>",
    "<h1>One more step</h1><a href=/logout>Sign out</a><form method=post>"
      + "<label>Code <input name=code autocomplete=one-time-code></label><button>Go on</button></form>",
    "<h1>Sign in</h1><p role=alert>Not correct</p>\(account)",
  ])
  func `a page that nobody is signed in at by then says nothing of the cookies`(_ page: String) async throws {
    #expect(try await Self.signIn(to: page, rotates: false) == [])
  }

  private static func trace(_ exchanges: [(String, String)], page: String, in trace: inout FlowTrace) throws -> [String] {
    let seen = try exchanges.map { method, path in
      SeenExchange(
        BrowserCall(
          "form x", method: method, url: try WebURL(origin + path),
          body: method == "POST" ? .form([Value.Member("password", .secret(password))]) : .none), HTTPResponseMessage(status: 200))
    }
    let loaded = try LoadedPage(Self.page(page), to: PageRequest("x", url: try WebURL("\(origin)/x")), rules: PageRules())
    return trace.read(seen, verifier: nil, hasCode: false, page: loaded.signInSigns(at: nil)).map(\.problem)
  }

  @Test func `a sign-out after which the account opens without a password is named`() throws {
    for typesAgain in [false, true] {
      var trace = FlowTrace()
      #expect(try Self.trace([("POST", "/login")], page: Self.account, in: &trace) == [])
      #expect(try Self.trace([("GET", "/sign-out")], page: Self.form, in: &trace) == [])
      let found = try Self.trace([(typesAgain ? "POST" : "GET", "/account")], page: Self.account, in: &trace)
      #expect(
        found == (typesAgain ? [] : ["the person signed out, and the page is that of a signed-in person again without a password"]))
    }
  }

  @Test func `a password that a signed-in person changes is no sign-in`() throws {
    var trace = FlowTrace()
    var response = HTTPResponseMessage(status: 200)
    response.headers.append("Set-Cookie", "sid=Zx12Cv34Bn56Mm78Zx12Cv34Bn56Mm78; Secure; HttpOnly; SameSite=Lax")
    _ = trace.read([SeenExchange(BrowserCall("x", method: "GET", url: try WebURL(Self.origin)), response)], verifier: nil, hasCode: false)
    #expect(try Self.trace([], page: Self.account, in: &trace) == [])
    #expect(try Self.trace([("POST", "/password")], page: Self.account, in: &trace) == [])
  }
}
