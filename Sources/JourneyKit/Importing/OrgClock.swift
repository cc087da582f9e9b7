import JourneyModel

/// The time that an import reads, and in which it waits.
struct OrgClock: Sendable {
  let now: @Sendable () -> Instant
  let sleep: @Sendable (Duration) async throws(CancellationError) -> Void

  /// That of this machine.
  static let machine = OrgClock(
    now: { .machine },
    sleep: { span async throws(CancellationError) in
      do { try await Task.sleep(for: span) } catch { throw CancellationError() }
    })
}
