import Encodings
import JourneyMock
import Testing

/// What the web SDK of journey-flow asks for around a sign-in: other ways back, links, step-up.
struct FlowAroundTests {
  private static let callback = "https://app.acme.test/callback"

  private static func script(_ name: String = "acme.yaml", issuer: String = "https://acme.test") throws -> AppScript {
    AppScript(World(try TestBrowser.tenant(name), issuer: issuer, seed: 7), issuer: issuer)
  }

  private static func authorize(_ more: KeyValuePairs<String, String> = [:]) throws -> String {
    try TestBrowser.acme().authorizationPath(more.map { QueryItem($0.key, $0.value) })
  }

  /// Goes on with a session to the address that it ends at.
  private static func finish(_ script: inout AppScript, _ forms: [(String, JSONValue)]) async throws {
    let session = try #require(try script.callback["session_id"])
    let bearer: HTTPFields = ["Authorization": "Bearer \(session)"]
    try await script.send("POST", "/flow/api/v1/init", json: [:], headers: bearer)
    for (form, answer) in forms { try await script.send("POST", "/flow/api/v1/form/\(form)", json: answer, headers: bearer) }
    let address = try #require(try script.json["finalizeUrl"]?.stringValue, "\(script.text)")
    try await script.send("GET", address, headers: bearer)
  }

  private static let jane: [(String, JSONValue)] = [
    ("identifier", ["identifier": "jane@acme.test"]), ("password", ["password": "Jane-horse-11"]),
  ]

  private static func exchange(_ script: inout AppScript, client: String = "acme-web", _ redirect: String = callback) async throws {
    let code = try script.callback["code"] ?? ""
    try await script.send(
      "POST", "/oauth2/token",
      form: [
        .init("grant_type", "authorization_code"), .init("client_id", client), .init("code", code),
        .init("code_verifier", TestBrowser.verifier), .init("redirect_uri", redirect),
      ])
  }

  @Test func `a fragment brings the session, and then the code`() async throws {
    var script = try Self.script()
    try await script.send("GET", try Self.authorize(["sdk": "web", "response_mode": "fragment"]))
    #expect(script.text.hasPrefix("\(Self.callback)#session_id="))
    try await Self.finish(&script, Self.jane)
    #expect(script.text.hasPrefix("\(Self.callback)#code="))
    #expect(try script.callback["state"] == "state-01")
    try await script.send("GET", "/.well-known/openid-configuration")
    #expect(try script.json["response_modes_supported"] == ["query", "fragment"])
    #expect(try script.json["backchannel_logout_supported"] == true && script.json["frontchannel_logout_supported"] == true)
    try await script.send("GET", try Self.authorize(["sdk": "web", "response_mode": "form_post"]))
    #expect(try script.callback["error"] == "unsupported_response_mode")
  }

  @Test func `acr is the first class that was asked for, and a silent request for another one is refused`() async throws {
    var script = try Self.script()
    try await script.send("GET", try Self.authorize(["sdk": "web", "acr_values": "gold silver"]))
    try await Self.finish(&script, Self.jane)
    try await Self.exchange(&script)
    #expect(try script.json["id_token"]?.claims["acr"] == "gold")
    try await script.send("GET", try Self.authorize(["prompt": "none", "acr_values": "silver"]))
    try await Self.exchange(&script)
    #expect(try script.json["id_token"]?.claims["acr"] == "silver")
    try await script.send("GET", try Self.authorize(["prompt": "none", "acr_values": "platinum"]))
    #expect(try script.callback["error"] == "unmet_authentication_requirements")
    try await script.send("GET", try Self.authorize(["sdk": "web", "acr_values": "platinum"]))
    #expect(try script.callback["session_id"] != nil, "who is asked for more signs in again")
    try await script.send("GET", try Self.authorize(["prompt": "none"]))
    try await Self.exchange(&script)
    #expect(try script.json["id_token"]?.claims["acr"] == nil)
  }

