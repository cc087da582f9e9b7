import Encodings
import JourneyClient
import JourneyModel
import Testing

struct IDTokenExpectationsTests {
  private func expectations(subject: String? = nil, loginAge: LoginAge? = nil) -> IDTokenExpectations {
    IDTokenExpectations(
      issuer: "https://acme.test/", clientID: "acme-web", nonce: Secret("n0nce", name: "nonce"),
      accessToken: Secret("access", name: "access token"), code: Secret("access", name: "code"), subject: subject,
      loginAge: loginAge, now: Instant(seconds: 1_790_000_100))
  }

  private func checks(_ text: String, by issuer: TokenIssuer, subject: String? = nil) async throws -> [TokenCheck] {
    let token = try #require(JSONWebToken(text))
    return expectations(subject: subject).checks(on: token, keys: await SigningKeys(issuer.keySet))
  }

  @Test(arguments: [("ES256", "es"), ("EdDSA", "ed"), ("ES256", nil)])
  func `a token signed with a published key holds`(algorithm: String, keyID: String?) async throws {
    let issuer = TokenIssuer()
    let checks = try await checks(issuer.token(algorithm: algorithm, keyID: keyID), by: issuer)
    #expect(checks == ["signature", "iss", "aud", "exp", "iat", "sub", "nonce"].map { TokenCheck($0) })
  }

  @Test(arguments: [
    ("none", "es", "the token is signed with 'none'; expected one of 'ES256', 'EdDSA', 'PS256', 'RS256'"),
    ("HS256", "hs", "the token is signed with 'HS256'; expected one of 'ES256', 'EdDSA', 'PS256', 'RS256'"),
    ("ES256", "ed", "the issuer's key set has no ES256 key that could have signed it with key 'ed'"),
    ("RS256", "odd", "the issuer's key set has no RS256 key that could have signed it with key 'odd'"),
  ])
  func `a signature that proves nothing is refused`(algorithm: String, keyID: String, problem: String) async throws {
    let issuer = TokenIssuer()
    let checks = try await checks(issuer.token(algorithm: algorithm, keyID: keyID), by: issuer)
    #expect(checks == [TokenCheck("signature", problem: problem)])
  }

  @Test func `a key without an id is for a token that names one only where no key has an id`() async throws {
    let issuer = TokenIssuer()
    let key = try #require(issuer.keySet["keys"]?.arrayValue?.first { $0["kid"] == "es" })
    let nameless = JSONValue.object((key.objectValue ?? []).filter { $0.name != "kid" })
    let token = try #require(JSONWebToken(issuer.token(algorithm: "ES256", keyID: "es")))
    #expect(await SigningKeys(["keys": [nameless]]).verdict(on: token) == .valid)
    #expect(await SigningKeys(["keys": [nameless, key.with("kid", "other")]]).verdict(on: token) == .noSuchKey)
  }

  /// The app's clock shows 1790000100.
  @Test(
    arguments: [
      ("exp", 1_790_000_041, nil), ("exp", 1_790_000_040, "exp"), ("iat", 1_790_000_160, nil), ("iat", 1_790_000_161, "iat"),
      ("nbf", 1_790_000_160, nil), ("nbf", 1_790_000_161, "nbf"), ("auth_time", 1_790_000_160, nil),
      ("auth_time", 1_790_000_161, "auth_time"),
    ] as [(String, Int, String?)])
  func `times may be off by a minute and no more`(claim: String, seconds: Int, check: String?) async throws {
    let issuer = TokenIssuer()
    let token = try issuer.token(TokenIssuer.claims.with(claim, .number("\(seconds)")))
    #expect(try await checks(token, by: issuer).first { $0.problem != nil }?.name == check)
    #expect(IDTokenExpectations.leeway == 60, "the reference says 60 seconds")
  }

