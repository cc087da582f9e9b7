import Encodings
import JourneyMock
import JourneyTestSupport
import Testing

@testable import IDXSpeech

/// What okta-auth-js asks an org for around a sign-in: silently, in a popup, with more than a password, and of its session.
struct OrgSilentTests {
  static let origin = "https://portal.cascade.test"

  static func browser(issuer: String = "https://cascade.test") throws -> TestBrowser {
    TestBrowser(World(try TestBrowser.tenant("cascade.yaml"), issuer: issuer, seed: 7), issuer: issuer)
  }

  /// `GET /oauth2/default/v1/authorize` as the SDK writes it.
  static func authorize(_ more: KeyValuePairs<String, String> = [:]) -> String {
    let added = more.map { QueryItem($0.key, $0.value) }
    let usual = [
      QueryItem("client_id", "cascade-portal"), QueryItem("redirect_uri", origin + "/callback"), QueryItem("response_type", "code"),
      QueryItem("scope", "openid profile email"), QueryItem("state", "state-01"), QueryItem("nonce", "nonce-01"),
      QueryItem("code_challenge", Base64URL.encode(Digests.sha256(TestBrowser.verifier))), QueryItem("code_challenge_method", "S256"),
    ]
    return "/oauth2/default/v1/authorize".appending(query: usual.filter { item in !added.contains { $0.name == item.name } } + added)
  }

  /// Jane, who has a password alone, or whoever else.
  static func signIn(
    _ browser: inout TestBrowser, _ name: String = "jane@cascade.test", _ password: String = "Jane-river-11",
    _ more: KeyValuePairs<String, String> = [:]
  ) async throws {
    try await browser.open(authorize(more))
    try await browser.submit("identify", ["identifier": name])
    try await browser.submit("challenge-authenticator", ["credentials.passcode": password])
  }

  /// - Parameter changes: parameters in place of the usual.
  static func exchange(
    _ script: inout AppScript, _ code: String?, _ changes: KeyValuePairs<String, String> = [:], headers: HTTPFields = [:]
  ) async throws {
    let usual: [QueryItem] = [
      .init("grant_type", "authorization_code"), .init("client_id", "cascade-portal"), .init("client_secret", "cascade-portal-4711"),
      .init("code", code ?? ""), .init("code_verifier", TestBrowser.verifier), .init("redirect_uri", origin + "/callback"),
    ]
    let added = changes.map { QueryItem($0.key, $0.value) }
    let form = usual.filter { item in !added.contains { $0.name == item.name } } + added
    try await script.send("POST", "/oauth2/default/v1/token", form: form, headers: headers)
  }

  // MARK: Codes

  @Test func `a code of the pages is good once, in its time, for its address and its verifier`() async throws {
    var browser = try Self.browser()
    try await Self.signIn(&browser)
    var script = AppScript(browser)
    let code = try browser.callback["code"]
    for changes in [["redirect_uri": Self.origin + "/other"], ["code_verifier": String(repeating: "w", count: 43)]]
      as [KeyValuePairs<String, String>]
    {
      try await Self.exchange(&script, code, changes)
      #expect(try script.response.status == 400 && script.json["error"] == "invalid_grant", "\(changes)")
    }
    try await Self.exchange(&script, code)
    let access = try #require(try script.json["access_token"]?.stringValue)
    try await Self.exchange(&script, code)
    #expect(try script.response.status == 400 && script.json["error"] == "invalid_grant")
    try await script.send("GET", "/oauth2/default/v1/userinfo", headers: ["Authorization": "Bearer \(access)"])
    #expect(script.response.status == 401, "its second use ends what came of the first")
    try await script.send("GET", Self.authorize(["prompt": "none"]))
    let late = try script.callback["code"]
    try await script.world.pass(.seconds(61))
    try await Self.exchange(&script, late)
    #expect(try script.response.status == 400 && script.json["error"] == "invalid_grant")
  }

  // MARK: Response modes

