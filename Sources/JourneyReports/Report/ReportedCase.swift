public import JourneyRunner

/// One case of a run, as a report shows it.
public struct ReportedCase: Sendable, Hashable {
  /// The stable id, e.g. `sign-in/password#wrong-password@ios`.
  public var id: String
  public var planned: PlannedScenario
  /// `nil` if the run was cut off before the case ended.
  public var result: ScenarioResult?
  /// In their order; empty for a case that was not walked.
  public var attempts: [ReportedAttempt] = []

  /// Its verdict; a case on which the log has none is skipped.
  public var verdict: Verdict { result?.verdict ?? ownSkip ?? .unfinished(hasBegun: !attempts.isEmpty) }

  /// Whether the log has a verdict on it, or its own file says that it is not walked.
  public var isFinished: Bool { result != nil || ownSkip != nil }

  private var ownSkip: Verdict? { attempts.isEmpty ? planned.skipped.map { .skipped($0) } : nil }

  /// All attempts together; nothing where none ended.
  public var duration: Duration { result?.duration ?? .zero }

  /// What went wrong in `after`; empty if nothing did.
  public var cleanUpProblems: [String] { result?.cleanUpProblems ?? [] }

  /// The attempts that neither passed nor were skipped.
  public var failedAttempts: [ReportedAttempt] { attempts.filter { $0.ending == .failed || $0.ending == .broken } }
}

/// One walk of a case: how it ended, and where in the log the rest is.
public struct ReportedAttempt: Sendable, Hashable {
  /// How a walk ended; the reason is in the log.
  public enum Ending: String, Sendable, Hashable, CaseIterable {
    case passed, failed, broken, skipped
  }

  /// Counts from 1.
  public var number: Int
  /// Since the run began.
  public var startedAt: Duration
  /// `nil` if the run was cut off first.
  public var ending: Ending?
  /// The line that says how it ended.
  var outcome: LogSpan?
  /// The lines that say where it stood when it went wrong.
  var step: LogSpan?
  var standing: LogSpan?
  var exchange: LogSpan?
  /// Stretches of the log with all its lines, and lines of other cases if cases ran at the same time.
  var stretches: [LogSpan] = []
  /// Whether it went wrong already: what comes then is clean-up.
  var isDecided = false

  /// As many stretches as are kept; beyond that the last one grows.
  private static let maxStretches = 48

  init(number: Int, startedAt: Duration) {
    self.number = number
    self.startedAt = startedAt
  }

  /// Takes a line into its stretches.
  mutating func extend(over span: LogSpan) {
    if let last = stretches.indices.last, span.start == stretches[last].end + 1 || stretches.count >= Self.maxStretches {
      stretches[last].count = span.end - stretches[last].start
    } else {
      stretches.append(span)
    }
  }
}

extension Verdict {
  /// The verdict on a case on which the log has none.
  static func unfinished(hasBegun: Bool) -> Verdict {
    .skipped(hasBegun ? "not finished when the log ends" : "not begun when the log ends")
  }
}
