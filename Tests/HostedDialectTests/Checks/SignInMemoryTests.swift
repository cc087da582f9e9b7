import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// Why a page of a site asks for the password again though it was accepted before.
struct SignInMemoryTests {
  private static let signIn = """
    <h1>Sign in</h1><form method=post action=/login><input name=user><input type=password name=password><button>Sign in</button></form>
    """
  private static let member = "<h1>Start</h1><p>Hello</p><a href=/logout>Log out</a>"
  private static let anonymous = "<h1>Start</h1><p>Welcome</p><a href=/login>Log in</a>"

  /// What a page sets, and what the loss of a sign-in is said to come from.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    /// The cookies that the page with the form and the page after the password set.
    var first: String?
    var second: String?
    /// What comes where the page is opened again, and what is pressed before.
    var again = signIn
    var presses: String?
    var says: String?

    var testDescription: String { name }
  }

  private static let cookie = "sid=Qy98Wx76Ev54Ru32Qy98Wx76Ev54Ru32; Path=/"

  private static let rows = [
    Row(name: "no cookie", says: SignInMemory.noCookie),
    Row(name: "no cookie, and a link to sign in", again: anonymous, says: SignInMemory.noCookie),
    Row(
      name: "a token against forged requests is no session", second: "csrftoken=Qy98Wx76Ev54Ru32Qy98; Path=/",
      says: SignInMemory.noCookie),
    Row(
      name: "a cookie that the site forgot", second: cookie,
      says: "the site asks again who the person is, though the request had what it set or knew at the sign-in: the cookie 'sid'"),
    Row(
      name: "the cookie from before", first: cookie,
      says: "the site asks again who the person is, though the request had what it set or knew at the sign-in: the cookie 'sid'"),
    Row(
      name: "a cookie of another path", second: "sid=Qy98Wx76Ev54Ru32Qy98Wx76Ev54Ru32; Path=/login",
      says: "the site asks again who the person is, and no request had what it set or knew at the sign-in: the cookie 'sid'"),
    Row(name: "the person is known", second: cookie, again: member),
    Row(name: "the person signed out", second: cookie, presses: "/logout"),
  ]

  @Test(arguments: rows)
  func `a page that asks again says what became of the cookies`(row: Row) async throws {
    let server = PageServer([
      "GET /signin": { _, _ in Self.page(Self.signIn, sets: row.first) },
      "POST /login": { _, _ in Self.page(Self.member, sets: row.second) },
      "GET /logout": { _, _ in Self.page("<h1>Bye</h1><p>You are signed out now.</p>") },
      "GET /home": { _, _ in Self.page(row.again) },
    ])
    var driver = HostedDriver(
      configuration: HostedConfiguration(
        client: OAuthClient(issuer: try WebURL(PageServer.origin), id: "site", redirectURI: try WebURL("a.b:/c"), scopes: []),
        firstPage: try WebURL("\(PageServer.origin)/signin")),
      transport: server, generator: SeededGenerator(seed: 7), now: { Instant(seconds: 1_800_000_000) })
    let screen = try #require(try await driver.perform(.start(StartParameters())).screen)
    let password = Secret("Jane-horse-11", name: "secret.JANE", source: .caller)
    let answers = [
      Answer(widget: WidgetID("user"), value: .text("jane")), Answer(widget: WidgetID("password"), value: .secret(password)),
    ]
    let turn = try await driver.perform(.submit(Submission(form: try #require(screen.forms.first).id, answers: answers)))
    #expect(turn.screen?.facts.contains { $0.value.text == "Start" } == true)
    for path in [row.presses, "/home"].compactMap(\.self) {
      let link = Secret(path, name: "link", source: .project)
      let opened = try await driver.perform(.open(link: link, elsewhere: false))
      if path == "/home" { #expect(opened.likelyCause == row.says) }
    }
  }

  private static func page(_ html: String, sets cookie: String? = nil) -> HTTPResponseMessage {
    var response = HTTPResponseMessage.page(html)
    if let cookie { response.headers.append("Set-Cookie", "\(cookie); HttpOnly; SameSite=Lax; Secure") }
    return response
  }
}
