/// Reads the CBOR items that `CBORValue` has, from bytes that may be hostile.
package enum CBORReader {
  /// As deep as items may nest; an attestation object needs 4 levels.
  package static let depthLimit = 16

  /// The one item that the bytes hold.
  package static func read(_ bytes: [UInt8]) throws(CBORError) -> CBORValue {
    let (value, length) = try readPrefix(bytes[...])
    guard length == bytes.count else { throw CBORError(offset: length, reason: .trailingContent) }
    return value
  }

  /// The first item of the bytes and how many it takes; authenticator data has a key with more behind it.
  package static func readPrefix(_ bytes: ArraySlice<UInt8>) throws(CBORError) -> (value: CBORValue, length: Int) {
    var cursor = CBORCursor(rest: bytes, start: bytes.startIndex)
    let value = try cursor.value(depth: 0)
    return (value, cursor.offset)
  }
}
