import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// The rules of JUnit XML that are about whole runs; their exit codes and signals are tested with the built command.
struct JUnitProcessRulesTests {
  private static func cases(_ run: SampleRun, _ dialect: JUnitDialect) throws -> [XMLTree.Element] {
    try JUnitReportTests.roots(run, dialect).flatMap { $0.descendants("testcase") }
  }

  /// A run that did not go to its end as it was meant to: what stopped it, and what becomes of its cases.
  struct StoppedRun: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var run: SampleRun
    /// The elements that say what became of the cases, in their order; empty for a case that passed.
    var outcomes: [String]
    var message: String
    var verdict: RunVerdict

    static let all = [
      StoppedRun(
        testDescription: "files that cannot be read", run: .wrongFile(), outcomes: ["error", "skipped"],
        message: "unknown key 'usernme' in answers to form 'login' (and 1 more)", verdict: .filesRefused),
      StoppedRun(
        testDescription: "time that ran out", run: late, outcomes: ["", "error", ""], message: "the walk took longer than 60 s",
        verdict: .broken),
      StoppedRun(
        testDescription: "a signal", run: interrupted(by: .terminated), outcomes: ["", "skipped", "skipped", "error"],
        message: "given up, as the run was terminated", verdict: .interrupted(.terminated)),
      StoppedRun(
        testDescription: "a process that was killed", run: interrupted(by: nil), outcomes: ["", "skipped", "skipped", "error"],
        message: "not finished when the log ends", verdict: .interrupted(.interrupted)),
    ]

    private static var begun: SampleRun {
      var run = SampleRun()
      for id in ["a", "b", "c"] { run.plan(id, SampleRun.planned("Case \(id)")) }
      run.pass("a")
      run.end("a", .passed)
      return run
    }

    private static var late: SampleRun {
      var run = begun
      let breakage = Breakage(kind: .timeout, message: "the walk took longer than 60 s")
      run.walk("b") { run in
        run.takeStep("0", "screen identification", SampleRun.identification)
        run.add(.attemptEnded(AttemptOutcome(result: .broken(breakage), duration: .seconds(60), stepsLeft: [])))
      }
      run.end("b", .broken)
      run.pass("c")
      run.end("c", .passed)
      run.endRun()
      return run
    }

    private static func interrupted(by interruption: RunEnd.Interruption?) -> SampleRun {
      var run = begun
      run.walk("b") { run in run.takeStep("0", "screen identification", SampleRun.identification) }
      guard let interruption else { return run }
      run.end("b", .skipped("given up, as the run was \(interruption.rawValue)"))
      run.end("c", .skipped("not run, because the run was \(interruption.rawValue)"), attempts: 0, took: .zero)
      run.endRun(interruption)
      return run
    }
  }

  @Test(arguments: StoppedRun.all, JUnitDialect.allCases)
  func `rule 10: whatever stops a run, all its cases are in the report`(_ stopped: StoppedRun, _ dialect: JUnitDialect) throws {
    let cases = try Self.cases(stopped.run, dialect)
    let outcomes = cases.map { found in found.children.map(\.name).first { ["failure", "error", "skipped"].contains($0) } ?? "" }
    #expect(outcomes == stopped.outcomes)
    let first = cases.lazy.compactMap { $0.first("error") ?? $0.first("skipped") }.first
    #expect(first?["message"] == stopped.message)
    #expect(try stopped.run.report.verdict == stopped.verdict)
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 19: names are the same on every run`(_ dialect: JUnitDialect) throws {
    let names = try [SampleRun.everyVerdict(), .everyVerdict(seed: 99, host: "runner-2")].map { run in
      try Self.cases(run, dialect).map { [$0["classname"], $0["name"]] }
    }
    #expect(names[0] == names[1])
  }

  /// A run whose cases, each in a file of its own, are as large as they can be.
  private static func large(files: Int) -> SampleRun {
    var run = SampleRun()
    let text = String(repeating: "<", count: 150_000)
    for number in 0..<files {
      run.plan("\(number)", SampleRun.planned("A", file: "journeys/\(number).yaml"))
      run.fail("\(number)", [Mismatch(.message, subject: .other(text), expected: text, actual: text)])
      run.end("\(number)", .failed)
    }
    run.endRun()
    return run
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 37: a case is bounded, and a folder takes the report in pieces, the largest of which is told`(
    _ dialect: JUnitDialect
  ) async throws {
    let run = Self.large(files: 3)
    // A character that is escaped takes up to six bytes, in the failure's text and in the output.
    let most = 6 * (100_000 + 60_000) + 10_000
    #expect(try JUnitReportTests.documents(Self.large(files: 1), dialect).allSatisfy { $0.utf8.count < most })
    try await TemporaryFolder.with { folder in
      let largest = try JUnitFolder(path: folder.path).write(try run.report, as: JUnitReport(dialect: dialect))
      #expect(try folder.names() == (0..<3).map { "TEST-journeys.\($0).xml" })
      #expect(try folder.names().map { try folder.bytes(of: $0).count }.max() == largest)
      #expect(largest < most)
      // 30 MB, beyond which the command warns.
      #expect(ReportFile.usualLimit == 31_457_280)
    }
  }

  @Test func `rule 38: what the run came to is known without any report`() throws {
    #expect(try SampleRun.everyVerdict().report.verdict == .broken)
    #expect(try SampleRun.wrongFile().report.verdict == .filesRefused)
  }
}
