/// What fields for addresses and numbers take (HTML sections 2.3.4.3 and 4.10.5.1.5).
enum TypedText {
  private static let atext = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+/=?^_`{|}~-".utf8)
  private static let longestLabel = 63

  /// Whether a browser takes the text for an e-mail address: no quotation marks, no comments, a host without a dot is enough.
  static func isEmailAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(atext.contains) else { return false }
    return parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      guard let first = label.first, let last = label.last, label.count <= longestLabel else { return false }
      return isLetterOrDigit(first) && isLetterOrDigit(last) && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }
  }

  /// Whether it is a number without anything around it: `-1.5e3`.
  static func isNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "+"), text.utf8.last != UInt8(ascii: ".") else { return false }
    let signs = Set("+-.eE".utf8)
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) || signs.contains($0) } && Double(text) != nil
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
