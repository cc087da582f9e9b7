public import JourneyModel
public import JourneyRunner

/// Where a walk stood when it ended.
public enum Standing: Sendable, Hashable {
  case screen(Screen)
  case handover(Handover)
  case ended(JourneyEnd)
}

/// One walk that did not pass, with everything that a person is shown of it.
public struct FailedAttempt: Sendable, Hashable {
  /// Counts from 1.
  public var number: Int
  public var outcome: AttemptOutcome
  /// The step that it ended in; `nil` if none had begun.
  public var step: StepFacts?
  /// What was last shown; `nil` if nothing was.
  public var standing: Standing?
  /// The last one made; `nil` if none was.
  public var exchange: ExchangeSummary?

  /// Whether it could not be run, in addition to an expectation that was not fulfilled.
  public var isBroken: Bool {
    if case .broken = outcome.result { true } else { false }
  }

  /// What went wrong, in one line.
  public var reason: String {
    switch outcome.result {
    case .passed: "passed"
    case .skipped(let reason): reason
    case .broken(let breakage): breakage.message
    case .failed(let mismatches): Self.reason(mismatches)
    }
  }

  private static func reason(_ mismatches: [Mismatch]) -> String {
    guard let first = mismatches.first else { return "failed" }
    let rest = mismatches.count > 1 ? " (and \(mismatches.count - 1) more: \(mismatches.otherSubjects))" : ""
    return "\(first.subject.sentence): expected \(first.expected), found \(first.actual)\(rest)"
  }
}

extension [Mismatch] {
  private static var shown: Int { 3 }

  /// What differs in addition to the first one, by name, e.g. `title; label of widget 'password'`.
  package var otherSubjects: String {
    let names = dropFirst().map(\.subject.sentence)
    let rest = names.count - Self.shown
    return names.prefix(Self.shown).joined(separator: "; ") + (rest > 0 ? "; \(rest) more" : "")
  }
}
