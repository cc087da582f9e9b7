import Crypto
import Encodings
import JourneyMock
import JourneyModel
import Testing

/// Grants of an org beside the sign-in of a person: proofs of possession, pushed requests, a client's own tokens.
struct OrgGrantTests {
  private static let issuer = "https://cascade.test/oauth2/default"

  private static func app() throws -> IDXApp { IDXApp(World(try CascadeTenant.load(), issuer: issuer, seed: 7), server: issuer) }

  // MARK: Proofs of possession

  /// A browser's key, which signs proofs as okta-auth-js does.
  private struct Prover {
    let key = P256.Signing.PrivateKey()
    var count = 0

    /// - Parameter changes: claims in place of the usual; `null` for none.
    mutating func proof(
      _ method: String, _ address: String, at now: Instant, _ changes: [JSONValue.Member] = [], type: String = "dpop+jwt"
    ) throws -> String {
      count += 1
      let raw = Array(key.publicKey.rawRepresentation)
      let header: JSONValue = [
        "alg": "ES256", "typ": .string(type),
        "jwk": [
          "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(Array(raw.prefix(32)))),
          "y": .string(Base64URL.encode(Array(raw.suffix(32)))),
        ],
      ]
      let usual: [JSONValue.Member] = [
        .init("htm", .string(method)), .init("htu", .string(address)), .init("iat", .integer(now.seconds)),
        .init("jti", .string("j\(count)")),
      ]
      let claims = usual.filter { claim in !changes.contains { $0.name == claim.name } } + changes.filter { $0.value != .null }
      let input = [header, .object(claims)].map { Base64URL.encode(JSONWriter.write($0)) }.joined(separator: ".")
      return "\(input).\(Base64URL.encode(Array(try key.signature(for: Array(input.utf8)).rawRepresentation)))"
    }
  }

  private static func exchange(_ app: inout IDXApp, _ proof: String?, _ items: [QueryItem]) async throws -> HTTPResponseMessage {
    var headers: HTTPFields = ["Content-Type": FormURLEncoding.mediaType]
    if let proof { headers.append("DPoP", proof) }
    return try await app.send(
      HTTPRequestMessage(
        method: "POST", url: try WebURL(issuer + "/v1/token"), headers: headers,
        body: Array(FormURLEncoding.encode(IDXApp.client + items).utf8)))
  }

