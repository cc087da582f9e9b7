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
  /// A run of hexadecimal digits that is a text.
  static let digits = HiddenText(rawValue: 32)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(in bytes: UnsafeBufferPointer<UInt8>) {
    self = Self.classes.withUnsafeBufferPointer { HiddenText(in: bytes, $0) }
  }

  private init(in bytes: UnsafeBufferPointer<UInt8>, _ classes: UnsafeBufferPointer<UInt8>) {
    var found: UInt8 = 0
    var run = 0
    var digits = 0
    var pairs = 0
    var index = 0
    let count = bytes.count
    while index < count {
      let byte = bytes[index]
      let kind = classes[Int(byte)]
      if kind & Self.isBase64 != 0 {
        run += 1
        if kind & Self.isPlus != 0 { found |= Self.pluses.rawValue }
      } else {
        if run >= TextView.shortestRun { found |= Self.endOfRun(of: bytes, at: index, count: run, found) }
        run = 0
        if kind & Self.isEscape != 0 { found |= Self.escapes.rawValue }
      }
      if kind & Self.isHexadecimal != 0 {
        digits += 1
        index += 1
        continue
      }
      if digits >= TextView.shortestHexadecimal { found |= Self.endOfDigits(of: bytes, at: index, count: digits, found) }
      if kind & Self.isSign != 0 {
        if digits > 0 { pairs = digits == 2 ? pairs + 1 : 0 }
        digits = 0
        if pairs + 1 >= TextIndex.shortest { found |= Self.hexadecimal.rawValue }
      } else {
        digits = 0
        if byte != 0x78 { pairs = 0 }
      }
      index += 1
    }
    if run >= TextView.shortestRun { found |= Self.endOfRun(of: bytes, at: count, count: run, found) }
    if digits >= TextView.shortestHexadecimal { found |= Self.endOfDigits(of: bytes, at: count, count: digits, found) }
    rawValue = found
  }

  private static func endOfDigits(of bytes: UnsafeBufferPointer<UInt8>, at end: Int, count: Int, _ found: UInt8) -> UInt8 {
    guard found & digits.rawValue == 0 else { return found }
    let start = end - count
    let holdsText = [start, start + 1].contains { TextView.holdsText(bytes, hexadecimal: $0..<end) }
    return holdsText ? found | digits.rawValue : found
  }

  private static func endOfRun(of bytes: UnsafeBufferPointer<UInt8>, at end: Int, count: Int, _ found: UInt8) -> UInt8 {
    var found = found
    if end < bytes.count, bytes[end] == 0x0A || bytes[end] == 0x0D { found |= brokenBase64.rawValue }
    guard found & base64.rawValue == 0 else { return found }
    if TextView.holdsText(bytes, from: end - count, to: end) { found |= base64.rawValue }
    return found
  }

  private static let isBase64: UInt8 = 1
  private static let isHexadecimal: UInt8 = 2
  private static let isSign: UInt8 = 4
  private static let isEscape: UInt8 = 8
  private static let isPlus: UInt8 = 16

  /// What each byte may be a part of.
  private static let classes: [UInt8] = (0..<256).map { value in
    let byte = UInt8(value)
    var kind: UInt8 = 0
    if TextView.isBase64(byte) { kind |= isBase64 }
    if TextView.isHexadecimal(byte) { kind |= isHexadecimal }
    if TextView.isSign(byte) { kind |= isSign }
    if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "%") { kind |= isEscape }
    if byte == UInt8(ascii: "+") { kind |= isPlus }
    return kind
  }
}
