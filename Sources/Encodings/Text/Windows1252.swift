/// The encoding that pages and mails mean by `windows-1252`, `iso-8859-1` and `ascii` (WHATWG Encoding, sections 4.2 and 9).
package enum Windows1252 {
  /// What the bytes 0x80 to 0x9F are; the five that are none stay controls.
  private static let upperHalf: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// The text of the bytes; each of them is one sign.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      text.append(Unicode.Scalar((0x80...0x9F).contains(byte) ? upperHalf[Int(byte - 0x80)] : UInt32(byte)) ?? "\u{FFFD}")
    }
    return String(text)
  }

  /// The byte of a sign; `nil` for one that the encoding does not have.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    if let place = upperHalf.firstIndex(of: scalar.value) { return 0x80 + UInt8(place) }
    return scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) ? UInt8(scalar.value) : nil
  }
}
