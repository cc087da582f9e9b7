/// Changes bytes in ways that no client would send: cut, doubled, flipped, two texts in one, with pieces in them that mean something.
package struct ByteMutator: Sendable {
  private enum Change: CaseIterable {
    case remove, insertByte, insertPiece, double, doubleOften, flip, splice, cutOff, replaceNumber
  }

  /// Numbers at the edges of what types hold, and as other tools spell them.
  private static let numbers = [
    "0", "-0", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e18", "1000000000000000000", "5e-05",
    "1e999999999", "0.1234567890123456789", "4294967296", "253402300800000",
  ]

  private let pieces: [[UInt8]]

  /// - Parameter pieces: texts that mean something in the format at hand.
  package init(pieces: [String]) {
    self.pieces = (pieces + ["\u{0}", "\u{FEFF}", "\u{202E}", "é"]).map { Array($0.utf8) } + [[0xFF], [0xED, 0xA0, 0x80]]
  }

  /// The bytes with one to six changes.
  ///
  /// - Parameter other: bytes of the same kind, of which a part may come in.
  package func mutated(_ bytes: [UInt8], with other: [UInt8], using random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) { change(&bytes, other, using: &random) }
    return bytes
  }

  private func change(_ bytes: inout [UInt8], _ other: [UInt8], using random: inout some RandomNumberGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 0...24, using: &random))
    switch Change.allCases.randomElement(using: &random) ?? .remove {
    case .remove: bytes.removeSubrange(place..<end)
    case .insertByte: bytes.insert(.random(in: 0...255, using: &random), at: place)
    case .insertPiece: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
    case .double: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case .doubleOften:
      let part = Array(bytes[place..<end])
      for _ in 0..<Int.random(in: 2...200, using: &random) { bytes.insert(contentsOf: part, at: place) }
    case .flip: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    case .splice:
      let start = Int.random(in: 0...other.count, using: &random)
      bytes.replaceSubrange(place..<end, with: other[start..<min(other.count, start + Int.random(in: 0...200, using: &random))])
    case .cutOff: if Bool.random(using: &random) { bytes.removeSubrange(place...) }
    case .replaceNumber: Self.replaceNumber(in: &bytes, from: place, by: Self.numbers.randomElement(using: &random) ?? "0")
    }
  }

  /// Replaces the next run of digits, with the sign and the fraction that belong to it.
  private static func replaceNumber(in bytes: inout [UInt8], from place: Int, by number: String) {
    func isPart(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".") }
    guard let start = bytes[place...].firstIndex(where: { isPart($0) && $0 != UInt8(ascii: ".") }) else { return }
    let end = bytes[start...].firstIndex { !isPart($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: number.utf8)
  }
}
