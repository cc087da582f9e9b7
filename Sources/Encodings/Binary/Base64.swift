/// Base 64 with padding (RFC 4648 section 4), as in basic credentials and mail.
package enum Base64 {
  static let alphabet = RadixAlphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", bitsPerDigit: 6)

  /// Padded, on one line.
  package static func encode(_ bytes: [UInt8]) -> String {
    var digits = alphabet.encode(bytes)
    while !digits.count.isMultiple(of: 4) { digits.append(UInt8(ascii: "=")) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes of a padded text; `nil` where padding is wrong, bits are left over or anything else stands in it.
  package static func decode(_ text: String) -> [UInt8]? {
    let utf8 = Array(text.utf8)
    guard utf8.count.isMultiple(of: 4) else { return nil }
    let digits = utf8.suffix(2).first == UInt8(ascii: "=") ? utf8.dropLast() : utf8[...]
    return alphabet.decode(digits.last == UInt8(ascii: "=") ? digits.dropLast() : digits)
  }
}
