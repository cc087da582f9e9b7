@_spi(_Unicode) private import Swift

/// How else a text is written that has signs beyond ASCII: in capitals, composed or decomposed, in encodings other than UTF-8, and as
/// a program shows it that takes one encoding for another.
enum TextSpellings {
  /// Bytes; a longer text is none that people type.
  private static let longest = 1_024
  /// Signs that have to be left where the others are replaced by one sign for all.
  private static let fewestPlain = 6

  /// Each once, without the text as it is; empty for a text of ASCII.
  static func all(of text: String) -> [[UInt8]] {
    guard text.utf8.contains(where: { $0 >= 0x80 }), text.utf8.count <= longest else { return [] }
    let composed = String(String.UnicodeScalarView(text._nfc))
    let decomposed = String(String.UnicodeScalarView(text._nfd))
    let cases = [text] + [composed, decomposed].flatMap { [$0, $0.uppercased(), $0.lowercased()] }
    var spellings = (cases.dropFirst() + [text.withoutMarks]).map { Array($0.utf8) }
    for text in cases {
      let ofOneByte = bytes(ofOneByte: text)
      let others = [ofOneByte, utf16(text, isBigEndian: false), utf16(text, isBigEndian: true)].compactMap(\.self)
      // Read as UTF-8, and UTF-8 read as windows-1252 or as ISO 8859-1.
      spellings += others + others.map { Array(String(decoding: $0, as: UTF8.self).utf8) }.filter(isTelling)
      spellings += [Windows1252.text(of: text.utf8), latin1(text.utf8)].map { Array($0.utf8) }
      spellings += ["?", "\u{FFFD}"].map { replaced(text, by: $0) }.filter(isTelling)
      spellings += [Array(text.utf8), ofOneByte].compactMap { $0.map(quotedPrintable) }
    }
    var known: Set<[UInt8]> = [Array(text.utf8)]
    return spellings.filter { known.insert($0).inserted }
  }

  /// The bytes of UTF-16, without a byte order mark.
  static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  /// `nil` if windows-1252 lacks one of the signs.
  private static func bytes(ofOneByte text: String) -> [UInt8]? {
    let bytes = text.unicodeScalars.compactMap(Windows1252.byte)
    return bytes.count == text.unicodeScalars.count ? bytes : nil
  }

  private static func latin1(_ bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func replaced(_ text: String, by sign: String) -> [UInt8] {
    text.unicodeScalars.flatMap { $0.isASCII ? [UInt8($0.value)] : Array(sign.utf8) }
  }

  /// Whether enough of a text is left where signs were replaced: a row of question marks may be any text.
  private static func isTelling(_ bytes: [UInt8]) -> Bool {
    bytes.count { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "?") } >= fewestPlain
  }

  /// As mails write it (RFC 2045, section 6.7), without breaks.
  private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte in
      byte >= 0x80 || byte == UInt8(ascii: "=")
        ? [UInt8(ascii: "=")] + Hex.encode([byte]).utf8.map { $0 >= 0x61 ? $0 & ~0x20 : $0 } : [byte]
    }
  }
  /// The digits of a Base64 text that are certain, after a number of bytes of something else.
  static func base64(_ bytes: [UInt8], shift: Int) -> [UInt8] {
    let first = (shift * 8 + 5) / 6
    let end = (shift + bytes.count) * 8 / 6
    guard first < end else { return [] }
    return Array(unsafeUninitializedCapacity: end - first) { digits, count in
      bytes.withUnsafeBufferPointer { bytes in
        Base64.digits.withUnsafeBufferPointer { alphabet in
          for number in first..<end {
            let bit = number * 6 - shift * 8
            let place = bit >> 3
            let pair = UInt(bytes[place]) << 8 | UInt(place + 1 < bytes.count ? bytes[place + 1] : 0)
            digits[number - first] = alphabet[Int(pair >> UInt(10 - (bit & 7)) & 63)]
          }
        }
      }
      count = end - first
    }
  }
}
