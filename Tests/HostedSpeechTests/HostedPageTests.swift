import Diagnostics
import Encodings
import HostedSpeech
import JourneyFlowSpeech
import JourneyMock
import JourneyModel
import Testing

struct HostedPageTests {
  @Test func `every page has the headers that keep it to itself`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    let policy = try #require(browser.page.headers["Content-Security-Policy"])
    #expect(policy.contains("frame-ancestors 'none'") && policy.contains("style-src 'sha256-") && !policy.contains("form-action"))
    for (name, value) in [
      ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "same-origin"), ("X-Frame-Options", "DENY"), ("Strict-Transport-Security", "max-age=31536000"),
    ] {
      #expect(browser.page.headers[name] == value, "\(name)")
    }
    #expect(browser.text.split(separator: "<h1 ").count == 2 && !browser.text.contains("<script"))
  }

  @Test(arguments: [
    ("https://localhost:8080", "max-age=1"), ("https://w1.localhost", "max-age=1"), ("https://localhost.acme.test", "max-age=31536000"),
    ("http://localhost:8080", nil),
  ])
  func `a browser does not keep it that this machine speaks TLS`(issuer: String, life: String?) async throws {
    var browser = TestBrowser(World(try TestBrowser.tenant(), issuer: issuer), issuer: issuer)
    try await browser.open(browser.authorizationPath())
    #expect(browser.page.headers["Strict-Transport-Security"] == life)
  }

  @Test(arguments: [
    ("https://acme.test", "__Host-journey-page=", "; Path=/; HttpOnly; SameSite=Lax; Secure"),
    ("http://127.0.0.1:8080", "__Host-journey-page=", "; Path=/; HttpOnly; SameSite=Lax; Secure"),
    ("http://login.internal:8080", "journey-page=", "; Path=/; HttpOnly; SameSite=Lax"),
  ])
  func `the cookie is for this host alone`(_ issuer: String, _ head: String, _ tail: String) async throws {
    var browser = TestBrowser(World(try TestBrowser.tenant(), issuer: issuer), issuer: issuer)
    try await browser.send("GET", browser.authorizationPath())
    let cookies = browser.page.headers.values(of: "Set-Cookie")
    #expect(cookies.count == 2)
    #expect(cookies.contains { $0.hasPrefix(head) && $0.hasSuffix(tail) }, "\(cookies)")
  }

  @Test func `a form without this journey's token is refused, and nothing happens`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    for token in ["", "x"] {
      try await browser.post("identifier", ["identifier": "jane@acme.test"], token: token)
      #expect(browser.page.status == 403 && browser.text.contains(#"data-screen="form-refused""#))
      try await browser.open("/pages/identification")
    }
    // One of another journey.
    var other = TestBrowser(browser.world)
    try await other.open(other.authorizationPath())
    let form = try other.form("identifier")
    let token = try #require(form.range(of: #"name="_csrf" value=""#)).upperBound
    try await browser.post("identifier", ["identifier": "jane@acme.test"], token: String(form[token...].prefix { $0 != "\"" }))
    #expect(browser.page.status == 403)
    // No form was taken: the journey is where it was, and says nothing.
    try await browser.open("/pages/identification")
    #expect(browser.page.status == 200 && !browser.text.contains("role=\"alert\"") && !browser.text.contains("jane@acme.test"))
  }

  @Test func `who has no journey, or one that is over, is told so`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.send("GET", "/pages/identification")
    #expect(browser.page.status == 403 && browser.text.contains(#"data-screen="no-journey""#))
    browser.cookies["__Host-journey-page"] = "made-up"
    try await browser.send("GET", "/pages/identification")
    #expect(browser.page.status == 403)
    try await browser.open(browser.authorizationPath())
    try await browser.world.pass(.seconds(31 * 60))
    try await browser.send("GET", "/pages/identification")
    #expect(browser.page.status == 410 && browser.text.contains(#"role="alert""#))
    #expect(browser.page.headers["Set-Cookie"]?.contains("Max-Age=0") ?? false)
    try await browser.signIn()
    try await browser.send("GET", "/pages/password")
    #expect(browser.page.status == 410)
  }

  @Test(arguments: ["/pages/nothing", "/pages/", "/pages/identification/", "/pages/%FF", "/pages/a/b"])
  func `a path that names nothing is not found`(_ path: String) async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    try await browser.send(path == "/pages/" ? "POST" : "GET", path, path == "/pages/" ? [] : nil)
    #expect(browser.page.status == (path == "/pages/" ? 403 : 404), "\(path)")
    try await browser.send("PUT", "/pages/identification")
    #expect(browser.page.status == 405 && browser.page.headers["Allow"] == "GET, HEAD, POST")
  }

  @Test func `the page of another screen, and a form of it, lead to the present one`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.open(browser.authorizationPath())
    let old = browser
    try await browser.submit("identifier", ["identifier": "jane@acme.test"])
    try await browser.send("GET", "/pages/identification")
    #expect(browser.page.status == 303 && browser.location == "/pages/password")
    browser.page = old.page
    try await browser.post("identifier", ["identifier": "otto@acme.test"])
    #expect(browser.page.status == 303 && browser.location == "/pages/password")
    try await browser.open("/pages/password")
    #expect(browser.text.contains("jane@acme.test"))
  }

  @Test func `the first page lists the apps, the people and the inbox`() async throws {
    var browser = try TestBrowser.acme()
    try await browser.send("GET", "/pages/")
    #expect(browser.page.status == 200)
    #expect(
      browser.text.contains("<dt>jane</dt><dd data-fact=\"jane\">jane@acme.test</dd>") && browser.text.contains(#"href="/api/v1/messages""#)
    )
    #expect(!browser.text.contains("Jane-horse-11"))
    let start = try #require(browser.text.range(of: #"href="https://acme.test"#)).upperBound
    let address = browser.text[start...].prefix { $0 != "\"" }.replacing("&amp;", with: "&")
    try await browser.open(String(address))
    #expect(browser.path == "/pages/identification")
  }

  private static let hostile = """
    tenant: t
    extends: journey-flow/standard
    speaks: [journey-flow, hosted]
    clients: {app: {redirect_uris: ["https://app.test/cb"]}}
    branding: {copyright: '<script>alert(1)</script>'}
    screens:
      first:
        forms:
          f:
            x: {type: input, label: '"><script>alert(1)</script>', placeholder: '" onfocus="x'}
            go: {type: submit, label: '</button><script>'}
    start: first
    flow:
      first:
        f: {done: {go: finish}}
    """

  private func load(_ text: String) -> (tenant: MockTenant?, messages: [String]) {
    var diagnostics: [Diagnostic] = []
    let tenant = MockTenant.load(
      SourceFile(name: "t.yaml", text: text), speeches: .journeyFlow + .hosted, diagnostics: &diagnostics
    ) { _, _ throws(UnreadableInclude) in throw UnreadableInclude("no such file") }
    return (tenant, diagnostics.map(\.message))
  }

  @Test func `labels of a tenant's file are text`() async throws {
    let (loaded, messages) = load(Self.hostile)
    #expect(messages == [])
    let tenant = try #require(loaded)
    #expect(tenant.dialects == ["journey-flow", "hosted"] && tenant.dialect == "journey-flow")
    var browser = TestBrowser(World(tenant), issuer: "https://t.test")
    try await browser.open(
      browser.authorizationPath([.init("client_id", "app"), .init("redirect_uri", "https://app.test/cb"), .init("scope", "openid")]))
    #expect(browser.path == "/pages/first")
    #expect(!browser.text.contains("<script") && !browser.text.contains(#"" onfocus="#) && browser.text.contains("&lt;script&gt;"))
  }

  @Test(arguments: [
    ("[]", "'speaks' names no dialect"),
    ("[hosted]", "a tenant speaks the dialect that it extends, too"),
    ("[journey-flow, hostd]", "a tenant of journey-flow cannot speak 'hostd'; expected one of journey-flow, hosted"),
    ("[journey-flow, okta-idx]", "a tenant of journey-flow cannot speak 'okta-idx'; expected one of journey-flow, hosted"),
  ])
  func `what a tenant cannot speak is reported`(_ speaks: String, _ message: String) {
    let text = Self.hostile.replacing("[journey-flow, hosted]", with: speaks)
    let (tenant, messages) = load(text)
    #expect(tenant == nil && messages == [message])
  }

  @Test func `no tenant extends pages alone`() {
    let (tenant, messages) = load("tenant: t\nextends: hosted/standard\n")
    #expect(tenant == nil && messages == ["there is nothing called 'hosted/standard' to extend; expected one of journey-flow/standard"])
  }

  // MARK: Weaknesses

  @Test func `a tenant's file makes it weak`() async throws {
    let (loaded, messages) = load(Self.hostile + "\nfaults: [framing_allowed]\n")
    #expect(messages == [])
    var browser = TestBrowser(World(try #require(loaded)), issuer: "https://t.test")
    try await browser.open(
      browser.authorizationPath([.init("client_id", "app"), .init("redirect_uri", "https://app.test/cb"), .init("scope", "openid")]))
    #expect(browser.page.headers["X-Frame-Options"] == nil)
    #expect(browser.page.headers["Content-Security-Policy"]?.contains("frame-ancestors") == false)
  }

  @Test func `an unknown weakness is reported`() {
    let (tenant, messages) = load(Self.hostile + "\nfaults: [framing_alowed]\n")
    #expect(tenant == nil && messages.count == 1)
    #expect(messages.first?.hasPrefix("unknown fault 'framing_alowed'; expected one of state_dropped, ") == true)
  }

  @Test func `a test makes a tenant weak for as many requests as it says`() async throws {
    let world = try TestBrowser.acme().world
    let body = Array(#"{"effect": "framing_allowed", "path": "/pages/", "times": 1}"#.utf8)
    let control = HTTPRequestMessage(method: "POST", url: try WebURL("https://acme.test/__journey/faults"), body: body)
    #expect(await world.control(control).status == 204)
    let page = HTTPRequestMessage(url: try WebURL("https://acme.test/pages/"))
    #expect(await world.answer(to: page).message.headers["X-Frame-Options"] == nil)
    #expect(await world.answer(to: page).message.headers["X-Frame-Options"] == "DENY")
  }

  @Test(arguments: [([], 400), ([Fault(.weakness(.linkReusable))], 302)] as [([Fault], Int)])
  func `a link is good once, unless the tenant is weak`(_ faults: [Fault], status: Int) async throws {
    let world = World(try TestBrowser.tenant(), faults: faults, seed: 7)
    var browser = TestBrowser(world)
    try await browser.open(browser.authorizationPath())
    try await browser.submit("identifier", ["identifier": "jane@acme.test"])
    try await browser.submit("additionalActions/forgottenPassword")
    try await browser.submit("forgottenPasswordEmail")
    let mail = try #require(try await world.messages(to: "jane@acme.test", channel: .mail, since: Instant(milliseconds: 0)).last)
    let link = try #require(mail.links.first)
    let challenge = try #require(try WebURL(link).queryValue("challenge"))
    let items = [
      QueryItem("client_id", "acme-web"), QueryItem("redirect_uri", "https://app.acme.test/callback"), QueryItem("challenge", challenge),
    ]
    let entry = HTTPRequestMessage(url: try WebURL("https://acme.test/provider/flow/entry?" + FormURLEncoding.encode(items)))
    #expect(await world.answer(to: entry).message.status == 302)
    #expect(await world.answer(to: entry).message.status == status)
  }
}
