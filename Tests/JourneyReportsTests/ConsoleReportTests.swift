import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

struct ConsoleReportTests {
  private let golden = Golden(target: "JourneyReports")

  private static func outputs(
    _ events: [RunEvent], _ style: ConsoleStyle = ConsoleStyle(), _ verbosity: ConsoleStyle.Verbosity = .normal
  ) -> [ConsoleOutput] {
    var console = ConsoleReport(style: style, verbosity: verbosity)
    return events.flatMap { console.record($0) }
  }

  private static func text(_ outputs: [ConsoleOutput]) -> String {
    outputs.map { ($0.stream == .standardError ? "" : "") + $0.text }.joined()
  }

  @Test(arguments: [
    ("console.txt", SampleRun.everyVerdict(), ConsoleStyle.Verbosity.normal), ("console-quiet.txt", .everyVerdict(), .quiet),
    ("console-verbose.txt", .everyVerdict(), .verbose), ("console-trace.txt", .everyVerdict(), .trace),
    ("console-wrong-file.txt", .wrongFile(), .normal),
  ])
  func `a run reads like this`(_ name: String, _ run: SampleRun, _ verbosity: ConsoleStyle.Verbosity) throws {
    let text = Self.text(Self.outputs(run.events, ConsoleStyle(), verbosity))
    #expect(try golden.difference(of: text, from: name) == nil)
  }

  @Test func `a run read from its log looks like the run itself`() throws {
    for run in [SampleRun.everyVerdict(), .wrongFile()] {
      var reader = EventLogReader(run.log)
      var events: [RunEvent] = []
      while let searched = try reader.next() { events.append(searched.event) }
      for verbosity in [ConsoleStyle.Verbosity.quiet, .normal, .verbose] {
        #expect(Self.outputs(events, ConsoleStyle(), verbosity) == Self.outputs(run.events, ConsoleStyle(), verbosity))
      }
    }
  }
}

/// What a console does beside telling every kind of case once.
struct ConsoleBehaviourTests {
  private static func outputs(_ run: SampleRun, _ style: ConsoleStyle = ConsoleStyle()) -> [ConsoleOutput] {
    var console = ConsoleReport(style: style)
    return run.events.flatMap { console.record($0) }
  }

  private static func text(_ run: SampleRun, _ style: ConsoleStyle = ConsoleStyle()) -> String {
    outputs(run, style).map(\.text).joined()
  }

  @Test func `cases that fail for the same reason are told once`() {
    var run = SampleRun()
    for number in 0..<100 { run.plan("c\(number)", SampleRun.planned("Case \(number)", line: number + 1)) }
    for number in (0..<100).reversed() {
      run.fail("c\(number)")
      run.end("c\(number)", .failed)
    }
    run.endRun()
    let text = Self.text(run)
    #expect(text.split(separator: "\n").filter { $0.contains("Screen shown: ") }.count == 1)
    #expect(text.contains("Same problem in 99 more cases:") && text.contains("… and 87 more"))
    #expect(text.contains("    FAILED  Case 1  journeys/sign-in/password.yaml:2  at journeys/sign-in/password.yaml:13:25"))
  }

  @Test func `nothing of a hostile tenant reaches the terminal as it is`() {
    let hostile = "\u{1B}[2J\u{1B}]0;x\u{7}\0\u{202E}\u{9B}31m" + String(repeating: "A", count: 300_000)
    var run = SampleRun()
    run.plan("a", SampleRun.planned(hostile))
    run.fail("a", [Mismatch(.message, subject: .other(hostile), expected: hostile, actual: hostile, nearest: hostile, details: [hostile])])
    run.end("a", .failed)
    run.endRun()
    let text = Self.text(run)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E || (0x7F...0x9F).contains($0.value) })
    #expect(text.utf8.count < 30_000)
  }

  @Test func `a difference deep inside of a long text is shown`() {
    let same = String(repeating: "same ", count: 2000)
    var run = SampleRun()
    run.plan("a", SampleRun.planned("A"))
    run.fail("a", [Mismatch(.message, subject: "x", expected: "'\(same)here'", actual: "'\(same)there'")])
    run.end("a", .failed)
    run.endRun()
    let lines = Self.text(run).split(separator: "\n")
    #expect(lines.contains { $0.contains("expected  …") && $0.hasSuffix("here'") })
    #expect(lines.contains { $0.contains("actual    …") && $0.hasSuffix("there'") })
  }

  @Test func `a terminal has a status line that is cleared before every line`() {
    let outputs = Self.outputs(.everyVerdict(), ConsoleStyle(isTerminal: true, width: 40, usesColour: true))
    let clearing = "\r\u{1B}[2K"
    var isShown = false
    for output in outputs {
      if output.stream == .standardError, output.text.hasPrefix(clearing) {
        isShown = output.text != clearing
        #expect(output.text.unicodeScalars.count - clearing.unicodeScalars.count < 40)
      } else {
        #expect(!isShown, "\(output.text)")
      }
    }
    #expect(!isShown)
  }

  @Test func `without a terminal nothing is rewritten and nothing is coloured`() {
    #expect(!Self.text(.everyVerdict()).contains("\u{1B}"))
    #expect(Self.text(.everyVerdict(), ConsoleStyle(usesColour: true)).contains("\u{1B}[1;31mFAILED\u{1B}[0m"))
  }

  @Test func `results go to standard output and progress to standard error`() {
    let outputs = Self.outputs(.everyVerdict())
    #expect(outputs.filter { $0.stream == .standardError }.count == 1)
    #expect(Self.outputs(.wrongFile()).filter { $0.text.contains("unknown key") }.allSatisfy { $0.stream == .standardError })
  }

  @Test func `a command to walk a case again can be copied`() {
    var run = SampleRun { $0.again = ["--tenant", "acme=acme-staging"] }
    run.plan("x@ios", PlannedScenario(name: "A", file: "journeys/jane's file.yaml", line: 4, tenant: "a", dialect: "d", app: "ios"))
    run.fail("x@ios")
    run.end("x@ios", .failed)
    run.endRun()
    var console = ConsoleReport()
    let text = run.events.flatMap { console.record($0) }.map(\.text).joined()
    #expect(
      text.contains(#"Run again: journey run --at 'journeys/jane'\''s file.yaml:4' --app ios --tenant acme=acme-staging --seed 4711"#))
    #expect(console.verdict == .failed)
  }
}
