/// The ways in which a text may say something else than it seems to, found in one pass: most texts have none.
struct HiddenText: OptionSet {
  let rawValue: UInt8

  /// Backslashes, references of HTML, percent signs.
  static let escapes = HiddenText(rawValue: 1)
  static let pluses = HiddenText(rawValue: 2)
  /// Digits of Base64 that are decoded to a text.
  static let base64 = HiddenText(rawValue: 4)
  /// Digits of Base64 on several lines.
  static let brokenBase64 = HiddenText(rawValue: 8)
  /// Pairs of hexadecimal digits with signs between them.
  static let hexadecimal = HiddenText(rawValue: 16)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(in bytes: UnsafeBufferPointer<UInt8>) {
    self = []
    var run = 0
    var digits = 0
    var pairs = 0
    for (index, byte) in bytes.enumerated() {
      if TextView.isBase64(byte) {
        run += 1
        if byte == UInt8(ascii: "+") { insert(.pluses) }
      } else {
        if run >= TextView.shortestRun { endRun(of: bytes, at: index, count: run) }
        run = 0
        if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "%") { insert(.escapes) }
      }
      if TextView.isHexadecimal(byte) {
        digits += 1
      } else if TextView.isSign(byte) {
        if digits > 0 { pairs = digits == 2 ? pairs + 1 : 0 }
        digits = 0
        if pairs + 1 >= TextIndex.shortest { insert(.hexadecimal) }
      } else {
        (digits, pairs) = (0, byte == UInt8(ascii: "x") ? pairs : 0)
      }
    }
    if run >= TextView.shortestRun { endRun(of: bytes, at: bytes.count, count: run) }
  }

  private mutating func endRun(of bytes: UnsafeBufferPointer<UInt8>, at end: Int, count: Int) {
    if end < bytes.count, bytes[end] == 0x0A || bytes[end] == 0x0D { insert(.brokenBase64) }
    guard !contains(.base64) else { return }
    if (0..<4).contains(where: { TextView.looksLikeText(bytes[(end - count + $0)..<end]) }) { insert(.base64) }
  }
}
