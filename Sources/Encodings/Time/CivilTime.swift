/// A moment by the UTC calendar and clock, to the millisecond.
package struct CivilTime: Sendable, Hashable {
  /// The day in UTC.
  package let date: CivilDate
  /// 0 to 23.
  package let hour: Int
  /// 0 to 59.
  package let minute: Int
  /// 0 to 59.
  package let second: Int
  /// 0 to 999.
  package let millisecond: Int

  /// The moment this many milliseconds after 1970 began; before it negative.
  package init(millisecondsSinceEpoch: Int64) {
    let (seconds, milliseconds) = millisecondsSinceEpoch.flooredQuotientAndRemainder(dividingBy: 1000)
    let (days, secondOfDay) = seconds.flooredQuotientAndRemainder(dividingBy: 86_400)
    date = CivilDate(daysSinceEpoch: days)
    hour = Int(secondOfDay) / 3600
    minute = Int(secondOfDay) / 60 % 60
    second = Int(secondOfDay) % 60
    millisecond = Int(milliseconds)
  }

  /// The moment this many seconds after 1970 began, held within the years 0 to 9999.
  package init(secondsSinceEpoch: Int64) {
    self.init(millisecondsSinceEpoch: min(max(secondsSinceEpoch, -62_167_219_200), 253_402_300_799) * 1000)
  }
}

extension Int64 {
  /// Division that rounds down, so that times before 1970 have the right clock too.
  fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
