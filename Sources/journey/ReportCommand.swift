import ArgumentParser
import JourneyKit
import JourneyReports
import JourneyRunner

/// `journey report`: makes any report of an event log again.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Create reports from an event log written by 'journey run --log'.",
    discussion: HelpText.page(
      "The console shows what the run showed. The exit code is that of the recorded run.",
      examples: ["journey report --from run.jsonl --html report.html", "journey report --from run.jsonl --trace"])
  )

  @Option(help: ArgumentHelp("The event log.", valueName: "log"))
  var from: String

  @OptionGroup(title: "Reports") var reports: ReportFlags
  @OptionGroup(title: "Console") var console: ConsoleFlags

  @Flag(help: "Make a flaky case fail the run.")
  var failOnFlaky = false

  func validate() throws {
    if let refusal = reports.outputs.refusal(reading: [("--from", from)]) { throw ValidationError(refusal) }
  }

  func run() async throws {
    // Where the log cannot be read, no older report may be taken for its own.
    reports.requested.removeEarlier(RunPart())
    let report: Report
    do {
      let log = try LogFile(path: from)
      report = try Report(reading: log, failsOnFlaky: failOnFlaky)
      try LogReplay.show(log, of: report, console)
    } catch {
      Console.error("error: \(error)\n")
      throw ExitCode(RunExitCode.usage)
    }
    let written = reports.requested.write(report)
    let code = RunExitCode.of(
      report.verdict, reportsWritten: written, allowsEmpty: report.start?.mayBeEmpty ?? false)
    if code != RunExitCode.passed { throw ExitCode(code) }
  }
}
