/// Lets so many requests a second pass, for all jobs together.
///
/// An actor, as every job of a run asks the same one.
actor RateLimiter {
  private let interval: Duration
  private var nextSlot = ContinuousClock.now

  init(requestsPerSecond: Double) {
    interval = .nanoseconds(Int64(1_000_000_000 / max(requestsPerSecond, 0.001)))
  }

  /// Returns when the caller may send; callers pass in the order they came.
  ///
  /// Throws where the caller is cancelled while it waits.
  func waitForTurn() async throws(CancellationError) {
    let slot = max(nextSlot, ContinuousClock.now)
    nextSlot = slot + interval
    guard slot > ContinuousClock.now else { return }
    do { try await Task.sleep(until: slot, clock: .continuous) } catch { throw CancellationError() }
  }
}
