import JourneyModel
import JourneyRunner
import ModelCoding

/// What is kept of a running case: its place, and the attempts that did not pass.
struct WalkWatch: Sendable {
  /// The place of the case in the plan.
  var index: Int
  /// The title.
  var name: String
  private(set) var failures: [FailedAttempt] = []
  /// The step that is being taken.
  private(set) var step: StepFacts?
  /// The step of `after` that is being taken.
  private(set) var cleanUpStep: StepFacts?
  private(set) var stepStartedAt = Duration.zero
  private var standing: Standing?
  private var exchange: Exchange?
  private var isDecided = false

  init(index: Int, name: String) {
    self.index = index
    self.name = name
  }

  /// Takes note of an event of the case.
  mutating func take(_ event: RunEvent) {
    switch event.kind {
    case .attemptStarted: begin()
    case .attemptEnded(let outcome): end(outcome, number: event.attempt ?? 1)
    case .stepStarted, .exchange, .screenShown, .handedOver, .journeyEnded, .stepEnded:
      if event.step.map(StepID.isCleanUp) ?? false { return noteCleanUp(event) }
      if !isDecided { note(event) }
    case .runStarted, .fileRefused, .scenarioPlanned, .answered, .messageTaken, .edgeTaken, .warning, .note, .mismatch, .scenarioEnded,
      .runEnded:
      break
    }
  }

  private mutating func note(_ event: RunEvent) {
    switch event.kind {
    case .stepStarted(let facts):
      step = facts
      stepStartedAt = event.time
    case .exchange(let made): exchange = made
    case .stepEnded(.failed), .stepEnded(.broken): isDecided = true
    case .screenShown, .handedOver, .journeyEnded: standing = Standing(event.kind)
    case .stepEnded, .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted, .answered, .messageTaken, .edgeTaken, .warning, .note,
      .mismatch,
      .attemptEnded, .scenarioEnded, .runEnded:
      break
    }
  }

  private mutating func noteCleanUp(_ event: RunEvent) {
    guard case .stepStarted(let facts) = event.kind else { return }
    cleanUpStep = facts
    stepStartedAt = event.time
  }

  private mutating func begin() {
    step = nil
    cleanUpStep = nil
    standing = nil
    exchange = nil
    isDecided = false
  }

  private mutating func end(_ outcome: AttemptOutcome, number: Int) {
    switch outcome.result {
    case .passed, .skipped: break
    case .failed, .broken:
      failures.append(
        FailedAttempt(
          number: number, outcome: outcome, step: step, standing: standing, exchange: exchange.map(ExchangeSummary.init)))
    }
  }
}
