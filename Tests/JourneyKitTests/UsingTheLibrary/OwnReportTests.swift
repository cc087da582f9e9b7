import JourneyKit
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// The names of the cases that did not pass, one per line.
struct FailedNames: ReportWriter {
  var content: ReportContent { .text }

  func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    for reported in report.cases where reported.verdict != .passed {
      try sink(Array("\(reported.planned.name)\n".utf8)[...])
    }
  }
}

/// A report of one's own, beside those that the library has.
struct OwnReportTests {
  @Test func `a report of one's own is written like the others`() async throws {
    let settings = JourneySuiteTests.settings
    try await TemporaryFolder.with { folder in
      let report = try await JourneyRun.planned(settings).run()
      try ReportFile.write(report, as: FailedNames(), to: folder.file("failed.txt"))
      try ReportFile.write(report, as: JUnitReport(dialect: .generic), to: folder.file("junit.xml"))
      #expect(try folder.text(of: "failed.txt") == "")
      #expect(try folder.text(of: "junit.xml").contains("<testsuites name=\"journey\""))
    }
  }
}
