import Encodings
import JourneyMock
import JourneyModel
import Testing

struct ProtocolTests {
  struct BadStart: Sendable, CustomTestStringConvertible {
    let name: String
    let value: String
    let error: String
    /// Whether it goes back to the app; else the server shows it on a page of its own.
    var isForApp = true
    var testDescription: String { "\(name)=\(value)" }
  }

  @Test(arguments: [
    BadStart(name: "client_id", value: "acme-wbe", error: "invalid_client", isForApp: false),
    BadStart(name: "redirect_uri", value: "https://app.acme.test/callback/", error: "invalid_request", isForApp: false),
    BadStart(name: "redirect_uri", value: "https://app.acme.test.evil/callback", error: "invalid_request", isForApp: false),
    BadStart(name: "response_type", value: "token", error: "unsupported_response_type"),
    BadStart(name: "state", value: "", error: "invalid_state"),
    BadStart(name: "state", value: "1234567", error: "invalid_state"),
    BadStart(name: "request", value: "e30.e30.", error: "request_not_supported"),
    BadStart(name: "request_uri", value: "https://app.acme.test/r", error: "request_uri_not_supported"),
    BadStart(name: "code_challenge", value: "", error: "invalid_request"),
    BadStart(name: "code_challenge", value: "short", error: "invalid_request"),
    BadStart(name: "code_challenge_method", value: "plain", error: "invalid_request"),
    BadStart(name: "scope", value: "openid admin", error: "invalid_scope"),
    BadStart(name: "prompt", value: "none", error: "login_required"),
    BadStart(name: "prompt", value: "consent", error: "invalid_request"),
    BadStart(name: "response_mode", value: "form_post", error: "unsupported_response_mode"),
  ])
  func `a start that is wrong is refused`(_ bad: BadStart) async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    let answer = try await app.authorize([.init(bad.name, bad.value)])
    #expect(answer["error"] == bad.error)
    #expect(answer["error_description"] != nil)
    #expect((answer["state"] == "state-01") == (bad.isForApp && bad.name != "state"))
    #expect(answer["session_id"] == nil)
  }

  @Test(arguments: [("web", 200), ("android", 200), ("ios", 302), ("ios-minimal", 302), (nil, 302)] as [(String?, Int)])
  func `an app that sends sdk gets a text, one that does not a redirect, and iOS a redirect with the text`(_ sdk: String?, _ status: Int)
    async throws
  {
    var app = TestApp(World(try AcmeTenant.load()))
    let challenge = Base64URL.encode(Digests.sha256(app.verifier))
    let query =
      "client_id=acme-web&redirect_uri=https%3A%2F%2Fapp.acme.test%2Fcallback&response_type=code&scope=openid&state=state-01"
      + "&code_challenge=\(challenge)&code_challenge_method=S256&prompt&login_hint=" + (sdk.map { "&sdk=\($0)" } ?? "")
    let response = try await app.get("https://acme.test/oauth2/auth?\(query)")
    #expect(response.status == status)
    #expect(String(decoding: response.body, as: UTF8.self).hasPrefix("https://app.acme.test/callback?session_id="))
    #expect((response.headers["Location"] != nil) == (status == 302))
    #expect(response.headers["Set-Cookie"]?.contains("HttpOnly") == true)
  }

  @Test func `a code is good once, for its verifier and its redirect URI`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    let first = try await app.signIn(scope: "openid offline_access")
    let again = try await app.authorize()
    let code = try #require(again["code"], "the browser is signed in")
    let wrongVerifier = try await app.exchange(code, verifier: String(repeating: "x", count: 43))
    #expect(wrongVerifier.status == 400)
    #expect(wrongVerifier.body["error"] == "invalid_grant")
    let elsewhere = try await app.token([
      .init("grant_type", "authorization_code"), .init("code", code), .init("code_verifier", app.verifier),
      .init("redirect_uri", "https://app.acme.test/other"),
    ])
    #expect(elsewhere.body["error"] == "invalid_grant")
    let tokens = try await app.exchange(code)
    #expect(tokens.status == 200)
    let access = try #require(tokens.body["access_token"]?.stringValue)
    #expect(try await app.get("https://acme.test/userinfo", bearer: access).status == 200)
    #expect(try await app.exchange(code).body["error"] == "invalid_grant")
    #expect(try await app.get("https://acme.test/userinfo", bearer: access).status == 401, "the second use ends the first")
    #expect(first["refresh_token"] != nil)
  }

  @Test func `a code lives for a minute`() async throws {
    let world = World(try AcmeTenant.load())
    var app = TestApp(world)
    _ = try await app.signIn()
    let code = try #require(try await app.authorize()["code"])
    try await world.pass(.seconds(60))
    #expect(try await app.exchange(code).body["error_description"] == "the code's time is over")
  }

  @Test func `a refresh token is rotated, and its second use ends the family`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    let first = try #require(try await app.signIn(scope: "openid offline_access")["refresh_token"]?.stringValue)
    let second = try await app.token([.init("grant_type", "refresh_token"), .init("refresh_token", first)])
    #expect(second.status == 200)
    let next = try #require(second.body["refresh_token"]?.stringValue)
    #expect(next != first)
    let reused = try await app.token([.init("grant_type", "refresh_token"), .init("refresh_token", first)])
    #expect(reused.status == 400)
    #expect(reused.body["error"] == "invalid_grant")
    #expect(try await app.token([.init("grant_type", "refresh_token"), .init("refresh_token", next)]).status == 400)
  }

  @Test func `a refresh for more than was granted is refused, and the refresh token stays good`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    let token = try #require(try await app.signIn(scope: "openid offline_access")["refresh_token"]?.stringValue)
    let refresh = [QueryItem("grant_type", "refresh_token"), QueryItem("refresh_token", token)]
    let wider = try await app.token(refresh + [.init("scope", "openid email")])
    #expect(wider.status == 400)
    #expect(wider.body["error"] == "invalid_scope")
    #expect(try await app.token(refresh).status == 200)
  }

  @Test func `a refresh for less than was granted gives tokens for less, once`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    let token = try #require(try await app.signIn(scope: "openid email offline_access")["refresh_token"]?.stringValue)
    let narrow = try await app.token([.init("grant_type", "refresh_token"), .init("refresh_token", token), .init("scope", "openid")]).body
    #expect(narrow["scope"] == "openid")
    let access = try #require(narrow["access_token"]?.stringValue)
    let info = try JSONReader.read(try await app.get("https://acme.test/userinfo", bearer: access).body)
    #expect(info["sub"] != nil)
    #expect(info["email"] == nil)
    let next = try #require(narrow["refresh_token"]?.stringValue)
    let whole = try await app.token([.init("grant_type", "refresh_token"), .init("refresh_token", next)]).body
    #expect(whole["scope"] == "openid email offline_access")
  }

  @Test func `a silent request for somebody else than the one who is signed in is refused`() async throws {
    let world = World(try AcmeTenant.load())
    let others = try await ControlClient(world).ask("POST", "/__journey/tokens", ["account": "rita"])
    let foreign = try #require(others["id_token"]?.stringValue)
    var app = TestApp(world)
    let own = try #require(try await app.signIn()["id_token"]?.stringValue)
    #expect(try await app.authorize([.init("prompt", "none"), .init("id_token_hint", own)])["code"] != nil)
    #expect(try await app.authorize([.init("prompt", "none"), .init("id_token_hint", foreign)])["error"] == "login_required")
    #expect(try await app.authorize([.init("prompt", "none"), .init("id_token_hint", "garbage")])["error"] == "invalid_request")
    let forged = own.split(separator: ".").dropLast().joined(separator: ".") + ".AAAA"
    #expect(try await app.authorize([.init("prompt", "none"), .init("id_token_hint", forged)])["error"] == "invalid_request")
  }

  @Test func `a sign-in is shared until it is logged out`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    let tokens = try await app.signIn()
    #expect(try await app.authorize([.init("prompt", "none")])["code"] != nil)
    #expect(try await app.authorize([.init("prompt", "login")])["session_id"] != nil)
    let hint = try #require(tokens["id_token"]?.stringValue)
    let out = try await app.get(
      "https://acme.test/oauth2/sessions/logout?id_token_hint=\(hint)&post_logout_redirect_uri=https%3A%2F%2Fapp.acme.test%2Fgoodbye")
    #expect(out.headers["Location"] == "https://app.acme.test/goodbye")
    #expect(try await app.authorize([.init("prompt", "none")])["error"] == "login_required")
    let evil = try await app.get(
      "https://acme.test/oauth2/sessions/logout?id_token_hint=\(hint)&post_logout_redirect_uri=https%3A%2F%2Fevil.test")
    #expect(evil.headers["Location"]?.hasPrefix("https://acme.test/oauth2/error?error=invalid_request") == true)
  }

  @Test func `a session needs its bearer, and a dead one is 403`() async throws {
    let world = World(try AcmeTenant.load())
    var app = TestApp(world)
    _ = try await app.start()
    let url = try WebURL("https://acme.test/flow/api/v1/init")
    #expect(await app.send(HTTPRequestMessage(method: "POST", url: url)).status == 401)
    let response = await app.send(HTTPRequestMessage(method: "POST", url: url, headers: ["Authorization": "Bearer none"]))
    #expect(response.status == 403)
    #expect(response.body.isEmpty)
    for body in ["", "null", "{}"] { #expect(try await app.post("init", body: body).status == 200) }
    #expect(await app.send(HTTPRequestMessage(url: url)).status == 405)
  }

  @Test func `what a body must not be is refused, and the screen stays as it was`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    _ = try await app.start()
    for body in ["[]", "{", "\"x\"", "{\"name.first\": \"x\"}", "{\"a\": [{\"b.c\": 1}]}"] {
      let response = try await app.post("form/identifier", body: body)
      #expect(response.status == 400, "\(body)")
      #expect(try JSONReader.read(response.body)["messages"]?["global"]?["text"] == "The request could not be understood.")
    }
    let stray = try await app.post("form/password", body: "{}")
    #expect(stray.status == 400)
    let state = try JSONReader.read(stray.body)
    #expect(state["messages"]?["global"]?["text"] == "This form is not available now.")
    let extra = try await app.submit("identifier", ["identifier": "jane@acme.test", "more": ["x": 1]])
    #expect(extra["screen"] == "password", "unknown members are passed over")
    #expect(try await app.submit("reset", [:])["screen"] == "identification")
    #expect(try await app.submit("reset", [:])["screen"] == "identification", "it is taken where no screen lists it, too")
    let begins = "arrival.decide.signs_in"
    #expect(app.edges == [begins, "identification.identifier.known", "password.reset.again", begins, begins])
    #expect(try await app.initialize()["screen"] == "identification")
  }

  @Test func `messages can come with 400`() async throws {
    let world = World(try AcmeTenant.load())
    var style = AnswerStyle()
    style.refusalStatus = 400
    await world.setStyle(style)
    var app = TestApp(world)
    _ = try await app.start()
    let response = try await app.post("form/identifier", body: "{\"identifier\": \"no@acme.test\"}")
    #expect(response.status == 400)
    #expect(try JSONReader.read(response.body).objectValue?.map(\.name) == ["hostedUrl", "messages"])
    #expect(response.headers["Content-Type"] == "application/json")
  }

  @Test func `minimal modes leave out layout, branding and render`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    _ = try await app.authorize([.init("sdk", "ios-minimal")])
    let minimal = try await app.initialize()
    #expect(minimal.objectValue?.map(\.name) == ["screen", "forms", "hostedUrl"])
    #expect(minimal["forms"]?[0]?["widgets"]?[0]?["render"] == nil)
    _ = try await app.authorize()
    let full = try await app.initialize()
    #expect(full.objectValue?.map(\.name) == ["screen", "branding", "forms", "layout", "hostedUrl"])
    #expect(full["layout"]?["items"]?[1] == ["type": "widget", "formId": "identifier", "widgetId": "identifier"])
    #expect(full["forms"]?[0]?["widgets"]?[0]?["render"] == ["type": "text"])
  }

  @Test(arguments: [
    ("hu", "", "E-mail-cím"), ("fr hu-HU", "", "E-mail-cím"), ("fr", "hu;q=0.8, en", "E-mail-cím"), ("fr", "", "Email address"),
  ])
  func `the language is the first that the tenant has`(_ locales: String, _ header: String, _ label: String) async throws {
    let world = World(try AcmeTenant.load())
    var app = TestApp(world)
    let challenge = Base64URL.encode(Digests.sha256(app.verifier))
    let url = try WebURL("https://acme.test/oauth2/auth").appending(query: [
      .init("client_id", "acme-web"), .init("redirect_uri", "https://app.acme.test/callback"), .init("response_type", "code"),
      .init("state", "state-01"), .init("code_challenge", challenge), .init("code_challenge_method", "S256"), .init("sdk", "web"),
      .init("ui_locales", locales),
    ])
    let response = await app.send(HTTPRequestMessage(url: url, headers: ["Accept-Language": header]))
    app.session = try WebURL(String(decoding: response.body, as: UTF8.self)).queryValue("session_id") ?? ""
    #expect(try await app.initialize().widget("identifier", "identifier")?["label"]?.stringValue == label)
  }

  @Test func `a finalize address is good once, and only for its browser or session`() async throws {
    let world = World(try AcmeTenant.load())
    var app = TestApp(world)
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "jane@acme.test"])
    let done = try await app.submit("password", ["password": "Jane-horse-11"])
    let address = try #require(done["finalizeUrl"]?.stringValue)
    var stranger = TestApp(world)
    #expect(try await stranger.get(address).status == 403)
    #expect(try await app.initialize()["finalizeUrl"]?.stringValue == address)
    #expect(try await app.get(address).status == 200, "the cookie is enough")
    #expect(try await app.get(address, bearer: app.session).status == 403)
    #expect(try await app.post("init", body: "{}").status == 403)
  }

  @Test func `a login hint selects the account, or fills the identifier in`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    func hint(_ address: String) -> String {
      "e30." + Base64URL.encode(Array(#"{"type":"identifier","metadata":{"email":"\#(address)"}}"#.utf8)) + "."
    }
    for known in [hint("jane@acme.test"), "jane@acme.test", "jane-doe"] {
      _ = try await app.authorize([.init("login_hint", known)])
      let screen = try await app.initialize()
      #expect(screen["screen"] == "password")
      #expect(screen.widget("reset", "identifier")?["value"] == "jane@acme.test")
    }
    for unknown in [hint("no@acme.test"), "no@acme.test"] {
      _ = try await app.authorize([.init("login_hint", unknown)])
      #expect(try await app.initialize().widget("identifier", "identifier")?["value"] == "no@acme.test")
    }
    _ = try await app.authorize([.init("login_hint", "e30.e30.")])
    #expect(try await app.initialize().widget("identifier", "identifier")?["value"] == .null, "a hint that names nobody")
    #expect(try await app.submit("identifier", ["identifier": "jane@acme.test"])["screen"] == "password")
  }

  @Test func `discovery names where the tenant answers`() async throws {
    var app = TestApp(World(try AcmeTenant.load(), issuer: "http://127.0.0.1:1"))
    let document = try JSONReader.read(try await app.get("http://127.0.0.1:1/.well-known/openid-configuration").body)
    #expect(document["issuer"] == "http://127.0.0.1:1/")
    #expect(document["token_endpoint"] == "http://127.0.0.1:1/oauth2/token")
    #expect(try await app.get("http://127.0.0.1:1/nothing").status == 404)
  }
}
