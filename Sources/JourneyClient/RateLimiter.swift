/// When requests may go if only a number per second is allowed: each at least an interval after the one before it.
struct RateSchedule: Sendable, Hashable {
  let interval: Duration
  private var nextSlot: ContinuousClock.Instant?

  init(requestsPerSecond: Double) {
    interval = .nanoseconds(Int64(1_000_000_000 / max(requestsPerSecond, 0.001)))
  }

  /// When a request may go that is made at this moment; unused capacity is not saved up.
  mutating func slot(askedAt now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    let slot = nextSlot.map { max($0, now) } ?? now
    nextSlot = slot + interval
    return slot
  }
}

/// Lets this many requests per second pass, for all jobs together.
///
/// An actor, as every job of a run asks the same one.
actor RateLimiter {
  private var schedule: RateSchedule

  init(requestsPerSecond: Double) {
    schedule = RateSchedule(requestsPerSecond: requestsPerSecond)
  }

  /// Returns when the caller may send; callers pass in their order.
  ///
  /// Throws where the caller is cancelled while it waits.
  func waitForTurn() async throws(CancellationError) {
    let slot = schedule.slot(askedAt: .now)
    guard slot > .now else { return }
    do { try await Task.sleep(until: slot, clock: .continuous) } catch { throw CancellationError() }
  }
}
