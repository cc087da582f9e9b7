public import JourneyModel

/// How a step ended.
public enum StepOutcome: Sendable, Hashable {
  case passed
  /// Every expectation of the step that was not met, at least one.
  case failed([Mismatch])
  /// The journey could not be walked.
  case broken(Breakage)
  /// Not taken, for this reason: `when` did not hold, an optional screen was not shown.
  case skipped(String)
}

/// Why a journey could not be walked: what was asked and what came.
public struct Breakage: Sendable, Hashable {
  public var kind: DriverError.Kind
  public var message: String

  public init(kind: DriverError.Kind, message: String) {
    self.kind = kind
    self.message = message
  }
}

/// How one walk of a case ended.
public struct AttemptOutcome: Sendable, Hashable {
  public enum Result: Sendable, Hashable {
    case passed
    case failed([Mismatch])
    case broken(Breakage)
    /// Found out while it was walked, e.g. a live tenant's clock that cannot be moved.
    case skipped(String)
  }

  public var result: Result
  public var duration: Duration
  /// The steps that were not reached, as people say them; empty where all were.
  public var stepsLeft: [String]
  /// What went wrong in `after`, which changes no verdict; empty where nothing did.
  public var cleanUpProblems: [String]

  public init(result: Result, duration: Duration, stepsLeft: [String] = [], cleanUpProblems: [String] = []) {
    self.result = result
    self.duration = duration
    self.stepsLeft = stepsLeft
    self.cleanUpProblems = cleanUpProblems
  }
}

/// The five verdicts on a case, and how long all its attempts took.
public struct ScenarioResult: Sendable, Hashable {
  public var verdict: Verdict
  public var attempts: Int
  public var duration: Duration
  /// What went wrong in `after`, of all attempts, which changes no verdict; empty where nothing did.
  public var cleanUpProblems: [String]

  public init(verdict: Verdict, attempts: Int, duration: Duration, cleanUpProblems: [String] = []) {
    self.verdict = verdict
    self.attempts = attempts
    self.duration = duration
    self.cleanUpProblems = cleanUpProblems
  }
}

/// What became of a case. A wrong file is none of these: it has no case that was walked.
public enum Verdict: Sendable, Hashable {
  case passed
  case failed
  case broken
  case skipped(String)
  /// Passed after a failure.
  case flaky

  /// The word in reports.
  public var name: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .broken: "broken"
    case .skipped: "skipped"
    case .flaky: "flaky"
    }
  }
}
