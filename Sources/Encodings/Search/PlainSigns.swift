/// The signs of a text one after the other, in lower case, without blanks, punctuation, quotation marks, brackets and invisible signs:
/// what is left when a script has joined its strings.
struct PlainSigns {
  /// Where the present sign is.
  private(set) var place = 0..<0
  private var end = 0
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  @inline(__always)
  mutating func next() -> UInt8? {
    while end < bytes.count {
      let start = end
      var sign = Self.classes[Int(bytes[start])]
      end = start &+ 1
      if sign == CloseIndex.wide {
        (sign, end) = CloseIndex.wideSign(at: start, in: bytes)
        // A sign of double width may be one of those that are left out.
        if sign < 0x80 {
          sign = Self.classes[Int(sign)]
        } else if let letter = Self.letter(at: start, in: bytes) {
          (sign, end) = letter
        }
      }
      guard sign != CloseIndex.skipped else { continue }
      place = start..<end
      return sign
    }
    return nil
  }

  /// The letter or digit that a mathematical or circled one looks like, in lower case, and where it ends.
  private static func letter(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (UInt8, Int)? {
    guard bytes[index] == 0xF0 || bytes[index] == 0xE2, let (scalar, end) = CloseIndex.scalar(at: index, in: bytes) else { return nil }
    switch scalar {
    case 0x1D400..<0x1D6A4: return (UInt8(ascii: "a") + UInt8((scalar - 0x1D400) % 26), end)
    case 0x1D7CE..<0x1D800: return (UInt8(ascii: "0") + UInt8((scalar - 0x1D7CE) % 10), end)
    case 0x24B6..<0x24EA: return (UInt8(ascii: "a") + UInt8((scalar - 0x24B6) % 26), end)
    default: return nil
    }
  }

  /// What a byte counts as: as for `CloseIndex`, except that the signs around the strings of a script are left out too.
  private static let classes: [UInt8] = (0..<256).map { value in
    "'\"`()[]{}$;<>\\".utf8.contains(UInt8(value)) ? CloseIndex.skipped : CloseIndex.classes[value]
  }
}
