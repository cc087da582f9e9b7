internal import FoundationEssentials
public import JourneyModel

/// A world's time: the machine's, moved by an offset, or a fixed moment.
public struct MockClock: Sendable, Hashable {
  /// Where it begins; `nil` for the machine's time.
  private let fixed: Instant?
  private var added: Duration = .zero

  /// Runs with the machine's clock.
  public static let running = MockClock(fixed: nil)

  /// Stands at this moment until it is moved.
  public static func standing(at moment: Instant) -> MockClock { MockClock(fixed: moment) }

  private init(fixed: Instant?) { self.fixed = fixed }

  /// What it shows.
  public var now: Instant {
    (fixed ?? Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))) + added
  }

  /// Moves it on.
  public mutating func advance(by time: Duration) { added += time }
}
