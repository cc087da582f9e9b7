/// Durations as JSON numbers: decimal seconds without an exponent, exact down to the attosecond.
enum DurationSpelling {
  /// Of those with an exponent: a hundred years, beyond which nothing of a walk lasts.
  private static let longestSeconds = 3_155_760_000.0
  private static let attosecondsPerSecond: Int64 = 1_000_000_000_000_000_000
  private static let maxFractionLength = 18

  /// The shortest decimal spelling, e.g. `4.2`.
  static func seconds(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    guard attoseconds != 0 else { return String(seconds) }
    var (fraction, length) = (attoseconds.magnitude, maxFractionLength)
    while fraction.isMultiple(of: 10) { (fraction, length) = (fraction / 10, length - 1) }
    let digits = String(fraction)
    let zeros = String(repeating: "0", count: length - digits.utf8.count)
    return "\(duration < .zero ? "-" : "")\(seconds.magnitude).\(zeros)\(digits)"
  }

  /// The duration of a JSON number; `nil` with more digits than count, and beyond the range.
  ///
  /// Other tools write small numbers with an exponent, e.g. `5e-05`.
  static func duration(ofSeconds spelling: String) -> Duration? {
    if spelling.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      guard let seconds = Double(spelling), abs(seconds) <= longestSeconds else { return nil }
      return .nanoseconds(Int64((seconds * 1_000_000_000).rounded()))
    }
    let isNegative = spelling.utf8.first == UInt8(ascii: "-")
    let parts = spelling.utf8.dropFirst(isNegative ? 1 : 0)
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    guard (1...2).contains(parts.count), let seconds = UInt64(digits: parts[0]), let whole = Int64(exactly: seconds) else { return nil }
    var attoseconds: Int64 = 0
    if parts.count == 2 {
      guard let fraction = UInt64(digits: parts[1]), parts[1].utf8.count <= maxFractionLength else { return nil }
      attoseconds = Int64(fraction)
      for _ in parts[1].utf8.count..<maxFractionLength { attoseconds *= 10 }
    }
    return isNegative
      ? Duration(secondsComponent: -whole, attosecondsComponent: -attoseconds)
      : Duration(secondsComponent: whole, attosecondsComponent: attoseconds)
  }
}

extension UInt64 {
  /// The number of these decimal digits and nothing else: no sign, at least one.
  fileprivate init?(digits: String) {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    self.init(digits)
  }
}