  @Test(arguments: ["http://w2.localhost:8080", "http://localhost:8080", "http://127.0.0.1:8080"])
  func `a sign-in is shared by apps of other sites at every name of this machine`(issuer: String) async throws {
    var script = try Self.script(issuer: issuer)
    try await script.send("GET", try Self.authorize(["sdk": "web"]))
    #expect(script.setCookies.last?.contains("SameSite=None; Secure") == true, "\(script.setCookies)")
    #expect(script.setCookies.last?.hasPrefix("__Host-") == true)
  }

  /// The challenge in the newest mail.
  private static func challenge(in world: World) async throws -> String {
    let request = HTTPRequestMessage(url: try WebURL("https://acme.test/api/v1/message/latest"))
    let message = try JSONReader.read(await world.control(request).body)
    let text = try #require(message["Text"]?.stringValue)
    let link = try #require(text.firstRange(of: "challenge="), "\(text)")
    return String(text[link.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
  }

  @Test func `an app that shows pages begins at a link with nothing but the link's own parameters`() async throws {
    var browser = try TestBrowser.acme()
    let mail = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://acme.test/__journey/journeys"),
      body: JSONWriter.write(["account": "jane", "send": ["reset_link"]]))
    #expect(await browser.world.control(mail).status == 201)
    let path = "/provider/entry?challenge=\(try await Self.challenge(in: browser.world))"
    try await browser.open(path)
    #expect(browser.page.status == 200 && browser.path.hasPrefix("/pages/"), "\(browser.path) \(browser.text)")
    try await browser.open(path)
    #expect(browser.page.status == 400 && browser.text.contains("used, unknown"), "\(browser.text)")
    #expect(await browser.world.control(mail).status == 201)
    let late = "/provider/entry?challenge=\(try await Self.challenge(in: browser.world))"
    try await browser.world.pass(.seconds(3601))
    try await browser.open(late)
    #expect(browser.page.status == 400 && browser.text.contains("used, unknown"), "\(browser.text)")
    var script = AppScript(browser)
    try await script.send("GET", "/provider/entry?challenge=nobody")
    #expect(try script.callback["error"] == "magicLinkExpired")
  }

  @Test(arguments: [("web", true, true), ("web", false, false), ("android", true, false)])
  func `the link of a mail signs in where the app asked for it`(_ sdk: String, _ isSame: Bool, _ signsIn: Bool) async throws {
    let redirect = "https://app.cove.test/callback"
    var script = try Self.script("cove.yaml", issuer: "https://cove.test")
    let path = try Self.authorize(["client_id": "cove-app", "redirect_uri": redirect, "sdk": "web"])
    try await script.send("GET", path)
    let bearer: HTTPFields = ["Authorization": "Bearer \(try script.callback["session_id"] ?? "")"]
    try await script.send("POST", "/flow/api/v1/init", json: [:], headers: bearer)
    try await script.send("POST", "/flow/api/v1/form/additionalActions/link", json: [:], headers: bearer)
    try await script.send("POST", "/flow/api/v1/form/magicLink", json: ["email": "iris@cove.test"], headers: bearer)
    let challenge = try await Self.challenge(in: script.world)
    if !isSame { script.cookies = [:] }
    try await script.send(
      "GET", "/provider/flow/entry?challenge=\(challenge)&sdk=\(sdk)&client_id=cove-app&redirect_uri=\(redirect)")
    try await Self.finish(&script, [("genericResult", [:])])
    #expect((try script.callback["code"] != nil) == signsIn)
    guard signsIn else { return #expect(script.text == redirect, "\(script.text)") }
    #expect(try script.callback["state"] == "state-01")
    try await Self.exchange(&script, client: "cove-app", redirect)
    #expect(try script.json["id_token"]?.claims["email"] == "iris@cove.test")
    try await script.send("POST", "/flow/api/v1/init", json: [:], headers: bearer)
    #expect(script.response.status == 403, "the journey that sent the link is over with it")
  }

  @Test func `an embedded journey is refused by name`() async throws {
    var script = try Self.script()
    try await script.send("GET", "/assets/components/bundle.js")
    #expect(script.response.status == 404)
    #expect(try script.json["error"] == "not_offered")
  }
}
