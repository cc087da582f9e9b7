/// Why bytes are no CBOR item of ours, and where.
package struct CBORError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was found.
  package enum Reason: String, Sendable, Hashable {
    case unexpectedEnd = "the CBOR ends too early"
    case unsupportedItem = "a CBOR item of a kind that WebAuthn does not use"
    case invalidUTF8 = "a CBOR text that is not UTF-8"
    case tooDeep = "CBOR nested too deeply"
    case trailingContent = "something follows the CBOR item"
  }

  /// Where, in bytes from the beginning, from 0.
  package var offset: Int
  /// What was found there.
  package var reason: Reason

  package var description: String {
    "\(reason.rawValue) at byte \(offset)"
  }
}
