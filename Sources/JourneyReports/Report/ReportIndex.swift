import Encodings
import JourneyRunner

/// The first pass over a log: what is counted and listed, and where in the log the rest is.
struct ReportIndex {
  private let log: any LogSource
  private(set) var start: RunStart?
  private(set) var refusedFiles: [RefusedFile] = []
  private(set) var cases: [ReportedCase] = []
  private(set) var end: RunEnd?
  private(set) var screens: LogScreens
  /// Whether numbers of lines are missing or come twice.
  var hasGaps: Bool { numbers.haveGaps }
  private var numbers = LineNumbers()
  /// Of the last line read.
  private(set) var lastTime = Duration.zero

  private var indices: [String: Int] = [:]
  /// Cases whose id a later one has too.
  private var namesakes: [String: [Int]] = [:]
  /// The case of the line before, as it was spelled: lines of one case mostly follow each other.
  private var lastScenario: (spelling: ArraySlice<UInt8>, index: Int)?

  init(_ log: any LogSource) {
    self.log = log
    screens = LogScreens(log)
  }

  mutating func read() throws(EventLogError) {
    var lines = LogLines(log)
    while let line = try lines.next() {
      guard !line.bytes.isEmpty, let head = try LogHead(line) else { continue }
      numbers.take(head)
      guard let kind = head.kind else { continue }
      // A truncated line is not reliable.
      guard line.isWhole || line.bytes.last == UInt8(ascii: "}") else { continue }
      try take(kind, head, line)
    }
  }

  private mutating func take(_ kind: LogName, _ head: LogHead, _ line: LogLines.Line) throws(EventLogError) {
    if kind == .screen {
      screens.note(line)
      return
    }
    lastTime = max(lastTime, head.elapsed)
    switch kind {
    case .runStarted: start = try model(line) { json throws(LogLine.Problem) in try RunStart(json) }
    case .fileRefused: refusedFiles.append(try model(line) { json throws(LogLine.Problem) in try RefusedFile(json) })
    case .runEnded: end = try model(line) { json throws(LogLine.Problem) in try RunEnd(json) }
    case .scenarioPlanned: try plan(head, line)
    case .scenarioEnded:
      guard let index = index(of: head, in: line) else { return }
      let result = try model(line) { json throws(LogLine.Problem) in try ScenarioResult(json) }
      cases[index].result = result
      // Where files are wrong two cases may have one id, and neither is run.
      for place in namesakes[cases[index].id] ?? [] { cases[place].result = result }
    case .attemptStarted:
      guard let index = index(of: head, in: line) else { return }
      cases[index].attempts.append(ReportedAttempt(number: head.attempt ?? 1, startedAt: head.elapsed))
      changeAttempt(head, line) { _ in }
    case .stepStarted, .exchange, .screen, .screenShown, .answered, .messageTaken, .handedOver, .journeyEnded, .edgeTaken, .warning, .note,
      .mismatch,
      .stepEnded, .attemptEnded:
      changeAttempt(head, line) { attempt in attempt.take(kind, head, line.span) }
    }
  }

  private mutating func plan(_ head: LogHead, _ line: LogLines.Line) throws(EventLogError) {
    guard let id = head.scenario.flatMap(head.rest.text) else {
      throw EventLogError(offset: line.span.start, message: "'scenario' is missing or of another type")
    }
    if let earlier = indices[id] { namesakes[id, default: []].append(earlier) }
    indices[id] = cases.count
    lastScenario = nil
    cases.append(ReportedCase(id: id, planned: try model(line) { json throws(LogLine.Problem) in try PlannedScenario(json) }))
  }

  private mutating func changeAttempt(_ head: LogHead, _ line: LogLines.Line, _ change: (inout ReportedAttempt) -> Void) {
    guard let index = index(of: head, in: line), let last = cases[index].attempts.indices.last else { return }
    cases[index].attempts[last].extend(over: line.span)
    change(&cases[index].attempts[last])
  }

  /// The case of a line; `nil` for one that was not planned.
  private mutating func index(of head: LogHead, in line: LogLines.Line) -> Int? {
    guard let spelled = head.scenario else { return nil }
    let spelling = line.bytes[spelled]
    if let lastScenario, lastScenario.spelling.elementsEqual(spelling) { return lastScenario.index }
    guard let index = head.rest.text(spelled).flatMap({ indices[$0] }) else { return nil }
    lastScenario = (ArraySlice(Array(spelling)), index)
    return index
  }

  private func model<Result>(
    _ line: LogLines.Line, _ read: (LogLine) throws(LogLine.Problem) -> Result
  ) throws(EventLogError) -> Result {
    try LogLine(line).reading(read)
  }
}

extension ReportedAttempt {
  /// Takes note of a line: what came last before the outcome is what a failure shows.
  fileprivate mutating func take(_ kind: LogName, _ head: LogHead, _ span: LogSpan) {
    if kind == .attemptEnded {
      outcome = span
      ending = head.word("outcome").flatMap(Ending.init(rawValue:))
      return
    }
    guard !isDecided, !head.isCleanUp else { return }
    switch kind {
    case .stepStarted: step = span
    case .exchange: exchange = span
    case .screenShown, .handedOver, .journeyEnded: standing = span
    case .stepEnded: isDecided = head.word("outcome").map { $0 == "failed" || $0 == "broken" } ?? false
    case .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted, .screen, .answered, .messageTaken, .edgeTaken, .warning, .note,
      .mismatch,
      .attemptEnded, .scenarioEnded, .runEnded:
      break
    }
  }
}

extension LogHead {
  /// A text after `kind`.
  func word(_ name: StaticString) -> String? {
    var cursor = rest
    return cursor.value(of: name).flatMap(cursor.text)
  }
}
