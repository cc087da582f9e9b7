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
      secret that is not set is only a warning here, also with --strict, because nothing runs. With --promises every path of the mocks is \
      held to promises.yaml beside tenants.yaml: exit code 2 if one is broken, 3 if it is not known whether one is kept.
      """,
      examples: [
        "journey check", "journey check --strict journeys/login.yaml", "journey check --promises",
        "journey check --promises --tenant acme=acme-next --ways ways", "journey check --promises --from run.jsonl",
      ])
  )

  @OptionGroup(title: "Selection") var selection: SelectionFlags
  @OptionGroup(title: "Promises") var promises: PromiseFlags

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
    settings.judgesAllTenants = true
    settings.needsValues = false
    let run = await JourneyRun(settings, readers: ProcessEnvironment.cores)
    let check = try await promises.judged(run)
    let renderer = DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(color))
    let found = run.diagnostics + check.diagnostics
    let shown = found.filter { !quiet || strict || $0.severity == .error || $0.id == .badSelection || $0.id == .brokenPromise }
    if !shown.isEmpty { Console.error(renderer.render(shown)) }
    let errors = found.count { $0.severity == .error }
    let warnings = found.count - errors
    let counts = [(run.cases.count, "case"), (errors, "error"), (warnings, "warning")]
    if !quiet {
      Console.output(promises.text(of: check))
      Console.output(counts.map { $0 == 1 ? "1 \($1)" : "\($0) \($1)s" }.joined(separator: ", ") + "\n")
    }
    let isWritten = promises.write(check.scenarios)
    if run.isRefused || run.cases.isEmpty && !run.mayBeEmpty || check.isRefused || strict && !check.diagnostics.isEmpty {
      throw ExitCode(RunExitCode.filesRefused)
    }
    if check.count(.unknown) > 0 { throw ExitCode(RunExitCode.broken) }
    if !isWritten { throw ExitCode(RunExitCode.reportNotWritten) }
  }
}
