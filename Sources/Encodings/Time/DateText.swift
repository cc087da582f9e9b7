/// Moments as text: RFC 3339 both ways, and the date of HTTP headers.
///
/// `Date.ISO8601FormatStyle` is not used: it reads `24:00:00`, 29 February of any year, `06:60`, `6:47` and what follows the zone, and
/// refuses the `t` and the space that RFC 3339 allows.
package enum DateText {
  /// `2026-11-21T06:47:00Z`.
  package static func rfc3339(secondsSinceEpoch seconds: Int64) -> String {
    let time = CivilTime(secondsSinceEpoch: seconds)
    return "\(day(time.date))T\(clock(time))Z"
  }

  /// `2026-11-21T06:47:00.123Z`, always with three digits.
  package static func rfc3339(millisecondsSinceEpoch milliseconds: Int64) -> String {
    let time = CivilTime(millisecondsSinceEpoch: milliseconds)
    return "\(day(time.date))T\(clock(time)).\(padded(time.millisecond, 3))Z"
  }

  /// `Sat, 21 Nov 2026 06:47:00 GMT` (RFC 9110 section 5.6.7).
  package static func http(secondsSinceEpoch seconds: Int64) -> String {
    let time = CivilTime(secondsSinceEpoch: seconds)
    let weekday = CivilDate.weekdayNames[time.date.weekday]
    let month = CivilDate.monthNames[time.date.month - 1]
    return "\(weekday), \(padded(time.date.day, 2)) \(month) \(padded(time.date.year, 4)) \(clock(time)) GMT"
  }

  /// Milliseconds since 1970 of an RFC 3339 date and time; `nil` for all other texts.
  ///
  /// `T`, `t` or a space between the two; `Z`, `z` or an offset after them; finer digits than milliseconds are cut off; a
  /// leap second counts as the second after it.
  package static func millisecondsSinceEpoch(_ text: String) -> Int64? {
    var cursor = DigitCursor(text)
    guard let date = cursor.date(), cursor.take(anyOf: "Tt "), let hour = cursor.number(2), cursor.take(anyOf: ":"),
      let minute = cursor.number(2), cursor.take(anyOf: ":"), let second = cursor.number(2),
      let millisecond = cursor.fraction(), let offset = cursor.offsetMinutes(), cursor.isAtEnd,
      hour <= 23, minute <= 59, second <= 60
    else { return nil }
    let minutes = date.daysSinceEpoch * 1440 + Int64(hour * 60 + minute - offset)
    return (minutes * 60 + Int64(second)) * 1000 + Int64(millisecond)
  }

  /// The day of a text such as `2026-11-21`; `nil` for all other texts.
  package static func day(_ text: String) -> CivilDate? {
    var cursor = DigitCursor(text)
    guard let date = cursor.date(), cursor.isAtEnd else { return nil }
    return date
  }

  /// `2026-11-21`.
  package static func day(_ date: CivilDate) -> String {
    "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
  }

  private static func clock(_ time: CivilTime) -> String {
    "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
