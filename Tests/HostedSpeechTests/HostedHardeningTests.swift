import Encodings
import JourneyMock
import JourneyModel
import Testing

/// What a stranger tries with a tenant's pages, and what a person must not be left alone with.
struct HostedHardeningTests {
  // MARK: Cookies

  /// What an app without a browser is told to open after it posted a form of the first screen.
  private func hostedAddress(in world: World) async throws -> (session: String, address: String) {
    let browser = TestBrowser(world)
    let url = try WebURL(browser.issuer + browser.authorizationPath([.init("sdk", "ios")]))
    let begun = await world.respond(to: HTTPRequestMessage(url: url))
    let session = try #require(try WebURL(String(decoding: begun.body, as: UTF8.self)).queryValue("session_id"))
    let answered = await world.respond(
      to: HTTPRequestMessage(
        method: "POST", url: try WebURL("https://acme.test/flow/api/v1/form/identifier"),
        headers: ["Authorization": "Bearer \(session)", "Content-Type": "application/json"],
        body: Array(#"{"identifier":"jane@acme.test"}"#.utf8)))
    return (session, try #require(try JSONReader.read(answered.body)["hostedUrl"]?.stringValue))
  }

  @Test func `each browser that opens a hosted address has cookies of its own, and none is what the app proves itself with`() async throws {
    let world = try TestBrowser.acme().world
    let (session, address) = try await hostedAddress(in: world)
    var (first, second) = (TestBrowser(world), TestBrowser(world))
    try await first.open(address)
    try await second.open(address)
    #expect(first.path == "/pages/password" && second.path == "/pages/password")
    #expect(first.cookies.count == 2 && first.cookies.keys.sorted() == second.cookies.keys.sorted())
    for (name, value) in first.cookies { #expect(value != session && second.cookies[name] != value, "\(name)") }
    // The handle is no bearer.
    let handle = try #require(first.cookies["__Host-journey-page"])
    let answered = await world.respond(
      to: HTTPRequestMessage(
        method: "POST", url: try WebURL("https://acme.test/flow/api/v1/init"), headers: ["Authorization": "Bearer \(handle)"]))
    #expect(answered.status == 403)
    try await second.submit("password", ["password": "Jane-horse-11"])
    #expect(try second.callback["code"] != nil)
  }

  @Test func `the browser's cookie changes when a person signs in, and the old one is signed in nowhere`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    let old = browser.cookies
    try await browser.submit("identifier", ["identifier": "jane@acme.test"])
    try await browser.submit("password", ["password": "Jane-horse-11"])
    #expect(browser.cookies["__Host-journey-browser"] != old["__Host-journey-browser"])
    var thief = TestBrowser(browser.world)
    thief.cookies = old
    try await thief.send("GET", thief.authorizationPath([.init("prompt", "none")]))
    #expect(try thief.callback["error"] == "login_required")
    try await browser.send("GET", browser.authorizationPath([.init("prompt", "none")]))
    #expect(try browser.callback["code"] != nil)
  }

  // MARK: Ends

  @Test(
    arguments: [
      ([QueryItem("client_id", "nobody")], "invalid_client"), ([QueryItem("redirect_uri", "https://evil.test/")], "invalid_request"),
    ])
  func `a person reads on a page why an app cannot be answered`(_ items: [QueryItem], id: String) async throws {
    var browser = try TestBrowser.acme()
    try await browser.send("GET", browser.authorizationPath(items))
    #expect(browser.page.status == 400 && browser.text.contains("<h1>This app cannot sign you in</h1>"))
    #expect(browser.text.contains("data-screen=\"\(id)\"") && !browser.text.contains("evil.test"))
  }

  @Test func `an end that was reached before is a page, and so are a logout and the address of errors`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    try await browser.submit("identifier", ["identifier": "jane@acme.test"])
    try await browser.post("password", ["password": "Jane-horse-11"])
    let end = browser.location
    try await browser.send("GET", end)
    #expect(browser.page.status == 302)
    for (address, status) in [(end, 403), ("/provider/flow?challenge=x", 403), ("/oauth2/error?error=%3Cb%3E", 200)] {
      try await browser.send("GET", address)
      #expect(browser.page.status == status && browser.text.contains("<h1>") && !browser.text.contains("<b>"), "\(address)")
    }
  }

  @Test func `a form of an older page is not taken, and the person is told`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    let old = browser.page
    try await browser.submit("identifier", ["identifier": "jane@acme.test"])
    browser.page = old
    try await browser.submit("identifier", ["identifier": "otto@acme.test"])
    #expect(browser.path == "/pages/password" && browser.text.contains("That form was on an older page"))
    #expect(browser.text.contains("role=\"status\"") && browser.text.contains("jane@acme.test"))
    try await browser.submit("password", ["password": "Jane-horse-11"])
    #expect(try browser.callback["code"] != nil)
  }

  // MARK: Requests

  @Test(arguments: [("0", false), ("60", false), ("3600", true)])
  func `a sign-in that is older than the app allows does not count`(_ age: String, counts: Bool) async throws {
    var browser = try TestBrowser.acme()
    try await browser.signIn()
    try await browser.world.pass(.seconds(120))
    try await browser.send("GET", browser.authorizationPath([.init("prompt", "none"), .init("max_age", age)]))
    #expect(try (browser.callback["code"] != nil) == counts)
  }

  @Test func `an age that is no number is refused`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.send("GET", browser.authorizationPath([.init("max_age", "soon")]))
    #expect(try browser.callback["error"] == "invalid_request")
  }

  @Test(arguments: ["/pages/", "/pages/identification", "/.well-known/openid-configuration", "/oauth2/error"])
  func `a request for the head alone gets what a GET gets, without the body`(_ path: String) async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    try await browser.send("GET", path)
    let (status, type) = (browser.page.status, browser.page.headers["Content-Type"])
    try await browser.send("HEAD", path)
    #expect(browser.page.status == status && browser.page.headers["Content-Type"] == type && browser.page.body.isEmpty)
  }

