import Encodings
import JourneyMock
import JourneyModel
import Testing

struct IDXProtocolTests {
  struct BadInteraction: Sendable, CustomTestStringConvertible {
    var name: String
    var value: String
    var error: String
    var status = 400
    var testDescription: String { "\(name)=\(value)" }
  }

  @Test(arguments: [
    BadInteraction(name: "client_id", value: "nobody", error: "invalid_client", status: 401),
    BadInteraction(name: "redirect_uri", value: "https://portal.cascade.test/callback/", error: "invalid_request"),
    BadInteraction(name: "scope", value: "openid admin", error: "invalid_scope"),
    BadInteraction(name: "scope", value: "profile", error: "invalid_scope"),
    BadInteraction(name: "request", value: "e30.e30.", error: "request_not_supported"),
    BadInteraction(name: "request_uri", value: "https://portal.cascade.test/r", error: "request_uri_not_supported"),
    BadInteraction(name: "state", value: "", error: "invalid_request"),
    BadInteraction(name: "code_challenge", value: "", error: "invalid_request"),
    BadInteraction(name: "code_challenge", value: "short", error: "invalid_request"),
    BadInteraction(name: "code_challenge_method", value: "plain", error: "invalid_request"),
    BadInteraction(name: "activation_token", value: "none", error: "invalid_request"),
    BadInteraction(name: "recovery_token", value: "none", error: "invalid_request"),
  ])
  func `an interaction that is wrong is refused`(_ bad: BadInteraction) async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.interact([.init(bad.name, bad.value)])
    #expect(app.body["error"]?.stringValue == bad.error)
    #expect(app.status == bad.status)
    #expect(app.body["interaction_handle"] == nil)
  }

  @Test func `a body is ION, and every form carries the handle of the journey`() async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.interact()
    let response = await app.world.respond(
      to: HTTPRequestMessage(
        method: "POST", url: try WebURL("https://cascade.test/idp/idx/introspect"),
        headers: ["Content-Type": "application/ion+json; okta-version=1.0.0"],
        body: JSONWriter.write(["interactionHandle": .string(app.interaction)])))
    #expect(response.headers["Content-Type"] == "application/ion+json; okta-version=1.0.0")
    #expect(response.headers["x-okta-request-id"] != nil)
    try await app.introspect()
    #expect(app.body["version"] == "1.0.0")
    let handle = try #require(app.body["stateHandle"])
    #expect(app.remediations == ["identify", "select-enroll-profile", "unlock-account", "launch-authenticator", "redirect-idp"])
    let forms = (app.body["remediation"]?["value"]?.arrayValue ?? []) + [app.body["cancel"] ?? .null]
    for form in forms where form["name"] != "redirect-idp" {
      let field = form["value"]?.arrayValue?.last
      #expect(field?["name"] == "stateHandle")
      #expect(field?["value"] == handle, "\(form)")
      #expect(form["href"]?.stringValue?.hasPrefix("https://cascade.test/idp/idx/") == true)
      #expect(form["rel"] == ["create-form"])
    }
    let provider = try #require(app.remediation("redirect-idp"))
    #expect(provider["rel"] == nil)
    #expect(provider["method"] == "GET")
    #expect(provider["type"] == "GOOGLE")
  }

  @Test func `a handle stays through a journey, and is another after it was begun anew`() async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.start()
    let first = try #require(app.body["stateHandle"])
    try await app.submit("identify", [.init("identifier", "jane@cascade.test")])
    #expect(app.body["stateHandle"] == first)
    try await app.submit(try #require(app.body["cancel"]))
    #expect(app.remediations.first == "identify")
    let second = try #require(app.body["stateHandle"])
    #expect(second != first)
    try await app.post("https://cascade.test/idp/idx/identify", ["identifier": "jane@cascade.test", "stateHandle": first])
    #expect(app.status == 401)
    #expect(app.keys == ["idx.session.expired"])
    #expect(app.body["stateHandle"] == nil)
  }

  @Test(arguments: ["interactionHandle", "stateHandle", "stateToken"])
  func `the present screen can be asked for by either handle`(name: String) async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.start()
    try await app.submit("identify", [.init("identifier", "jane@cascade.test")])
    let handle = name == "interactionHandle" ? .string(app.interaction) : app.body["stateHandle"] ?? .null
    let shown = app.remediations
    try await app.post("https://cascade.test/idp/idx/introspect", .object([.init(name, handle)]))
    #expect(app.remediations == shown)
    try await app.post("https://cascade.test/idp/idx/introspect", .object([.init(name, "none")]))
    #expect(app.status == 401)
  }

  @Test func `a wrong password is 401, with the same form and a message on its field`() async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.signIn("jane@cascade.test", "wrong")
    #expect(app.status == 401)
    #expect(app.remediations == ["challenge-authenticator"])
    let credentials = app.remediation("challenge-authenticator")?["value"]?[0]
    let message = credentials?["form"]?["value"]?[0]?["messages"]?["value"]?[0]
    #expect(message?["i18n"]?["key"] == "incorrectPassword")
    #expect(message?["class"] == "ERROR")
    #expect(app.body["messages"] == nil)
  }

  @Test func `what is missing is said of each field`() async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.start()
    try await app.submit("select-enroll-profile")
    try await app.submit("enroll-profile", [.init("userProfile", ["firstName": "Nina"])])
    #expect(app.status == 400)
    #expect(app.keys == ["model.validation.field.blank", "model.validation.field.blank"])
    #expect(app.edges == ["identify.select-enroll-profile.chosen"], "the flow is not asked")
  }

  @Test func `a form that is not offered is refused, and so is a body that is none`() async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.start()
    let handle = try #require(app.body["stateHandle"])
    for path in ["challenge/answer", "recover", "nowhere"] {
      try await app.post("https://cascade.test/idp/idx/\(path)", ["stateHandle": handle, "credentials": ["passcode": "x"]])
      #expect(app.status == 400, "\(path)")
      #expect(app.remediations == [])
    }
    try await app.post("https://cascade.test/idp/idx/identify", [handle])
    #expect(app.status == 400)
    try await app.post("https://cascade.test/idp/idx/identify", ["stateHandle": handle], type: "text/plain")
    #expect(app.status == 400)
    try await app.send(HTTPRequestMessage(url: try WebURL("https://cascade.test/idp/idx/identify")))
    #expect(app.status == 405)
    #expect(app.body["errorCode"] == "E0000022")
  }

  @Test func `a code is good once, for its verifier, for a minute`() async throws {
    let world = World(try CascadeTenant.load())
    var app = IDXApp(world)
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    let code = try #require(app.code)
    #expect(app.body["successWithInteractionCode"]?["href"] == "https://cascade.test/oauth2/v1/token")
    try await app.introspect()
    #expect(app.code == code, "asking again makes no second one")
    try await app.exchange(verifier: String(repeating: "x", count: 43), code: code)
    #expect(app.body["error"] == "invalid_grant")
    try await app.exchange(code: code)
    #expect(app.status == 200)
    #expect(app.body["token_type"] == "Bearer")
    #expect(app.body["refresh_token"] != nil)
    try await app.exchange(code: code)
    #expect(app.body["error"] == "invalid_grant")

    try await app.signIn("milo@cascade.test", "Milo-brook-22")
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    let late = try #require(app.code)
    try await world.pass(.seconds(60))
    try await app.exchange(code: late)
    #expect(app.body["error"] == "invalid_grant")
  }

  @Test(arguments: [
    ("https://cascade.test/oauth2", "https://cascade.test"),
    ("https://cascade.test/oauth2/default", "https://cascade.test/oauth2/default"),
  ])
  func `tokens name the authorization server that was asked`(server: String, issuer: String) async throws {
    var app = IDXApp(World(try CascadeTenant.load()), server: server)
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    #expect(app.body["successWithInteractionCode"]?["href"]?.stringValue == "\(server)/v1/token")
    try await app.exchange()
    let token = try #require(app.body["id_token"]?.stringValue)
    let payload = try #require(Base64URL.decode(String(token.split(separator: ".")[1])))
    #expect(try JSONReader.read(payload)["iss"]?.stringValue == issuer)
    let discovery = issuer + "/.well-known/openid-configuration"
    try await app.send(HTTPRequestMessage(url: try WebURL(discovery)))
    #expect(app.body["issuer"]?.stringValue == issuer)
    #expect(app.body["token_endpoint"]?.stringValue == "\(server)/v1/token")
  }

  @Test func `an authorization server that the org does not have is not there`() async throws {
    var app = IDXApp(World(try CascadeTenant.load()), server: "https://cascade.test/oauth2/other")
    try await app.interact()
    #expect(app.status == 404)
    #expect(app.body["errorCode"] == "E0000022")
  }

  @Test func `an authenticator is chosen by its id, and another's is refused`() async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.signIn("tess@cascade.test", "Tess-ford-33")
    #expect(app.remediations == ["select-authenticator-authenticate"])
    let phone = try app.option("Phone", in: "select-authenticator-authenticate", method: "sms")
    try await app.submit("select-authenticator-authenticate", [.init("authenticator", ["id": "autNone"])])
    #expect(app.status == 400)
    try await app.submit("select-authenticator-authenticate", phone)
    #expect(app.remediations == ["challenge-authenticator", "select-authenticator-authenticate"])
    let enrollment = app.body["currentAuthenticatorEnrollment"]?["value"]
    #expect(enrollment?["key"] == "phone_number")
    #expect(enrollment?["profile"] == ["phoneNumber": "+1 XXX-XXX-0100"])
    #expect(enrollment?["methods"] == [["type": "sms"]])
    #expect(enrollment?["resend"]?["href"]?.stringValue?.hasSuffix("/challenge/resend") == true)
  }

  @Test func `a push waits for its answer, and a rejected one can be sent again`() async throws {
    let world = World(try CascadeTenant.load())
    var app = IDXApp(world)
    try await app.signIn("vera@cascade.test", "Vera-delta-55")
    await #expect(throws: DriverError.self) { try await world.answerPush(accepts: true, account: "vera") }
    try await app.submit(
      "select-authenticator-authenticate", try app.option("Okta Verify", in: "select-authenticator-authenticate", method: "push"))
    #expect(app.remediation("challenge-poll")?["refresh"] == 4000)
    try await app.submit("challenge-poll")
    #expect(app.remediations.first == "challenge-poll")
    await #expect(throws: DriverError.self) { try await world.answerPush(accepts: true, account: "jane") }
    try await world.answerPush(accepts: false, account: "vera")
    try await app.submit("challenge-poll")
    #expect(app.status == 200)
    #expect(app.keys == ["api.authn.poll.error.push_rejected"])
    let carried = try #require(app.remediation("resend")?["value"]?[0]?["value"]?["form"]?["value"]?.arrayValue)
    try await app.submit("resend", [.init("authenticator", ["id": carried[0]["value"] ?? .null, "methodType": "push"])])
    try await world.answerPush(accepts: true, account: nil)
    try await app.submit("challenge-poll")
    #expect(app.code != nil)
  }

  @Test func `a push is answered from outside of the process too`() async throws {
    let world = World(try CascadeTenant.load())
    var app = IDXApp(world)
    let control = try WebURL("https://cascade.test/__journey/push")
    func answer(_ body: JSONValue) async -> Int {
      await world.control(HTTPRequestMessage(method: "POST", url: control, body: JSONWriter.write(body))).status
    }
    #expect(await answer(["accepts": true]) == 409)
    #expect(await answer([:]) == 400)
    try await app.signIn("vera@cascade.test", "Vera-delta-55")
    try await app.submit(
      "select-authenticator-authenticate", try app.option("Okta Verify", in: "select-authenticator-authenticate", method: "push"))
    #expect(await answer(["accepts": true, "account": "vera"]) == 204)
    try await app.submit("challenge-poll")
    #expect(app.code != nil)
  }

  @Test func `a revoked token is no longer good, and a client may name itself in a header`() async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    try await app.exchange()
    let access = try #require(app.body["access_token"]?.stringValue)
    let refresh = try #require(app.body["refresh_token"]?.stringValue)
    let basic: HTTPFields = ["Authorization": "Basic " + Base64.encode(Array("cascade-portal:cascade-portal-4711".utf8))]
    try await app.form("/v1/revoke", [.init("token", access)], headers: basic)
    #expect(app.status == 200)
    try await app.send(
      HTTPRequestMessage(url: try WebURL("https://cascade.test/oauth2/v1/userinfo"), headers: ["Authorization": "Bearer \(access)"]))
    #expect(app.status == 401)
    try await app.form("/v1/revoke", [.init("token", "unknown")] + IDXApp.client)
    #expect(app.status == 200)
    try await app.form("/v1/revoke", [.init("token", refresh)])
    #expect(app.status == 401)
    try await app.form(
      "/v1/token", [.init("grant_type", "refresh_token"), .init("refresh_token", refresh)] + IDXApp.client)
    #expect(app.status == 200)
  }
}
