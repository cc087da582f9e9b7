import ArgumentParser
import Diagnostics
import JourneyKit
import JourneyModel
import JourneyReports
import JourneyRunner
import Synchronization

/// `journey run`: walks scenarios and reports.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run scenarios and report.",
    discussion: HelpText.page(
      """
      Progress and diagnostics go to standard error, results to standard output. Nothing runs if a selected file, or a \
      tenant that it names, contains an error, unless --keep-going is given.
      """,
      examples: [
        "journey run journeys/login.yaml", "journey run --tag 'smoke and not slow' --junit reports/journey.xml",
        "journey run --at journeys/login.yaml:12 --verbose", "journey run --tenant acme=acme-staging --secrets staging.env",
        "journey run --policy ../policy.yaml --html report.html",
      ], exitCodes: HelpText.exitCodes, variables: HelpText.variables)
  )

  @OptionGroup(title: "Selection") var selection: SelectionFlags
  @OptionGroup(title: "Reports") var reports: ReportFlags
  @OptionGroup(title: "Console") var console: ConsoleFlags

  @Option(help: ArgumentHelp("Write the event log, from which every report can be created again.", valueName: "file"))
  var log: String?

  @Option(
    help: ArgumentHelp(
      "Name the run in its reports and its log, to distinguish it from other runs of the same scenarios.", valueName: "name"))
  var label: String?

  @Option(help: ArgumentHelp("How many cases run at a time; all cores by default.", valueName: "n"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Seed for random values; if omitted, one is chosen and printed.", valueName: "n"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Use a mock that 'journey mock' serves for a mock tenant, as NAME=URL; a URL alone applies to all.", valueName: "url"))
  var mockAt: [String] = []

  @Option(help: ArgumentHelp("Walk web pages by plain 'http' or in a 'browser', where a scenario does not say.", valueName: "name"))
  var engine: PageEngineKind?

  @Option(
    help: ArgumentHelp(
      "Keep a browser's pictures of the pages in a folder; they may show what people typed or were sent.", valueName: "folder"))
  var pictures: String?

  @Option(help: ArgumentHelp("Retry a failed case up to N times; a case that then passes is flaky.", valueName: "n"))
  var retries: Int = 0

  @Option(help: ArgumentHelp("Time limit for each case, e.g. 60s.", valueName: "duration"))
  var timeout: String?

  @Option(help: ArgumentHelp("Skip a case whose 'wait' is longer than this on a live tenant.", valueName: "duration"))
  var maxWait: String?

  @Option(help: ArgumentHelp("Skip remaining cases after N failures.", valueName: "n"))
  var maxFailures: Int?

  @Flag(help: "Skip remaining cases after the first failure.")
  var failFast = false

  @Flag(help: "Run the rest where scenario files or tenants contain errors; the run ends with 2 all the same.")
  var keepGoing = false

  @Flag(help: "Make a flaky case fail the run.")
  var failOnFlaky = false

  @Flag(help: "Exit 0 even if no scenario is selected.")
  var allowEmpty = false

  @Flag(help: "Store the screens of 'snapshot' steps instead of comparing them; refused in CI.")
  var updateSnapshots = false

  @Flag(help: "Plan and check, but run nothing.")
  var dryRun = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1, not \(jobs).") }
    if updateSnapshots, ProcessEnvironment.isCI { throw ValidationError("--update-snapshots is refused if CI is set.") }
    if retries < 0 { throw ValidationError("--retries takes a number from 0, not \(retries).") }
    let project = selection.project
    let read = project.read(("--since", reports.since), ("--rerun-failed", selection.rerunFailed))
    if let refusal = reports.outputs.adding("--log", log).refusal(reading: read) { throw ValidationError(refusal) }
    if let maxFailures, maxFailures < 1 { throw ValidationError("--max-failures takes a number from 1, not \(maxFailures).") }
  }

  func run() async throws {
    let settings = try runSettings()
    // Only a policy lets commands run.
    if settings.policyFile != nil { CommandShield.raise() }
    let style = ConsoleStyle(
      isTerminal: Console.isTerminal, width: Console.width, usesColour: ConsoleFlags.usesColour(console.color))
    let sink = ConsoleSink(ConsoleReport(style: style, verbosity: console.verbosity))
    let (log, reports, isVerbose, isQuiet) = (log, reports.requested, console.verbosity >= .verbose, console.quiet)
    if !dryRun {
      let shard = settings.shard.map { RunStart.Shard(number: $0.number, count: $0.count) }
      reports.removeEarlier(RunPart(label: label, shard: shard))
      if let log { ReportFile.removeEarlier(log) }
    }
    let (isDry, diagnostics) = (dryRun, DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(console.color)))
    let code = try await Self.failures {
      // Planning hundreds of tenants takes a while: a signal then must leave no older reports in the place of this run's.
      try await Interruption.guarding(announcing: "running cases are cancelled, reports are written; interrupt again to end at once") {
        interruption in
        let journeyRun = await JourneyRun(settings, readers: ProcessEnvironment.cores)
        Self.warn(of: journeyRun, isQuiet: isQuiet, diagnostics)
        if isDry {
          guard Task.isCancelled else { return Self.listCases(of: journeyRun, diagnostics) }
          return RunExitCode.of(.interrupted(interruption.cause), reportsWritten: true, allowsEmpty: true)
        }
        let tellsCoverage = isVerbose && !journeyRun.isRefused && !journeyRun.edgeCoverage.tenants.isEmpty
        var sink = CoverageListener(journeyRun.edgeCoverage, next: sink)
        let failures = LogFailures()
        let report: Report
        do {
          report = try await journeyRun.walk(
            log: log, into: &sink, interruption: { interruption.cause }, unkept: failures.note,
            warned: { Console.error("warning: \($0)\n") })
        } catch let failure as RunFailure where sink.next.report.end != nil {
          // Without its events no report can be made, and what was walked counts all the same.
          failures.note(failure)
          reports.refuse()
          return RunExitCode.of(sink.next.report.verdict, reportsWritten: false, allowsEmpty: journeyRun.mayBeEmpty)
        }
        if tellsCoverage { Console.output("\n" + sink.coverage.text) }
        let isWhole = reports.write(report) && failures.isEmpty
        return RunExitCode.of(report.verdict, reportsWritten: isWhole, allowsEmpty: journeyRun.mayBeEmpty)
      }
    }
    if code != RunExitCode.passed { throw ExitCode(code) }
  }

  private func runSettings() throws -> RunSettings {
    var settings = try selection.settings()
    settings.jobs = jobs ?? ProcessEnvironment.cores
    settings.seed = seed
    settings.mockAddresses = try SettingSpelling.flags.reading(mockAt) { text throws(SettingsProblem) in try MockAddress(text) }
    settings.retries = retries
    settings.engine = engine
    settings.picturesFolder = pictures
    settings.updatesSnapshots = updateSnapshots
    settings.timeout = try timeout.map { try DurationFlag.read($0, of: "--timeout") }
    if let maxWait { settings.maximumWait = try DurationFlag.read(maxWait, of: "--max-wait") }
    settings.maximumFailures = failFast ? 1 : maxFailures
    settings.label = label
    settings.againArguments = againArguments
    if let problem = settings.problem { throw ValidationError(problem.message(.flags)) }
    settings.allowsEmpty = allowEmpty
    settings.failsOnFlaky = failOnFlaky
    settings.keepsGoing = keepGoing
    // What is wrong with other tenants is for 'check'.
    settings.namesTenants = true
    return settings
  }

  private static func warn(of run: JourneyRun, isQuiet: Bool, _ renderer: DiagnosticRenderer) {
    // Why nothing is selected is reported in any case: the exit code depends on it.
    if !isQuiet { for notice in run.switchedOff { Console.error("warning: \(notice)\n") } }
    let warnings = run.diagnostics.filter { $0.severity == .warning && (!isQuiet || $0.id == .badSelection) }
    if !warnings.isEmpty { Console.error(renderer.render(warnings)) }
  }

  /// Prints what would run; the exit code.
  private static func listCases(of run: JourneyRun, _ renderer: DiagnosticRenderer) -> Int32 {
    let errors = run.diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty { Console.error(renderer.render(errors)) }
    let redactor = run.redactor
    for listed in run.cases { Console.output(redactor.redacted(listed.line) + "\n") }
    return !errors.isEmpty || run.cases.isEmpty && !run.mayBeEmpty ? RunExitCode.filesRefused : RunExitCode.passed
  }

  /// What a command that repeats one case needs in addition to its place. Values of variables are left out, because they may be private.
  private var againArguments: [String] {
    func words(_ flag: String, _ values: [String]) -> [String] { values.flatMap { [flag, $0] } }
    let files = [("--policy", selection.project.policy), ("--secrets", selection.project.secrets)].flatMap { flag, path in
      words(flag, path.map { [$0] } ?? [])
    }
    return words("--tenant", selection.tenant) + words("--mock-at", mockAt) + words("--engine", engine.map { [$0.rawValue] } ?? [])
      + words("--maildir", selection.project.maildir) + files
  }

  private static func failures<Outcome: Sendable>(_ work: () async throws -> Outcome) async throws -> Outcome {
    do {
      return try await work()
    } catch let failure as RunFailure {
      Console.error("error: \(failure.message)\n")
      throw ExitCode(failure.isUsage ? RunExitCode.usage : RunExitCode.reportNotWritten)
    } catch let error as EventLogError {
      Console.error("error: the event log cannot be read: \(error)\n")
      throw ExitCode(RunExitCode.reportNotWritten)
    }
  }
}

/// Says why a log could not be kept, and remembers that there was something.
///
/// A class, because the walk writes it and the report reads it.
final class LogFailures: Sendable {
  private let count = Mutex(0)

  var isEmpty: Bool { count.withLock { $0 == 0 } }

  func note(_ failure: RunFailure) {
    count.withLock { $0 += 1 }
    Console.error("error: \(failure.message)\n")
  }
}

/// Writes the output of the console report at once.
struct ConsoleSink: RunListener {
  private(set) var report: ConsoleReport

  init(_ report: ConsoleReport) { self.report = report }

  mutating func record(_ searched: SearchedEvent) {
    for piece in report.record(searched) {
      switch piece.stream {
      case .standardOutput: Console.output(piece.text)
      case .standardError: Console.error(piece.text)
      }
    }
  }
}