  @Test func `a hidden frame gets the code of the sign-in by a message, and a page of the client's origin may frame it`() async throws {
    var browser = try Self.browser()
    try await Self.signIn(&browser)
    var frame = AppScript(browser)
    try await frame.send("GET", Self.authorize(["prompt": "none", "response_mode": "okta_post_message"]))
    #expect(frame.response.status == 200)
    #expect(frame.text.contains("data-origin=\"\(Self.origin)\"") && frame.text.contains("window.opener || window.parent"))
    let policy = try #require(frame.response.headers["Content-Security-Policy"])
    #expect(policy.hasSuffix("frame-ancestors \(Self.origin)"))
    #expect(frame.response.headers["X-Frame-Options"] == nil)
    let script = try #require(frame.text.firstRange(of: "<script>")).upperBound
    let body = frame.text[script...].prefix { $0 != "<" }
    #expect(policy.contains("'sha256-\(Base64.encode(Digests.sha256(String(body))))'"), "the policy lets the page's own script run")
    let message = try frame.message
    #expect(message["state"] == "state-01")
    try await Self.exchange(&frame, message["code"])
    #expect(try frame.json["id_token"]?.claims["nonce"] == "nonce-01")
  }

  @Test func `a hidden frame without a sign-in is told so by a message`() async throws {
    var frame = AppScript(try Self.browser())
    try await frame.send("GET", Self.authorize(["prompt": "none", "response_mode": "okta_post_message"]))
    #expect(try frame.message["error"] == "login_required")
    #expect(try frame.message["state"] == "state-01")
  }

  @Test func `a popup signs in on the org's pages and gets the code by a message`() async throws {
    var browser = try Self.browser()
    try await Self.signIn(
      &browser, "jane@cascade.test", "Jane-river-11", ["display": "popup", "response_mode": "okta_post_message"])
    var popup = AppScript(browser)
    popup.response = browser.page
    #expect(try popup.message["state"] == "state-01")
    try await Self.exchange(&popup, try popup.message["code"])
    #expect(popup.response.status == 200)
  }

  @Test func `a fragment and a posted form bring the code, too`() async throws {
    var browser = try Self.browser()
    try await Self.signIn(&browser, "jane@cascade.test", "Jane-river-11", ["response_mode": "fragment"])
    #expect(browser.location.hasPrefix("\(Self.origin)/callback#code="))
    var app = AppScript(browser)
    try await app.send("GET", Self.authorize(["prompt": "none", "response_mode": "form_post", "state": "state \"<1>&"]))
    #expect(app.text.contains("<form method=\"post\" action=\"\(Self.origin)/callback\">"))
    #expect(app.text.contains("name=\"state\" value=\"state &quot;&lt;1&gt;&amp;\"") && app.text.contains("name=\"code\""))
    #expect(app.text.contains("document.forms[0].submit()"))
    #expect(app.response.headers["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
    #expect(app.response.headers["Cache-Control"] == "no-store" && app.response.headers["Referrer-Policy"] == "no-referrer")
    try await app.send("GET", Self.authorize(["prompt": "none", "response_mode": "jwt"]))
    #expect(try app.callback["error"] == "unsupported_response_mode")
    try await app.send("GET", "/oauth2/default/.well-known/openid-configuration")
    #expect(try app.json["response_modes_supported"] == ["query", "fragment", "form_post", "okta_post_message"])
  }

  // MARK: Step-up

  @Test func `a sign-in says which class of authentication it reached, and a silent request for more is refused`() async throws {
    var browser = try Self.browser()
    try await Self.signIn(&browser)
    var script = AppScript(browser)
    for (asked, reached) in [
      ("urn:okta:loa:1fa:any", "urn:okta:loa:1fa:any"), ("urn:okta:loa:2fa:any urn:okta:loa:1fa:pwd", "urn:okta:loa:1fa:pwd"),
    ] {
      try await script.send("GET", Self.authorize(["prompt": "none", "acr_values": asked]))
      try await Self.exchange(&script, try script.callback["code"])
      #expect(try script.json["id_token"]?.claims["acr"]?.stringValue == reached)
    }
    try await script.send("GET", Self.authorize(["prompt": "none", "acr_values": "urn:okta:loa:2fa:any"]))
    #expect(try script.callback["error"] == "unmet_authentication_requirements")
    try await script.send("GET", Self.authorize(["prompt": "none", "acr_values": "urn:elsewhere:gold"]))
    try await Self.exchange(&script, try script.callback["code"])
    #expect(try script.json["id_token"]?.claims["acr"] == nil, "what is unknown is ignored")
  }

