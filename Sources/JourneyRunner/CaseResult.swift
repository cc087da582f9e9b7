internal import JourneyModel

/// The result of running a case, before it is judged.
struct CaseResult: Sendable, Hashable {
  /// Of the last attempt.
  var outcome: AttemptOutcome
  var attempts: Int
  /// Of all attempts.
  var duration: Duration
  /// Of the attempt before the last one, which failed or broke; `nil` for none.
  var earlier: AttemptOutcome.Result?
  /// Of all attempts, each once.
  var cleanUpProblems: [String] = []
  var trace: WalkTrace?

  /// The verdict, with additions to the outcome of the last attempt.
  ///
  /// - Parameters:
  ///   - found: what only the comparison with other cases showed.
  ///   - othersFailed: whether a case that it is compared with did not pass, or differs.
  func judged(
    knownIssue: String?, found: [Mismatch], othersFailed: Bool = false
  ) -> (verdict: Verdict, outcome: AttemptOutcome, added: [Mismatch]) {
    var outcome = outcome
    switch outcome.result {
    case .broken: return (.broken, outcome, [])
    case .skipped(let reason): return (verdict(ofSkipped: reason), outcome, [])
    case .failed(let mismatches):
      outcome.result = .failed(mismatches + found)
      return (knownIssue.map { .skipped("known issue: \($0)") } ?? .failed, outcome, found)
    case .passed: break
    }
    guard found.isEmpty else {
      outcome.result = .failed(found)
      return (knownIssue.map { .skipped("known issue: \($0)") } ?? .failed, outcome, found)
    }
    guard let knownIssue else { return (attempts > 1 ? .flaky : .passed, outcome, []) }
    // The issue is known of all rows together.
    if othersFailed { return (.skipped("known issue: \(knownIssue)"), outcome, []) }
    let mismatch = Mismatch(
      .knownIssuePassed, subject: "known issue '\(knownIssue)'", expected: "the scenario fails",
      actual: "it passes; fixed? remove known_issue")
    outcome.result = .failed([mismatch])
    return (.failed, outcome, [mismatch])
  }

  /// An attempt that judged nothing takes no failure back.
  private func verdict(ofSkipped reason: String) -> Verdict {
    switch earlier {
    case .failed: .failed
    case .broken: .broken
    case .passed, .skipped, nil: .skipped(reason)
    }
  }
}
