internal import Encodings
internal import JourneyModel

/// What `at_least` and `at_most` compare: a number, or a span of time in seconds.
struct Magnitude {
  let number: DecimalNumber
  /// Whether it was written with units, so that what it is compared with may be too.
  let isTime: Bool

  /// What a scenario wrote: a number, or a text such as `2s`.
  init?(expected value: Value) {
    switch value {
    case .number(let spelling): self.init(spelling, isTime: false)
    case .text(let text): self.init(time: text)
    case .null, .bool, .list, .map, .secret: return nil
    }
  }

  /// What was found; a number counts as seconds if a time is expected.
  ///
  /// - Parameter readsText: whether a text may represent a number.
  init?(actual value: Value, beside expected: Magnitude, readsText: Bool) {
    switch value {
    case .number(let spelling): self.init(spelling, isTime: expected.isTime)
    case .text(let text):
      if expected.isTime { self.init(time: text) } else if readsText { self.init(text, isTime: false) } else { return nil }
    case .null, .bool, .list, .map, .secret: return nil
    }
  }

  private init?(_ spelling: String, isTime: Bool) {
    guard let number = DecimalNumber(spelling) else { return nil }
    self.number = number
    self.isTime = isTime
  }

  private init?(time text: String) {
    do throws(DurationText.Failure) {
      let (seconds, attoseconds) = try DurationText.parse(text).components
      let milliseconds = attoseconds / 1_000_000_000_000_000
      self.init("\(seconds * 1000 + milliseconds)e-3", isTime: true)
    } catch {
      return nil
    }
  }
}

/// What `after` and `before` compare.
enum Moment {
  /// Beyond this many seconds, in the year 5138, a number is one of milliseconds.
  private static let maxSeconds: Int64 = 100_000_000_000

  /// The moment of a date and time, of the beginning of a day in UTC, or of seconds or milliseconds since 1970.
  static func instant(of value: Value) -> Instant? {
    switch value {
    case .text(let text):
      if let milliseconds = DateText.millisecondsSinceEpoch(text) { return Instant(milliseconds: milliseconds) }
      return DateText.day(text).map { Instant(seconds: $0.daysSinceEpoch * 86_400) }
    case .number(let spelling):
      let whole = spelling.prefix { $0 != "." }
      guard let number = Int64(whole) else { return nil }
      return number > maxSeconds ? Instant(milliseconds: number) : number < -maxSeconds ? nil : Instant(seconds: number)
    case .null, .bool, .list, .map, .secret: return nil
    }
  }
}
