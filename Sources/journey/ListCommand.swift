import ArgumentParser
import Diagnostics
import JourneyKit
import JourneyReports

/// `journey list`: what would run, with tags and places.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show what would run, with tags and places.",
    discussion: HelpText.page(
      "Nothing runs.", examples: ["journey list --tag smoke", "journey list --format json journeys"])
  )

  /// How the list is written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @OptionGroup(title: "Selection") var selection: SelectionFlags

  @Option(help: "As 'text', or as 'json' with one object per line.")
  var format: Format = .text

  func run() async throws {
    let run = await JourneyRun(try selection.settings(), readers: ProcessEnvironment.cores)
    if !run.diagnostics.isEmpty { Console.error(DiagnosticRenderer(usesColour: false).render(run.diagnostics)) }
    let redactor = run.redactor
    for listed in run.cases {
      let line = format == .json ? listed.json : listed.line
      Console.output(redactor.redacted(line) + "\n")
    }
    if run.isRefused { throw ExitCode(RunExitCode.filesRefused) }
  }
}
