import Encodings

/// Lies about tokens, and about what they are verified with.
extension Lie {
  private static let grant = #"{"error":"invalid_grant","access_token":"a","token_type":"Bearer"}"#

  /// What a token endpoint answers; the ID token is as it should be.
  static let responses: [Lie] = [
    .member("an error next to the tokens", .token, "error", "invalid_grant"), .member("'expires_in' of 0", .token, "expires_in", 0),
    .member("'expires_in' below 0", .token, "expires_in", -5), .member("'expires_in' below 0, as a text", .token, "expires_in", "-5"),
    .member(
      "no 'expires_in'", .token, kept: "RFC 6749 section 5.1 recommends it, and the SDK reads tokens without it", "expires_in", nil),
    .member("no access token", .token, "access_token", nil), .member("an empty access token", .token, "access_token", ""),
    .member("an access token that is a number", .token, "access_token", 1), .member("tokens of type MAC", .token, "token_type", "mac"),
    .member("no 'token_type'", .token, kept: "no vendor's SDK reads it; the reports have a warning", "token_type", nil),
    .member(
      "a wider scope than the requested one", .token, kept: "only the web SDK of journey-flow compares it", "scope", "openid admin"),
    .member("an error that is a number", .token, "error", 1), .member("an error that is an object", .token, "error", [:]),
    .member("a list of errors next to the tokens", .token, "errors", [["code": 1]]),
    .member("the code of an error next to the tokens", .token, "errorCode", "E0000007"),
    .member("the description of an error next to the tokens", .token, "error_description", "The session is gone."),
    .member("a type of tokens that is a number", .token, "token_type", 5),
    .member("a scope that is a list", .token, "scope", ["openid"]), .member("a scope that is false", .token, "scope", false),
    .member("'expires_in' in words", .token, "expires_in", "soon"), .member("an empty 'expires_in'", .token, "expires_in", ""),
    .member("an 'expires_in' that is a list", .token, "expires_in", [3_600]),
    .member("an 'expires_in' that is true", .token, "expires_in", true),
    .member("no ID token", .token, "id_token", nil), .member("an ID token that is not a token", .token, "id_token", "a.b"),
    .member("an empty ID token", .token, "id_token", ""), .repeated("access_token", .token, "other"),
    .repeated("id_token", .token, "a.b.c"),
    .repeated("expires_in", .token, 1), .repeated("token_type", .token, "Bearer"), .status(201, .token), .status(400, .token),
    .status(503, .token), .answer("an error and tokens, with status 400", .token, status: 400, grant),
    .answer("an OAuth error with status 200", .token, #"{"error":"invalid_grant"}"#), .answer("a page", .token, "<p>Hello</p>"),
    .answer("an empty body", .token, ""), .answer("a list", .token, "[]"), .text("a body that breaks off", .token, "}", ""),
    .text("a second value after the first", .token, "}", "}{}"),
  ]

  /// What an ID token says.
  static let claims: [Lie] = [
    .claim("another issuer", "iss", "https://evil.test"),
    .token("the issuer with another slash") { claims, signer in
      let issuer = claims["iss"]?.stringValue ?? ""
      claims["iss"] = .string(issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer + "/")
      return try signer.token(claims.members)
    },
    .token("the issuer in capitals") { claims, signer in
      claims["iss"] = .string((claims["iss"]?.stringValue ?? "").replacing("http", with: "HTTP"))
      return try signer.token(claims.members)
    },
    .claim("no issuer", "iss", nil), .claim("an issuer that is a list", "iss", ["a"]), .claim("another audience", "aud", "other"),
    .claim("no audience", "aud", nil), .claim("an empty audience", "aud", []), .claim("a list of other audiences", "aud", ["a", "b"]),
    .claim("two audiences and no authorized party", "aud", ["lie-app", "other"]), .claim("another authorized party", "azp", "other"),
    .claim("an audience next to a number", "aud", ["lie-app", 5]), .claim("an authorized party that is a number", "azp", 5),
    .claim("an expiry in milliseconds", "exp", 1_900_000_000_000), .claim("a login that is a text", "auth_time", "yesterday"),
    .claim("a login in the future", "auth_time", 99_999_999_999), .claim("a blank subject", "sub", " "),
    .claim("a login before the request's 'max_age'", "auth_time", 1000).toMaxAge,
    .claim("no time of the login, for a request with 'max_age'", "auth_time", nil).toMaxAge,
    .token("a login ten seconds before a request with 'max_age=0'") { claims, signer in
      claims["auth_time"] = .number("\((claims["auth_time"]?.intValue ?? 0) - 10)")
      return try signer.token(claims.members)
    }.toNewSignIn, .claim("a subject of 256 characters", "sub", .string(String(repeating: "x", count: 256))),
    .claim("a token that expired", "exp", 1), .claim("no expiry", "exp", nil), .claim("an expiry that is a text", "exp", "never"),
    .claim("an expiry of 1e300", "exp", .number("1e300")), .claim("no time of issue", "iat", nil),
    .claim("a time of issue in the future", "iat", 99_999_999_999), .claim("a start in the future", "nbf", 99_999_999_999),
    .claim("a start that is a text", "nbf", "now"), .claim("no subject", "sub", nil), .claim("an empty subject", "sub", ""),
    .claim("a subject that is a number", "sub", 1), .claim("another nonce", "nonce", "other"), .claim("no nonce", "nonce", nil),
    .claim("an empty nonce", "nonce", ""), .claim("the digest of another access token", "at_hash", "x"),
    .claim("the digest of another code", "c_hash", "x"),
    .token("'sub' twice") { claims, signer in try signer.token(claims.members + [JSONValue.Member("sub", "otto")]) },
    .token("a name twice inside a claim") { claims, signer in
      claims["address"] = .object([JSONValue.Member("country", "NO"), JSONValue.Member("country", "SE")])
      return try signer.token(claims.members)
    },
  ]

  /// How an ID token is signed.
  static let signatures: [Lie] = [
    .token("the algorithm 'none'") { claims, signer in try signer.token(claims.members, header: ["alg": "none"]) },
    .token("the algorithm 'none' and no signature") { claims, signer in
      try signer.token(claims.members, header: ["alg": "none"]).replacing(/[^.]*$/, with: "")
    },
    .token("the algorithm 'None'") { claims, signer in try signer.token(claims.members, header: ["alg": "None"]) },
    .token("a shared secret's algorithm") { claims, signer in try signer.token(claims.members, header: ["alg": "HS256", "kid": "lie"]) },
    .token("no algorithm") { claims, signer in try signer.token(claims.members, header: ["kid": "lie"]) },
    .token("an algorithm that the key is not for") { claims, signer in
      try signer.token(claims.members, header: ["alg": "PS256", "kid": "lie"])
    },
    .token("'alg' twice") { claims, signer in
      try signer.token(JSONWriter.text(of: .object(claims.members)), header: #"{"alg":"RS256","kid":"lie","alg":"RS256"}"#)
    },
    .token("another's signature") { claims, _ in try RSASigner().token(claims.members) },
    .token("the signature of other claims") { claims, signer in
      let honest = try signer.token(claims.members)
      claims["sub"] = "otto"
      return try signer.token(claims.members).replacing(/[^.]*$/, with: String(honest.split(separator: ".")[2]))
    },
    .token("an empty signature") { claims, signer in try signer.token(claims.members).replacing(/[^.]*$/, with: "") },
    .token("an unknown key") { claims, signer in try signer.token(claims.members, header: ["alg": "RS256", "kid": "other"]) },
    .token("a 'kid' that is a number") { claims, signer in try signer.token(claims.members, header: ["alg": "RS256", "kid": 5]) },
    .token("an extension that readers have to know") { claims, signer in
      try signer.token(claims.members, header: ["alg": "RS256", "kid": "lie", "crit": ["exp"], "exp": 1])
    },
    .token("a key of its own in the header") { claims, _ in
      let other = try RSASigner()
      return try other.token(claims.members, header: ["alg": "RS256", "jwk": other.keySet["keys"]?[0] ?? .null])
    },
    .token("the type of an access token") { claims, signer in try signer.token(claims.members, type: "at+jwt") },
    .token("the type of a logout token") { claims, signer in try signer.token(claims.members, type: "logout+jwt") },
    .token("the type of a security event") { claims, signer in try signer.token(claims.members, type: "secevent+jwt") },
    .token("a type that is a number") { claims, signer in try signer.token(claims.members, type: 5) },
    .token("claims that are signed as they are") { claims, signer in
      try signer.token(claims.members, header: ["alg": "RS256", "kid": "lie", "b64": false])
    },
    .token("compressed claims") { claims, signer in
      try signer.token(claims.members, header: ["alg": "RS256", "kid": "lie", "zip": "DEF"])
    },
    .token("encrypted claims") { claims, signer in
      try signer.token(claims.members, header: ["alg": "RS256", "kid": "lie", "enc": "A256GCM"])
    },
    .token("claims that are not an object") { _, signer in try signer.token("[]", header: #"{"alg":"RS256","kid":"lie"}"#) },
    .token("five parts") { claims, signer in try signer.token(claims.members) + ".x.y" },
  ]

  /// An algorithm that the standard allows, and not every SDK verifies.
  static func otherAlgorithm(kept: String?) -> Lie {
    .token("a valid signature by ES256", kept: kept) { claims, signer in
      try signer.other.token(from: try signer.token(claims.members), algorithm: "ES256") { _ in }
    }
  }

  /// What an issuer says of itself.
  static let discoveries: [Lie] = [
    .member("the document of another issuer", .discovery, "issuer", "https://evil.test"),
    .member("a document without an issuer", .discovery, "issuer", nil), .repeated("issuer", .discovery, "https://evil.test"),
    .member("keys of another server", .discovery, "jwks_uri", "https://evil.test/jwks"),
    .repeated("jwks_uri", .discovery, "https://evil.test"),
    .member("an address of keys that is none", .discovery, "jwks_uri", "keys"),
    .member("no address of keys", .discovery, "jwks_uri", nil),
    .member("no address for authorization requests", .discovery, "authorization_endpoint", nil),
    .member("no address for tokens", .discovery, "token_endpoint", nil),
    .member("no 'S256'", .discovery, "code_challenge_methods_supported", ["plain"]),
    .member("'S256' in a text", .discovery, "code_challenge_methods_supported", "S256"),
    .answer("a page", .discovery, "<p>Hello</p>"), .status(503, .discovery),
  ]

  /// A promise that only a callback can keep.
  static let promises: [Lie] = [
    .member("'iss' promised and not sent", .discovery, "authorization_response_iss_parameter_supported", true)
  ]

  static let keys: [Lie] = [
    .member("no keys", .keys, "keys", []), .member("no member 'keys'", .keys, "keys", nil), .repeated("keys", .keys, []),
    Lie("another's keys", .keys) { answer, _ in answer.body = JSONWriter.write(try RSASigner().keySet) },
    .text("a key that encrypts", .keys, #""sig""#, #""enc""#), .text("a key of another algorithm", .keys, "RS256", "PS256"),
    .text("a key for encryption alone", .keys, #""use":"sig""#, #""key_ops":["encrypt"]"#),
    .text("a private key", .keys, #""use":"sig""#, #""use":"sig","d":"AQAB""#),
    .text("the primes of a private key", .keys, #""use":"sig""#, #""use":"sig","p":"AQAB","q":"AQAB""#),
    .text("a private key of a newer kind", .keys, #""use":"sig""#, #""use":"sig","priv":"AQAB""#),
    .member("a private key next to the keys", .keys, "private_key", "AQAB"),
    .member("a private key as text next to the keys", .keys, "pem", "-----BEGIN PRIVATE KEY-----"),
    Lie("an id of a key that is a number", .keys) { answer, _ in try Lie.setKeyID(.number("1"), in: &answer) },
    Lie("an id of a second key that is a number", .keys) { answer, _ in
      let keys = try JSONReader.read(answer.body)["keys"]?.arrayValue ?? []
      let other: JSONValue = ["kty": "RSA", "kid": 5, "e": "AQAB", "n": "AQAB"]
      answer.body = JSONWriter.write(.object([JSONValue.Member("keys", .array(keys + [other]))]))
    },
    Lie("an id of a key that is null", .keys) { answer, _ in try Lie.setKeyID(.null, in: &answer) },
    .text("a key with 'kty' twice", .keys, #""kty""#, #""kty":"oct","kty""#), .answer("a page", .keys, "<p>Hello</p>"),
    .status(404, .keys), .status(503, .keys),
  ]

  /// Refreshed tokens.
  static let refreshes: [Lie] = [
    .claim("another person", at: .refresh, end: .refresh, "sub", "otto"),
    .claim("another time of the sign-in", at: .refresh, end: .refresh, "auth_time", 1000),
    .claim("an authorized party that the first token has not", at: .refresh, end: .refresh, "azp", "lie-app"),
    .claim("a time of issue before that of the first token", at: .refresh, end: .refresh, "iat", 1000),
    .claim("another issuer", at: .refresh, end: .refresh, "iss", "https://evil.test"),
    .claim("another audience", at: .refresh, end: .refresh, "aud", "other"),
    .claim("another nonce", at: .refresh, end: .refresh, "nonce", "other"),
    .claim("an empty nonce", at: .refresh, end: .refresh, "nonce", ""),
    .claim(
      "no nonce", at: .refresh, end: .refresh,
      kept: "OpenID Connect Core section 12.2 asks that it is left out; Flutter's SDK reads it all the same",
      "nonce", nil),
    .claim("a token that expired", at: .refresh, end: .refresh, "exp", 1),
    .token("another's signature", at: .refresh, end: .refresh) { claims, _ in try RSASigner().token(claims.members) },
    .member(
      "no ID token", .refresh, end: .refresh, kept: "OpenID Connect Core section 12.2 allows it; iOS and Flutter need one", "id_token", nil),
    .member("an error next to the tokens", .refresh, end: .refresh, "error", "invalid_grant"),
    .member("'expires_in' below 0", .refresh, end: .refresh, "expires_in", -5),
    .member("no access token", .refresh, end: .refresh, "access_token", nil),
    .repeated("access_token", .refresh, end: .refresh, "x"), .status(400, .refresh, end: .refresh),
    .answer("a page", .refresh, end: .refresh, "<p>Hello</p>"),
    .member("a scope that was not granted", .refresh, end: .refresh, "scope", "openid admin"),
    .member("an error that is a number", .refresh, end: .refresh, "error", 1),
    .member("an expected refusal: tokens", .refresh, end: .refusal, "scope", "openid"),
    .answer("an expected refusal: tokens next to it", .refresh, end: .refusal, status: 400, grant),
    .answer("an expected refusal: tokens next to it, with status 200", .refresh, end: .refusal, grant),
    .answer(
      "an expected refusal: a list of access tokens next to it", .refresh, end: .refusal, status: 400,
      #"{"error":"invalid_grant","access_token":["a"]}"#),
    .answer(
      "an expected refusal: tokens one level deeper", .refresh, end: .refusal, status: 400,
      #"{"error":"invalid_grant","tokens":{"accessToken":"eyJ"}}"#),
    .answer("an expected refusal: 'error' twice", .refresh, end: .refusal, status: 400, #"{"error":"invalid_grant","error":"x"}"#),
    .answer("an expected refusal: another error", .refresh, end: .refusal, status: 400, #"{"error":"invalid_client"}"#),
    .answer("an expected refusal: an empty body", .refresh, end: .refusal, status: 400, ""),
    .answer(
      "an expected refusal: status 200", .refresh, end: .refusal,
      kept: "no tokens came, and the error says so; RFC 6749 section 5.2 asks for status 400", #"{"error":"invalid_grant"}"#),
    .status(503, .refresh, end: .refusal),
  ]
}

extension Lie {
  /// Another `kid` of every key.
  fileprivate static func setKeyID(_ id: JSONValue, in answer: inout HTTPResponseMessage) throws {
    let keys = try JSONReader.read(answer.body)["keys"]?.arrayValue ?? []
    let changed = keys.map { key -> JSONValue in
      .object((key.objectValue ?? []).filter { $0.name != "kid" } + [JSONValue.Member("kid", id)])
    }
    answer.body = JSONWriter.write(.object([JSONValue.Member("keys", .array(changed))]))
  }
}