  @Test func `who asks for two factors is sent through the pages again, and who has one alone does not get there`() async throws {
    var browser = try Self.browser()
    try await Self.signIn(&browser)
    #expect(try browser.callback["code"] != nil)
    try await Self.signIn(&browser, "jane@cascade.test", "Jane-river-11", ["acr_values": "urn:okta:loa:2fa:any"])
    #expect(try browser.callback["error"] == "unmet_authentication_requirements")
    #expect(try browser.callback["state"] == "state-01")
  }

  @Test(
    arguments: [
      ("urn:okta:loa:2fa:any", ["pwd", "swk", "mfa"], "urn:okta:loa:2fa:any"), ("urn:okta:loa:2fa:any", ["pwd"], nil),
      ("urn:okta:loa:1fa:pwd", ["swk"], nil), ("urn:okta:loa:2fa:any:ifpossible", ["pwd"], "urn:okta:loa:2fa:any:ifpossible"),
      ("phr", ["pwd", "swk", "mfa"], nil), ("phr phrh", ["hwk"], "phr"), ("urn:okta:loa:2fa:any phrh", ["hwk"], "phrh"),
    ] as [(String, [String], String?)])
  func `a class of authentication is reached by its methods`(_ asked: String, _ methods: [String], _ reached: String?) {
    var request = StartRequest(client: 0, redirectURI: "", scope: "")
    request.contexts = asked.split(separator: " ").map(String.init)
    #expect(AuthenticationContext.reached(request, by: methods) == reached)
    #expect(AuthenticationContext.isReached(request, by: methods) == (reached != nil))
  }

  // MARK: Devices

