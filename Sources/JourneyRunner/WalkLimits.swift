/// What a walk has to know about its environment to decide, all of it fixed for one attempt.
package struct WalkLimits: Sendable, Hashable {
  /// Whether time passes by moving the tenant's clock; a live tenant's is waited for.
  package var canMoveClock: Bool
  /// The longest `wait` of a tenant whose clock cannot be moved; a longer one skips the scenario.
  package var maxWait: Duration
  /// Whether codes of authenticator apps are leased before they are used, because the tenant takes each once.
  package var leasesPasscodes = false
  /// Set if the scenario is followed as a script of answers.
  package var script: AnswerScript?

  package init(canMoveClock: Bool, maxWait: Duration = .seconds(60), script: AnswerScript? = nil) {
    self.script = script
    self.canMoveClock = canMoveClock
    self.maxWait = maxWait
  }

  /// How long to wait before asking again, if neither screen nor server sets it.
  static let usualInterval = Duration.seconds(1)
  /// The maximum number of requests of one step: a mock's clock is moved, so a day of one request per second would take hours.
  static let maxQuestions = 10_000
  /// How many steps, and rounds of `repeat`, a walk has at most before its clean-up, and as many in it: each leaves lines in the log.
  static let maxSteps = 100_000
  /// After this many instructions without a request the walk pauses, so that it checks its time and passes on its events.
  static let instructionsAtOnce = 1_000
  /// A code that may be used later is waited for in pieces of this length, because the machine's clock may be set meanwhile.
  static let passcodePiece = Duration.seconds(1)
  /// The maximum number of such pieces, twice those of the farthest code that is leased.
  static let maxPasscodePieces = 600
  /// How long to wait for a message, if the step does not set it.
  static let usualMessageWait = Duration.seconds(30)
}

/// An event of a walk, and its step.
package struct WalkEvent: Sendable, Hashable {
  /// The step's id; `nil` between steps.
  package var step: String?
  package var kind: RunEvent.Kind

  package init(step: String?, kind: RunEvent.Kind) {
    self.step = step
    self.kind = kind
  }
}