  @Test func `tokens are bound to the key of the proof, and userinfo is for who has it`() async throws {
    var app = try Self.app()
    var prover = Prover()
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    let items: [QueryItem] = [
      .init("grant_type", "interaction_code"), .init("interaction_code", app.code ?? ""), .init("code_verifier", app.verifier),
    ]
    let now = await app.world.now()
    let first = try await Self.exchange(&app, try prover.proof("POST", Self.issuer + "/v1/token", at: now), items)
    #expect(first.status == 400 && app.body["error"] == "use_dpop_nonce")
    let nonce = JSONValue.Member("nonce", .string(try #require(first.headers["DPoP-Nonce"])))
    let proof = try prover.proof("POST", Self.issuer + "/v1/token", at: now, [nonce])
    #expect(try await Self.exchange(&app, proof, items).status == 200)
    #expect(app.body["token_type"] == "DPoP")
    let tokens = app.body
    let access = try #require(tokens["access_token"]?.stringValue)
    let payload = try JSONReader.read(try #require(Base64URL.decode(String(access.split(separator: ".")[1]))))
    #expect(payload["cnf"]?["jkt"]?.stringValue?.count == 43)
    let address = Self.issuer + "/v1/userinfo"
    let hash = JSONValue.Member("ath", .string(Base64URL.encode(Digests.sha256(access))))
    let person = HTTPRequestMessage(
      url: try WebURL(address), headers: ["Authorization": "DPoP \(access)", "DPoP": try prover.proof("GET", address, at: now, [hash])])
    #expect(try await app.send(person).status == 200)
    #expect(try await app.send(person).status == 401, "a proof is good once")
    let bearer = try await app.send(HTTPRequestMessage(url: try WebURL(address), headers: ["Authorization": "Bearer \(access)"]))
    #expect(bearer.status == 401, "the token alone is no good")
    let refresh: [QueryItem] = [.init("grant_type", "refresh_token"), .init("refresh_token", tokens["refresh_token"]?.stringValue ?? "")]
    var thief = Prover()
    thief.count = 100
    let stolen = try thief.proof("POST", Self.issuer + "/v1/token", at: now, [nonce])
    #expect(try await Self.exchange(&app, stolen, refresh).status == 400)
    #expect(app.body["error"] == "invalid_dpop_proof")
    #expect(try await Self.exchange(&app, try prover.proof("POST", Self.issuer + "/v1/token", at: now, [nonce]), refresh).status == 200)
    #expect(app.body["token_type"] == "DPoP")
  }

  @Test(
    arguments: [
      ([.init("htm", "GET")], "dpop+jwt"), ([.init("htu", "https://elsewhere.test/v1/token")], "dpop+jwt"),
      ([.init("iat", .integer(1))], "dpop+jwt"), ([.init("jti", .null)], "dpop+jwt"), ([], "JWT"),
    ] as [([JSONValue.Member], String)])
  func `a proof of something else is refused`(_ changes: [JSONValue.Member], _ type: String) async throws {
    var app = try Self.app()
    var prover = Prover()
    let proof = try prover.proof("POST", Self.issuer + "/v1/token", at: await app.world.now(), changes, type: type)
    #expect(try await Self.exchange(&app, proof, [.init("grant_type", "refresh_token")]).status == 400)
    #expect(app.body["error"] == "invalid_dpop_proof")
    #expect(try await Self.exchange(&app, "no proof", []).status == 400)
    #expect(app.body["error"] == "invalid_dpop_proof")
  }

  // MARK: Pushed requests

  @Test func `a request is pushed, and a browser goes to it once`() async throws {
    var app = try Self.app()
    let items: [QueryItem] = [
      .init("redirect_uri", "https://portal.cascade.test/callback"), .init("response_type", "code"), .init("scope", "openid"),
      .init("state", "state-01"), .init("prompt", "none"), .init("code_challenge", Base64URL.encode(Digests.sha256(app.verifier))),
      .init("code_challenge_method", "S256"),
    ]
    try await app.form("/v1/par", IDXApp.client + items)
    #expect(app.status == 201 && app.body["expires_in"] == 300)
    let name = try #require(app.body["request_uri"]?.stringValue)
    #expect(name.hasPrefix("urn:okta:"))
    let url = try WebURL(Self.issuer + "/v1/authorize").appending(query: [.init("client_id", "cascade-portal"), .init("request_uri", name)])
    let response = await app.world.respond(to: HTTPRequestMessage(url: url))
    #expect(response.headers["Location"]?.contains("error=login_required") == true)
    #expect(response.headers["Location"]?.contains("state=state-01") == true)
    #expect(await app.world.respond(to: HTTPRequestMessage(url: url)).status == 400, "it is good once")
    try await app.form("/v1/par", items + [.init("client_id", "cascade-portal")])
    #expect(app.status == 401)
    try await app.form("/v1/par", IDXApp.client + items.filter { $0.name != "state" })
    #expect(app.status == 400 && app.body["error"] == "invalid_request")
  }

  // MARK: Clients

  @Test func `a client has tokens of its own for scopes that are not a person's`() async throws {
    let text =
      "\nclients: {worker: {redirect_uris: [https://w.test/cb], scopes: [orders.read], secret: s3}, page: {redirect_uris: [https://p.test/cb]}}\n"
    let tenant = try CascadeTenant.load(CascadeTenant.org(text))
    var app = IDXApp(World(tenant, issuer: Self.issuer), server: Self.issuer)
    let worker = [QueryItem("client_id", "worker"), .init("client_secret", "s3"), .init("grant_type", "client_credentials")]
    try await app.form("/v1/token", worker + [.init("scope", "orders.read")])
    #expect(app.status == 200 && app.body["refresh_token"] == nil && app.body["id_token"] == nil)
    let access = try #require(app.body["access_token"]?.stringValue)
    let claims = try JSONReader.read(try #require(Base64URL.decode(String(access.split(separator: ".")[1]))))
    #expect(claims["sub"] == "worker" && claims["cid"] == "worker" && claims["scp"] == ["orders.read"] && claims["uid"] == nil)
    try await app.form("/v1/introspect", worker + [.init("token", access)])
    #expect(app.body["active"] == true && app.body["scope"] == "orders.read")
    try await app.form("/v1/revoke", worker + [.init("token", access)])
    try await app.form("/v1/introspect", worker + [.init("token", access)])
    #expect(app.body == ["active": false])
    for (scope, error) in [("openid", "invalid_scope"), ("orders.write", "invalid_scope"), ("", "invalid_scope")] {
      try await app.form("/v1/token", worker + [.init("scope", scope)])
      #expect(app.status == 400 && app.body["error"]?.stringValue == error)
    }
    try await app.form("/v1/token", [.init("client_id", "page"), .init("grant_type", "client_credentials"), .init("scope", "openid.x")])
    #expect(app.body["error"] == "unauthorized_client")
  }

  @Test func `other grants are refused by their name`() async throws {
    var app = try Self.app()
    for grant in ["urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:jwt-bearer", "password"] {
      try await app.form("/v1/token", IDXApp.client + [.init("grant_type", grant)])
      #expect(app.status == 400 && app.body["error"] == "unsupported_grant_type")
    }
    try await app.send(HTTPRequestMessage(url: try WebURL(Self.issuer + "/.well-known/openid-configuration")))
    #expect(app.body["pushed_authorization_request_endpoint"]?.stringValue == Self.issuer + "/v1/par")
    #expect(app.body["dpop_signing_alg_values_supported"] == ["RS256", "ES256"])
    #expect(app.body["grant_types_supported"]?.arrayValue?.contains("client_credentials") == true)
  }
}
