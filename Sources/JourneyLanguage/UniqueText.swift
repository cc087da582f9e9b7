internal import Encodings

/// Random texts that a seed gives again.
enum UniqueText {
  /// A random UUID in lower case (RFC 9562 section 5.4).
  static func uuid(from generator: inout SeededGenerator) -> String {
    let high = (generator.next() & ~0xF000) | 0x4000
    let low = (generator.next() & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
    let digits = Array(hex(high).utf8) + Array(hex(low).utf8)
    let groups = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
    return groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }

  static func digits(_ count: Int, from generator: inout SeededGenerator) -> String {
    text(count, of: Array("0123456789".utf8), from: &generator)
  }

  /// Lower-case letters and digits, without those that are taken for each other.
  static func letters(_ count: Int, from generator: inout SeededGenerator) -> String {
    text(count, of: Array("abcdefghijkmnpqrstuvwxyz23456789".utf8), from: &generator)
  }

  private static func text(_ count: Int, of alphabet: [UInt8], from generator: inout SeededGenerator) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for _ in 0..<count { bytes.append(alphabet[Int.random(in: alphabet.indices, using: &generator)]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
