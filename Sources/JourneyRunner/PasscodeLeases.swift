package import JourneyModel

/// Hands out the codes of authenticator apps, each time step of a key once: a tenant refuses a code that it has seen.
package protocol PasscodeLeases: Sendable {
  /// The first time step whose code was not handed out yet; it is then marked as used.
  ///
  /// Throws if it is too far in the future.
  func lease(_ key: Secret, at now: Instant) async throws(DriverError) -> PasscodeLease
}

/// A time step of an authenticator app's key that belongs to one walk.
package struct PasscodeLease: Sendable, Hashable {
  /// Who knows that its code was not used before.
  package enum Extent: Sendable, Hashable {
    case machine, run
  }

  package var step: UInt64
  /// From when on the code may be used.
  package var begins: Instant
  package var extent: Extent
  /// Why only this run knows it; said once in a run.
  package var problem: String?

  package init(step: UInt64, begins: Instant, extent: Extent = .machine, problem: String? = nil) {
    self.step = step
    self.begins = begins
    self.extent = extent
    self.problem = problem
  }
}
