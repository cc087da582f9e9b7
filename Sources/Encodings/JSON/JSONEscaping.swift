/// Strings as JSON spells them, for both writers.
///
/// Beyond what RFC 8259 demands, DEL, the C1 controls and U+2028/U+2029 are escaped: what is written may reach a
/// terminal or a script. The solidus is not.
enum JSONEscaping {
  /// Appends the text in quotation marks.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append($0, to: &bytes) }
    if isDone == nil { Array(text.utf8).withUnsafeBufferPointer { append($0, to: &bytes) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var runStart = 0
    var index = 0
    while index < utf8.count {
      guard isSuspect(utf8[index]), let escape = escape(at: index, in: utf8) else {
        index += 1
        continue
      }
      bytes.append(contentsOf: utf8[runStart..<index])
      bytes.append(contentsOf: escape.spelling)
      index += escape.length
      runStart = index
    }
    bytes.append(contentsOf: utf8[runStart...])
  }

  /// Whether an escape may begin with this byte; the quick test that nearly all bytes fail.
  private static func isSuspect(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F || byte == 0xC2 || byte == 0xE2
  }

  /// The escape for the character at an index, and how many bytes it replaces.
  private static func escape(at index: Int, in utf8: UnsafeBufferPointer<UInt8>) -> (spelling: [UInt8], length: Int)? {
    switch utf8[index] {
    case UInt8(ascii: "\""): (Array(#"\""#.utf8), 1)
    case UInt8(ascii: "\\"): (Array(#"\\"#.utf8), 1)
    case 0x08: (Array(#"\b"#.utf8), 1)
    case 0x09: (Array(#"\t"#.utf8), 1)
    case 0x0A: (Array(#"\n"#.utf8), 1)
    case 0x0C: (Array(#"\f"#.utf8), 1)
    case 0x0D: (Array(#"\r"#.utf8), 1)
    case 0xC2: utf8[index + 1] < 0xA0 ? (hexadecimal(0, utf8[index + 1]), 2) : nil
    case 0xE2: isLineSeparator(at: index, in: utf8) ? (hexadecimal(0x20, utf8[index + 2] & 0x3F), 3) : nil
    case let control: (hexadecimal(0, control), 1)
    }
  }

  /// Whether U+2028 or U+2029 begins here: E2 80 A8 or E2 80 A9.
  private static func isLineSeparator(at index: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8[index + 1] == 0x80 && utf8[index + 2] & 0xFE == 0xA8
  }

  private static func hexadecimal(_ high: UInt8, _ low: UInt8) -> [UInt8] {
    Array(#"\u"#.utf8) + Array(Hex.encode([high, low]).utf8)
  }
}