  /// The request was sent at 1790000000, and the app's clock shows 1790000100.
  @Test(
    arguments: [
      (60, 1_789_999_880, nil), (60, 1_789_999_879, "longer before the request than 'max_age' (60 s)"), (0, 1_789_999_940, nil),
      (0, 1_789_999_939, "longer before the request than 'max_age' (0 s)"), (60, nil, "has no 'auth_time'"), (nil, nil, nil),
      (nil, 1000, nil),
      (.max, 1000, nil),
    ] as [(Int64?, Int64?, String?)])
  func `a sign-in is not older than the request allows`(maxAge: Int64?, seconds: Int64?, problem: String?) async throws {
    let issuer = TokenIssuer()
    let text = try issuer.token(TokenIssuer.claims.with("auth_time", seconds.map { .number("\($0)") }))
    let token = try #require(JSONWebToken(text))
    let loginAge = maxAge.map { LoginAge(seconds: $0, asked: Instant(seconds: 1_790_000_000)) }
    let checks = expectations(loginAge: loginAge).checks(on: token, keys: await SigningKeys(issuer.keySet))
    let failed = checks.first { $0.problem != nil }
    #expect(failed?.name == (problem == nil ? nil : "auth_time"))
    #expect(failed?.problem?.contains(problem ?? "-") ?? (problem == nil))
  }

  /// The request was sent at 1790000000, and the app's clock shows 1790000100: the server's, which shows 40 seconds more or less, was at
  /// 1790000040 or 1789999960 then.
  @Test(
    arguments: [
      (0, 1_790_000_140, 1_790_000_040, true, nil), (0, 1_790_000_140, 1_790_000_035, true, nil),
      (0, 1_790_000_140, 1_790_000_034, true, "by the server's own clock"), (60, 1_790_000_140, 1_789_999_975, true, nil),
      (60, 1_790_000_140, 1_789_999_974, true, "by the server's own clock"), (0, 1_790_000_060, 1_789_999_960, true, nil),
      (0, 1_790_000_060, 1_789_999_954, true, "by the server's own clock"),
      (0, 1_790_000_140, 1_790_000_040, false, "the server answered at once, though 'max_age=0'"),
      (1, 1_790_000_140, 1_790_000_040, false, nil),
    ] as [(Int64, Int64, Int64, Bool, String?)])
  func `the age of a sign-in counts by the server's clock`(
    maxAge: Int64, issued: Int64, login: Int64, isShown: Bool, problem: String?
  ) async throws {
    let issuer = TokenIssuer()
    let claims = TokenIssuer.claims.with("auth_time", .number("\(login)")).with("iat", .number("\(issued)"))
    let token = try #require(JSONWebToken(try issuer.token(claims)))
    let loginAge = LoginAge(seconds: maxAge, asked: Instant(seconds: 1_790_000_000), isShown: isShown)
    let failed = expectations(loginAge: loginAge).checks(on: token, keys: await SigningKeys(issuer.keySet)).first { $0.problem != nil }
    #expect(failed?.name == (problem == nil ? nil : "auth_time"))
    #expect(failed?.problem?.contains(problem ?? "-") ?? (problem == nil), "\(failed?.problem ?? "")")
  }

  @Test func `another's signature is forged`() async throws {
    let checks = try await checks(TokenIssuer().token(), by: TokenIssuer())
    #expect(checks.last?.problem == "the signature with key 'es' is not the issuer's")
  }

  struct Lie: Sendable, CustomTestStringConvertible {
    let name: String
    let value: JSONValue?
    let check: String
    let problem: String
    var testDescription: String { "\(name): \(problem)" }
  }

