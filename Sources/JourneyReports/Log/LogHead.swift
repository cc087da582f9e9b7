import Encodings

/// The members that every line of an event log begins with, and a cursor after `kind`.
struct LogHead {
  /// `nil` for a kind that this version does not know.
  var kind: LogName?
  /// As it is spelled in the line, with quotes; `nil` for what concerns the run.
  var scenario: Range<Int>?
  var attempt: Int?
  /// Counts from 1 without gaps; `nil` for the body of a screen.
  var sequence: Int?
  /// As it is spelled in the line, with quotes.
  var step: Range<Int>?
  var time: Range<Int>?
  /// Behind `kind`, at the members that the kind alone has.
  var rest: JSONMemberCursor

  /// `nil` if the line was cut before its kind.
  ///
  /// Throws if a complete line is not one of an event log, and if the log has a newer version.
  init?(_ line: LogLines.Line) throws(EventLogError) {
    guard var cursor = JSONMemberCursor(line.bytes) else {
      guard line.isWhole else { return nil }
      throw EventLogError(offset: line.span.start, message: "the line is not a JSON object")
    }
    while let member = cursor.next() {
      if cursor.matches(member.name, "v") {
        guard let version = cursor.integer(member.value), version > EventLogWriter.version else { continue }
        throw EventLogError(
          offset: line.span.start,
          message: "its version is \(version), and this journey reads version \(EventLogWriter.version)")
      }
      if cursor.matches(member.name, "scenario") { scenario = member.value }
      if cursor.matches(member.name, "seq") { sequence = cursor.integer(member.value) }
      if cursor.matches(member.name, "attempt") { attempt = cursor.integer(member.value) }
      if cursor.matches(member.name, "step") { step = member.value }
      if cursor.matches(member.name, "t") { time = member.value }
      guard cursor.matches(member.name, "kind") else { continue }
      kind = cursor.text(member.value).flatMap(LogName.init(rawValue:))
      rest = cursor
      return
    }
    guard line.isWhole else { return nil }
    throw EventLogError(offset: line.span.start, message: "'kind' is missing")
  }
}

extension LogHead {
  /// Whether the line belongs to the clean-up after a walk, which changes nothing of what the walk showed.
  var isCleanUp: Bool { step.flatMap(rest.text).map(StepID.isCleanUp) ?? false }

  /// Since the run began.
  var elapsed: Duration {
    time.flatMap { LogTime.duration(String(decoding: rest.slice($0), as: UTF8.self)) } ?? .zero
  }
}

/// Whether the lines of a log have the numbers 1, 2, 3 and so on, those of unknown kinds included.
struct LineNumbers {
  private var last = 0
  /// Whether a number is missing or comes twice.
  private(set) var haveGaps = false

  mutating func take(_ head: LogHead) {
    guard let number = head.sequence else { return }
    if number.subtractingReportingOverflow(1).partialValue != last { haveGaps = true }
    last = number
  }
}

/// The meaning of the ids of steps.
enum StepID {
  /// Whether the step is in `after`.
  static func isCleanUp(_ id: String) -> Bool { id == "after" || id.hasPrefix("after/") }
}
