/// What is looked for in a whole text before libyaml reads it.
///
/// libyaml decodes far ahead, so one bad character near a file's end would cost all documents before it.
struct TextCheck {
  /// Offset in bytes of the first character that YAML forbids; `nil` when there is none.
  private(set) var firstControl: Int?
  /// Whether there is a `#` after a blank and before something other than a blank: ` #1`.
  private(set) var hasTightComment = false
  /// Offset in bytes of the first no-break space that indents a line; `nil` when there is none.
  private(set) var firstWideIndent: Int?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      if Self.isPlain(bytes, at: index) {
        index += Self.stride
        continue
      }
      let end = min(index + Self.stride, bytes.count)
      look(at: bytes, in: index..<end)
      index = end
    }
  }

  private mutating func look(at bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    for index in range where Self.isSpecial(bytes[index]) {
      if bytes[index] == UInt8(ascii: "#") {
        if index > 0, Self.isBlank(bytes[index - 1]), Self.isTightComment(bytes, at: index) { hasTightComment = true }
      } else if bytes[index] == 0xC2, firstWideIndent == nil, index + 1 < bytes.count, bytes[index + 1] == 0xA0 {
        if Self.isInIndentation(bytes, index) { firstWideIndent = index }
      } else if firstControl == nil, Self.controlLength(bytes, at: index) != nil {
        firstControl = index
      }
    }
  }

  /// Whether only blanks are before this offset on its line.
  private static func isInIndentation(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    var index = index
    while index > 0, isBlank(bytes[index - 1]) { index -= 1 }
    return index == 0 || bytes[index - 1] == 0x0A || bytes[index - 1] == 0x0D
  }

  /// The same text, each forbidden character replaced by one of the same length, so that all places stay.
  static func withoutControls(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var result = Array(bytes)
    for index in bytes.indices where isSpecial(bytes[index]) {
      switch controlLength(bytes, at: index) {
      case 1: result[index] = UInt8(ascii: "_")
      case 2: result[index + 1] = 0xB7  // U+00B7
      case 3: result[index + 2] = 0xBD  // U+FFFD
      default: break
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether something other than a blank follows the `#` at this offset.
  static func isTightComment(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index + 1 < bytes.count else { return false }
    let next = bytes[index + 1]
    return !isBlank(next) && next != 0x0A && next != 0x0D
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The length in bytes of the forbidden character at this offset, by YAML 1.1 section 4.1.1; `nil` when it is allowed.
  private static func controlLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    let byte = bytes[index]
    if byte < 0x20 || byte == 0x7F { return 1 }
    if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] < 0xA0, bytes[index + 1] != 0x85 { return 2 }
    if byte == 0xEF, index + 2 < bytes.count, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { return 3 }
    return nil
  }

  private static let stride = 8

  /// Whether the next eight bytes are all letters, digits, spaces and the like: most of any file, so it costs nearly nothing.
  @inline(__always)
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index + stride <= bytes.count else { return false }
    let block = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let hash = block ^ (ones &* 0x23)
    // Each term has the top bit of a byte set where the byte is a control character, a '#', or not ASCII.
    let control = (block &- ones &* 0x20) & ~block
    let isHash = (hash &- ones) & ~hash
    return (control | isHash | block | (block &+ ones)) & (ones &* 0x80) == 0
  }

  /// Whether the byte is worth a look; nearly none is, so the common ones are let go first.
  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    if byte > 0x23 && byte < 0x7F || byte == 0x20 || byte == 0x0A { return false }
    switch byte {
    case 0x09, 0x0D: return false
    case 0..<0x20, 0x23, 0x7F, 0xC2, 0xEF: return true
    default: return false
    }
  }
}
