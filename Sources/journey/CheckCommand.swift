import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey check`: finds everything that is wrong with scenarios, without walking.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find all errors without running anything.",
    discussion: HelpText.page(
      """
      Exit code 2 if a file has an error or nothing is selected; warnings do not count unless --strict is given. A \
      secret that is not set is only a warning here, because nothing runs.
      """, examples: ["journey check", "journey check --strict journeys/login.yaml"])
  )

  @OptionGroup(title: "Selection") var selection: SelectionFlags

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
    let renderer = DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(color))
    let shown = run.diagnostics.filter { !quiet || strict || $0.severity == .error || $0.id == .badSelection }
    if !shown.isEmpty { Console.error(renderer.render(shown)) }
    let errors = run.diagnostics.count { $0.severity == .error }
    let warnings = run.diagnostics.count - errors
    let counts = [(run.cases.count, "case"), (errors, "error"), (warnings, "warning")]
    if !quiet { Console.output(counts.map { $0 == 1 ? "1 \($1)" : "\($0) \($1)s" }.joined(separator: ", ") + "\n") }
    if run.isRefused || run.cases.isEmpty && !run.mayBeEmpty { throw ExitCode(RunExitCode.filesRefused) }
  }
}
