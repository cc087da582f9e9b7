/// Reads JSON texts strictly by RFC 8259, from bytes that may be hostile.
///
/// Decisions where the RFC leaves room: a byte order mark is skipped (section 8.1), duplicate names are all kept by `read`,
/// a lone surrogate (`"\uD800"`) is refused because a Swift text cannot hold it. How large a text may be is for
/// the caller to decide before reading; a tree takes some 20 times the bytes at worst.
///
/// Values are counted, since what is made of them costs far more than reading them.
package enum JSONReader {
  /// As deep as a text may nest where the caller does not say; deeper than any protocol of ours goes.
  package static let defaultDepthLimit = 128

  /// The highest possible limit, because each level takes room on the thread's stack.
  package static let highestDepthLimit = 1024

  /// The one value that the bytes hold.
  ///
  /// - Parameters:
  ///   - depthLimit: how many arrays and objects may lie within each other; at most `highestDepthLimit`.
  ///   - counts: how much of a kind there may be.
  package static func read(
    _ bytes: [UInt8], depthLimit: Int = defaultDepthLimit, counts: JSONCounts = .usual
  ) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var parser = JSONParser(bytes, depthLimit: min(depthLimit, highestDepthLimit), counts: counts)
      return try parser.document()
    }
  }

  /// The one value of bytes that decide something: no object may have two members of the same name (RFC 8259 section 4).
  ///
  /// - Parameters: as for `read`.
  package static func readUnambiguous(
    _ bytes: [UInt8], depthLimit: Int = defaultDepthLimit, counts: JSONCounts = .usual
  ) throws(JSONError) -> JSONValue {
    let value = try read(bytes, depthLimit: depthLimit, counts: counts)
    guard let path = value.repeatedMember else { return value }
    throw JSONError(offset: 0, reason: .repeatedMember(path))
  }

  /// The one value that the text holds.
  package static func read(
    _ text: String, depthLimit: Int = defaultDepthLimit, counts: JSONCounts = .usual
  ) throws(JSONError) -> JSONValue {
    try read(Array(text.utf8), depthLimit: depthLimit, counts: counts)
  }
}
