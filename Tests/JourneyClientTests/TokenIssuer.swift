import Crypto
import Encodings
import JourneyClient

/// Signs tokens with keys made for one test.
struct TokenIssuer {
  let p256 = P256.Signing.PrivateKey()
  let ed25519 = Curve25519.Signing.PrivateKey()

  /// The public keys as an issuer publishes them.
  var keySet: JSONValue {
    let point = Array(p256.publicKey.rawRepresentation)
    return [
      "keys": [
        [
          "kty": "EC", "crv": "P-256", "kid": "es", "use": "sig", "x": .string(Base64URL.encode(Array(point[..<32]))),
          "y": .string(Base64URL.encode(Array(point[32...]))),
        ],
        ["kty": "OKP", "crv": "Ed25519", "kid": "ed", "x": .string(Base64URL.encode(Array(ed25519.publicKey.rawRepresentation)))],
        ["kty": "oct", "kid": "hs", "k": "c2VjcmV0"],
        ["kty": "RSA", "kid": "odd", "n": "!", "e": "AQAB"],
      ]
    ]
  }

  static let claims: JSONValue = [
    "iss": "https://acme.test/", "aud": ["acme-web"], "sub": "jane-1", "nonce": "n0nce", "iat": 1_790_000_000, "exp": 1_790_003_600,
  ]

  /// A token with a header of our choice; `none` and unknown algorithms get an empty signature.
  func token(_ claims: JSONValue = claims, algorithm: String = "ES256", keyID: String? = "es", header extra: [JSONValue.Member] = []) throws
    -> String
  {
    var header = [JSONValue.Member("alg", .string(algorithm))] + extra
    if let keyID { header.append(JSONValue.Member("kid", .string(keyID))) }
    let front = Base64URL.encode(JSONWriter.write(.object(header))) + "." + Base64URL.encode(JSONWriter.write(claims))
    let bytes = Array(front.utf8)
    let signature: [UInt8] =
      switch algorithm {
      case "ES256": Array(try p256.signature(for: bytes).rawRepresentation)
      case "EdDSA": Array(try ed25519.signature(for: bytes))
      case "HS256": Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: p256.publicKey.rawRepresentation)))
      default: []
      }
    return front + "." + Base64URL.encode(signature)
  }
}

extension JSONValue {
  /// The object with one member set, or taken away.
  func with(_ name: String, _ value: JSONValue?) -> JSONValue {
    let rest = (objectValue ?? []).filter { $0.name != name }
    return .object(rest + (value.map { [Member(name, $0)] } ?? []))
  }
}
