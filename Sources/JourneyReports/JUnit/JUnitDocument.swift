import Diagnostics
import JourneyRunner
import ScreenPages

/// One document of JUnit XML: some suites of a run, or all of them.
package struct JUnitDocument {
  private static let chunk = 64 * 1024

  let suites: [JUnitSuite]
  let dialect: JUnitDialect
  let pages: CasePages?
  let report: Report

  /// Writes it piece by piece.
  package func write(to sink: ReportSink) throws(ReportError) {
    var xml = XMLWriter()
    xml.declaration()
    if dialect.hasRoot { xml.begin(root) }
    for suite in suites { try write(suite, &xml, sink) }
    if dialect.hasRoot { xml.end() }
    try sink(xml.take()[...])
  }

  private var root: MarkupElement {
    var root = MarkupElement("testsuites")
    guard dialect.rootTotals != .none else { return root }
    var counts = JUnitCounts()
    for suite in suites { counts.add(suite.counts) }
    root.set("name", "journey")
    counts.set(on: &root, hasSkipped: dialect.rootTotals == .datedWithSkipped)
    if dialect.rootTotals == .datedWithSkipped { root.set("timestamp", RunTime.text(report.start, after: .zero)) }
    return root
  }

  private func write(_ suite: JUnitSuite, _ xml: inout XMLWriter, _ sink: ReportSink) throws(ReportError) {
    xml.begin(suite.element(report, dialect))
    xml.write(JUnitProperties.element(of: suite, report))
    for problem in suite.refusedFiles {
      xml.write(JUnitCase.element(of: problem.file, name: problem.name, dialect))
      try Self.flushIfLong(&xml, sink)
    }
    for listed in suite.cases {
      let details = try JUnitCase(report.cases[listed.index], listed.name, report, dialect, pages)
      xml.write(details.element)
      try Self.flushIfLong(&xml, sink)
    }
    if let listed = suite.shortfall { xml.write(JUnitCase.element(of: listed.shortfall, name: listed.name)) }
    if !dialect.hasAttempts { try writeOutput(of: suite, &xml, sink) }
    xml.end()
  }

  private static func flushIfLong(_ xml: inout XMLWriter, _ sink: ReportSink) throws(ReportError) {
    if xml.bytes.count >= chunk { try sink(xml.take()[...]) }
  }

  /// Ant's schema has output for suites only: what was seen on the walks that did not pass.
  private func writeOutput(of suite: JUnitSuite, _ xml: inout XMLWriter, _ sink: ReportSink) throws(ReportError) {
    var text = ""
    var problems = ""
    for listed in suite.cases where text.utf8.count < JUnitCase.outputLimit {
      let reported = report.cases[listed.index]
      if let cleanUp = JUnitCase.cleanUpText(of: reported) { problems += "\(listed.name.name)\n\(cleanUp)\n" }
      guard !reported.failedAttempts.isEmpty else { continue }
      text += "\(listed.name.name)\n" + (try JUnitCase.transcript(of: reported, report)) + "\n"
    }
    xml.write(MarkupElement("system-out", text: HarmlessText.ends(of: text, limit: JUnitCase.outputLimit)))
    xml.write(
      problems.isEmpty
        ? MarkupElement("system-err") : MarkupElement("system-err", text: HarmlessText.ends(of: problems, limit: JUnitCase.outputLimit)))
    try Self.flushIfLong(&xml, sink)
  }
}
