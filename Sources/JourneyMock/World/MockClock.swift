internal import FoundationEssentials
public import JourneyModel

/// A world's time: the machine's, moved by an offset, or a time at which it is frozen.
public struct MockClock: Sendable, Hashable {
  /// The time at which it is frozen; `nil` for one that runs with the machine's.
  private var fixed: Instant?
  private var added: Duration = .zero

  /// Runs with the machine's clock.
  public static let running = MockClock(fixed: nil)

  /// Frozen at this time until it is moved.
  public static func standing(at moment: Instant) -> MockClock { MockClock(fixed: moment) }

  /// Runs from this moment on.
  public static func running(from moment: Instant) -> MockClock {
    var clock = MockClock(fixed: moment)
    clock.run()
    return clock
  }

  private init(fixed: Instant?) { self.fixed = fixed }

  /// What it shows: where it has run to the end of the year 9999, that, as no later moment can be written.
  public var now: Instant { min((fixed ?? Self.machine) + added, Self.end) }

  private static let end = Instant(milliseconds: 253_402_300_799_999)

  /// Whether only moving it changes what it shows.
  public var stands: Bool { fixed != nil }

  /// How far it was moved since it was as the earlier one; the time that passed in between does not count.
  package func moved(since earlier: MockClock) -> Duration {
    fixed == nil && earlier.fixed == nil ? added - earlier.added : now - earlier.now
  }

  /// How far it is ahead of the machine's; below zero if it is behind.
  package var lead: Duration { now - Self.machine }

  /// Moves it on, or back by a time below zero.
  public mutating func advance(by time: Duration) { added += time }

  /// Moves it to this moment; it goes on standing or running as it did.
  public mutating func set(to moment: Instant) {
    if fixed != nil {
      (fixed, added) = (moment, .zero)
    } else {
      added = moment - Self.machine
    }
  }

  /// Freezes it from now on.
  public mutating func stand() { (fixed, added) = (now, .zero) }

  /// Runs on from what it shows.
  public mutating func run() { (fixed, added) = (nil, now - Self.machine) }

  private static var machine: Instant { Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) }
}
