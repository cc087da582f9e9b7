/// Base 64 with padding (RFC 4648 section 4), as in basic credentials and mail.
package enum Base64 {
  /// In the order of their values.
  static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  static let alphabet = RadixAlphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", bitsPerDigit: 6)

  /// Padded, on one line.
  package static func encode(_ bytes: [UInt8]) -> String {
    var digits = alphabet.encode(bytes)
    while !digits.count.isMultiple(of: 4) { digits.append(UInt8(ascii: "=")) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes of a padded text; `nil` if padding is wrong, bits are left over or it contains anything else.
  package static func decode(_ text: String) -> [UInt8]? {
    let utf8 = Array(text.utf8)
    guard utf8.count.isMultiple(of: 4) else { return nil }
    let digits = utf8.suffix(2).first == UInt8(ascii: "=") ? utf8.dropLast() : utf8[...]
    return alphabet.decode(digits.last == UInt8(ascii: "=") ? digits.dropLast() : digits)
  }
}

/// Base 64 for URLs, without padding (RFC 4648 section 5, RFC 7515 appendix C).
package enum Base64URL {
  private static let alphabet = RadixAlphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", bitsPerDigit: 6)

  /// Without padding.
  package static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: alphabet.encode(bytes), as: UTF8.self)
  }

  /// The bytes; `nil` for padding, for `+` and `/`, for bits left over and for anything else that is not a digit.
  package static func decode(_ text: String) -> [UInt8]? {
    alphabet.decode(text.utf8)
  }
}
