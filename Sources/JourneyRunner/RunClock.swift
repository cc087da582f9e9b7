/// The time of a run, which no tenant moves: for durations, timeouts and the moments of events.
package struct RunClock: Sendable {
  /// Since the run began.
  package var elapsed: @Sendable () -> Duration
  /// Returns once this much time has passed; throws as soon as its task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(elapsed: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.elapsed = elapsed
    self.sleep = sleep
  }

  /// The machine's own time, from now on.
  package static func continuous() -> RunClock {
    let clock = ContinuousClock()
    let start = clock.now
    return RunClock(elapsed: { clock.now - start }, sleep: { try await clock.sleep(for: $0) })
  }
}