  @Test(arguments: [
    Lie(
      name: "iss", value: "https://evil.test", check: "iss", problem: "the issuer is 'https://evil.test' instead of 'https://acme.test/'"),
    Lie(
      name: "iss", value: "https://acme.test", check: "iss", problem: "the issuer is 'https://acme.test' instead of 'https://acme.test/'"),
    Lie(name: "iss", value: nil, check: "iss", problem: "the token has no 'iss'"),
    Lie(name: "aud", value: "other", check: "aud", problem: "the token is for 'other' instead of 'acme-web'"),
    Lie(name: "aud", value: nil, check: "aud", problem: "the token is for nobody instead of 'acme-web'"),
    Lie(name: "aud", value: ["acme-web", "x"], check: "azp", problem: "the token has 2 audiences and no authorized party"),
    Lie(name: "aud", value: ["acme-web", 7], check: "aud", problem: "the token's 'aud' has a member that is not a text"),
    Lie(name: "azp", value: 7, check: "azp", problem: "the token's 'azp' is not a text"),
    Lie(name: "auth_time", value: "soon", check: "auth_time", problem: "the token's 'auth_time' is not a time"),
    Lie(name: "azp", value: "x", check: "azp", problem: "the authorized party is 'x' instead of 'acme-web'"),
    Lie(
      name: "exp", value: 1_790_000_000, check: "exp",
      problem: "the token expired at 2026-09-21T14:13:20Z; it is 2026-09-21T14:15:00Z"),
    Lie(name: "exp", value: "soon", check: "exp", problem: "the token has no 'exp'"),
    Lie(
      name: "iat", value: 1_790_001_000, check: "iat",
      problem: "the token was issued in the future, at 2026-09-21T14:30:00Z; it is 2026-09-21T14:15:00Z"),
    Lie(name: "sub", value: "", check: "sub", problem: "the token has no 'sub'"),
    Lie(name: "sub", value: " \t", check: "sub", problem: "the token has no 'sub'"),
    Lie(
      name: "sub", value: .string(String(repeating: "j", count: 256)), check: "sub",
      problem: "the token's 'sub' has more than 255 characters"),
    Lie(name: "sub", value: "otto-1", check: "sub", problem: "the token is about another person than the one before it"),
    Lie(name: "nonce", value: "other", check: "nonce", problem: "the token's nonce is not the one sent"),
    Lie(name: "nonce", value: nil, check: "nonce", problem: "the token has no nonce"),
    Lie(name: "at_hash", value: "AAAA", check: "at_hash", problem: "the token belongs to another access token"),
    Lie(name: "at_hash", value: 7, check: "at_hash", problem: "the token belongs to another access token"),
    Lie(name: "c_hash", value: "AAAA", check: "c_hash", problem: "the token belongs to another code"),
    Lie(
      name: "nbf", value: 1_790_001_000, check: "nbf",
      problem: "the token is not valid before 2026-09-21T14:30:00Z; it is 2026-09-21T14:15:00Z"),
    Lie(name: "nbf", value: "soon", check: "nbf", problem: "the token's 'nbf' is no moment"),
  ])
  func `a claim that does not hold is the last thing looked at`(lie: Lie) async throws {
    let issuer = TokenIssuer()
    let text = try issuer.token(TokenIssuer.claims.with(lie.name, lie.value))
    let checks = try await checks(text, by: issuer, subject: "jane-1")
    #expect(checks.last == TokenCheck(lie.check, problem: lie.problem))
    #expect(checks.dropLast().allSatisfy { $0.problem == nil })
  }

  @Test(arguments: ["ES256", "EdDSA"])
  func `the access token's digest is of the length that the algorithm has`(algorithm: String) async throws {
    let issuer = TokenIssuer()
    // The left half of SHA-256, or of the SHA-512 that Ed25519 uses, of the text 'access'.
    let digest = algorithm == "ES256" ? TokenDigests.sha256 : TokenDigests.sha512
    let text = try issuer.token(
      TokenIssuer.claims.with("at_hash", .string(digest)), algorithm: algorithm, keyID: algorithm == "ES256" ? "es" : "ed")
    #expect(try await checks(text, by: issuer).last == TokenCheck("at_hash"))
  }

