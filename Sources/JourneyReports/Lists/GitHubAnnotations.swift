import Diagnostics
import JourneyRunner

/// Workflow commands that make GitHub show what did not pass at its line.
///
/// GitHub shows ten errors and ten warnings of a step. So each case that did not pass has one of the ten before any has two, and
/// a notice counts the rest.
public struct GitHubAnnotations: ReportWriter {
  private static let messageLimit = 4000
  private static let maxOfKind = 10

  public init() {}

  public var content: ReportContent { .text }

  /// Writes a command for a run that is not all of it, for each wrong place and each mismatch of a case that did not pass, then a warning for each flaky case and
  /// for each clean-up that went wrong, as many as GitHub shows.
  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    var rest = Rest()
    try writeErrors(report, &rest, sink)
    try writeWarnings(report, &rest, sink)
    if let text = rest.text { try sink(Array("::notice title=journey::\(Self.data(text))\n".utf8)[...]) }
  }

  /// What is not annotated.
  private struct Rest {
    var places = 0
    var cases = 0
    var warnings = 0

    var text: String? {
      var parts: [String] = []
      if places > 0 { parts.append("\(places) more file error\(places == 1 ? "" : "s")") }
      if cases > 0 { parts.append("\(cases) more case\(cases == 1 ? "" : "s") that did not pass") }
      if warnings > 0 { parts.append("\(warnings) more warning\(warnings == 1 ? "" : "s")") }
      guard !parts.isEmpty else { return nil }
      return "\(parts.joined(separator: ", ")); GitHub shows ten annotations of each kind; the other reports have all"
    }
  }

  private func writeErrors(_ report: Report, _ rest: inout Rest, _ sink: ReportSink) throws(ReportError) {
    var left = Self.maxOfKind
    if let shortfall = RunShortfall(report) {
      left -= 1
      try sink(Array("::error title=\(Self.property(shortfall.kind))::\(Self.data(shortfall.message))\n".utf8)[...])
    }
    for file in report.refusedFiles {
      for problem in file.problems {
        guard left > 0 else {
          rest.places += 1
          continue
        }
        left -= 1
        try sink(
          Self.command("error", file: problem.place?.file ?? file.file, place: problem.place, title: problem.id, problem.message))
      }
    }
    let unpassed = report.cases.filter { $0.verdict == .failed || $0.verdict == .broken }
    let annotated = unpassed.prefix(left)
    rest.cases = unpassed.count - annotated.count
    left -= annotated.count
    for reported in annotated {
      for command in try errors(of: reported, report, more: &left) { try sink(command) }
    }
  }

  /// The commands of a case: one, and for its other mismatches as many more as are left.
  private func errors(of reported: ReportedCase, _ report: Report, more: inout Int) throws(ReportError) -> [ArraySlice<UInt8>] {
    let failures = try ReportError.reading { () throws(EventLogError) in try report.failures(of: reported) }
    let start = Self.start(of: reported)
    let title = Self.title(of: reported)
    guard let last = failures.last else {
      return [Self.command("error", file: start.file, place: start, title: title, reported.verdict.name)]
    }
    guard case .failed(let mismatches) = last.outcome.result else {
      let place = last.step?.place ?? start
      return [Self.command("error", file: place.file, place: place, title: "broken: \(title)", last.reason)]
    }
    let shown = mismatches.prefix(1 + more)
    more -= max(shown.count - 1, 0)
    return shown.map { mismatch in
      let place = mismatch.place ?? last.step?.place ?? start
      var text = "\(mismatch.subject.sentence)\nexpected  \(mismatch.expected)\nactual    \(mismatch.actual)"
      if let nearest = mismatch.nearest { text += "\nnearest   \(nearest)" }
      if mismatch.kind == .security { text += mismatch.details.map { "\n          \($0)" }.joined() }
      return Self.command("error", file: place.file, place: place, title: title, text)
    }
  }

  private func writeWarnings(_ report: Report, _ rest: inout Rest, _ sink: ReportSink) throws(ReportError) {
    var left = Self.maxOfKind
    func warn(_ reported: ReportedCase, _ title: String, _ text: String) throws(ReportError) {
      guard left > 0 else {
        rest.warnings += 1
        return
      }
      left -= 1
      let start = Self.start(of: reported)
      try sink(Self.command("warning", file: start.file, place: start, title: "\(title): \(Self.title(of: reported))", text))
    }
    for reported in report.cases where reported.verdict == .flaky {
      let failures = try ReportError.reading { () throws(EventLogError) in try left > 0 ? report.failures(of: reported) : [] }
      let title = report.totals.flakyFails ? "flaky, which fails the run" : "flaky"
      try warn(reported, title, failures.last?.reason ?? "passed after a failure")
    }
    for reported in report.cases where !reported.cleanUpProblems.isEmpty {
      try warn(reported, "clean-up failed", reported.cleanUpProblems.joined(separator: "\n"))
    }
  }

  private static func title(of reported: ReportedCase) -> String {
    (reported.planned.label.map { "\($0): " } ?? "") + reported.planned.name
  }

  private static func start(of reported: ReportedCase) -> Excerpt {
    Excerpt(file: reported.planned.file, line: reported.planned.line, column: 1, length: 1, text: "")
  }

  private static func command(
    _ level: String, file: String, place: Excerpt?, title: String, _ message: String
  ) -> ArraySlice<UInt8> {
    var text = "::\(level) file=\(property(HarmlessText.line(file)))"
    if let place { text += ",line=\(place.line),col=\(place.column),endColumn=\(place.column + place.length)" }
    text += ",title=\(property(HarmlessText.line(title, limit: 250)))::"
    text += data(HarmlessText.block(message, limit: messageLimit)) + "\n"
    return Array(text.utf8)[...]
  }

  /// As `@actions/core` escapes what follows the colons.
  private static func data(_ text: String) -> String { escaped(text, also: []) }

  /// As `@actions/core` escapes the value of a property.
  private static func property(_ text: String) -> String { escaped(text, also: [":", ","]) }

  private static func escaped(_ text: String, also special: Set<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where special.contains(scalar): result += "%3A"
      case "," where special.contains(scalar): result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
