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
        if let letter = Self.letter(at: start, in: bytes) {
          (sign, end) = letter
        } else {
          (sign, end) = CloseIndex.wideSign(at: start, in: bytes)
          // A sign of double width may be one of those that are left out.
          if sign < 0x80 { sign = Self.classes[Int(sign)] }
        }
      } else if bytes[start] == TerminalSequence.escape {
        end = TerminalSequence.end(at: start, in: bytes) ?? end
      }
      guard sign != CloseIndex.skipped else { continue }
      place = start..<end
      return sign
    }
    return nil
  }

  /// The letter or digit that a mathematical one, or one in a circle, brackets or a square looks like, in lower case, and where it ends.
  private static func letter(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (UInt8, Int)? {
    guard bytes[index] == 0xF0 || bytes[index] == 0xE2, let (scalar, end) = CloseIndex.scalar(at: index, in: bytes) else { return nil }
    switch scalar {
    case 0x1D400..<0x1D6A4: return (UInt8(ascii: "a") + UInt8((scalar - 0x1D400) % 26), end)
    case 0x1D7CE..<0x1D800: return (UInt8(ascii: "0") + UInt8((scalar - 0x1D7CE) % 10), end)
    case 0x24B6..<0x24EA: return (UInt8(ascii: "a") + UInt8((scalar - 0x24B6) % 26), end)
    // In circles, brackets and squares.
    case 0x249C..<0x24B6: return (UInt8(ascii: "a") + UInt8(scalar - 0x249C), end)
    case 0x1F110..<0x1F12A: return (UInt8(ascii: "a") + UInt8(scalar - 0x1F110), end)
    case 0x1F130..<0x1F14A, 0x1F150..<0x1F16A, 0x1F170..<0x1F18A: return (UInt8(ascii: "a") + UInt8((scalar - 0x1F130) % 32), end)
    case 0x24EA, 0x24FF: return (UInt8(ascii: "0"), end)
    case 0x2460..<0x2469: return (UInt8(ascii: "1") + UInt8(scalar - 0x2460), end)
    case 0x2474..<0x247D: return (UInt8(ascii: "1") + UInt8(scalar - 0x2474), end)
    case 0x24F5..<0x24FE: return (UInt8(ascii: "1") + UInt8(scalar - 0x24F5), end)
    case 0x2776..<0x277F, 0x2780..<0x2789, 0x278A..<0x2793: return (UInt8(ascii: "1") + UInt8((scalar - 0x2776) % 10), end)
    default: return nil
    }
  }

  /// What a byte counts as: as for `CloseIndex`, except that the signs around the strings of a script are left out too.
  private static let classes: [UInt8] = (0..<256).map { value in
    "'\"`()[]{}$;<>\\".utf8.contains(UInt8(value)) ? CloseIndex.skipped : CloseIndex.classes[value]
  }
}
