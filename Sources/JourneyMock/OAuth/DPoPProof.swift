import Crypto
import CryptoExtras
import Encodings
import FoundationEssentials

/// A proof that a client has the key its tokens are bound to (RFC 9449 section 4.2): a JWT with the public key in its header.
struct DPoPProof: Sendable {
  /// The thumbprint of the key (RFC 7638).
  let thumbprint: String
  let claims: JSONValue

  /// The algorithms that a proof may be signed with.
  static let algorithms = ["RS256", "ES256"]

  /// Checks the proof's form and its signature.
  init(_ compact: String) throws(OAuthError) {
    let parts = compact.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String(Substring($0)) }
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { throw Self.wrong("it is not a JWT") }
    guard header["typ"] == "dpop+jwt" else { throw Self.wrong("its 'typ' is not 'dpop+jwt'") }
    guard let key = header["jwk"], let algorithm = header["alg"]?.stringValue, key["d"] == nil else {
      throw Self.wrong("its header has no public key")
    }
    guard let thumbprint = Self.thumbprint(of: key),
      Self.isValid(signature, for: "\(parts[0]).\(parts[1])", by: key, algorithm)
    else { throw Self.wrong("its signature is not that of its key") }
    self.thumbprint = thumbprint
    self.claims = claims
  }

  static func wrong(_ reason: String) -> OAuthError { OAuthError("invalid_dpop_proof", "The DPoP proof is not valid: \(reason).") }

  private static func object(_ part: String) -> JSONValue? {
    guard let bytes = Base64URL.decode(part) else { return nil }
    do throws(JSONError) {
      let value = try JSONReader.read(bytes, depthLimit: 8)
      return value.objectValue == nil ? nil : value
    } catch {
      return nil
    }
  }

  /// What a key is named by (RFC 7638 section 3.2); `nil` for a kind that proofs are not signed with.
  private static func thumbprint(of key: JSONValue) -> String? {
    let names =
      switch key["kty"] {
      case "EC": ["crv", "kty", "x", "y"]
      case "RSA": ["e", "kty", "n"]
      default: [String]()
      }
    let members = names.compactMap { name in key[name].map { JSONValue.Member(name, $0) } }
    guard !members.isEmpty, members.count == names.count else { return nil }
    return Base64URL.encode(Digests.sha256(JSONWriter.write(.object(members))))
  }

  private static func isValid(_ signature: [UInt8], for input: String, by key: JSONValue, _ algorithm: String) -> Bool {
    func number(_ name: String) -> [UInt8]? { key[name]?.stringValue.flatMap { Base64URL.decode($0) } }
    let bytes = Array(input.utf8)
    do {
      if algorithm == "ES256", key["crv"] == "P-256", let x = number("x"), let y = number("y") {
        let key = try P256.Signing.PublicKey(rawRepresentation: x + y)
        return key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: bytes)
      }
      if algorithm == "RS256", let n = number("n"), let e = number("e") {
        let key = try _RSA.Signing.PublicKey(n: n, e: e)
        return key.isValidSignature(
          _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
      }
      return false
    } catch {
      return false
    }
  }
}

/// What a world keeps of proofs: the nonce that they repeat, and those that were used.
struct DPoPState: Sendable {
  var nonce: String?
  private var used = RecentTable<Bool>()

  init() {}

  /// Whether no proof of this name came before.
  mutating func takes(_ name: String) -> Bool {
    guard used[name] == nil else { return false }
    used[name] = true
    return true
  }
}
