import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey mutate`: finds out whether the scenarios bite.
struct MutateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutate",
    abstract: "Change mock tenants one element at a time, and find the changes that no scenario notices.",
    discussion: HelpText.page(
      """
      Each change is tested by the scenarios that met the changed element. Exit code 1 if no scenario notices one, or \
      if scenarios fail before anything is changed; 2 if a file has an error.
      """, examples: ["journey mutate journeys --tenant acme", "journey mutate journeys --allow mutants.yaml"])
  )

  /// How the outcome is written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "Scenario files and folders; names that begin with '_' are left out.")
  var paths: [String] = ["journeys"]

  @Option(help: ArgumentHelp("Change only this mock tenant; may be given several times.", valueName: "name"))
  var tenant: [String] = []

  @Option(help: ArgumentHelp("Make only mutants of this operator; may be given several times.", valueName: "operator"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Make only mutants whose ids begin with this; may be given several times.", valueName: "id"))
  var mutant: [String] = []

  @Option(help: ArgumentHelp("A map of mutants that no scenario can notice, with the reasons.", valueName: "file"))
  var allow: String?

  @Option(help: ArgumentHelp("How many mutants are tested at a time; all cores by default.", valueName: "n"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Seed for random values.", valueName: "n"))
  var seed: UInt64 = 7

  @Option(help: "As 'text', or as 'json' with one object per line for every mutant.")
  var format: Format = .text

  @Flag(name: [.short, .long], help: "Show every mutant, and what noticed it.")
  var verbose = false

  @Flag(inversion: .prefixedNo, help: "Colour the output; on a terminal by default.")
  var color: Bool?

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1, not \(jobs).") }
  }

  func run() async throws {
    let mutation = MutationRun(settings)
    if !mutation.diagnostics.isEmpty { Console.error(renderer.render(mutation.diagnostics)) }
    if mutation.isRefused { throw ExitCode(RunExitCode.filesRefused) }
    let report: MutationReport
    do throws(MutationRun.RedBaseline) {
      report = try await mutation.walk(progress: MutationProgress(count: mutation.count).tell)
    } catch {
      Console.error("error: these scenarios fail before anything is changed:\n")
      for scenario in error.cases { Console.error("  \(scenario)\n") }
      throw ExitCode(RunExitCode.failed)
    }
    write(report)
    if !report.diagnostics.isEmpty { throw ExitCode(RunExitCode.filesRefused) }
    if !report.missed.isEmpty { throw ExitCode(RunExitCode.failed) }
  }

  private var settings: MutationSettings {
    var settings = MutationSettings()
    settings.run.paths = paths
    settings.run.jobs = jobs ?? ProcessEnvironment.cores
    settings.run.seed = seed
    settings.run.environment = ProcessEnvironment.variables
    settings.run.spelling = .flags
    settings.tenants = tenant
    settings.operators = only
    settings.mutants = mutant
    settings.allowed = allow
    return settings
  }

  private var renderer: DiagnosticRenderer { DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(color)) }

  private func write(_ report: MutationReport) {
    for result in report.results {
      switch format {
      case .json: Console.output(MutationReport.json(of: result) + "\n")
      case .text:
        if verbose || result.isMissed { Console.output(MutationReport.text(of: result, usesColour: renderer.usesColour)) }
      }
    }
    if !report.diagnostics.isEmpty { Console.error(renderer.render(report.diagnostics)) }
    if format == .text { Console.output(report.summary + "\n") }
  }
}

/// The one line of a terminal that says how far the mutants are.
private struct MutationProgress {
  let count: Int

  func tell(_ done: Int, _ unnoticed: Int) {
    guard Console.isTerminal else { return }
    let line = "\(done)/\(count) mutants" + (unnoticed == 0 ? "" : ", \(unnoticed) not noticed")
    Console.error("\r\u{1B}[2K" + (done == count ? "" : line))
  }
}
