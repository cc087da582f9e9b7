import JourneyModel
import JourneyReports
import JourneyRunner
import Testing

struct ReportTests {
  @Test func `cases come in the order of the plan with their verdicts`() throws {
    let report = try SampleRun.everyVerdict().report
    #expect(report.cases.map(\.id) == ["a#pass", "a#fail", "b#broken", "b#flaky", "b#skipped"])
    #expect(report.cases.map(\.verdict.name) == ["passed", "failed", "broken", "flaky", "skipped"])
    #expect(report.totals.cases == 5)
    #expect(report.totals.duration == .milliseconds(1204))
    #expect(
      report.cases.map { $0.attempts.map(\.ending) } == [[.passed], [.failed], [.broken, .failed, .broken], [.failed, .passed], []])
  }

  @Test(arguments: [
    (0, 0, RunVerdict.passed), (1, 0, .failed), (0, 1, .broken), (2, 1, .broken),
  ])
  func `what broke weighs more than what failed`(failed: Int, broken: Int, verdict: RunVerdict) {
    var totals = RunTotals()
    (totals.passed, totals.failed, totals.broken) = (1, failed, broken)
    #expect(RunVerdict(totals, interruption: nil) == verdict)
  }

  @Test func `a failure shows what stood there before the clean-up`() throws {
    let report = try SampleRun.everyVerdict().report
    let failure = try #require(try report.failure(of: report.cases[1].attempts[0]))
    #expect(failure.step?.head == "screen password")
    #expect(failure.exchange?.purpose == "form password")
    #expect(failure.outcome.stepsLeft == ["finish"])
    guard case .screen(let screen) = failure.standing else {
      Issue.record("no screen")
      return
    }
    #expect(screen.id.text == "password")
  }

  @Test func `a walk gives back its own events and no others, in order`() throws {
    let run = SampleRun.everyVerdict()
    let report = try run.report
    #expect(report.cases.map(\.attempts.count) == [1, 1, 3, 2, 0])
    for reported in report.cases {
      for attempt in reported.attempts {
        var found: [Int] = []
        try report.events(of: attempt, in: reported) { found.append($0.sequence) }
        #expect(!found.isEmpty)
        #expect(found == run.events.filter { $0.scenario == reported.id && $0.attempt == attempt.number }.map(\.sequence))
      }
    }
  }

  @Test func `a walk whose lines are scattered gives them back as well`() throws {
    var events = SampleRun.everyVerdict().events
    let walked = events.filter { $0.scenario == "a#fail" && $0.attempt == 1 }
    let filler = RunEvent(sequence: 0, time: .zero, scenario: "a#pass", attempt: 1, step: nil, kind: .edgeTaken("x"))
    var writer = EventLogWriter()
    events.removeAll { $0.scenario == "a#fail" && $0.attempt == 1 }
    for event in events where event.attempt == nil && event.sequence < 8 { writer.append(event) }
    for _ in 0..<10 {
      for event in walked {
        writer.append(event)
        writer.append(filler)
      }
    }
    let report = try Report(reading: LogBytes(writer.take()))
    let reported = try #require(report.cases.first { $0.id == "a#fail" })
    var count = 0
    // The last of the ten, since each begins an attempt of its own.
    try report.events(of: try #require(reported.attempts.first), in: reported) { _ in count += 1 }
    #expect(count == walked.count)
  }

  @Test func `a log without an end is one of an interrupted run`() throws {
    var run = SampleRun()
    run.plan("a", SampleRun.planned("A"))
    run.plan("b", SampleRun.planned("B"))
    run.walk("a") { $0.takeStep("0", "screen identification", SampleRun.identification) }
    let report = try run.report
    #expect(
      report.cases.map(\.verdict) == [
        .skipped("not finished when the log ends"), .skipped("not begun when the log ends"),
      ])
    #expect(report.verdict == .interrupted(.interrupted))
  }

  @Test func `a case that its own file skips is skipped, wherever the log ends`() throws {
    var run = SampleRun()
    var planned = SampleRun.planned("A")
    planned.skipped = "waiting"
    run.plan("a", planned)
    run.plan("b", SampleRun.planned("B"))
    run.walk("b") { $0.takeStep("0", "screen identification", SampleRun.identification) }
    let report = try run.report
    #expect(report.cases.map(\.verdict) == [.skipped("waiting"), .skipped("not finished when the log ends")])
    #expect(report.cases.map(\.isFinished) == [true, false])
    #expect(report.totals.unfinished == 1)
  }

  struct VerdictRow: Sendable, CustomTestStringConvertible {
    var verdicts: [Verdict]
    var refused = 0
    var interruption: RunEnd.Interruption?
    var failsOnFlaky = false
    var expected: RunVerdict
    var testDescription: String { "\(verdicts.map(\.name)) \(refused) -> \(expected)" }
  }

  /// A refused file with as many errors at places in it, errors at no place, and values that are not set.
  private static func refused(_ errors: Int, _ elsewhere: Int, unset: Int = 0) -> RefusedFile {
    let place = Excerpt(file: "journeys/a.yaml", line: 1, column: 1, length: 1, text: "x")
    func problem(_ id: String, _ place: Excerpt?) -> RefusedFile.Problem { .init(id: id, message: "m", place: place, rendered: "m") }
    return RefusedFile(
      file: "journeys/a.yaml",
      problems: (0..<errors).map { _ in problem("unknown-key", place) } + (0..<elsewhere).map { _ in problem("unknown-tenant", nil) }
        + (0..<unset).map { _ in problem("not-set", place) })
  }

  @Test(arguments: [
    ([refused(1, 0)], "1 file has errors"), ([refused(2, 0), refused(1, 0)], "2 files have errors"), ([refused(0, 1)], "1 error"),
    ([refused(0, 2)], "2 errors"), ([refused(3, 1)], "1 file has errors, 1 other error"),
    ([refused(0, 1, unset: 2)], "1 error, 2 values are not set"),
  ])
  func `an error at no place of a file is not told of a file`(files: [RefusedFile], text: String) {
    var totals = RunTotals()
    for file in files { totals.count(file) }
    #expect(totals.refusal == text)
  }

  @Test(arguments: [
    VerdictRow(verdicts: [], expected: .empty), VerdictRow(verdicts: [.passed, .skipped("x")], expected: .passed),
    VerdictRow(verdicts: [.passed, .flaky], expected: .passed),
    VerdictRow(verdicts: [.passed, .flaky], failsOnFlaky: true, expected: .failed),
    VerdictRow(verdicts: [.failed, .broken], expected: .broken), VerdictRow(verdicts: [.failed, .passed], expected: .failed),
    VerdictRow(verdicts: [.skipped("x")], refused: 1, expected: .filesRefused),
    VerdictRow(verdicts: [.broken], refused: 1, interruption: .terminated, expected: .interrupted(.terminated)),
  ])
  func `the worst that happened is the run's verdict`(_ row: VerdictRow) {
    var totals = RunTotals()
    for verdict in row.verdicts { totals.count(verdict) }
    totals.refusedFiles = row.refused
    totals.failsOnFlaky = row.failsOnFlaky
    #expect(RunVerdict(totals, interruption: row.interruption) == row.expected)
  }
}
