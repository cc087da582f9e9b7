package import Encodings

/// The keys of one world: the one that signs its tokens, and those that its document lists.
package struct WorldKeys: Sendable {
  private var current: SigningKey
  /// Those that signed before and are listed still, the newest first.
  private var former: [SigningKey] = []
  private var listsCurrent = true

  init(_ key: SigningKey) { current = key }

  package var algorithm: SigningAlgorithm { current.algorithm }

  /// The ids of the listed keys.
  var listed: [String] { (listsCurrent ? [current] : []).map(\.id) + former.map(\.id) }

  /// The id of the key that signs.
  var id: String { current.id }

  /// The document that clients find the keys in (RFC 7517 section 5).
  package var document: JSONValue {
    ["keys": .array((listsCurrent ? [current.publicJWK] : []) + former.map(\.publicJWK))]
  }

  /// Signs with another key from now on; tokens that were signed before stay good at the tenant itself.
  ///
  /// - Parameters:
  ///   - listsIt: whether the document lists the new one.
  ///   - keepsOld: whether it lists those before it still.
  mutating func rotate(listsIt: Bool, keepsOld: Bool) {
    let before = (listsCurrent ? [current] : []) + former
    former = keepsOld ? before : []
    current = SigningKey.fresh(current.algorithm)
    listsCurrent = listsIt
  }

  func sign(_ payload: JSONValue) throws -> String { try current.sign(payload) }

  /// Whether the signature is that of a key that signs or is listed.
  func isValid(_ signature: [UInt8], for input: String) -> Bool {
    ([current] + former).contains { $0.isValid(signature, for: input) }
  }
}
