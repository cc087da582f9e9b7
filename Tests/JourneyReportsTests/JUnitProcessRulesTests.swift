import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// The rules of JUnit XML that are about whole runs; their exit codes and signals are tested with the built command.
struct JUnitProcessRulesTests {
  private static func cases(_ run: SampleRun, _ dialect: JUnitDialect) throws -> [XMLTree.Element] {
    try XMLTree.root(of: JUnitReportTests.text(run, dialect)).descendants("testcase")
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 10: a run that was cut off has all cases, skipped where they did not end`(_ dialect: JUnitDialect) throws {
    var run = SampleRun()
    for id in ["a", "b", "c"] { run.plan(id, SampleRun.planned("Case \(id)")) }
    run.pass("a")
    run.end("a", .passed)
    run.walk("b") { run in run.takeStep("0", "screen identification", SampleRun.identification) }
    let cases = try Self.cases(run, dialect)
    #expect(cases.map { $0.first("skipped") != nil } == [false, true, true])
    #expect(cases[1].first("skipped")?["message"] == "cut off, as the run was interrupted")
    #expect(try run.report.verdict() == .interrupted(.interrupted))
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 19: names are the same on every run`(_ dialect: JUnitDialect) throws {
    let names = try [SampleRun.everyVerdict(), .everyVerdict(seed: 99, host: "runner-2")].map { run in
      try Self.cases(run, dialect).map { [$0["classname"], $0["name"]] }
    }
    #expect(names[0] == names[1])
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 37: no case is larger than its bound; files are neither split nor warned of`(_ dialect: JUnitDialect) throws {
    var run = SampleRun()
    run.plan("a", SampleRun.planned("A"))
    let text = String(repeating: "<", count: 1_000_000)
    run.fail("a", [Mismatch(.message, subject: text, expected: text, actual: text)])
    run.end("a", .failed)
    // A character that is escaped takes up to six bytes, in the failure's text and in the output.
    #expect(try JUnitReportTests.text(run, dialect).utf8.count < 6 * (100_000 + 60_000) + 10_000)
  }

  @Test func `rule 38: what the run came to is known without any report`() throws {
    #expect(try SampleRun.everyVerdict().report.verdict() == .broken)
    #expect(try SampleRun.wrongFile().report.verdict() == .filesRefused)
  }
}
