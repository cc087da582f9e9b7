import Diagnostics
public import JourneyReports
public import JourneyRunner

// A run whose cases are tests of another program.
extension JourneyRun {
  /// Reads a project that has to be free of errors, and plans.
  ///
  /// Throws `ProjectRefusal` where anything is wrong, a setting included. What is read is the same however often it is planned, so that
  /// the cases can be the arguments of a test.
  public static func planned(_ settings: RunSettings) throws -> JourneyRun {
    if let problem = settings.problem { throw problem }
    let run = JourneyRun(settings)
    guard !run.isRefused else { throw ProjectRefusal(diagnostics: run.diagnostics) }
    return run
  }

  /// Runs one case, and those that it is compared with, on connections and mocks of its own.
  ///
  /// - Parameter listed: one of `cases`.
  public func outcome(of listed: ListedCase) async throws -> CaseOutcome {
    let report = try await only([listed.id]).run()
    guard let reported = report.cases.first(where: { $0.id == listed.id }) else {
      throw RunFailure.cannotRead("the run has no case '\(listed.id)'")
    }
    return CaseOutcome(verdict: reported.verdict, text: report.redactor.redacted(try report.description(of: reported)))
  }

  /// Runs all cases without output until the report is made.
  ///
  /// - Parameter log: where the event log is kept; `nil` for nowhere.
  public func run(log: String? = nil) async throws -> Report {
    var nobody = SilentListener()
    return try await walk(log: log, into: &nobody)
  }
}

/// What came of one case.
public struct CaseOutcome: Sendable {
  public let verdict: Verdict
  /// Everything that a person has to know of a case that did not pass: expected and actual, the screen, the last exchange; one line
  /// where it passed. Secrets are `***` in it.
  public let text: String

  /// Whether it did not pass; a case that was skipped, or passed on a later attempt, did not fail.
  public var isFailure: Bool {
    switch verdict {
    case .failed, .broken: true
    case .passed, .flaky, .skipped: false
    }
  }
}

/// Keeps nothing of what happens.
private struct SilentListener: RunListener {
  mutating func record(_ searched: SearchedEvent) {}
}
