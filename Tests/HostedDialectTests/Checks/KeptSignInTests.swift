import Encodings
import JourneyClient
import JourneyModel
import Synchronization
import Testing

@testable import HostedDialect

/// Whether a sign-in that leaves nothing in the browser is found at a site that no app asks a sign-in of.
struct KeptSignInTests {
  private static let signIn = """
    <h1>Sign in</h1><form method=post action=/login><input name=user><input type=password name=password><button>Sign in</button></form>
    """
  private static let anonymous = "<h1>Start</h1><p>Welcome</p><a href=/login>Log in</a>"
  private static let wiki = "<h1>Start</h1><p>Welcome</p>"
  private static let member = "<h1>Start</h1><p>Hello</p><a href=/logout>Log out</a>"
  private static let before = "sid=Zx12Cv34Bn56Mm78Zx12Cv34Bn56Mm78"
  private static let after = "sid=Qy98Wx76Ev54Ru32Qy98Wx76Ev54Ru32"

  /// A sign-in, and whether nobody is signed in after it.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var form = signIn
    /// The cookies that the page with the form sets, and the response to the password, each with its attributes.
    var first: String?
    var second: String?
    /// The cookie that the page after it sets.
    var third: String?
    /// Where the password leads; `nil` for a page right away.
    var place: String? = "/"
    var page = wiki
    var source = Secret.Source.caller
    /// What a browser without cookies gets of the page; `nil` for the same.
    var toStrangers: String?
    var says: String?
    /// What is only worth a word.
    var warns: String?

