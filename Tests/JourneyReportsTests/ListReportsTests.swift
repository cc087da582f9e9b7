import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

struct ListReportsTests {
  private let golden = Golden(target: "JourneyReports")

  private static func text(_ run: SampleRun, _ format: ReportFormat) throws -> String {
    var bytes: [UInt8] = []
    try format.writer.write(try run.report) { piece throws(ReportError) in bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Every format but those whose golden files have suites of their own.
  @Test(arguments: ReportFormat.allCases.filter { ![.junit, .html, .json].contains($0) })
  func `a run reads like this`(_ format: ReportFormat) throws {
    #expect(try golden.difference(of: Self.text(.everyVerdict(), format), from: "\(format).txt") == nil)
    #expect(try golden.difference(of: Self.text(.wrongFile(), format), from: "\(format)-wrong-file.txt") == nil)
  }

  private static func run(named name: String, saying text: String) -> SampleRun {
    var run = SampleRun()
    run.plan("a", SampleRun.planned(name))
    run.fail("a", [Mismatch(.message, subject: .other(text), expected: text, actual: text)])
    run.end("a", .failed)
    run.endRun()
    return run
  }

  /// A run whose only case that did not simply pass is a flaky one.
  private static func flaky(fails: Bool) -> SampleRun {
    var run = SampleRun { $0.failsOnFlaky = fails }
    run.plan("a", SampleRun.planned("Sign in at last"))
    run.fail("a")
    run.pass("a", attempt: 2)
    run.end("a", .flaky, attempts: 2)
    run.endRun()
    return run
  }

  @Test(arguments: ReportFormat.allCases.filter { $0 != .json })
  func `each report says that a flaky case fails the run, where it does`(_ format: ReportFormat) throws {
    let words = format == .junit ? #"name="fail_on_flaky" value="true""# : "which fails the run"
    #expect(try Self.text(Self.flaky(fails: true), format).contains(words))
    #expect(try !Self.text(Self.flaky(fails: false), format).contains(words))
  }

  @Test(arguments: [true, false]) func `a list of cases is red where a flaky case fails the run`(fails: Bool) throws {
    let run = Self.flaky(fails: fails)
    #expect(try Self.text(run, .tap).contains("\nnot ok ") == fails)
    let junit = try Self.text(run, .junit)
    #expect(junit.contains(#"failures="1""#) == fails && junit.contains("<failure ") == fails, "\(junit)")
  }

  @Test func `a log says for its reports that a flaky case fails the run`() throws {
    var console = ConsoleReport()
    let said = Self.flaky(fails: true).events.flatMap { console.record($0) }.map(\.text).joined()
    #expect(said.contains("1 flaky; 1 scenario flaky, which fails the run"))
    #expect(console.verdict == .failed)
    let run = Self.flaky(fails: true)
    #expect(try run.report.verdict == .failed && Report(reading: run.log).verdict == .failed)
    #expect(try Self.flaky(fails: false).report.verdict == .passed)
  }

  /// A run that was cut off though all that it has is green, and one that selected nothing.
  private static func short(_ interruption: RunEnd.Interruption?, ends: Bool = true) -> SampleRun {
    var run = SampleRun()
    run.plan("a", SampleRun.planned("Sign in"))
    run.pass("a")
    run.end("a", .passed)
    if ends { run.endRun(interruption) }
    return run
  }

  private static func empty(mayBe: Bool) -> SampleRun {
    var run = SampleRun { $0.mayBeEmpty = mayBe }
    run.endRun()
    return run
  }

  @Test func `no list of cases is green where the run is not`() throws {
    let rows = [
      (Self.short(.interrupted), "interrupted", "the run was interrupted, so the result is incomplete"),
      (Self.short(.terminated), "terminated", "the run was terminated, so the result is incomplete"),
      (Self.short(nil, ends: false), "interrupted", "the log ends before the run did"),
      (Self.empty(mayBe: false), "nothing-selected", "no scenario was selected, so nothing was run"),
    ]
    for (run, kind, message) in rows {
      let count = try run.report.cases.count + 1
      let tap = try Self.text(run, .tap)
      let point = "not ok \(count) - the run\n  ---\n  message: \"\(message)\"\n  severity: error\n  ...\n"
      #expect(tap.contains("1..\(count)\n") && tap.hasSuffix(point), "\(tap)")
      #expect(try Self.text(run, .github).hasPrefix("::error title=\(kind)::\(message)\n"))
      for dialect in JUnitDialect.allCases {
        var bytes: [UInt8] = []
        try JUnitReport(dialect: dialect).write(try run.report) { piece throws(ReportError) in bytes += piece }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("tests=\"\(count)\" failures=\"0\" errors=\"1\""), "\(dialect)")
        #expect(text.contains("type=\"\(kind)\"") && text.contains("name=\"the run\""), "\(dialect)")
      }
    }
    #expect(try Self.text(Self.empty(mayBe: true), .tap) == "TAP version 14\n1..0 # SKIP no case to run\n")
    #expect(try !Self.text(Self.short(nil), .tap).contains("not ok"))
  }

  @Test func `two cases with one id have one reason, where neither was run`() throws {
    var run = SampleRun()
    let problem = RefusedFile.Problem(id: "duplicate-title", message: "m", place: nil, rendered: "m\n")
    run.add(.fileRefused(RefusedFile(file: "journeys/a.yml", problems: [problem])))
    run.plan("a", SampleRun.planned("A", file: "journeys/a.yaml"))
    run.plan("a", SampleRun.planned("A", file: "journeys/a.yml"))
    for _ in 1...2 { run.end("a", .skipped("not run, because a file has errors"), attempts: 0, took: .zero) }
    run.endRun()
    #expect(try run.report.cases.map(\.verdict) == Array(repeating: .skipped("not run, because a file has errors"), count: 2))
  }

  private static func manyFailures(_ count: Int, mismatches: Int) -> SampleRun {
    var run = SampleRun()
    run.plan("flaky", SampleRun.planned("Flaky", file: "journeys/a.yaml"))
    for number in 1...count { run.plan("\(number)", SampleRun.planned("Case \(number)", file: "journeys/b.yaml", line: number)) }
    run.fail("flaky")
    run.pass("flaky", attempt: 2)
    run.end("flaky", .flaky, attempts: 2)
    for number in 1...count {
      run.fail("\(number)", (1...mismatches).map { Mismatch(.widget, subject: "widget \($0)", expected: "x", actual: "y") })
      run.end("\(number)", .failed)
    }
    run.endRun()
    return run
  }

  @Test func `annotations stop at the ten that GitHub shows, failures first, with a line for the rest`() throws {
    let lines = try Self.text(Self.manyFailures(2000, mismatches: 3), .github).split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines[..<10].enumerated().allSatisfy { $1.hasPrefix("::error ") && $1.contains("title=Case \($0 + 1)::") })
    #expect(lines[10].hasPrefix("::warning ") && lines[10].contains("Flaky"))
    #expect(lines[11].hasPrefix("::notice title=journey::1990 more cases that did not pass; "))
  }

