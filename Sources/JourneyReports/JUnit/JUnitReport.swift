import Encodings
import JourneyModel
import JourneyRunner

/// A run as JUnit XML, for continuous-integration servers.
///
/// A suite for each file, a case for each scenario and row, in the order of the plan. A wrong file is one case that ends in
/// an error; what was not walked is skipped with its reason. Written piece by piece: of all cases one is in memory.
public struct JUnitReport: Sendable {
  public var dialect: JUnitDialect
  private static let chunk = 64 * 1024

  public init(dialect: JUnitDialect = .generic) { self.dialect = dialect }

  /// Writes the whole document.
  ///
  /// - Parameter sink: takes the next bytes; what it throws ends the writing.
  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    let suites = JUnitSuite.all(of: report, dialect: dialect)
    var xml = XMLWriter()
    xml.declaration()
    if dialect.hasRoot { xml.begin(root(suites, report)) }
    for (index, suite) in suites.enumerated() { try write(suite, index, report, &xml, sink) }
    if dialect.hasRoot { xml.end() }
    try sink(xml.take()[...])
  }

  private func root(_ suites: [JUnitSuite], _ report: Report) -> MarkupElement {
    var root = MarkupElement("testsuites")
    guard dialect != .ant else { return root }
    var counts = JUnitCounts()
    for suite in suites { counts.add(suite.counts) }
    root.set("name", "journey")
    counts.set(on: &root, hasSkipped: dialect == .generic)
    if dialect == .generic { root.set("timestamp", JUnitTime.text(report.start, after: .zero)) }
    return root
  }

  private func write(_ suite: JUnitSuite, _ index: Int, _ report: Report, _ xml: inout XMLWriter, _ sink: ReportSink) throws(ReportError) {
    xml.begin(suite.element(index: index, report, dialect))
    xml.write(JUnitProperties.element(of: suite, report))
    for problem in suite.refusedFiles {
      xml.write(JUnitCase.element(of: problem.file, name: problem.name, dialect))
      try Self.flushIfLong(&xml, sink)
    }
    for listed in suite.cases {
      let details = try JUnitCase(report.cases[listed.index], listed.name, report, dialect)
      xml.write(details.element)
      try Self.flushIfLong(&xml, sink)
    }
    if dialect == .ant { try writeOutput(of: suite, report, &xml, sink) }
    xml.end()
  }

  private static func flushIfLong(_ xml: inout XMLWriter, _ sink: ReportSink) throws(ReportError) {
    if xml.bytes.count >= chunk { try sink(xml.take()[...]) }
  }

  /// Ant's schema has output for suites only: what was seen on the walks that did not pass.
  private func writeOutput(of suite: JUnitSuite, _ report: Report, _ xml: inout XMLWriter, _ sink: ReportSink) throws(ReportError) {
    var text = ""
    for listed in suite.cases where text.utf8.count < JUnitCase.outputLimit {
      let reported = report.cases[listed.index]
      guard !reported.failedAttempts.isEmpty else { continue }
      text += "\(listed.name.name)\n" + (try JUnitCase.transcript(of: reported, report)) + "\n"
    }
    xml.write(MarkupElement("system-out", text: HarmlessText.ends(of: text, limit: JUnitCase.outputLimit)))
    xml.write(MarkupElement("system-err"))
    try Self.flushIfLong(&xml, sink)
  }
}

/// Moments of a run as all schemas take them.
enum JUnitTime {
  /// `2026-11-21T06:47:00` in UTC, without a zone or a fraction.
  static func text(_ start: RunStart?, after time: Duration) -> String {
    let began = start?.startedAt.milliseconds ?? 0
    let moment = DateText.rfc3339(secondsSinceEpoch: (began + Int64(DurationWords.milliseconds(time))) / 1000)
    return String(moment.dropLast())
  }
}
