/// The dates of cookies and other headers, which servers spell in every way there is (RFC 6265 section 5.1.1).
package enum CookieDate {
  /// Seconds since 1970; `nil` if day, month, year or time is missing or out of range.
  package static func seconds(of text: String) -> Int64? {
    var found = FoundParts()
    for token in text.utf8.split(whereSeparator: isDelimiter) { found.take(token) }
    guard let day = found.day, let month = found.month, let year = found.year.map(fullYear), let time = found.time,
      year >= 1601, time.hour <= 23, time.minute <= 59, time.second <= 59,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return date.daysSinceEpoch * 86_400 + Int64(time.hour * 3600 + time.minute * 60 + time.second)
  }

  /// The parts found so far; of each the first token that looks like it counts.
  private struct FoundParts {
    var time: (hour: Int, minute: Int, second: Int)?
    var day: Int?
    var month: Int?
    var year: Int?

    mutating func take(_ token: Substring.UTF8View) {
      if time == nil, let value = CookieDate.time(token) {
        time = value
      } else if day == nil, let value = CookieDate.leadingNumber(token, digits: 1...2) {
        day = value
      } else if month == nil, let value = CookieDate.month(token) {
        month = value
      } else if year == nil, let value = CookieDate.leadingNumber(token, digits: 2...4) {
        year = value
      }
    }
  }

  private static func fullYear(_ year: Int) -> Int {
    switch year {
    case 70...99: year + 1900
    case 0...69: year + 2000
    default: year
    }
  }

  private static func time(_ token: Substring.UTF8View) -> (hour: Int, minute: Int, second: Int)? {
    let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2,
      parts[0].allSatisfy(ASCIISet.digits.contains), parts[1].allSatisfy(ASCIISet.digits.contains),
      let hour = leadingNumber(parts[0], digits: 1...2), let minute = leadingNumber(parts[1], digits: 1...2),
      let second = leadingNumber(parts[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  /// The number that a token begins with, if it has this many digits; anything may follow them.
  private static func leadingNumber(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
    let number = token.prefix(while: ASCIISet.digits.contains)
    guard digits.contains(number.count) else { return nil }
    return Int(String(Substring(number)))
  }

  private static func month(_ token: Substring.UTF8View) -> Int? {
    let name = String(decoding: token.prefix(3), as: UTF8.self).asciiLowercased
    return CivilDate.monthNames.firstIndex { $0.asciiLowercased == name }.map { $0 + 1 }
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
