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
      while let event = try reader.next() { events.append(event) }
      for verbosity in [ConsoleStyle.Verbosity.quiet, .normal, .verbose] {
        #expect(Self.outputs(events, ConsoleStyle(), verbosity) == Self.outputs(run.events, ConsoleStyle(), verbosity))
      }
    }
  }
}