  @Test func `a request for the head alone uses nothing up`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    try await browser.submit("identifier", ["identifier": "jane@acme.test"])
    try await browser.post("password", ["password": "Jane-horse-11"])
    let end = browser.location
    try await browser.send("HEAD", end)
    #expect(browser.page.status == 405)
    try await browser.send("GET", end)
    #expect(try browser.callback["code"] != nil)
  }

  @Test(arguments: ["client_id=acme-web", "redirect_uri=https%3A%2F%2Fapp.acme.test%2Fcallback"])
  func `a parameter that decides whom to trust is not taken twice`(_ item: String) async throws {
    var browser = try TestBrowser.acme()
    try await browser.send("GET", browser.authorizationPath() + "&" + item)
    #expect(browser.page.status == 400 && browser.text.contains("is repeated"))
  }

  @Test func `a field that is sent twice is refused, and nothing is taken`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    let form = try browser.form("identifier")
    let token = String(form[try #require(form.range(of: #"name="_csrf" value=""#)).upperBound...].prefix { $0 != "\"" })
    try await browser.send(
      "POST", "/pages/identification/identifier",
      [.init("_csrf", token), .init("identifier", "jane@acme.test"), .init("identifier", "otto@acme.test")])
    #expect(browser.page.status == 400 && browser.text.contains("data-screen=\"form-unreadable\""))
    try await browser.open("/pages/identification")
    #expect(browser.page.status == 200)
  }

  // MARK: Who hears a page

  @Test func `the title and a list at the top say what is wrong with which answer`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    #expect(!browser.text.contains("<title>Error") && !browser.text.contains("class=\"summary\""))
    try await browser.submit("identifier", ["identifier": "nobody@acme.test"])
    #expect(browser.text.contains("<title>Error: "))
    #expect(browser.text.contains("<ul class=\"summary\"><li>Email address: We do not know this address.</li></ul>"))
  }

  @Test func `a password manager is told whose password it is, and only that form`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    #expect(!browser.text.contains("hidden>") && !browser.text.contains("hidden=\"\""))
    try await browser.submit("identifier", ["identifier": "jane@acme.test"])
    #expect(try browser.form("password").contains("autocomplete=\"username\" value=\"jane@acme.test\""))
    #expect(try !browser.form("reset").contains("autocomplete=\"username\""))
  }
}
