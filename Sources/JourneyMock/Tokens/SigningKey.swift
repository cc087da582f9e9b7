import Crypto
import Encodings

/// The tenant's key for tokens: P-256, made at start, since making an RSA key takes a tenth of a second.
struct SigningKey: Sendable {
  private let key = P256.Signing.PrivateKey()
  /// The key's thumbprint (RFC 7638).
  let id: String
  private let header: String

  init() {
    let (x, y) = Self.coordinates(of: key)
    let canonical = "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"\(x)\",\"y\":\"\(y)\"}"
    id = Base64URL.encode(Digests.sha256(canonical))
    header = Base64URL.encode(JSONWriter.write(["alg": "ES256", "typ": "JWT", "kid": .string(id)]))
  }

  /// The compact JWS of a payload (RFC 7515).
  func sign(_ payload: JSONValue) throws -> String {
    let input = "\(header).\(Base64URL.encode(JSONWriter.write(payload)))"
    let signature = try key.signature(for: Array(input.utf8))
    return "\(input).\(Base64URL.encode(Array(signature.rawRepresentation)))"
  }

  /// Whether the signature is this key's.
  func isValid(_ signature: [UInt8], for input: String) -> Bool {
    do {
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: signature)
      return key.publicKey.isValidSignature(signature, for: Array(input.utf8))
    } catch {
      return false
    }
  }

  /// The public key as a JWK (RFC 7517).
  var publicJWK: JSONValue {
    let (x, y) = Self.coordinates(of: key)
    return [
      "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": .string(id), "x": .string(x), "y": .string(y),
    ]
  }

  private static func coordinates(of key: P256.Signing.PrivateKey) -> (x: String, y: String) {
    let raw = Array(key.publicKey.rawRepresentation)
    return (Base64URL.encode(Array(raw.prefix(32))), Base64URL.encode(Array(raw.suffix(32))))
  }
}
