import Encodings
import JourneyMock
import JourneyModel
import Testing

/// Tokens as the vendor's SDKs read them: those that are recorded are RS256, their `aud` a text (review of okta, 1 and 4).
struct IDXTokenTests {
  private static let issuer = "https://cascade.test/oauth2/default"

  private static func app() throws -> IDXApp { IDXApp(World(try CascadeTenant.load(), issuer: issuer), server: issuer) }

  private static func claims(_ token: JSONValue?) throws -> JSONValue {
    let parts = try #require(token?.stringValue).split(separator: ".")
    return try JSONReader.read(try #require(Base64URL.decode(String(parts[1]))))
  }

  @Test func `an ID token has what an org's has`() async throws {
    var app = try Self.app()
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    let user = try #require(app.body["user"]?["value"]?["id"]?.stringValue)
    try await app.exchange()
    let claims = try Self.claims(app.body["id_token"])
    #expect(claims["aud"] == "cascade-portal")
    #expect(claims["sub"]?.stringValue == user)
    #expect(user.hasPrefix("00u") && user.count == 20)
    #expect(claims["name"] == "Jane Doe")
    #expect(claims["preferred_username"] == "jdoe")
    #expect(claims["ver"] == 1)
    #expect(claims["amr"] == ["pwd"])
    #expect(claims["jti"]?.stringValue?.hasPrefix("ID.") == true)
    #expect(claims["idp"]?.stringValue?.hasPrefix("00o") == true)
    #expect(claims["nonce"] == "nonce-1")
    for name in ["iss", "iat", "exp", "auth_time", "at_hash", "email"] { #expect(claims[name] != nil, "\(name)") }
  }

  @Test func `an access token is for the API, and names client, person and scopes`() async throws {
    var app = try Self.app()
    try await app.signIn("milo@cascade.test", "Milo-brook-22")
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    try await app.exchange()
    let access = try #require(app.body["access_token"])
    let claims = try Self.claims(access)
    #expect(claims["aud"] == "api://default")
    #expect(claims["cid"] == "cascade-portal")
    #expect(claims["scp"] == ["openid", "profile", "email", "offline_access"])
    #expect(claims["sub"] == "jdoe")
    #expect(claims["ver"] == 1)
    #expect(claims["jti"]?.stringValue?.hasPrefix("AT.") == true)
    let uid = try #require(claims["uid"]?.stringValue)
    let bearer: HTTPFields = ["Authorization": "Bearer \(access.stringValue ?? "")"]
    try await app.send(HTTPRequestMessage(url: try WebURL(Self.issuer + "/v1/userinfo"), headers: bearer))
    #expect(app.body["sub"]?.stringValue == uid)
    #expect(app.body["preferred_username"] == "jdoe")
  }

  @Test func `amr says how a person proved who they are`() async throws {
    var app = try Self.app()
    let pick = "select-authenticator-authenticate"
    try await app.signIn("alma@cascade.test", "wrong")
    try await app.submit("challenge-authenticator", [.init("credentials", ["passcode": "Alma-pond-15"])])
    try await app.submit(pick, try app.option("Security Question", in: pick))
    try await app.submit("challenge-authenticator", [.init("credentials", ["questionKey": "first_plush_toy", "answer": "Bruno"])])
    try await app.exchange()
    #expect(try Self.claims(app.body["id_token"])["amr"] == ["pwd", "kba"])
    try await app.signIn("vera@cascade.test", "Vera-delta-55")
    try await app.submit(pick, try app.option("Okta Verify", in: pick, method: "push"))
    try await app.submit("challenge-poll")
    try await app.world.answerPush(accepts: true, account: nil)
    try await app.submit("challenge-poll")
    try await app.exchange()
    #expect(try Self.claims(app.body["id_token"])["amr"] == ["pwd", "swk", "mfa"])
  }

  @Test func `a token is introspected, and one that is no good says nothing else`() async throws {
    var app = try Self.app()
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    try await app.exchange()
    let access = app.body["access_token"]?.stringValue ?? ""
    let refresh = app.body["refresh_token"]?.stringValue ?? ""
    let id = app.body["id_token"]?.stringValue ?? ""
    let client = IDXApp.client
    try await app.form("/v1/introspect", [.init("token", access)] + client)
    #expect(app.body["active"] == true)
    #expect(app.body["sub"] == "jdoe")
    #expect(app.body["uid"] != nil)
    try await app.form("/v1/introspect", [.init("token", refresh)] + client)
    #expect(app.body["active"] == true)
    try await app.form("/v1/introspect", [.init("token", id), .init("token_type_hint", "id_token")] + client)
    #expect(app.body["active"] == true && app.body["nonce"] == "nonce-1")
    try await app.form("/v1/introspect", [.init("token", id + "x")] + client)
    #expect(app.body == ["active": false])
    try await app.form("/v1/revoke", [.init("token", access)] + client)
    try await app.form("/v1/introspect", [.init("token", access)] + client)
    #expect(app.body == ["active": false])
    try await app.form("/v1/introspect", [.init("token", refresh)])
    #expect(app.status == 401)
    try await app.form("/v1/introspect", client)
    #expect(app.status == 400)
  }

  @Test func `discovery names the key's algorithm and all that the SDKs read`() async throws {
    let text = "tokens: {access: 1h, session: 2h, algorithm: RS256}\n"
    var app = IDXApp(World(try CascadeTenant.load(CascadeTenant.org(text)), issuer: Self.issuer), server: Self.issuer)
    try await app.send(HTTPRequestMessage(url: try WebURL(Self.issuer + "/.well-known/openid-configuration")))
    #expect(app.body["id_token_signing_alg_values_supported"] == ["RS256"])
    #expect(app.body["introspection_endpoint"]?.stringValue == Self.issuer + "/v1/introspect")
    #expect(app.body["claims_supported"]?.arrayValue?.contains("amr") == true)
  }

  @Test func `every answer has the world's time`() async throws {
    let world = World(try CascadeTenant.load(), clock: .standing(at: Instant(milliseconds: 1_795_000_000_000)))
    try await world.pass(.seconds(3600))
    let answer = await world.respond(to: HTTPRequestMessage(url: try WebURL("https://cascade.test/.well-known/openid-configuration")))
    #expect(answer.headers.values(of: "Date") == ["Wed, 18 Nov 2026 12:06:40 GMT"])
  }

  @Test func `a session is closed once`() async throws {
    var app = try Self.app()
    let me = try WebURL("https://cascade.test/api/v1/sessions/me")
    let nobody = try await app.send(HTTPRequestMessage(method: "DELETE", url: me))
    #expect(nobody.status == 404)
    #expect(app.body["errorCode"] == "E0000007")
    #expect(try await app.send(HTTPRequestMessage(method: "POST", url: me)).status == 405)
  }
}
