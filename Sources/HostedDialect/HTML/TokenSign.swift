/// Distinguishes tokens against forged requests, and of sessions, from what a person reads.
enum TokenSign {
  /// Bytes; shorter ones are not looked at.
  static let shortest = 6

  /// Whether a value is a token, and no address of a page or a person.
  static func isToken(_ text: String) -> Bool {
    guard text.utf8.count >= shortest, text.utf8.first != UInt8(ascii: "/"),
      !text.utf8.contains(where: { $0 == 0x20 || $0 == UInt8(ascii: "@") })
    else { return false }
    return RandomText.isToken(text) && !text.contains("://")
  }

  /// By their first letters, of which most names have none.
  private static let parts: [UInt8: [[UInt8]]] = [
    UInt8(ascii: "c"): [Array("csrf".utf8)], UInt8(ascii: "x"): [Array("xsrf".utf8)], UInt8(ascii: "t"): [Array("token".utf8)],
    UInt8(ascii: "n"): [Array("nonce".utf8)],
    UInt8(ascii: "s"): [Array("sessionid".utf8), Array("session-id".utf8), Array("session_id".utf8)],
    UInt8(ascii: "r"): [Array("requestverification".utf8)],
  ]
  private static let firstLetters: [Bool] = (0...255).map { parts[$0 | 0x20] != nil }

  /// Whether pages keep a token under this name.
  static func isName(_ name: some Collection<UInt8>) -> Bool {
    var rest = name[...]
    while let first = rest.first {
      if firstLetters[Int(first)], let parts = parts[first | 0x20], parts.contains(where: { begins(rest, with: $0) }) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  private static func begins(_ text: some Collection<UInt8>, with part: [UInt8]) -> Bool {
    var index = text.startIndex
    for byte in part {
      guard index != text.endIndex, text[index] == byte || text[index] | 0x20 == byte && byte >= 0x61 else { return false }
      index = text.index(after: index)
    }
    return true
  }
}
