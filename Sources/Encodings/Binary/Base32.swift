/// Base 32 (RFC 4648 section 6), in which one-time-password secrets are shown to people.
package enum Base32 {
  private static let alphabet = RadixAlphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", bitsPerDigit: 5)

  /// Upper-case digits without padding, as authenticator apps show and take them.
  package static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: alphabet.encode(bytes), as: UTF8.self)
  }

  /// The bytes of a secret as people copy it: either case, spaces and hyphens between groups, padding or none.
  ///
  /// Bits left over at the end are dropped, as authenticator apps do: servers make up secrets of any number of digits.
  /// `nil` for other characters.
  package static func decode(_ text: String) -> [UInt8]? {
    var digits: [UInt8] = []
    var isPadded = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "-"): continue
      case UInt8(ascii: "="): isPadded = true
      case _ where isPadded: return nil
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digits.append(byte - 0x20)
      default: digits.append(byte)
      }
    }
    return alphabet.decode(digits, isStrict: false)
  }
}
