import Crypto
import Encodings
import JourneyMock
import JourneyModel
import Testing

/// Tokens of an org that are bound to a key (RFC 9449).
struct OrgProofTests {
  private static let issuer = "https://cascade.test/oauth2/default"
  private static let token = issuer + "/v1/token"

  private static func app() throws -> IDXApp { IDXApp(World(try CascadeTenant.load(), issuer: issuer, seed: 7), server: issuer) }

  /// A browser's key, which signs proofs as okta-auth-js does.
  private struct Prover {
    let key = P256.Signing.PrivateKey()
    var count = 0

    /// - Parameters:
    ///   - changes: claims in place of the usual; `null` for none.
    ///   - secret: what the key in the header has besides.
    ///   - other: who signs instead.
    mutating func proof(
      _ method: String, _ address: String, at now: Instant, _ changes: [JSONValue.Member] = [], type: String = "dpop+jwt",
      secret: [JSONValue.Member] = [], signedBy other: Prover? = nil
    ) throws -> String {
      count += 1
      let raw = Array(key.publicKey.rawRepresentation)
      let header: JSONValue = [
        "alg": "ES256", "typ": .string(type),
        "jwk": .object(
          [
            .init("kty", "EC"), .init("crv", "P-256"), .init("x", .string(Base64URL.encode(Array(raw.prefix(32))))),
            .init("y", .string(Base64URL.encode(Array(raw.suffix(32))))),
          ] + secret),
      ]
      let usual: [JSONValue.Member] = [
        .init("htm", .string(method)), .init("htu", .string(address)), .init("iat", .integer(now.seconds)),
        .init("jti", .string("j\(count)")),
      ]
      let claims = usual.filter { claim in !changes.contains { $0.name == claim.name } } + changes.filter { $0.value != .null }
      let input = [header, .object(claims)].map { Base64URL.encode(JSONWriter.write($0)) }.joined(separator: ".")
      return "\(input).\(Base64URL.encode(Array(try (other ?? self).key.signature(for: Array(input.utf8)).rawRepresentation)))"
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
      ([.init("iat", .integer(1))], "dpop+jwt"), ([.init("iat", .integer(Int64.min))], "dpop+jwt"),
      ([.init("iat", .integer(Int64.max))], "dpop+jwt"), ([.init("jti", .null)], "dpop+jwt"), ([], "JWT"),
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

  /// The nonce that proofs repeat from now on.
  private static func nonce(_ app: inout IDXApp, _ prover: inout Prover) async throws -> JSONValue.Member {
    let first = try prover.proof("POST", token, at: await app.world.now())
    let answer = try await exchange(&app, first, [.init("grant_type", "refresh_token")])
    return .init("nonce", .string(try #require(answer.headers["DPoP-Nonce"])))
  }

  @Test func `userinfo takes a proof of the token's own key and of this token, and says so of every other one`() async throws {
    var app = try Self.app()
    var (prover, thief) = (Prover(), Prover())
    thief.count = 100
    let nonce = try await Self.nonce(&app, &prover)
    let now = await app.world.now()
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    let items: [QueryItem] = [
      .init("grant_type", "interaction_code"), .init("interaction_code", app.code ?? ""), .init("code_verifier", app.verifier),
    ]
    #expect(try await Self.exchange(&app, try prover.proof("POST", Self.token, at: now, [nonce]), items).status == 200)
    let access = try #require(app.body["access_token"]?.stringValue)
    let address = Self.issuer + "/v1/userinfo"
    func hash(_ text: String) -> JSONValue.Member { .init("ath", .string(Base64URL.encode(Digests.sha256(text)))) }
    let proofs = [
      try thief.proof("GET", address, at: now, [hash(access)]), try prover.proof("GET", address, at: now, [hash(access + "x")]),
      try prover.proof("GET", address, at: now), try prover.proof("GET", address, at: now, [hash(access)]),
    ]
    var statuses: [Int] = []
    for proof in proofs {
      let headers: HTTPFields = ["Authorization": "DPoP \(access)", "DPoP": proof]
      let answer = try await app.send(HTTPRequestMessage(url: try WebURL(address), headers: headers))
      statuses.append(answer.status)
      #expect(answer.status == 200 || answer.headers["WWW-Authenticate"]?.hasPrefix("DPoP error=\"invalid_token\"") == true)
    }
    #expect(statuses == [401, 401, 401, 200])
  }

  @Test func `a proof that another key signed, that shows its private key, comes twice or repeats another nonce is refused`() async throws {
    var app = try Self.app()
    var prover = Prover()
    let nonce = try await Self.nonce(&app, &prover)
    let now = await app.world.now()
    let refresh = [QueryItem("grant_type", "refresh_token"), .init("refresh_token", "nobody's")]
    let forged = try prover.proof("POST", Self.token, at: now, [nonce], signedBy: Prover())
    let told = try prover.proof("POST", Self.token, at: now, [nonce], secret: [.init("d", "AQ")])
    let stale = try prover.proof("POST", Self.token, at: now, [.init("nonce", "another")])
    let good = try prover.proof("POST", Self.token, at: now, [nonce])
    for (proof, error) in [
      (forged, "invalid_dpop_proof"), (told, "invalid_dpop_proof"), (stale, "use_dpop_nonce"), (good, "invalid_grant"),
      (good, "invalid_dpop_proof"),
    ] {
      #expect(try await Self.exchange(&app, proof, refresh).status == 400)
      #expect(app.body["error"]?.stringValue == error)
    }
    let two = try [1, 2].map { _ in try prover.proof("POST", Self.token, at: now, [nonce]) }
    try await app.form("/v1/token", IDXApp.client + refresh, headers: HTTPFields(two.map { .init("DPoP", $0) }))
    #expect(app.body["error"] == "invalid_dpop_proof")
  }
}
