/// Hexadecimal text, two digits a byte (RFC 4648 section 8).
package enum Hex {
  /// Lower-case digits.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      utf8.append(digit(byte >> 4))
      utf8.append(digit(byte & 0xF))
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// The bytes of digits in either case; `nil` for an odd number of digits and for anything that is none.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = text.utf8
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  /// The value of one digit, given as ASCII; `nil` for all other bytes.
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
