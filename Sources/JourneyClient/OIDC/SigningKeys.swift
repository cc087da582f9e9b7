package import Encodings
import JWTKit

/// An issuer's public keys (RFC 7517), those that can verify `RS256`, `PS256`, `ES256` and `EdDSA`.
package struct SigningKeys: Sendable {
  /// What a signature turned out to be.
  package enum Verdict: Sendable, Hashable {
    case valid
    /// A key of the set should have made it and did not.
    case forged
    /// No key of the set has the token's key id, or can make such a signature.
    case noSuchKey
    /// `none`, a shared-secret algorithm, or one that this client does not know.
    case refusedAlgorithm
  }

  /// The algorithms that are believed; `none` and the HMAC family never are.
  package static let algorithms: Set<String> = ["RS256", "PS256", "ES256", "EdDSA"]

  private struct Key: Sendable {
    let id: String?
    let name: String
    let algorithm: any JWTAlgorithm
  }

  private let keys: [Key]
  /// How many signatures the set can verify, one for each key and algorithm.
  package var count: Int { keys.count }

  /// The usable keys of a key set's `keys`; others are passed over.
  package init(_ jwks: JSONValue) async {
    var keys: [Key] = []
    for jwk in (jwks["keys"]?.arrayValue ?? []).prefix(64) where Self.isForVerifying(jwk) {
      for (name, algorithm) in await Self.algorithms(of: jwk) {
        keys.append(Key(id: jwk["kid"]?.stringValue, name: name, algorithm: algorithm))
      }
    }
    self.keys = keys
  }

  /// What only the owner of a key may know (RFC 7518 sections 6.2.2, 6.3.2 and 6.4.1, and `priv` of newer kinds of keys).
  private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"]

  /// The id of the first key of a key set that holds what only its owner may know; empty where it is next to the keys, or has no id.
  static func published(privateIn jwks: JSONValue) -> String? {
    let keys = (jwks["keys"]?.arrayValue ?? []).prefix(64)
    let key = keys.first { jwk in privateMembers.contains { jwk[$0] != nil } || isPrivate(jwk) }
    if let key { return key["kid"]?.stringValue ?? "" }
    return isPrivate(jwks) ? "" : nil
  }

  /// Whether a key of a key set has an id that is not a text (RFC 7517 section 4.5), whichever key signs.
  static func hasUnreadableID(in jwks: JSONValue) -> Bool {
    (jwks["keys"]?.arrayValue ?? []).prefix(64).contains { isUnreadable($0["kid"]) }
  }

  /// Whether `keys` is missing, or holds anything other than objects (RFC 7517 section 5): libraries refuse the whole set.
  static func isMalformed(_ jwks: JSONValue) -> Bool {
    jwks["keys"]?.arrayValue.map { $0.contains { $0.objectValue == nil } } ?? true
  }

  /// The first id that two keys for the same signatures have, so that libraries take either or refuse both (RFC 7517 section 4.5).
  var ambiguousID: String? {
    var seen: Set<[String]> = []
    return keys.first { key in key.id.map { !seen.insert([$0, key.name]).inserted } ?? false }?.id
  }

  private static func isUnreadable(_ id: JSONValue?) -> Bool { id.map { $0.stringValue == nil } ?? false }

  /// Whether a member says that it is private, or is such a key as text (RFC 7468 section 10).
  private static func isPrivate(_ value: JSONValue) -> Bool {
    value.objectValue?.contains { member in
      member.name.asciiLowercased.hasPrefix("private") && !member.value.isNull
        || member.value.stringValue?.contains("PRIVATE KEY-----") == true
    } == true
  }

  /// Whether a key's `use` and `key_ops` (RFC 7517 sections 4.2 and 4.3) let it verify signatures; a key without them may. A `kid` is a
  /// text.
  private static func isForVerifying(_ jwk: JSONValue) -> Bool {
    if isUnreadable(jwk["kid"]) { return false }
    guard jwk["use"]?.stringValue ?? "sig" == "sig" else { return false }
    guard let operations = jwk["key_ops"], !operations.isNull else { return true }
    return operations.arrayValue?.contains("verify") == true
  }

  /// Whether one of the keys made the token's signature.
  package func verdict(on token: JSONWebToken) -> Verdict {
    guard Self.algorithms.contains(token.algorithm) else { return .refusedAlgorithm }
    let suitable = keys.filter { $0.name == token.algorithm }
    // Keys without an id are for any token only where no key has one: libraries look up the id that the token names.
    let haveIDs = keys.contains { $0.id != nil }
    let candidates = suitable.filter { token.keyID == nil || $0.id == token.keyID || ($0.id == nil && !haveIDs) }
    guard !candidates.isEmpty else { return .noSuchKey }
    return candidates.contains { Self.verifies($0.algorithm, token) } ? .valid : .forged
  }

  private static func verifies(_ algorithm: any JWTAlgorithm, _ token: JSONWebToken) -> Bool {
    do {
      return try algorithm.verify(token.signature, signs: token.signedBytes)
    } catch {
      // A signature that cannot even be read is a forged one.
      return false
    }
  }

  /// The algorithms that a key can verify, by name; an RSA key without `alg` may do both of its kinds.
  private static func algorithms(of jwk: JSONValue) async -> [(name: String, algorithm: any JWTAlgorithm)] {
    let names: [String] =
      switch (jwk["kty"]?.stringValue, jwk["crv"]?.stringValue) {
      case ("RSA", _): ["RS256", "PS256"]
      case ("EC", "P-256"): ["ES256"]
      case ("OKP", "Ed25519"): ["EdDSA"]
      case _: []
      }
    var found: [(name: String, algorithm: any JWTAlgorithm)] = []
    for name in names where jwk["alg"]?.stringValue ?? name == name {
      do {
        found.append((name, try await algorithm(name, of: jwk)))
      } catch {
        // A key that cannot be read verifies nothing; a token that needs it gets a message with its name.
        continue
      }
    }
    return found
  }

  private static func algorithm(_ name: String, of jwk: JSONValue) async throws -> any JWTAlgorithm {
    let keys = JWTKeyCollection()
    func part(_ name: String) -> String { jwk[name]?.stringValue ?? "" }
    switch name {
    case "RS256":
      await keys.add(rsa: try Insecure.RSA.PublicKey(modulus: part("n"), exponent: part("e")), digestAlgorithm: .sha256)
    case "PS256":
      await keys.add(pss: try Insecure.RSA.PublicKey(modulus: part("n"), exponent: part("e")), digestAlgorithm: .sha256)
    case "ES256": await keys.add(ecdsa: try ES256PublicKey(parameters: ECDSAParameters(x: part("x"), y: part("y"))))
    case _: await keys.add(eddsa: try EdDSA.PublicKey(x: part("x"), curve: .ed25519))
    }
    return try await keys.getKey()
  }
}
