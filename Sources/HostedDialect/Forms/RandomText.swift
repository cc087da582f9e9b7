/// Distinguishes a token or a generated id from a word that a person chose.
enum RandomText {
  private static let prefixes = ["al_", "il_", "af_", "if_"]
  private static let shortestToken = 20

  /// Whether a segment of a path is a token: a long mixture, a number of six digits and more, or one with an app's prefix.
  static func isToken(_ text: String) -> Bool {
    if prefixes.contains(where: text.hasPrefix), text.utf8.count > 6 { return true }
    let digits = text.utf8.count { (0x30...0x39).contains($0) }
    if digits == text.utf8.count { return digits >= 6 }
    if text.utf8.count >= 16, text.utf8.allSatisfy(isHex), digits > 0, !isWords(text) { return true }
    return text.utf8.count >= shortestToken && !isWords(text) && (digits > 0 || isMixedCase(text))
  }

  /// Whether an id or name is generated for each page: as a token, or `src-` and the like before something with digits.
  static func isRandom(_ text: String) -> Bool {
    if isToken(text) || text.utf8.contains(UInt8(ascii: ":")) { return true }
    guard let last = text.utf8.split(separator: UInt8(ascii: "-")).last, last.count < text.utf8.count else { return false }
    let digits = last.count { (0x30...0x39).contains($0) }
    return last.count >= 4 && digits > 0
  }

  /// Whether it is words in small letters and short numbers with hyphens between them.
  private static func isWords(_ text: String) -> Bool {
    text.utf8.split(separator: UInt8(ascii: "-")).allSatisfy { part in
      part.allSatisfy { (0x61...0x7A).contains($0) } || part.count <= 4 && part.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20) || byte == UInt8(ascii: "-")
  }

  /// Whether capitals stand amid small letters without words being divided.
  private static func isMixedCase(_ text: String) -> Bool {
    guard !text.utf8.contains(UInt8(ascii: "-")), !text.utf8.contains(UInt8(ascii: "_")) else { return false }
    let capitals = text.utf8.count { (0x41...0x5A).contains($0) }
    return capitals >= 4 && text.utf8.count { (0x61...0x7A).contains($0) } >= 4
  }
}
