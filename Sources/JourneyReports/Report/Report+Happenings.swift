import JourneyModel
import JourneyRunner

/// One line of a walk, its screen unread.
enum WalkHappening {
  /// A screen by its id and its digest.
  case shown(id: String, digest: String)
  case event(RunEvent.Kind)
}

// The lines of single walks, as pages tell them.
extension Report {
  /// Goes through the lines of a walk in their order, without the clean-up's screens and answers.
  ///
  /// - Parameter readsExchanges: whether requests and responses are among them, which are most of a log.
  func happenings(
    of attempt: ReportedAttempt, in reported: ReportedCase, readsExchanges: Bool,
    _ body: (WalkHappening, Duration) throws(EventLogError) -> Void
  ) throws(EventLogError) {
    for stretch in attempt.stretches {
      var lines = LogLines(log, in: stretch.range)
      while let line = try lines.next() {
        guard let head = try LogHead(line), let kind = head.kind, head.belongs(to: attempt, of: reported) else { continue }
        switch kind {
        case .screenShown:
          guard !head.isCleanUp, let id = head.word("id"), let digest = head.word("screen") else { continue }
          try body(.shown(id: id, digest: digest), head.elapsed)
        case .exchange where !readsExchanges: continue
        case .screen, .edgeTaken, .mismatch: continue
        case .answered, .messageTaken, .handedOver, .journeyEnded:
          if !head.isCleanUp { try tell(line, body) }
        case .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted, .stepStarted, .exchange, .warning, .note, .stepEnded,
          .attemptEnded,
          .scenarioEnded, .runEnded:
          try tell(line, body)
        }
      }
    }
  }

  private func tell(
    _ line: LogLines.Line, _ body: (WalkHappening, Duration) throws(EventLogError) -> Void
  ) throws(EventLogError) {
    let event = try RunEvent(try LogLine(line), at: line.span) { digest throws(EventLogError) in try screens.read(digest) }
    if let event { try body(.event(event.kind), event.time) }
  }

  /// The first screen of a walk; `nil` if none was shown.
  func firstScreen(of attempt: ReportedAttempt, in reported: ReportedCase) throws(EventLogError) -> Screen? {
    for stretch in attempt.stretches {
      var lines = LogLines(log, in: stretch.range)
      while let line = try lines.next() {
        guard let head = try LogHead(line), head.kind == .screenShown, head.belongs(to: attempt, of: reported) else { continue }
        return try head.word("screen").map { digest throws(EventLogError) in try screens.read(digest) }
      }
    }
    return nil
  }

  /// The screen with this digest, read from the log.
  func screen(_ digest: String) throws(EventLogError) -> Screen { try screens.read(digest) }
}
