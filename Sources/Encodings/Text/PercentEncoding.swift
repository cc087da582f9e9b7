/// Percent-encoding of UTF-8 text (RFC 3986 section 2.1), with upper-case digits.
package enum PercentEncoding {
  /// For one path segment, a query name or value: all but the unreserved characters is encoded.
  package static func encodeComponent(_ text: String) -> String {
    encode(text, keeping: .unreserved)
  }

  /// For a whole path: as a component, but `/` stays.
  package static func encodePath(_ text: String) -> String {
    encode(text, keeping: pathCharacters)
  }

  /// Encodes only what is not allowed anywhere in a URL (spaces, quotes, controls, non-ASCII, a `%` without two digits).
  ///
  /// What browsers do to a `href` before they follow it; a URL that was right stays as it was.
  package static func encodeIllegal(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isKept = byte == UInt8(ascii: "%") ? isEscape(at: index, in: bytes) : legalCharacters.contains(byte)
      append(byte, isKept: isKept, to: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The decoded text; `nil` for a `%` without two digits and for bytes that are not UTF-8.
  package static func decode(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        output.append(bytes[index])
        index += 1
        continue
      }
      guard isEscape(at: index, in: bytes) else { return nil }
      output.append(escapedByte(at: index, in: bytes))
      index += 3
    }
    return String(validating: output, as: UTF8.self)
  }

  static func encode(_ text: String, keeping kept: ASCIISet) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    for byte in text.utf8 { append(byte, isKept: kept.contains(byte), to: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether `%` and two hexadecimal digits are at an index.
  static func isEscape(at index: Int, in bytes: [UInt8]) -> Bool {
    index + 2 < bytes.count && bytes[index] == UInt8(ascii: "%")
      && Hex.value(of: bytes[index + 1]) != nil && Hex.value(of: bytes[index + 2]) != nil
  }

  /// The byte of an escape that `isEscape` found.
  static func escapedByte(at index: Int, in bytes: [UInt8]) -> UInt8 {
    (Hex.value(of: bytes[index + 1]) ?? 0) << 4 | (Hex.value(of: bytes[index + 2]) ?? 0)
  }

  private static let pathCharacters = ASCIISet.unreserved.union(ASCIISet("/"))
  private static let legalCharacters = ASCIISet.unreserved.union(.subDelimiters).union(ASCIISet(":/?#[]@|"))

  private static func append(_ byte: UInt8, isKept: Bool, to output: inout [UInt8]) {
    if isKept {
      output.append(byte)
    } else {
      output.append(UInt8(ascii: "%"))
      output.append(upperDigit(byte >> 4))
      output.append(upperDigit(byte & 0xF))
    }
  }

  private static func upperDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