    var testDescription: String { name }
  }

  private static let noCookie = "the password was sent, no response set a cookie, so nothing keeps the person signed in"
  private static let offers = "and the page offers to sign in by the link 'Log in', so the person is not signed in there"

  private static let rows = [
    Row(name: "no cookie", says: noCookie),
    Row(name: "no cookie, and a link to sign in", page: anonymous, says: "the password was sent, no response set a cookie, \(offers)"),
    Row(
      name: "no cookie, and a form to sign in", page: wiki + signIn,
      says: "no response set a cookie, and the page offers to sign in by a form to sign in, so the person is not signed in there"),
    Row(name: "a token against forged requests is no session", second: "csrftoken=Qy98Wx76Ev54Ru32Qy98", says: noCookie),
    Row(name: "the same cookie, and a link to sign in", first: before, page: anonymous, says: "no response changed a cookie, \(offers)"),
    Row(
      name: "a cookie that browsers drop", second: "\(after); SameSite=None",
      says: "no response set a cookie but 'sid', which browsers drop, so nothing keeps the person signed in"),
    Row(
      name: "a cookie of another path", second: "\(after); Path=/admin", page: anonymous,
      says: "the page was requested without the cookie 'sid' that was set, \(offers)"),
    Row(
      name: "a fresh cookie of the page that anyone gets", first: before, third: "\(after); Path=/", page: anonymous,
      says: "the page was requested without the cookie 'sid' that was set, \(offers)"),
    Row(
      name: "a cookie of another path, and a page that offers nothing", second: "\(after); Path=/admin",
      says: "the page was requested without the cookie 'sid' that was set, so nothing keeps the person signed in"),
    Row(name: "a cookie without a value", second: "sid=; Path=/", says: noCookie),
    Row(
      name: "a cookie that the page itself takes back", second: "flash=hello; Path=/", third: "flash=; Path=/; Max-Age=0",
      says: "no response set a cookie but 'flash', which was taken back, so nothing keeps the person signed in"),
    Row(name: "a link for another person", first: before, page: wiki + "<a href=/signin>Sign in as another person</a>"),
    Row(name: "a link for another account", first: before, page: wiki + "<a href=/signin>Sign in with another account</a>"),
    Row(
      name: "a button for another account", first: before, page: wiki + "<form action=/x><button>Sign in to another account</button></form>"
    ),
    Row(name: "a cookie of a page that offers nothing", third: "\(after); Path=/"),
    Row(name: "a new cookie", second: "\(after); Path=/"),
    Row(
      name: "a new cookie, and a link to sign in", first: before, second: "\(after); Path=/", page: anonymous,
      warns: "nothing speaks for it but the cookie 'sid', and the page offers to sign in, also to a browser without cookies"),
    Row(
      name: "a new cookie, and a link to sign in next to a name", first: before, second: "\(after); Path=/",
      page: anonymous + "<p>Jane</p>",
      toStrangers: anonymous),
    Row(
      name: "a cart", second: "cart=3; Path=/",
      says: "a browser without the cookie 'cart' gets the same page, so nothing keeps the person signed in"),
    Row(
      name: "a cart from before", first: "cart=3",
      says: "a browser without the cookie 'cart' gets the same page, so nothing keeps the person signed in"),
    Row(
      name: "a cart, and a link to sign in", second: "cart=3; Path=/", page: anonymous,
      says: "a browser without the cookie 'cart' gets the same page, which offers to sign in by the link 'Log in', "
        + "so the person is not signed in"),
    Row(
      name: "the same cookie, a link to sign in, and the person's name", first: before, page: anonymous + "<p>Jane</p>",
      toStrangers: anonymous),
    Row(name: "a cookie that knows the person after all", second: "c=3; Path=/", page: wiki + "<p>Jane</p>", toStrangers: wiki),
    Row(
      name: "a visit counted on each page, and a time", second: "seen=2; Path=/", third: "seen=3; Path=/", page: wiki + "<p>NOISE</p>",
      says: "a browser without the cookie 'seen' gets the same page"),
    Row(name: "a cookie under a name for persons", second: "user=7; Path=/"),
    Row(
      name: "a cart, at a server that breaks without it", second: "cart=3; Path=/", toStrangers: "500",
      warns: "it is not known whether the sign-in is kept: nothing speaks for it but the cookie 'cart'"),
    Row(name: "the same cookie may be known to the server", first: before),
    Row(name: "a hidden link to sign in offers nothing", first: before, page: wiki + "<a hidden href=/login>Log in</a>"),
    Row(name: "a link to sign in elsewhere", first: before, page: wiki + "<a href=/partner/login>Log in to the partner portal</a>"),
    Row(name: "a link with the words behind", first: before, page: wiki + "<a href=/staff/login>Staff login</a>"),
    Row(name: "an address to sign in elsewhere", first: before, page: wiki + "<a href=https://partners.test/login>Partners</a>"),
    Row(
      name: "a button to sign in elsewhere", first: before, page: wiki + "<form action=/partner><button>Log in as a partner</button></form>"
    ),
    Row(name: "a picture that leads to a sign-in elsewhere", first: before, page: wiki + "<a href=https://partners.test/login></a>"),
    Row(
      name: "a link in many words that leads to the sign-in", first: before, page: wiki + "<a href='/signin?next=/'>Log in to Acme</a>",
      says: "and the page offers to sign in by the link 'Log in to Acme', so the person is not signed in there"),
    Row(
      name: "a link in other words that leads to the sign-in", first: before, page: wiki + "<a href=/signin>My orders</a>",
      says: "and the page offers to sign in by the link 'My orders', so the person is not signed in there"),
    Row(
      name: "a link in more words that name no place", first: before, page: wiki + "<a href=/x>Sign in to your account</a>",
      says: "and the page offers to sign in by the link 'Sign in to your account', so the person is not signed in there"),
    Row(
      name: "a link in Hungarian", first: before, page: wiki + "<a href=/x>Bejelentkezés</a>",
      says: "and the page offers to sign in by the link 'Bejelentkezés', so the person is not signed in there"),
    Row(
      name: "a link in Japanese", first: before, page: wiki + "<a href=/x>ログイン</a>",
      says: "and the page offers to sign in by the link 'ログイン', so the person is not signed in there"),
    Row(
      name: "a button in Russian", first: before, page: wiki + "<form action=/x><button>Войти</button></form>",
      says: "and the page offers to sign in by the button 'Войти', so the person is not signed in there"),
    Row(
      name: "a button to sign in", first: before, page: wiki + "<form action=/x><button>Sign in</button></form>",
      says: "and the page offers to sign in by the button 'Sign in', so the person is not signed in there"),
    Row(name: "the password of an account that its file states in clear", source: .account, says: noCookie),
    Row(name: "a link to sign out is another check's", page: member),
    Row(name: "a refusal", page: "<p role=alert>Wrong</p>" + anonymous),
    Row(name: "a code is asked for", page: "<form method=post><input name=code autocomplete=one-time-code><button>Go</button></form>"),
    Row(
      name: "a form leads on", page: "<form method=post><input type=hidden name=state value=Qy98Wx76Ev54Ru32><button>SMS</button></form>"),
    Row(name: "the address has the session", place: "/start/Qy98Wx76Ev54Ru32Qy98Wx76Ev54Ru32"),
    Row(name: "a password that is written in the scenario may be wrong", page: anonymous, source: .project),
    Row(name: "a page in response to the form may be a refusal", place: nil, page: "<h1>Your account is locked</h1>"),
    Row(
      name: "a registration",
      form:
        "<h1>Welcome</h1><form method=post action=/login><input name=user><input type=password name=password><button>Register</button></form>",
      page: anonymous),
    Row(
      name: "a new password",
      form: signIn.replacing("type=password", with: "type=password autocomplete=new-password"), page: anonymous),
  ]

  @Test(arguments: rows)
  func `a sign-in that leaves nothing behind is found`(row: Row) async throws {
    let loads = Mutex(0)
    let server = PageServer([
      "GET /signin": { _, _ in Self.page(row.form, sets: row.first.map { "\($0); Path=/" }) },
      "POST /login": { _, _ in
        guard let place = row.place else { return Self.page(row.page) }
        var response = HTTPResponseMessage.redirect(place)
        if let cookie = row.second { response.headers.append("Set-Cookie", cookie) }
        return response
      },
      "GET \(row.place ?? "/")": { request, _ in
        if request.headers["Cookie"] == nil, let page = row.toStrangers { return page == "500" ? .page("", status: 500) : Self.page(page) }
        let number = loads.withLock { count in
          count += 1
          return count
        }
        return Self.page(row.page.replacing("NOISE", with: "\(number)"), sets: row.third)
      },
    ])
    var driver = try Self.driver(server)
    let screen = try #require(try await driver.perform(.start(StartParameters())).screen)
    let turn = try await driver.perform(.submit(Self.answers(on: screen, source: row.source)))
    let found = turn.findings.filter { $0.name == "sign-in-kept" }
    #expect(found.map { $0.problem?.contains(row.says ?? "-") } == (row.says == nil ? [] : [true]), "\(found.map(\.problem))")
    let warned = turn.warnings.filter { $0.contains("sign-in is kept") }
    #expect(warned.map { $0.contains(row.warns ?? "-") } == (row.warns == nil ? [] : [true]), "\(warned)")
    if !found.isEmpty { #expect(turn.likelyCause == found[0].problem) }
    #expect(found.allSatisfy(\.isOfScreen) && found.allSatisfy { $0.switchedOffBy?.contains("sign-in-kept: {skip: why}") == true })
  }

  @Test(
    arguments: [
      ("/sisaan", "/sisaan", true), ("/sisaan?next=/", "/sisaan", false), ("/", "/", false), ("/muualle", "/sisaan", false),
      ("/start", "/start", false), ("/?p=in", "/?p=in", false),
    ])
  func `a link to the page where the person signed in is an offer in any language`(link: String, signIn: String, isOffer: Bool) throws {
    let url = try WebURL("\(PageServer.origin)/start")
    let page = try LoadedPage(.page("<h1>Start</h1><a href='\(link)'>Tule sisään</a>"), to: PageRequest("x", url: url), rules: PageRules())
    let offer = page.html.signInOffer(on: page.screen, at: try WebURL(PageServer.origin + signIn))
    #expect(offer == (isOffer ? "the link 'Tule sisään'" : nil))
  }

  /// A code after the password, and whether the person enters it or leaves.
  @Test(
    arguments: [(true, nil, nil), (true, nil, "\(after); Path=/code"), (true, after, nil), (false, nil, nil)] as [(Bool, String?, String?)])
  func `a sign-in with a code that leaves nothing behind is found`(entersCode: Bool, cookie: String?, ofCode: String?) async throws {
    let form = "<h1>Code</h1><form method=post action=/code><input name=code autocomplete=one-time-code><button>Go</button></form>"
    let server = PageServer([
      "GET /signin": { _, _ in Self.page(Self.signIn) },
      "POST /login": { _, _ in
        var response = HTTPResponseMessage.redirect("/code")
        if let ofCode { response.headers.append("Set-Cookie", ofCode) }
        return response
      },
      "GET /code": { _, _ in Self.page(form) },
      "POST /code": { _, _ in
        var response = HTTPResponseMessage.redirect("/start")
        if let cookie { response.headers.append("Set-Cookie", "\(cookie); Path=/") }
        return response
      },
      "GET /start": { _, _ in Self.page(Self.wiki) },
    ])
    var driver = try Self.driver(server)
    let screen = try #require(try await driver.perform(.start(StartParameters())).screen)
    let asked = try await driver.perform(.submit(Self.answers(on: screen, source: .caller)))
    #expect(!asked.findings.contains { $0.name == "sign-in-kept" })
    let turn: Turn
    if entersCode {
      let form = try #require(asked.screen?.forms.first).id
      turn = try await driver.perform(.submit(Submission(form: form, answers: [Answer(widget: WidgetID("code"), value: .text("123456"))])))
    } else {
      let link = Secret("\(PageServer.origin)/start", name: "link", source: .project)
      turn = try await driver.perform(.open(link: link, elsewhere: false))
    }
    #expect(turn.screen != nil)
    #expect(turn.findings.contains { $0.name == "sign-in-kept" } == (entersCode && cookie == nil), "\(turn.findings)")
  }

  private static func driver(_ server: PageServer) throws -> HostedDriver {
    HostedDriver(
      configuration: HostedConfiguration(
        client: OAuthClient(issuer: try WebURL(PageServer.origin), id: "site", redirectURI: try WebURL("a.b:/c"), scopes: []),
        firstPage: try WebURL("\(PageServer.origin)/signin")),
      transport: server, generator: SeededGenerator(seed: 7), now: { Instant(seconds: 1_800_000_000) })
  }

  private static func answers(on screen: Screen, source: Secret.Source) throws -> Submission {
    let password = Secret("Jane-horse-11", name: "secret.JANE", source: source)
    let answers = [
      Answer(widget: WidgetID("user"), value: .text("jane")), Answer(widget: WidgetID("password"), value: .secret(password)),
    ]
    return Submission(form: try #require(screen.forms.first).id, answers: answers)
  }

  private static func page(_ html: String, sets cookie: String? = nil) -> HTTPResponseMessage {
    var response = HTTPResponseMessage.page(html)
    if let cookie { response.headers.append("Set-Cookie", cookie) }
    return response
  }
}
