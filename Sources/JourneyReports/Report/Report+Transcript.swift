import Diagnostics
import Encodings
import JourneyRunner

// What happened on a walk, a line for each happening.
extension Report {
  /// What happened on a walk: time since it began, what it was, and what is known of it.
  ///
  /// It is put together without decoding bodies, as there is one for each case of a run.
  func transcript(of attempt: ReportedAttempt, in reported: ReportedCase) throws(EventLogError) -> [String] {
    var lines: [String] = ["attempt \(attempt.number)"]
    for stretch in attempt.stretches {
      var reader = LogLines(log, in: stretch.range)
      while let line = try reader.next() {
        guard let head = try LogHead(line), let kind = head.kind, head.belongs(to: attempt, of: reported),
          let text = head.transcript(of: kind)
        else { continue }
        lines.append(Self.transcriptLine(text, kind, after: head.elapsed - attempt.startedAt))
      }
    }
    return lines
  }

  /// The screens that a walk was shown, by their ids.
  func screensWalked(_ attempt: ReportedAttempt, in reported: ReportedCase) throws(EventLogError) -> [String] {
    var ids: [String] = []
    for stretch in attempt.stretches {
      var reader = LogLines(log, in: stretch.range)
      while let line = try reader.next() {
        guard let head = try LogHead(line), head.kind == .screenShown, head.belongs(to: attempt, of: reported),
          let id = head.word("id")
        else { continue }
        if ids.last != id { ids.append(id) }
      }
    }
    return ids
  }

  private static func transcriptLine(_ text: String, _ kind: LogName, after time: Duration) -> String {
    let word = kind.transcriptWord
    let padding = String(repeating: " ", count: max(9 - word.utf8.count, 1))
    return "  \(DurationWords.seconds(time)) s  \(word)\(padding)\(HarmlessText.line(text, limit: 1000))"
  }
}

extension LogName {
  fileprivate var transcriptWord: String {
    switch self {
    case .stepStarted: "step"
    case .exchange: "exchange"
    case .screenShown: "screen"
    case .answered: "answered"
    case .messageTaken: "message"
    case .handedOver: "left"
    case .journeyEnded: "ended"
    case .edgeTaken: "edge"
    case .warning: "warning"
    case .note: "note"
    case .mismatch: "mismatch"
    case .stepEnded: "step"
    case .attemptEnded: "walk"
    case .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted, .screen, .scenarioEnded, .runEnded: rawValue
    }
  }
}

extension LogHead {
  /// What the line says, for a transcript; `nil` for lines that add nothing to it.
  fileprivate func transcript(of kind: LogName) -> String? {
    switch kind {
    case .stepStarted: word("head")
    case .exchange: member("exchange").map(Self.exchange)
    case .screenShown: word("id")
    case .answered: word("form")
    case .messageTaken: word("channel")
    case .handedOver: member("handover").flatMap { $0.text("url") }
    case .journeyEnded: member("end").flatMap { $0.text("kind") }
    case .edgeTaken: word("edge")
    case .warning, .note: word("text")
    case .mismatch: member("mismatch").map(Self.mismatch)
    case .stepEnded:
      word("outcome").flatMap { outcome in
        outcome == "passed" ? nil : outcome + (word("reason").map { ": \($0)" } ?? "")
      }
    case .attemptEnded: word("outcome")
    case .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted, .screen, .scenarioEnded, .runEnded: nil
    }
  }

  private func member(_ name: StaticString) -> ObjectBytes? {
    var cursor = rest
    return cursor.value(of: name).map { ObjectBytes(bytes: cursor.slice($0)) }
  }

  private static func exchange(_ exchange: ObjectBytes) -> String {
    let asked = "\(exchange.text("method") ?? "") \(exchange.text("url") ?? "")"
    let status = exchange.object("response")?.number("status").map { String($0) } ?? "no response"
    let duration = exchange.spelling("duration").flatMap(LogTime.duration).map { " \(DurationWords.short($0))" } ?? ""
    return "\(asked) -> \(status)\(duration)"
  }

  private static func mismatch(_ mismatch: ObjectBytes) -> String {
    let subject = mismatch.text("subject") ?? ""
    return "\(subject): expected \(mismatch.text("expected") ?? ""), found \(mismatch.text("actual") ?? "")"
  }
}

/// One JSON object of which few members are wanted.
private struct ObjectBytes {
  var bytes: ArraySlice<UInt8>

  func text(_ name: StaticString) -> String? { find(name) { cursor, value in cursor.text(value) } }
  func number(_ name: StaticString) -> Int? { find(name) { cursor, value in cursor.integer(value) } }
  func spelling(_ name: StaticString) -> String? {
    find(name) { cursor, value in String(decoding: cursor.slice(value), as: UTF8.self) }
  }
  func object(_ name: StaticString) -> ObjectBytes? {
    find(name) { cursor, value in ObjectBytes(bytes: cursor.slice(value)) }
  }

  private func find<Result>(_ name: StaticString, _ read: (JSONMemberCursor, Range<Int>) -> Result?) -> Result? {
    guard var cursor = JSONMemberCursor(bytes), let value = cursor.value(of: name) else { return nil }
    return read(cursor, value)
  }
}
