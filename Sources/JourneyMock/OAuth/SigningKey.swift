import Crypto
import CryptoExtras
package import Encodings
import FoundationEssentials

/// How a tenant signs its tokens (RFC 7518 section 3.1).
package enum SigningAlgorithm: String, Sendable, CaseIterable {
  case es256 = "ES256"
  case rs256 = "RS256"
}

/// The tenant's key for tokens: made afresh for ES256, and everybody's own test key for RS256.
package struct SigningKey: Sendable {
  private enum PrivateKey: Sendable {
    case p256(P256.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)
  }

  package let algorithm: SigningAlgorithm
  /// The key's thumbprint (RFC 7638).
  let id: String
  private let secret: PrivateKey
  private let header: String

  init(_ algorithm: SigningAlgorithm = .es256) {
    switch algorithm {
    case .es256: self.init(.p256(P256.Signing.PrivateKey()), algorithm)
    case .rs256: self.init(.rsa(Self.rsa), algorithm)
    }
  }

  /// A new key, for RS256 too.
  static func fresh(_ algorithm: SigningAlgorithm) -> SigningKey {
    switch algorithm {
    case .es256: return SigningKey(.es256)
    case .rs256:
      do {
        return SigningKey(.rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048)), algorithm)
      } catch {
        preconditionFailure("no RSA key can be made: \(error)")
      }
    }
  }

  private init(_ secret: PrivateKey, _ algorithm: SigningAlgorithm) {
    self.algorithm = algorithm
    self.secret = secret
    let canonical = JSONWriter.write(.object(Self.members(of: secret)))
    id = Base64URL.encode(Digests.sha256(canonical))
    header = Base64URL.encode(JSONWriter.write(["alg": .string(algorithm.rawValue), "typ": "JWT", "kid": .string(id)]))
  }

  /// Making an RSA key takes a tenth of a second, so one is built in. It is not a secret: its signatures are for mocks alone.
  private static let rsa: _RSA.Signing.PrivateKey = {
    do {
      return try _RSA.Signing.PrivateKey(derRepresentation: Base64.decode(testKey) ?? [])
    } catch {
      preconditionFailure("the built-in RSA key cannot be read: \(error)")
    }
  }()

  /// A key of 2048 bits that was made for this purpose (RFC 8017 appendix A.1.2), in Base64.
  private static let testKey = [
    "MIIEowIBAAKCAQEAyPoielWhwDX8nO2/8uFjFbRtDJk1lIoOt7wIjMfQGE8DmjGP7Gmlee5DGzKTsvXb1R+EnGBDC6EjnTWmob34",
    "gH84cm8aZFh/3np/6hnHSRt8qixtth5pt498pzxMUCSVraBxNWLJAJjRK0Yz0mglBVBHFKQ3XaBeihRK6qhrIxz6SHKo58kSkgE+",
    "F1oErniAqnYRdKJfM90h4jnlLx6mOOVI9rBoqgRt+qT7G3fDhk5dGd2GM2bp386zgRN4ag4HOT9fr1TxC2uq/2dM0tgUuQ+W0r4L",
    "XrW8nUL9WBZ0qbXGkbJyoeQm8CeHZC7JzpqdGAvkAZVx9BY5BbaQiyq5vwIDAQABAoIBACA6I/8z7g0RWyGa6jW7OJVJalcj1jis",
    "brG9wC06+T58pRo7qlWBl1xW/YHF+XMwA4FIXY5pzTZ3L2vNJ5w2BzwrqlSHRlci7dYyFILogVFSzAnJuAoFFHSv2JBElgQf6bR+",
    "zsh9v7eNybTDvBmYQ593gP5pWstzpNVFbcH1IcDuYqzwwP4YV1UDf35hyF4EFr4eRrw7sPch+ToxfIvJWf2hexbmvXzz1yxB6phZ",
    "+Nel+Ed4+72Pk08NTN62JE/621lWyKnNOaS0eR3pwvceYEPmAqQo5fulDhx7ba/1TeKwj2P1I1MMTh0/Zou5EExn/8opo1wtErUr",
    "kk/YgAphkpkCgYEA9HUE/S1LOpoqBmhDEjScM41plgOoIejdMu1N1rHSQTdHpcwh3I5rexgCFE1LMjwtMk9YxiXk62oZZrnv7vp1",
    "yx1glO+1ouKYtZzP8jFLW6BIgl3Q3FuNouhL4bqGPjwyPx4bNIwwKNsnnKxcZT5xsfaYr/6o8k4KnXjO4sJov+0CgYEA0neIIKLa",
    "q2Fr3+rjCr5Zl0jruLHKDOTPi6k3zGTX6P1XXYks7U/dvRJOi9ac/AtuaipLxE1x/hp9P9FrIWpaZqMESDaGycndm7TPNvJLhrBp",
    "kqNFRCTFygMTKqLfwIZymM7B9pVb4M/m53NnZyJDqTuT9Glrov05JjKhksWTctsCgYEA551QAsk9c+LJWpTCp6ctMDMWDUqdrLND",
    "kZMBox+MRLopqk9E7gIKl/BhV/b7/jbB498GD4er49j9BDW7vUOVA8Nr1PFhuVjUs45GAATwj3nH+a0FzSL5iZZq/w6JTsIeIWtW",
    "/2yr3Kn4WBt+13ZYpvMsK+QvEpUavaTO8E6ejOkCgYBpJs09OQA1VcQWqHzstjN+sTEMIs+G556F8XJuTQfOYRyQH+PxYNCxEP9r",
    "QDtIddGheyZFmkfUo5lmFBQJKuClnNab2Zo4IQH2NDy/AAkZ7vOgDrChnhmvlx+xUpSl1MZWcB5aOz8fL9/2TSMhVO4nFBwUpcLg",
    "ONGfsvYkpU/ItwKBgCa8/36eBSw3oYQS8VEqC87FGjb+CrEozrWVhuhSEKFWwj4Yrk9UfiJTjb664fzjk1o0y8FkppnQRkD+rOAt",
    "SWAoQFlq3phf8B43P4rJ6IFwlqeOp3t00jRpPQHBEfqCNb2T5gY/LEISrOan4iDF4l4dUqS1HZyfqJGsuzSVLBNt",
  ].joined()

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

  /// An unsigned token (RFC 7518 section 3.6), which an app must not accept.
  static func unsigned(_ payload: JSONValue) -> String {
    "\(Base64URL.encode(JSONWriter.write(["alg": "none", "typ": "JWT"]))).\(Base64URL.encode(JSONWriter.write(payload)))."
  }

  /// Whether the signature is this key's.
  package func isValid(_ signature: [UInt8], for input: String) -> Bool {
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
  package var publicJWK: JSONValue {
    .object(
      Self.members(of: secret) + [
        .init("alg", .string(algorithm.rawValue)), .init("use", "sig"), .init("kid", .string(id)),
      ])
  }

  /// What makes the public key, in the order of its thumbprint.
  private static func members(of secret: PrivateKey) -> [JSONValue.Member] {
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
