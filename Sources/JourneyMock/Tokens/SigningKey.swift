import Crypto
import CryptoExtras
import Encodings
import FoundationEssentials

/// How a tenant signs its tokens (RFC 7518 section 3.1).
enum SigningAlgorithm: String, Sendable, CaseIterable {
  case es256 = "ES256"
  case rs256 = "RS256"
}

/// The tenant's key for tokens, which no file holds.
struct SigningKey: Sendable {
  private enum Secret: Sendable {
    case p256(P256.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)
  }

  let algorithm: SigningAlgorithm
  /// The key's thumbprint (RFC 7638).
  let id: String
  private let secret: Secret
  private let header: String

  init(_ algorithm: SigningAlgorithm = .es256) {
    self.algorithm = algorithm
    secret =
      switch algorithm {
      case .es256: .p256(P256.Signing.PrivateKey())
      case .rs256: .rsa(Self.rsa)
      }
    let canonical = JSONWriter.write(.object(Self.members(of: secret)))
    id = Base64URL.encode(Digests.sha256(canonical))
    header = Base64URL.encode(JSONWriter.write(["alg": .string(algorithm.rawValue), "typ": "JWT", "kid": .string(id)]))
  }

  /// Making an RSA key takes a tenth of a second, so all tenants of a process that sign with one share it.
  private static let rsa: _RSA.Signing.PrivateKey = {
    do {
      return try _RSA.Signing.PrivateKey(keySize: .bits2048)
    } catch {
      preconditionFailure("no RSA key can be made: \(error)")
    }
  }()

  /// The compact JWS of a payload (RFC 7515).
  func sign(_ payload: JSONValue) throws -> String {
    let input = "\(header).\(Base64URL.encode(JSONWriter.write(payload)))"
    let bytes = Array(input.utf8)
    let signature: [UInt8] =
      switch secret {
      case .p256(let key): Array(try key.signature(for: bytes).rawRepresentation)
      case .rsa(let key): Array(try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
      }
    return "\(input).\(Base64URL.encode(signature))"
  }

  /// Whether the signature is this key's.
  func isValid(_ signature: [UInt8], for input: String) -> Bool {
    let bytes = Array(input.utf8)
    switch secret {
    case .p256(let key):
      do {
        return key.publicKey.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: bytes)
      } catch {
        return false
      }
    case .rsa(let key):
      let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
      return key.publicKey.isValidSignature(signature, for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
    }
  }

  /// The public key as a JWK (RFC 7517).
  var publicJWK: JSONValue {
    .object(
      Self.members(of: secret) + [
        .init("alg", .string(algorithm.rawValue)), .init("use", "sig"), .init("kid", .string(id)),
      ])
  }

  /// What makes the public key, in the order of its thumbprint.
  private static func members(of secret: Secret) -> [JSONValue.Member] {
    switch secret {
    case .p256(let key):
      let raw = Array(key.publicKey.rawRepresentation)
      return [
        .init("crv", "P-256"), .init("kty", "EC"), .init("x", .string(Base64URL.encode(Array(raw.prefix(32))))),
        .init("y", .string(Base64URL.encode(Array(raw.suffix(32))))),
      ]
    case .rsa(let key):
      do {
        let primitives = try key.publicKey.getKeyPrimitives()
        return [
          .init("e", .string(Base64URL.encode(Array(primitives.publicExponent)))), .init("kty", "RSA"),
          .init("n", .string(Base64URL.encode(Array(primitives.modulus)))),
        ]
      } catch {
        preconditionFailure("an RSA key has no numbers: \(error)")
      }
    }
  }
}