  @Test(arguments: [
    (["b64"] as JSONValue, "the token's header demands 'b64', which only readers that know it may accept"),
    ("b64", "the token's header demands 'crit' in a form that nobody defined, which only readers that know it may accept"),
  ])
  func `an extension that a reader must know is refused`(_ critical: JSONValue, problem: String) async throws {
    let issuer = TokenIssuer()
    let checks = try await checks(issuer.token(header: [JSONValue.Member("crit", critical)]), by: issuer)
    #expect(checks == [TokenCheck("crit", problem: problem)])
  }

  @Test(arguments: [
    ("typ", "at+jwt" as JSONValue, "the token is of type 'at+jwt' instead of 'JWT'"),
    ("typ", "logout+jwt", "the token is of type 'logout+jwt' instead of 'JWT'"),
    ("typ", "secevent+jwt", "the token is of type 'secevent+jwt' instead of 'JWT'"),
    ("typ", 1, "the header's 'typ' is not a text"),
    ("b64", false, "the token's header has 'b64', which no ID token has"),
    ("zip", "DEF", "the token's header has 'zip', which no ID token has"),
    ("enc", "A256GCM", "the token's header has 'enc', which no ID token has"),
  ])
  func `a header of another kind of token is refused`(name: String, value: JSONValue, problem: String) async throws {
    let issuer = TokenIssuer()
    let checks = try await checks(issuer.token(header: [JSONValue.Member(name, value)]), by: issuer)
    #expect(checks == [TokenCheck(name, problem: problem)])
  }

  @Test(arguments: ["JWT", "jwt", "application/jwt"])
  func `a header that names the type of an ID token holds`(type: String) async throws {
    let issuer = TokenIssuer()
    let checks = try await checks(issuer.token(header: [JSONValue.Member("typ", .string(type))]), by: issuer)
    #expect(checks.count == 7 && checks.allSatisfy { $0.problem == nil })
  }

  @Test(
    arguments: [(["verify"], 1), (["sign", "verify"], 1), (.null, 1), (["encrypt"], 0), ([], 0), ("verify", 0)] as [(JSONValue, Int)])
  func `a key verifies only if its operations let it`(operations: JSONValue, count: Int) async throws {
    let key = try #require(TokenIssuer().keySet["keys"]?[0])
    #expect(await SigningKeys(["keys": [key.with("key_ops", operations)]]).count == count)
  }

  @Test(arguments: ["nonce", "sub"])
  func `a claim that is there twice is read by nobody`(_ name: String) async throws {
    let issuer = TokenIssuer()
    let claims = JSONValue.object([JSONValue.Member(name, "another")] + (TokenIssuer.claims.objectValue ?? []))
    let checks = try await checks(issuer.token(claims), by: issuer)
    #expect(checks == [TokenCheck("json", problem: "the token has '\(name)' twice")])
  }

  @Test func `the code's digest and a start that has come hold`() async throws {
    let issuer = TokenIssuer()
    let claims = TokenIssuer.claims.with("c_hash", .string(TokenDigests.sha256)).with("nbf", 1_790_000_000)
    let checks = try await checks(issuer.token(claims), by: issuer)
    #expect(checks.map(\.name).suffix(3) == ["sub", "nonce", "c_hash"] && checks.allSatisfy { $0.problem == nil })
  }

  @Test(arguments: ["", "a.b", "a.b.c.d", "e30.e30.", "eyJhbGciOiJFUzI1NiJ9.W10.AA", "!.e30.AA"])
  func `what is no signed token is none`(text: String) {
    #expect(JSONWebToken(text) == nil)
  }
}

/// Digests computed apart from this code, with openssl.
enum TokenDigests {
  static let sha256 = "oFYf1knNtrqnhAVfBRuteQ"
  static let sha512 = "kyd4-h3ZoV2sH212kLKbcOnCBajStKQ38Ae_bfT-PFI"
}