  @Test func `a few failures have an annotation for each mismatch, and each case has one before any has two`() throws {
    let lines = try Self.text(Self.manyFailures(3, mismatches: 6), .github).split(separator: "\n")
    #expect(lines.count { $0.contains("title=Case 1::") } == 6)
    #expect(lines.count { $0.contains("title=Case 2::") } == 3)
    #expect(lines.count { $0.contains("title=Case 3::") } == 1)
    #expect(!lines.contains { $0.hasPrefix("::notice") })
  }

  @Test func `no text begins a workflow command`() throws {
    let text = try Self.text(Self.run(named: "a,b::c\n::error::x", saying: "x\n::set-output name=a::b%0A"), .github)
    let lines = text.split(separator: "\n")
    #expect(
      lines.count == 1 && lines[0].hasPrefix("::error file=") && lines[0].contains("title=a%2Cb%3A%3Ac") && lines[0].contains("%250A"))
  }

  @Test func `no text ends a block of Markdown or makes markup`() throws {
    let text = try Self.text(Self.run(named: "<img src=x> `|`", saying: "```\n````\n# heading <script>"), .markdown)
    let page = text.split(separator: "`````")
    #expect(page.count == 3 && page[1].hasPrefix("text\n") && page[1].contains("# heading <script>"))
    #expect(!page[0].contains("<img") && page[0].contains("&lt;img") && !page[2].contains("<img"))
  }

  @Test func `a number sign in a title begins no directive`() throws {
    let text = try Self.text(Self.run(named: "a # SKIP \\ b", saying: "x"), .tap)
    #expect(text.contains("not ok 1 - a \\# SKIP \\\\ b"))
  }
}
