import Encodings
import JourneyModel
public import JourneyRunner
import ModelCoding

// The details of single walks, read from the log on demand.
extension Report {
  /// How a walk ended; `nil` if the run was cut off first.
  public func outcome(of attempt: ReportedAttempt) throws(EventLogError) -> AttemptOutcome? {
    guard let span = attempt.outcome else { return nil }
    return try LogLine(log, span).reading { line throws(LogLine.Problem) in try AttemptOutcome(line) }
  }

  /// Everything that a person is shown of a walk that did not pass; `nil` if the run was cut off first.
  public func failure(of attempt: ReportedAttempt) throws(EventLogError) -> FailedAttempt? {
    guard let outcome = try outcome(of: attempt) else { return nil }
    return FailedAttempt(
      number: attempt.number, outcome: outcome, step: try step(of: attempt), standing: try standing(of: attempt),
      exchange: try exchange(of: attempt).map(ExchangeSummary.init))
  }

  /// All walks of a case that did not pass, in their order.
  public func failures(of reported: ReportedCase) throws(EventLogError) -> [FailedAttempt] {
    var failures: [FailedAttempt] = []
    for attempt in reported.failedAttempts {
      if let failure = try failure(of: attempt) { failures.append(failure) }
    }
    return failures
  }

  /// Everything that a person has to know of a case, as the console prints it, without colours.
  public func description(of reported: ReportedCase) throws(EventLogError) -> String { try text(of: reported).whole.plain }

  /// The text with everything that went wrong with a case.
  func text(of reported: ReportedCase) throws(EventLogError) -> FailureText {
    FailureText(
      planned: reported.planned, id: reported.id, verdict: reported.verdict, attempts: try failures(of: reported),
      seed: start?.seed, againArguments: start?.again ?? [])
  }

  /// Goes through all events of a walk, in their order.
  public func events(
    of attempt: ReportedAttempt, in reported: ReportedCase, _ body: (RunEvent) -> Void
  ) throws(EventLogError) {
    for stretch in attempt.stretches {
      var lines = LogLines(log, in: stretch.range)
      while let line = try lines.next() {
        guard let head = try LogHead(line), head.belongs(to: attempt, of: reported) else { continue }
        let event = try RunEvent(try LogLine(line), at: line.span) { digest throws(EventLogError) in try screens.read(digest) }
        if let event { body(event) }
      }
    }
  }

  private func step(of attempt: ReportedAttempt) throws(EventLogError) -> StepFacts? {
    guard let span = attempt.step else { return nil }
    return try LogLine(log, span).reading { line throws(LogLine.Problem) in try StepFacts(line) }
  }

  private func exchange(of attempt: ReportedAttempt) throws(EventLogError) -> Exchange? {
    guard let span = attempt.exchange else { return nil }
    return try LogLine(log, span).reading { line throws(LogLine.Problem) in try line.model("exchange", as: Exchange.self) }
  }

  private func standing(of attempt: ReportedAttempt) throws(EventLogError) -> Standing? {
    guard let span = attempt.standing else { return nil }
    let event = try RunEvent(try LogLine(log, span), at: span) { digest throws(EventLogError) in try screens.read(digest) }
    return event.flatMap { Standing($0.kind) }
  }
}

extension LogHead {
  /// Whether the line is one of this walk, and not of another that ran at the same time.
  func belongs(to attempt: ReportedAttempt, of reported: ReportedCase) -> Bool {
    self.attempt == attempt.number && scenario.flatMap(rest.text) == reported.id
  }
}

extension Standing {
  /// What an event shows; `nil` for events that show nothing.
  init?(_ kind: RunEvent.Kind) {
    switch kind {
    case .screenShown(let screen): self = .screen(screen)
    case .handedOver(let handover): self = .handover(handover)
    case .journeyEnded(let end): self = .ended(end)
    case .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted, .stepStarted, .exchange, .answered, .messageTaken, .edgeTaken,
      .warning, .note,
      .mismatch, .stepEnded, .attemptEnded, .scenarioEnded, .runEnded:
      return nil
    }
  }
}
