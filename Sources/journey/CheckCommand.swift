import ArgumentParser
import Diagnostics
import JourneyKit
import JourneyReports

/// `journey check`: finds everything that is wrong with scenarios, without walking.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find all errors without running anything.",
    discussion: HelpText.page(
      """
      Exit code 2 if a file has an error or nothing is selected; warnings do not count unless --strict is given. A \
      secret that is not set is only a warning here, because nothing runs. Mock tenants are held to what promises.yaml \
      beside tenants.yaml says, on every way; with --from the walks of an event log are, too.
      """,
      examples: [
        "journey check", "journey check --strict journeys/login.yaml", "journey check --tenant acme=acme-next --ways ways",
        "journey check --from run.jsonl",
      ])
  )

  @OptionGroup(title: "Selection") var selection: SelectionFlags

  @Option(help: ArgumentHelp("Hold the walks of this event log to the promises as well.", valueName: "log"))
  var from: String?

  @Option(help: ArgumentHelp("Write a scenario for each way that breaks a promise into this folder.", valueName: "folder"))
  var ways: String?

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(name: [.short, .long], help: "Show only errors and warnings.")
  var quiet = false

  @Flag(inversion: .prefixedNo, help: "Colour the output; on a terminal by default.")
  var color: Bool?

  func run() async throws {
    var settings = try selection.settings()
    settings.isStrict = strict
    settings.exploresMocks = true
    settings.needsValues = false
    let run = await JourneyRun(settings, readers: ProcessEnvironment.cores)
    var promises = PromiseCheck(run)
    await promises.judge()
    if let from { try judge(&promises, from) }
    let renderer = DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(color))
    let found = run.diagnostics + promises.diagnostics
    let shown = found.filter { !quiet || strict || $0.severity == .error || $0.id == .badSelection }
    if !shown.isEmpty { Console.error(renderer.render(shown)) }
    let errors = found.count { $0.severity == .error }
    let warnings = found.count - errors
    let counts = [(run.cases.count, "case"), (errors, "error"), (warnings, "warning")]
    if !quiet {
      if !promises.isEmpty { Console.output(Self.line(of: promises)) }
      Console.output(counts.map { $0 == 1 ? "1 \($1)" : "\($0) \($1)s" }.joined(separator: ", ") + "\n")
    }
    let isWritten = write(promises.scenarios)
    if run.isRefused || run.cases.isEmpty && !run.mayBeEmpty || promises.isRefused || strict && !promises.diagnostics.isEmpty {
      throw ExitCode(RunExitCode.filesRefused)
    }
    if !isWritten { throw ExitCode(RunExitCode.reportNotWritten) }
  }

  private static func line(of promises: PromiseCheck) -> String {
    let parts = [(promises.kept, "kept"), (promises.broken, "broken"), (promises.undecided, "not known")].filter { $0.0 > 0 }
    return "promises: \(parts.isEmpty ? "none" : parts.map { "\($0) \($1)" }.joined(separator: ", "))\n"
  }

  private func judge(_ promises: inout PromiseCheck, _ log: String) throws {
    do throws(EventLogError) { try promises.judge(log: log) } catch {
      Console.error("error: the event log cannot be read: \(error)\n")
      throw ExitCode(RunExitCode.reportNotWritten)
    }
  }

  private func write(_ scenarios: [(name: String, text: String)]) -> Bool {
    guard let ways else { return true }
    var isWritten = true
    for scenario in scenarios {
      do throws(ReportError) { try ReportFile.write(scenario.text, to: "\(ways)/\(scenario.name)") } catch {
        Console.error("error: \(error)\n")
        isWritten = false
      }
    }
    return isWritten
  }
}
