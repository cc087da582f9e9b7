import JourneyModel
import JourneyReports
import JourneyRunner

/// Gathers how cases fail: at which step, what was shown, and which expectations failed.
struct FailureListener: RunListener {
  /// How a case ended that did not pass.
  struct Failure {
    /// Of the step that failed; `nil` if only the end of the journey did.
    var step: String?
    var screen: Screen?
    var mismatches: [Mismatch] = []
    /// Set if the case could not be walked.
    var breakage: String?
  }

  /// By case, in no order.
  private(set) var failures: [String: Failure] = [:]
  /// The names of cases by their ids.
  private(set) var names: [String: String] = [:]
  private var shown: [String: Screen] = [:]
  private var last: [String: Failure] = [:]

  mutating func record(_ searched: SearchedEvent) {
    let event = searched.event
    guard let id = event.scenario else { return }
    switch event.kind {
    case .scenarioPlanned(let planned): names[id] = planned.name
    case .attemptStarted:
      shown[id] = nil
      last[id] = nil
    case .screenShown(let screen): shown[id] = screen
    case .handedOver, .journeyEnded: shown[id] = nil
    case .stepEnded(.failed(let mismatches)):
      last[id] = Failure(step: event.step, screen: shown[id], mismatches: mismatches)
    case .attemptEnded(let outcome): end(id, outcome.result)
    default: break
    }
  }

  /// Leaves out cases of which it is known that they fail.
  mutating func forget(_ ids: Set<String>) { for id in ids { failures[id] = nil } }

  private mutating func end(_ id: String, _ result: AttemptOutcome.Result) {
    switch result {
    case .passed, .skipped: failures[id] = nil
    case .failed(let mismatches):
      var failure = last[id] ?? Failure(screen: shown[id])
      // What only rows of a table show, or the end, does not concern the step that was walked last.
      if failure.mismatches.isEmpty || mismatches != failure.mismatches { failure = Failure(mismatches: mismatches) }
      failures[id] = failure
    case .broken(let breakage): failures[id] = Failure(breakage: breakage.message)
    }
  }
}
