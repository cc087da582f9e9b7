/// What fields for addresses, numbers, dates and colours take (HTML section 4.10.5.1).
package enum TypedText {
  private static let atext = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+/=?^_`{|}~-".utf8)
  private static let longestLabel = 63

  /// Whether a browser takes the text for an e-mail address: no quotation marks, no comments, a host without a dot is enough.
  package static func isEmailAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(atext.contains) else { return false }
    return parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      guard let first = label.first, let last = label.last, label.count <= longestLabel else { return false }
      return isLetterOrDigit(first) && isLetterOrDigit(last) && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }
  }

  /// Whether it is a number without anything around it: `-1.5e3`.
  package static func isNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "+"), text.utf8.last != UInt8(ascii: ".") else { return false }
    let signs = Set("+-.eE".utf8)
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) || signs.contains($0) } && Double(text)?.isFinite == true
  }

  /// Whether it is an address with a scheme, and with a host where the scheme needs one: `https://acme.test`, `mailto:jane@acme.test`.
  package static func isAbsoluteAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts[0].first, isLetterOrDigit(first), !(0x30...0x39).contains(first),
      parts[0].allSatisfy({ isLetterOrDigit($0) || "+-.".utf8.contains($0) })
    else { return false }
    guard ["http", "https", "ws", "wss", "ftp"].contains(String(decoding: parts[0], as: UTF8.self).asciiLowercased) else { return true }
    let host = parts[1].drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.prefix { !"/?#\\".utf8.contains($0) }
    return !host.isEmpty && host.allSatisfy { $0 > 0x20 && !"<>^|".utf8.contains($0) } && isPlace(host)
  }

  /// Whether brackets of an IPv6 address are closed, the port is one, and what is escaped is so with two digits.
  private static func isPlace(_ authority: Substring.UTF8View) -> Bool {
    let escapes = authority.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
    guard escapes.allSatisfy({ $0.count >= 2 && $0.prefix(2).allSatisfy { Character(UnicodeScalar($0)).isHexDigit } }) else { return false }
    let place = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? authority
    var rest = place
    if place.first == UInt8(ascii: "[") {
      guard let end = place.firstIndex(of: UInt8(ascii: "]")) else { return false }
      rest = place[place.index(after: end)...]
    }
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let port = rest[rest.index(after: colon)...]
    return port.isEmpty || port.allSatisfy { (0x30...0x39).contains($0) } && UInt16(Substring(port)) != nil
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// The types of fields that hold something other than texts, addresses and numbers (HTML section 4.10.5.1), by their names in HTML.
  package enum Shape: String, CaseIterable {
    case date, month, week, time, color
    case moment = "datetime-local"

    /// What a person would have to type.
    package var example: String {
      switch self {
      case .date: "a date such as '2026-01-31'"
      case .month: "a month such as '2026-01'"
      case .week: "a week such as '2026-W05'"
      case .time: "a time such as '12:30'"
      case .color: "a colour such as '#00ff7f'"
      case .moment: "a date and a time such as '2026-01-31T12:30'"
      }
    }

    /// Whether a field holds the text; a field of any other text is empty.
    package func fits(_ text: String) -> Bool { self == .color ? Self.isColor(text) : number(of: text) != nil }

    /// What a text counts for where bounds and steps are compared: milliseconds, and months of a month. `nil` for a text that does not fit.
    func number(of text: String) -> Double? {
      switch self {
      case .date: Self.day(text).map { Double($0.daysSinceEpoch) * Self.dayLength }
      case .month: Self.day(text + "-01").map { Double(($0.year - 1970) * 12 + $0.month - 1) }
      case .week: Self.monday(text).map { Double($0) * Self.dayLength }
      case .time: Self.time(text)
      case .color: nil
      case .moment: Self.moment(text)
      }
    }

    private static let dayLength = 86_400_000.0

    private static func isColor(_ text: String) -> Bool {
      text.utf8.count == 7 && text.hasPrefix("#") && text.utf8.dropFirst().allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    private static func day(_ text: String) -> CivilDate? {
      guard has(text, "0000-00-00") else { return nil }
      let parts = text.split(separator: "-").compactMap { Int($0) }
      guard parts.count == 3, parts[0] > 0 else { return nil }
      return CivilDate(year: parts[0], month: parts[1], day: parts[2])
    }

    /// The first day of a week, of which the first has the year's fourth of January.
    private static func monday(_ text: String) -> Int64? {
      guard has(text, "0000-W00"), let year = Int(text.prefix(4)), year > 0, let week = Int(text.suffix(2)), week > 0,
        let fourth = CivilDate(year: year, month: 1, day: 4)
      else { return nil }
      let monday = fourth.daysSinceEpoch - Int64((fourth.weekday + 6) % 7) + Int64(week - 1) * 7
      // A week is of the year that its Thursday is in.
      return CivilDate(daysSinceEpoch: monday + 3).year == year ? monday : nil
    }

    private static func time(_ text: String) -> Double? {
      guard ["00:00", "00:00:00", "00:00:00.0", "00:00:00.00", "00:00:00.000"].contains(where: { has(text, $0) }) else { return nil }
      let parts = text.split(separator: ":").compactMap { Double($0) }
      guard parts.count >= 2, parts[0] < 24, parts.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
      return (parts[0] * 3600 + parts[1] * 60) * 1000 + ((parts.count > 2 ? parts[2] : 0) * 1000).rounded()
    }

    private static func moment(_ text: String) -> Double? {
      guard text.utf8.count > 11, ["T", " "].contains(text.dropFirst(10).first), let day = day(String(text.prefix(10))),
        let time = time(String(text.dropFirst(11)))
      else { return nil }
      return Double(day.daysSinceEpoch) * dayLength + time
    }

    /// Whether a text has digits where a pattern has zeros, and else what the pattern has.
    private static func has(_ text: String, _ pattern: String) -> Bool {
      text.utf8.count == pattern.utf8.count
        && zip(text.utf8, pattern.utf8).allSatisfy { $1 == UInt8(ascii: "0") ? (0x30...0x39).contains($0) : $0 == $1 }
    }
  }
}
