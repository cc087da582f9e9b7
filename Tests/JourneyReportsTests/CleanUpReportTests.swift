import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// Clean-up that fails changes no verdict and is told everywhere.
struct CleanUpReportTests {
  private static let problem = "request DELETE /users/1: status of the response: expected below 400, found 404"

  /// Two cases that passed, one of which left a user behind.
  private static func run(_ verdict: Verdict = .passed) -> SampleRun {
    var run = SampleRun()
    for id in ["a", "b"] {
      run.plan(id, SampleRun.planned(id == "a" ? "Register" : "Sign in"))
    }
    for id in ["a", "b"] {
      run.walk(id) { run in
        run.add(.stepStarted(StepFacts(head: "screen password", place: SampleRun.place(4, 5, 6, "  - screen: password"))), step: "0")
        run.add(.stepEnded(.passed), step: "0")
        if id == "a" {
          run.add(
            .stepStarted(StepFacts(head: "request DELETE /users/1", place: SampleRun.place(8, 5, 6, "  - request:"))), step: "after/0")
          run.add(.stepEnded(.failed([])), step: "after/0")
        }
        run.add(.attemptEnded(AttemptOutcome(result: .passed, duration: .milliseconds(9), cleanUpProblems: id == "a" ? [problem] : [])))
      }
      run.end(id, id == "a" ? verdict : .passed, cleanUpProblems: id == "a" ? [problem] : [])
    }
    run.endRun()
    return run
  }

  private static func text(_ format: ReportFormat, _ run: SampleRun = run()) throws -> String {
    var bytes: [UInt8] = []
    try format.writer.write(try run.report) { piece throws(ReportError) in bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func console(_ verbosity: ConsoleStyle.Verbosity, _ run: SampleRun = run()) -> String {
    var console = ConsoleReport(style: ConsoleStyle(), verbosity: verbosity)
    return run.events.flatMap { console.record($0) }.map(\.text).joined()
  }

  @Test(arguments: [ConsoleStyle.Verbosity.quiet, .normal, .verbose])
  func `the console tells it at the end and in the counts`(_ verbosity: ConsoleStyle.Verbosity) {
    let text = Self.console(verbosity)
    #expect(text.contains("Clean-up failed:\n  Register  journeys/sign-in/password.yaml:2\n    \(Self.problem)\n"))
    #expect(text.contains("2 passed; clean-up failed in 1 scenario\n"))
  }

  @Test func `the console tells it below the line of the case`() {
    #expect(Self.console(.normal).contains("passed   Register  420 ms\n         clean-up failed: \(Self.problem)\n"))
  }

  @Test func `a step of the clean-up is called so, by its own name`() {
    let text = Self.console(.verbose)
    #expect(text.contains("  failed   clean-up: request DELETE /users/1"))
    #expect(!text.contains("failed   screen password"))
  }

  @Test(arguments: [
    (ReportFormat.markdown, ["**Clean-up failed in 1 scenario.**", "### Clean-up failed", "`\(problem)`"]),
    (.tap, ["ok 1 - Register", "  # clean-up failed: \(problem)"]),
    (.github, ["::warning file=journeys/sign-in/password.yaml,line=2", "title=clean-up failed%3A Register::\(problem)"]),
    (.html, ["2 passed; clean-up failed in 1 scenario", "Clean-up failed: \(problem)"]),
  ])
  func `every report tells it`(_ format: ReportFormat, _ texts: [String]) throws {
    let text = try Self.text(format)
    for expected in texts { #expect(text.contains(expected), "\(text)") }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `JUnit tells it in the standard error of the case, or of the suite`(_ dialect: JUnitDialect) throws {
    let text = try JUnitReportTests.text(Self.run(), dialect)
    #expect(text.contains("<system-err>") && text.contains("clean-up failed: \(Self.problem)"), "\(text)")
    for root in try JUnitReportTests.roots(Self.run(), dialect) {
      #expect(root.descendants("failure").isEmpty && root.descendants("error").isEmpty)
    }
  }

  @Test(arguments: [Verdict.passed, .failed, .broken, .flaky, .skipped("why")])
  func `the verdict stays what it is`(_ verdict: Verdict) throws {
    let report = try Self.run(verdict).report
    #expect(report.cases.map(\.verdict) == [verdict, .passed])
    #expect(report.totals.failedCleanUps == 1)
    #expect(report.verdict == (try Self.withoutProblem(verdict).report.verdict))
  }

  private static func withoutProblem(_ verdict: Verdict) -> SampleRun {
    var run = SampleRun()
    run.plan("a", SampleRun.planned("Register"))
    run.end("a", verdict)
    run.endRun()
    return run
  }
}
