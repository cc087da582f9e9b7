import Encodings

/// A few characters that keep two long texts apart; the same on every run.
enum ShortDigest {
  /// Eight hexadecimal digits.
  static func of(_ text: String) -> String {
    var hash = FNV1a()
    hash.combine(text.utf8)
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: max(8 - digits.utf8.count, 0)) + digits.prefix(8)
  }
}
