/// How long something took, for people and for attributes.
enum DurationWords {
  /// Whole milliseconds, rounded; never negative, and no more than a log's longest time.
  static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = min(max(duration, .zero), LogTime.longest).components
    return Int(seconds) * 1000 + Int((attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000)
  }

  /// Seconds with three decimals, e.g. `1.204`.
  static func seconds(milliseconds: Int) -> String {
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
  }

  static func seconds(_ duration: Duration) -> String { seconds(milliseconds: milliseconds(duration)) }

  /// As short as a person wants it: `12 ms`, `1.2 s`, `3 min 20 s`.
  static func short(_ duration: Duration) -> String {
    let milliseconds = milliseconds(duration)
    switch milliseconds {
    case ..<1000: return "\(milliseconds) ms"
    case ..<99_950:
      let tenths = (milliseconds + 50) / 100
      return "\(tenths / 10).\(tenths % 10) s"
    default:
      let seconds = (milliseconds + 500) / 1000
      return "\(seconds / 60) min \(seconds % 60) s"
    }
  }
}
