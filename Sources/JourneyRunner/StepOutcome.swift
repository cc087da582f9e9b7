public import JourneyModel

/// How a step ended.
public enum StepOutcome: Sendable, Hashable {
  case passed
  /// Every expectation of the step that was not fulfilled, at least one.
  case failed([Mismatch])
  /// The journey could not be run.
  case broken(Breakage)
  /// Not run, for this reason: `when` was not true, an optional screen was not shown.
  case skipped(String)
}

/// Why a journey could not be run: the request and the response.
public struct Breakage: Sendable, Hashable {
  public var kind: DriverError.Kind
  public var message: String

  public init(kind: DriverError.Kind, message: String) {
    self.kind = kind
    self.message = message
  }
}

/// How one attempt at a case ended.
public struct AttemptOutcome: Sendable, Hashable {
  public enum Result: Sendable, Hashable {
    case passed
    case failed([Mismatch])
    case broken(Breakage)
    /// Found during the walk, e.g. a live tenant's clock that cannot be moved.
    case skipped(String)
  }

  public var result: Result
  public var duration: Duration
  /// The steps that were not reached, in words; empty if all were.
  public var stepsLeft: [String]
  /// The errors in `after`, which change no verdict.
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
  /// The errors in `after`, of all attempts, which change no verdict.
  public var cleanUpProblems: [String]

  public init(verdict: Verdict, attempts: Int, duration: Duration, cleanUpProblems: [String] = []) {
    self.verdict = verdict
    self.attempts = attempts
    self.duration = duration
    self.cleanUpProblems = cleanUpProblems
  }
}

/// The verdict on a case. A file with errors has none: none of its cases was run.
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