  @Test func `a device waits for a person who signs in on another one`() async throws {
    var browser = try Self.browser()
    var device = AppScript(browser.world, issuer: browser.issuer)
    let client = [QueryItem("client_id", "cascade-portal"), .init("client_secret", "cascade-portal-4711")]
    try await device.send("POST", "/oauth2/default/v1/device/authorize", form: client + [.init("scope", "openid email")])
    let begun = try device.json
    let code = try #require(begun["device_code"]?.stringValue)
    let poll = client + [.init("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), .init("device_code", code)]
    try await device.send("POST", "/oauth2/default/v1/token", form: poll)
    #expect(try device.json["error"] == "authorization_pending")
    try await browser.open("/activate?user_code=nobody")
    #expect(browser.page.status == 400)
    try await browser.open(try #require(begun["verification_uri_complete"]?.stringValue))
    try await browser.submit("identify", ["identifier": "jane@cascade.test"])
    try await browser.submit("challenge-authenticator", ["credentials.passcode": "Jane-river-11"])
    #expect(browser.page.status == 200 && browser.text.contains("Device activated"), "\(browser.text)")
    try await device.send("POST", "/oauth2/default/v1/token", form: poll)
    #expect(try device.json["id_token"]?.claims["email"] == "jane@cascade.test")
    try await device.send("POST", "/oauth2/default/v1/token", form: poll)
    #expect(try device.json["error"] == "invalid_grant", "it is good once")
    try await device.send("POST", "/oauth2/default/v1/device/authorize", form: client + [.init("scope", "openid")])
    let late = try device.json["device_code"]?.stringValue ?? ""
    try await device.world.pass(.seconds(601))
    try await device.send("POST", "/oauth2/default/v1/token", form: poll.filter { $0.name != "device_code" } + [.init("device_code", late)])
    #expect(try device.json["error"] == "expired_token")
  }

  /// A device that waits: its code, and the address for the person.
  private static func begin(_ device: inout AppScript) async throws -> (code: String, address: String) {
    let form = [QueryItem("client_id", "cascade-portal"), .init("client_secret", "cascade-portal-4711"), .init("scope", "openid email")]
    try await device.send("POST", "/oauth2/default/v1/device/authorize", form: form)
    let begun = try device.json
    return (try #require(begun["device_code"]?.stringValue), try #require(begun["verification_uri_complete"]?.stringValue))
  }

  /// What the device gets for its code.
  private static func poll(_ device: inout AppScript, _ code: String) async throws -> JSONValue {
    try await device.send(
      "POST", "/oauth2/default/v1/token",
      form: [
        .init("client_id", "cascade-portal"), .init("client_secret", "cascade-portal-4711"),
        .init("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), .init("device_code", code),
      ])
    return try device.json
  }

  @Test func `a device of somebody who is not let in is told so, and a late address lets nobody in`() async throws {
    var browser = try Self.browser()
    var device = AppScript(browser.world, issuer: browser.issuer)
    let (code, address) = try await Self.begin(&device)
    try await browser.open(address)
    try await browser.submit("identify", ["identifier": "nora@cascade.test"])
    try await browser.submit("challenge-authenticator", ["credentials.passcode": "Nora-bay-14"])
    #expect(browser.page.status == 400 && browser.text.contains("Device not activated"), "\(browser.text)")
    #expect(try await Self.poll(&device, code)["error"] == "access_denied")
    let late = try await Self.begin(&device)
    try await browser.world.pass(.seconds(601))
    try await browser.open(late.address)
    #expect(browser.page.status == 400 && browser.text.contains("Device not activated"), "\(browser.text)")
  }

  @Test func `who is signed in allows a device by opening its address, once`() async throws {
    var browser = try Self.browser()
    try await Self.signIn(&browser)
    var device = AppScript(browser.world, issuer: browser.issuer)
    let (code, address) = try await Self.begin(&device)
    try await browser.open(address)
    #expect(browser.page.status == 200 && browser.text.contains("Device activated"), "\(browser.text)")
    try await browser.open(address)
    #expect(browser.page.status == 400)
    #expect(try await Self.poll(&device, code)["id_token"]?.claims["email"] == "jane@cascade.test")
  }

  // MARK: The browser's session

  @Test func `the session is read, prolonged and closed`() async throws {
    var browser = try Self.browser()
    try await Self.signIn(&browser)
    var script = AppScript(browser)
    try await script.send("GET", "/api/v1/sessions/me")
    let session = try script.json
    #expect(session["status"] == "ACTIVE" && session["login"] == "jdoe" && session["amr"] == ["pwd"])
    #expect(session["userId"]?.stringValue?.hasPrefix("00u") == true && session["mfaActive"] == false)
    #expect(session["lastFactorVerification"] == .null && session["lastPasswordVerification"]?.stringValue?.hasSuffix("Z") == true)
    try await script.world.pass(.seconds(3600))
    let refresh = try #require(session["_links"]?["refresh"]?["href"]?.stringValue)
    try await script.send("POST", refresh)
    #expect(script.response.status == 200)
    #expect(try script.json["id"] == session["id"] && script.json["expiresAt"] != session["expiresAt"])
    var stranger = script
    stranger.cookies["idx"] = "another"
    try await stranger.send("GET", "/api/v1/sessions/me")
    #expect(stranger.response.status == 404, "both cookies say who it is")
    try await script.world.pass(.seconds(7 * 3600 + 1800))
    try await script.send("GET", "/api/v1/sessions/me")
    #expect(script.response.status == 200, "it would be over if it had not been prolonged")
    try await script.send("DELETE", "/api/v1/sessions/me")
    #expect(script.response.status == 204)
    try await script.send("GET", "/api/v1/sessions/me")
    #expect(script.response.status == 404)
    #expect(try script.json["errorCode"] == "E0000007")
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080", true), ("http://localhost:8080", true), ("http://w2.localhost:8080", true), ("https://cascade.test", true),
    ("http://cascade.test", false),
  ])
  func `the cookies of a sign-in are for all sites where browsers take such cookies`(_ issuer: String, _ isForAll: Bool) async throws {
    var browser = try Self.browser(issuer: issuer)
    try await Self.signIn(&browser)
    var script = AppScript(browser)
    try await script.send("POST", "/api/v1/sessions/me/lifecycle/refresh")
    let cookie = try #require(script.setCookies.first { $0.hasPrefix("idx=") })
    #expect(cookie.contains("SameSite=None; Secure") == isForAll, "\(cookie)")
    #expect(cookie.contains("SameSite=Lax") != isForAll)
  }

  // MARK: Bodies

  @Test func `the page that asks for consent says which server asks`() async throws {
    var script = AppScript(try Self.browser())
    let begun = try await script.begin(["screen": "consent", "account": "cora"])
    #expect(begun["authentication"]?["value"]?["issuer"]?["uri"] == "https://cascade.test/oauth2/default")
    #expect(begun["authentication"]?["value"]?["protocol"] == "OAUTH2.0")
    #expect(try await script.begin(["screen": "keep-me-signed-in", "account": "jane"])["authentication"] != nil)
    #expect(try await script.begin(["screen": "identify"])["authentication"] == nil)
  }

  @Test(arguments: [("http://localhost:8080", false), ("https://reef.test", true)])
  func `a passkey's challenge has an appid where browsers take one`(_ issuer: String, _ hasOne: Bool) async throws {
    let tenant = try TestBrowser.tenant("../../journeys/_passkeys/_mock/reef.yaml")
    var script = AppScript(World(tenant, issuer: issuer), issuer: issuer)
    let body = try await script.begin(["state": "passkey", "account": "paul"])
    let challenge = body["currentAuthenticator"]?["value"]?["contextualData"]?["challengeData"]
    #expect(challenge?["challenge"] != nil)
    #expect((challenge?["extensions"] != nil) == hasOne)
  }

  @Test func `who is set up says the login`() async throws {
    var script = AppScript(try Self.browser())
    let body = try await script.begin(["screen": "enroll-authenticator/security_question", "account": "jane"])
    #expect(body["user"]?["value"]?["profile"]?["login"] == "jdoe")
    #expect(body["user"]?["value"]?["passwordChanged"] != nil)
  }

  @Test func `who is asked by which way to get a code may ask for another one, and sees the same screen`() async throws {
    var script = AppScript(try Self.browser())
    let body = try await script.begin(["screen": "authenticator-verification-data/phone_number", "account": "tess"])
    let resend = try #require(body["currentAuthenticatorEnrollment"]?["value"]?["resend"])
    let handle = try #require(body["stateHandle"])
    try await script.send("POST", try #require(resend["href"]?.stringValue), json: ["stateHandle": handle])
    #expect(script.response.status == 200)
    #expect(try script.json["remediation"]?["value"]?[0]?["name"] == "authenticator-verification-data")
  }

  @Test func `a revoked token is refused with a header that says why`() async throws {
    var script = AppScript(try Self.browser())
    try await script.send("GET", "/oauth2/default/v1/userinfo", headers: ["Authorization": "Bearer revoked"])
    #expect(script.response.status == 401)
    let header = try #require(script.response.headers["WWW-Authenticate"])
    #expect(header.contains("error=\"invalid_token\"") && header.contains("error_description=\"The access token is invalid"))
  }
}

extension AppScript {
  /// The first body of a journey that a test begins somewhere.
  mutating func begin(_ place: JSONValue) async throws -> JSONValue {
    let request = HTTPRequestMessage(
      method: "POST", url: try WebURL(issuer + "/__journey/journeys"), body: JSONWriter.write(place))
    let begun = try JSONReader.read(await world.control(request).body)
    let handle = try #require(begun["state_handle"], "\(begun)")
    try await send("POST", "/idp/idx/introspect", json: ["stateHandle": handle])
    return try json
  }
}
