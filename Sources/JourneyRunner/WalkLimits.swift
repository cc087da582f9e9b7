/// What a walk has to know of its surroundings to decide, all of it fixed for one attempt.
package struct WalkLimits: Sendable, Hashable {
  /// Whether time passes by moving the tenant's clock; a live tenant's is waited for.
  package var canMoveClock: Bool
  /// The longest `wait` of a tenant whose clock cannot be moved; a longer one skips the scenario.
  package var longestWait: Duration

  package init(canMoveClock: Bool, longestWait: Duration = .seconds(60)) {
    self.canMoveClock = canMoveClock
    self.longestWait = longestWait
  }

  /// How long to wait before asking again, where neither screen nor server says.
  static let usualInterval = Duration.seconds(1)
  /// How often one step asks at most: a mock's clock is moved, so that a day of asking every second would take hours for nothing.
  static let mostQuestions = 10_000
  /// How many steps, and rounds of `repeat`, a walk has at most before its clean-up, and as many in it: each leaves lines in the log.
  static let mostSteps = 100_000
  /// After so many instructions without a question the walk pauses, so that it heeds its time and hands on its events.
  static let instructionsAtOnce = 1_000
  /// How long a message is waited for, where the step does not say.
  static let usualMessageWait = Duration.seconds(30)
}

/// An event that a walk gave rise to, and the step in which it did.
package struct WalkEvent: Sendable, Hashable {
  /// The step's id; `nil` between steps.
  package var step: String?
  package var kind: RunEvent.Kind

  package init(step: String?, kind: RunEvent.Kind) {
    self.step = step
    self.kind = kind
  }
}
