/// A moment, in milliseconds since 1970 UTC: what a tenant's clock shows, which a mock may move.
public struct Instant: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  public init(seconds: Int64) { milliseconds = seconds * 1000 }

  /// Whole seconds since 1970, rounded down.
  public var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }

  public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

  public static func + (moment: Instant, span: Duration) -> Instant {
    let (seconds, attoseconds) = span.components
    return Instant(milliseconds: moment.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  public static func - (later: Instant, earlier: Instant) -> Duration {
    .milliseconds(later.milliseconds - earlier.milliseconds)
  }
}
