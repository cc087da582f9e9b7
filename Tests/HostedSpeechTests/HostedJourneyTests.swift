import Encodings
import JourneyMock
import JourneyModel
import Testing

struct HostedJourneyTests {
  @Test func `a person signs in by pages, and the app gets tokens for the code`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.send("GET", browser.authorizationPath())
    #expect(browser.page.status == 302 && browser.location == "/pages/identification")
    try await browser.open(browser.location)
    #expect(browser.page.status == 200)
    let form = try browser.form("identifier")
    #expect(form.contains(#"name="identifier" type="text""#) && form.contains(#"autocomplete="username" inputmode="email" required"#))
    try await browser.post("identifier", ["identifier": "jane@acme.test"])
    #expect(browser.page.status == 303 && browser.location == "/pages/password" && browser.page.body.isEmpty)
    try await browser.open(browser.location)
    #expect(try browser.form("password").contains(#"name="password" type="password" autocomplete="current-password""#))
    try await browser.submit("password", ["password": "Jane-horse-11"])
    #expect(browser.page.status == 302 && browser.location.hasPrefix("https://app.acme.test/callback?"))
    let callback = try browser.callback
    #expect(callback["state"] == "state-01" && callback["error"] == nil)
    let code = try #require(callback["code"])
    try await browser.send(
      "POST", "/oauth2/token",
      [
        .init("grant_type", "authorization_code"), .init("client_id", "acme-web"), .init("code", code),
        .init("code_verifier", TestBrowser.verifier), .init("redirect_uri", "https://app.acme.test/callback"),
      ])
    #expect(browser.page.status == 200)
    #expect(try JSONReader.read(browser.page.body)["id_token"] != nil)
  }

  @Test func `a signed-in browser comes back at once, and prompt=none needs one`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.send("GET", browser.authorizationPath([.init("prompt", "none")]))
    #expect(browser.page.status == 302 && browser.page.body == Array(browser.location.utf8))
    #expect(try browser.callback["error"] == "login_required" && browser.callback["state"] == "state-01")
    try await browser.signIn()
    try await browser.send("GET", browser.authorizationPath([.init("prompt", "none"), .init("state", "state-02")]))
    #expect(try browser.callback["code"] != nil && browser.callback["state"] == "state-02")
    try await browser.send("GET", browser.authorizationPath([.init("prompt", "login")]))
    #expect(browser.location == "/pages/identification")
  }

  @Test func `an app's own scheme is led to, as every registered address`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.signIn([.init("redirect_uri", "test.acme.app:/callback")])
    #expect(browser.page.status == 302 && browser.location.hasPrefix("test.acme.app:/callback?code="))
    #expect(browser.location.hasSuffix("&state=state-01"))
  }

  @Test func `what was wrong is said where it was, and what was typed stays but for secrets`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    try await browser.submit("identifier")
    let missing = try browser.form("identifier")
    #expect(missing.contains(#"aria-invalid="true""#) && missing.contains("This field is required."))
    try await browser.submit("identifier", ["identifier": "nobody@acme.test"])
    #expect(browser.page.status == 200)
    let unknown = try browser.form("identifier")
    #expect(unknown.contains(#"value="nobody@acme.test""#) && unknown.contains("We do not know this address."))
    try await browser.submit("identifier", ["identifier": "jane@acme.test"])
    try await browser.submit("password", ["password": "wrong-horse-1", "keepMeLoggedIn": "true"])
    let wrong = try browser.form("password")
    #expect(wrong.contains(#"role="alert">The password is incorrect.</p>"#) && wrong.contains("checked"))
    #expect(!browser.text.contains("wrong-horse-1"))
    // The page can be loaded again without a question.
    try await browser.open("/pages/password")
    #expect(browser.text.contains("The password is incorrect."))
  }

  @Test func `links of a page are buttons of forms, and every page speaks the person's language`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath([.init("ui_locales", "hu")]))
    #expect(browser.text.contains(#"<html lang="hu">"#) && browser.text.contains(">Bejelentkezés</h1>"))
    try await browser.submit("additionalActions/registration")
    #expect(browser.path == "/pages/registration")
    #expect(browser.text.contains(#"autocomplete="new-password""#) && browser.text.contains("Elfogadom a feltételeket"))
    #expect(browser.text.contains(#"<div class="row"><div class="widget">"#))
    try await browser.submit("reset")
    #expect(browser.path == "/pages/identification")
  }

  @Test func `a journey that leaves for a provider goes on once its page is done`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    try await browser.submit("externalLoginProvider/google")
    #expect(browser.path == "/pages/~away" && browser.text.contains("<h1>google</h1>"))
    try await browser.submit("return")
    #expect(browser.path == "/pages/progressiveProfiling")
    try await browser.submit(
      "progressiveProfiling", ["attributes.birthdate": "1990-02-30", "attributes.address.city": "Pécs"])
    #expect(browser.text.contains("This value is not valid.") && browser.text.contains(#"value="Pécs""#))
    try await browser.submit(
      "progressiveProfiling", ["attributes.birthdate": "1990-02-03", "attributes.address.city": "Pécs"])
    #expect(try browser.callback["code"] != nil)
  }

  @Test func `radio buttons and several choices are read`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    try await browser.submit("identifier", ["identifier": "emil@acme.test"])
    try await browser.submit("password", ["password": "Emil-badger-99"])
    #expect(browser.path == "/pages/mfaEnrollStart" && browser.text.contains("<legend>A second proof</legend>"))
    try await browser.submit("mfaEnrollStart", ["optional": "none of these"])
    #expect(browser.text.contains("This value is not valid."))
    try await browser.submit("mfaEnrollStart", ["optional": "phone"])
    #expect(browser.path == "/pages/mfaEnrollTargetSelect" && browser.text.contains(#"value="+36305550133""#))
  }

  @Test func `an app's journey goes on where its hosted address is opened, and ends with the app's own state`() async throws {
    var browser = try TestBrowser.acme()
    let (_, address) = try await hostedAddress(of: "identifier", #"{"identifier":"jane@acme.test"}"#, in: browser)
    try await browser.open(address)
    #expect(browser.path == "/pages/password")
    try await browser.submit("password", ["password": "Jane-horse-11"])
    #expect(browser.location.hasPrefix("https://app.acme.test/callback?"))
    #expect(try browser.callback["state"] == "state-01" && browser.callback["code"] != nil)
  }

  @Test func `an app takes its journey back from a page that it left for`() async throws {
    var browser = try TestBrowser.acme()
    let (session, address) = try await hostedAddress(of: "externalLoginProvider/google", "{}", in: browser)
    try await browser.open(address)
    #expect(browser.path == "/pages/~away")
    try await browser.post("return")
    #expect(browser.page.status == 303 && browser.location == "https://app.acme.test/callback?session_id=\(session)")
  }

  /// What an app without a browser is told to open after it posted a form of the first screen.
  private func hostedAddress(of form: String, _ body: String, in browser: TestBrowser) async throws -> (session: String, address: String) {
    let url = try WebURL(browser.issuer + browser.authorizationPath([.init("sdk", "ios")]))
    let begun = await browser.world.respond(to: HTTPRequestMessage(url: url))
    let session = try #require(try WebURL(String(decoding: begun.body, as: UTF8.self)).queryValue("session_id"))
    let answered = await browser.world.respond(
      to: HTTPRequestMessage(
        method: "POST", url: try WebURL("https://acme.test/flow/api/v1/form/\(form)"),
        headers: ["Authorization": "Bearer \(session)", "Content-Type": "application/json"], body: Array(body.utf8)))
    return (session, try #require(try JSONReader.read(answered.body)["hostedUrl"]?.stringValue))
  }

  @Test func `an app that asks for no page gets a session, as before`() async throws {
    let browser = try TestBrowser.acme()
    let url = try WebURL(browser.issuer + browser.authorizationPath())
    let response = await browser.world.respond(to: HTTPRequestMessage(url: url, headers: ["Accept": "text/html, text/plain, */*"]))
    #expect(response.headers["Location"]?.hasPrefix("https://app.acme.test/callback?session_id=") ?? false)
  }
}

extension TestBrowser {
  /// Signs jane in and stays at the redirect to the app.
  mutating func signIn(_ extra: [QueryItem] = []) async throws {
    try await open(authorizationPath(extra))
    try await submit("identifier", ["identifier": "jane@acme.test"])
    try await submit("password", ["password": "Jane-horse-11"])
  }
}
