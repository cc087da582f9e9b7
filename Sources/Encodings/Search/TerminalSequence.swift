/// Sequences that a terminal acts on and shows nothing of, by ECMA-48: colors, titles, movements. What is shown to people has none of them, so
/// that the signs before and behind one are then next to each other.
package enum TerminalSequence {
  package static let escape: UInt8 = 0x1B
  /// A longer one is none, in bytes. `HarmlessText` leaves out up to 4096 characters, each of which may take four bytes.
  static let longest = 4 * 4096

  /// Whether this scalar begins one: escape, or one of the second set of controls.
  static func begins(with scalar: UInt32) -> Bool {
    scalar == 0x1B || scalar == 0x9B || scalar == 0x90 || scalar == 0x98 || 0x9D...0x9F ~= scalar
  }

  /// The end of the sequence that begins at this byte; `nil` if none does.
  static func end(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let isShort = bytes[start] == escape
    guard start + 1 < bytes.count else { return nil }
    let rest = isShort ? start + 1 : start + 2
    let introducer = isShort ? bytes[start + 1] : bytes[start + 1] &- 0x40
    switch introducer {
    case UInt8(ascii: "["): return end(ofControlAt: isShort ? rest + 1 : rest, in: bytes)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      return end(ofStringAt: isShort ? rest + 1 : rest, in: bytes)
    case 0x20...0x2F where isShort:
      let last = bytes[rest...].prefix(17).firstIndex { !(0x20...0x2F).contains($0) }
      return last.flatMap { (0x30...0x7E).contains(bytes[$0]) ? $0 + 1 : nil }
    case 0x30...0x7E where isShort: return rest + 1
    default: return nil
    }
  }

  private static func end(ofControlAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard start < bytes.count else { return nil }
    let last = bytes[start...].prefix(longest).firstIndex { !(0x20...0x3F).contains($0) }
    return last.flatMap { (0x40...0x7E).contains(bytes[$0]) ? $0 + 1 : nil }
  }

  /// Up to BEL, ST or its form of two bytes.
  private static func end(ofStringAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var place = start
    while place < min(bytes.count, start + longest) {
      if bytes[place] == 0x07 { return place + 1 }
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      if bytes[place] == escape, next == UInt8(ascii: "\\") { return place + 2 }
      if bytes[place] == 0xC2, next == 0x9C { return place + 2 }
      place += 1
    }
    return nil
  }
}
