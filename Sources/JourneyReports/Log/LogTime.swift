/// Times of the log: seconds, exact to the microsecond, without an exponent.
enum LogTime {
  /// The longest time of a log, a hundred years; a longer one is impossible for a run.
  static let longest = Duration.seconds(3_155_760_000)
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

  /// The duration that a number of the log means; `nil` below zero and beyond the longest.
  ///
  /// Other tools rewrite a log's numbers: `5e-05` is the same as `0.00005`.
  static func duration(_ spelling: String) -> Duration? {
    if spelling.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) { return duration(withExponent: spelling) }
    let parts = spelling.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ Int64($0) }), whole >= 0, .seconds(whole) <= longest else { return nil }
    guard parts.count == 2 else { return .seconds(whole) }
    let digits = parts[1].prefix(6)
    guard let value = Int64(digits), value >= 0 else { return nil }
    var microseconds = value
    for _ in digits.count..<6 { microseconds *= 10 }
    return .seconds(whole) + .microseconds(microseconds)
  }

  private static func duration(withExponent spelling: String) -> Duration? {
    guard let seconds = Double(spelling), seconds >= 0, seconds <= Double(longest.components.seconds) else { return nil }
    return .microseconds(Int64((seconds * Double(microsecondsPerSecond)).rounded()))
  }
}
