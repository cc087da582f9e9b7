import JourneyRunner

/// How a case's verdict compares with that of an earlier run.
public enum CaseTransition: String, Sendable, Hashable, CaseIterable {
  /// It passed and now fails.
  case regressed
  /// It could be walked to its end and now cannot.
  case malfunctioned
  /// It did not pass then either.
  case still = "still not as described"
  /// It did not pass and now does.
  case fixed
  /// The earlier run did not have it.
  case new
}

/// An earlier run of the same scenarios, of which the verdicts are remembered.
struct EarlierRun: Sendable {
  let start: RunStart?
  private let verdicts: [String: Verdict]

  init(_ report: Report) {
    start = report.start
    verdicts = Dictionary(report.cases.map { ($0.id, $0.verdict) }) { _, last in last }
  }

  /// What changed with the case; `nil` if nothing did, or if one of the runs did not walk it.
  func transition(of reported: ReportedCase) -> CaseTransition? {
    guard let then = verdicts[reported.id] else { return .new }
    switch (then, reported.verdict) {
    case (.skipped, _), (_, .skipped): return nil
    case (.passed, .passed), (.flaky, .passed), (.passed, .flaky), (.flaky, .flaky): return nil
    case (.failed, .passed), (.broken, .passed), (.failed, .flaky), (.broken, .flaky): return .fixed
    case (.passed, .failed), (.flaky, .failed): return .regressed
    case (.passed, .broken), (.flaky, .broken), (.failed, .broken): return .malfunctioned
    case (.failed, .failed), (.broken, .broken), (.broken, .failed): return .still
    }
  }

  /// How many of its cases a run does not have any more.
  func goneCount(in report: Report) -> Int {
    let ids = Set(report.cases.map(\.id))
    return verdicts.keys.count { !ids.contains($0) }
  }
}
