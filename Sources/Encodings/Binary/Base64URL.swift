/// Base 64 for URLs, without padding (RFC 4648 section 5, RFC 7515 appendix C).
package enum Base64URL {
  private static let alphabet = RadixAlphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", bitsPerDigit: 6)

  /// Without padding.
  package static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: alphabet.encode(bytes), as: UTF8.self)
  }

  /// The bytes; `nil` for padding, for `+` and `/`, for bits left over and for anything else that is no digit.
  package static func decode(_ text: String) -> [UInt8]? {
    alphabet.decode(text.utf8)
  }
}
