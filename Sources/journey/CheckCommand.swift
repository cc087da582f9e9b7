import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey check`: finds everything that is wrong with scenarios, without walking.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find everything that is wrong, without walking.",
    discussion: HelpText.page(
      """
      Exit code 2 where a file is wrong or nothing is selected; warnings do not count unless --strict is given. A \
      secret that is not set is a warning here, as nothing is walked.
      """, examples: ["journey check", "journey check --strict journeys/login.yaml"])
  )

  @OptionGroup(title: "Selection") var selection: SelectionFlags

  @Flag(help: "Take warnings for mistakes.")
  var strict = false

  @Flag(name: [.short, .long], help: "Show what is wrong only.")
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
    let counts = [(run.cases.count, "case"), (errors, "mistake"), (warnings, "warning")]
    if !quiet { Console.output(counts.map { $0 == 1 ? "1 \($1)" : "\($0) \($1)s" }.joined(separator: ", ") + "\n") }
    if run.isRefused || run.cases.isEmpty && !run.mayBeEmpty { throw ExitCode(RunExitCode.filesRefused) }
  }
}
