/// Times of the log: seconds, exact to the microsecond, without an exponent.
enum LogTime {
  private static let microsecondsPerSecond: Int64 = 1_000_000
  private static let attosecondsPerMicrosecond: Int64 = 1_000_000_000_000

  /// Appends e.g. `1.204`.
  static func append(_ duration: Duration, to bytes: inout [UInt8]) {
    let (seconds, attoseconds) = max(duration, .zero).components
    bytes.append(contentsOf: String(seconds).utf8)
    var fraction = attoseconds / attosecondsPerMicrosecond
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var unit = microsecondsPerSecond / 10
    while fraction > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(fraction / unit))
      fraction %= unit
      unit /= 10
    }
  }

  /// The duration that a number of the log means.
  static func duration(_ spelling: String) -> Duration? {
    let parts = spelling.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ Int64($0) }), whole >= 0 else { return nil }
    guard parts.count == 2 else { return .seconds(whole) }
    let digits = parts[1].prefix(6)
    guard let value = Int64(digits), value >= 0 else { return nil }
    var microseconds = value
    for _ in digits.count..<6 { microseconds *= 10 }
    return .seconds(whole) + .microseconds(microseconds)
  }
}
