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

  /// What a field of a type holds besides texts, addresses and numbers (HTML section 4.10.5.1), by the type.
  enum Shape: String, CaseIterable {
    case date, month, week, time, color
    case moment = "datetime-local"

    /// What a person would have to type.
    var example: String {
      switch self {
      case .date: "a date such as '2026-01-31'"
      case .month: "a month such as '2026-01'"
      case .week: "a week such as '2026-W05'"
      case .time: "a time such as '12:30'"
      case .color: "a colour such as '#00ff7f'"
      case .moment: "a date and a time such as '2026-01-31T12:30'"
      }
    }

    func fits(_ text: String) -> Bool {
      switch self {
      case .date: Self.isDate(text)
      case .month: text.utf8.count == 7 && Self.isDate(text + "-01")
      case .week:
        Self.has(text, "0000-W00") && (1...53).contains(Int(text.suffix(2)) ?? 0)
      case .time: Self.isTime(text)
      case .color: text.utf8.count == 7 && text.hasPrefix("#") && text.dropFirst().allSatisfy(\.isHexDigit)
      case .moment:
        text.utf8.count > 11 && ["T", " "].contains(text.dropFirst(10).first) && Self.isDate(String(text.prefix(10)))
          && Self.isTime(String(text.dropFirst(11)))
      }
    }

    private static func isDate(_ text: String) -> Bool {
      guard has(text, "0000-00-00") else { return false }
      let parts = text.split(separator: "-").compactMap { Int($0) }
      guard parts.count == 3, parts[0] > 0, (1...12).contains(parts[1]) else { return false }
      let isLeap = parts[0] % 4 == 0 && parts[0] % 100 != 0 || parts[0] % 400 == 0
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      return (1...days[parts[1] - 1]).contains(parts[2])
    }

    private static func isTime(_ text: String) -> Bool {
      guard ["00:00", "00:00:00", "00:00:00.0", "00:00:00.00", "00:00:00.000"].contains(where: { has(text, $0) }) else { return false }
      let parts = text.prefix(8).split(separator: ":").compactMap { Int($0) }
      return parts[0] < 24 && parts.dropFirst().allSatisfy { $0 < 60 }
    }

    /// Whether a text has digits where a pattern has zeros, and else what the pattern has.
    private static func has(_ text: String, _ pattern: String) -> Bool {
      text.utf8.count == pattern.utf8.count
        && zip(text.utf8, pattern.utf8).allSatisfy { $1 == UInt8(ascii: "0") ? (0x30...0x39).contains($0) : $0 == $1 }
    }
  }
}
