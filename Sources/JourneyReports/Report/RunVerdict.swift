public import JourneyRunner

/// The verdict of a whole run: the worst of what happened, in the order in which exit codes take precedence.
public enum RunVerdict: Sendable, Hashable {
  case interrupted(RunEnd.Interruption)
  /// A file is wrong; nothing was walked.
  case filesRefused
  /// No case was selected.
  case empty
  /// A journey could not be walked.
  case broken
  /// An expectation failed.
  case failed
  case passed

  public init(_ totals: RunTotals, interruption: RunEnd.Interruption?) {
    if let interruption {
      self = .interrupted(interruption)
    } else if totals.refusedFiles > 0 {
      self = .filesRefused
    } else if totals.cases == 0 {
      self = .empty
    } else if totals.broken > 0 {
      self = .broken
    } else if totals.failed > 0 || totals.flakyFails {
      self = .failed
    } else {
      self = .passed
    }
  }
}
