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
  /// Whether the journey began in the last attempt, so that an issue of it was looked at.
  var hasBegun = true

  /// The verdict, with additions to the outcome of the last attempt.
  ///
  /// - Parameters:
  ///   - found: what only the comparison with other cases showed.
  ///   - othersFailed: whether a case that it is compared with did not pass, or differs.
  func judged(
    knownIssue: String?, found: [Mismatch], othersFailed: Bool = false
  ) -> (verdict: Verdict, outcome: AttemptOutcome, added: [Mismatch]) {
    var outcome = outcome
    let knownIssue = hasBegun ? knownIssue : nil
    switch outcome.result {
    case .broken: return (.broken, outcome, [])
    case .skipped(let reason): return (verdict(ofSkipped: reason), outcome, [])
    case .failed(let mismatches):
      if let knownIssue, Self.isFixed(knownIssue, mismatches + found) {
        let fixed = Self.fixed(
          knownIssue, actual: "all of its steps pass, and only checks fail that it does not name; fixed? remove known_issue")
        outcome.result = .failed(mismatches + found + [fixed])
        return (.failed, outcome, found + [fixed])
      }
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
    let mismatch = Self.fixed(knownIssue, actual: "it passes; fixed? remove known_issue")
    outcome.result = .failed([mismatch])
    return (.failed, outcome, [mismatch])
  }

  /// Whether all steps pass, and all that fails are security checks whose names the issue does not have.
  private static func isFixed(_ knownIssue: String, _ mismatches: [Mismatch]) -> Bool {
    !mismatches.isEmpty && mismatches.allSatisfy { $0.kind == .security }
      && !mismatches.contains { mismatch in
        mismatch.subject.sentence.split(separator: "'").contains { knownIssue.contains($0) && $0 != "check " }
      }
  }

  private static func fixed(_ knownIssue: String, actual: String) -> Mismatch {
    Mismatch(.knownIssuePassed, subject: "known issue '\(knownIssue)'", expected: "the scenario fails", actual: actual)
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
