import ArgumentParser
import Diagnostics
import JourneyKit
import JourneyReports

/// `journey diff`: what differs for people on another version of a tenant.
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what changes for users on another version of a tenant.",
    discussion: HelpText.page(
      """
      Scenarios are walked on both tenants as scripts of answers: what they expect is ignored. Each change is one \
      sentence, with the users who see it. Event logs are only compared, not run again: the last one with the first. Logs in between \
      must be of the same version as the first; what differs among them is ignored.
      """,
      examples: [
        "journey diff --tenant acme=acme-next", "journey diff --tenant acme=acme-next --through journeys/_through",
        "journey diff before.jsonl after.jsonl", "journey diff monday.jsonl tuesday.jsonl after.jsonl",
        "journey diff --before last-week.jsonl --allow rollout.yaml",
        "journey diff --tenant workforce=workforce-next --people people.csv",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.passed)", meaning: "no change and nothing that was not exercised, or all of it is allowed"),
        HelpText.Entry(name: "\(RunExitCode.failed)", meaning: "a change that --fail-on names, or an allowed one is missing"),
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "a file has an error, or the two sides have no case in common"),
        HelpText.Entry(name: "\(RunExitCode.broken)", meaning: "a side could not be walked, or what its rules ask for is not known"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "a report could not be written, or a log not read"),
        HelpText.Entry(name: "\(RunExitCode.interrupted), \(RunExitCode.terminated)", meaning: "interrupted"),
      ])
  )

  @Argument(help: "Two event logs or more, or scenario files and folders; names that begin with '_' are left out.")
  var paths: [String] = ["journeys"]

  @Option(
    help: ArgumentHelp(
      "Compare a tenant with another one, e.g. acme=acme-next; may be given several times.", valueName: "tenant"))
  var tenant: [String] = []

  @Option(
    help: ArgumentHelp(
      "Compare with this event log in place of a first walk; give further logs of the same version to leave out what varies.",
      valueName: "log"))
  var before: [String] = []

  @Option(help: ArgumentHelp("Fragments that answer screens for which scenarios have no step.", valueName: "folder"))
  var through: String?

  @Option(
    help: ArgumentHelp(
      "Count the people who are affected by changes of rules, with a CSV file of numbers of people, see 'journey people'.",
      valueName: "file"))
  var people: String?

  @Option(help: ArgumentHelp("A file of the changes that are allowed, with the reasons.", valueName: "file"))
  var allow: String?

  @Option(
    help: ArgumentHelp(
      "Fail on changes of these classes: breaking, more, less, wording, protocol; on what was not exercised: unexercised; any, or never.",
      valueName: "list"))
  var failOn = "any"

  @Option(help: ArgumentHelp("Select scenarios with these tags, e.g. 'smoke and not slow'.", valueName: "expression"))
  var tag: String?

  @Option(help: ArgumentHelp("Write the changes as Markdown, for a comment of at most 60,000 characters.", valueName: "file"))
  var markdown: String?

  @Option(help: ArgumentHelp("Write the changes as JSON, one object a line.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write the changes as a page, with the screens before and after.", valueName: "file"))
  var html: String?

  @Flag(help: "Also check on both versions, if they are mocks, which promises of promises.yaml are kept.")
  var promises = false

  @Flag(help: "Compare the rest where scenario files contain errors; the command ends with 2 all the same.")
  var keepGoing = false

  @Flag(help: "On live tenants, also walk scenarios that lock an account, which stays locked.")
  var lock = false

  @OptionGroup var walking: WalkFlags

  /// The logs, if that is what the paths are.
  private var logs: (before: String, again: [String], after: String)? {
    guard paths.count > 1, paths.allSatisfy({ $0.hasSuffix(".jsonl") }) else { return nil }
    return (paths[0], Array(paths[1..<paths.count - 1]), paths[paths.count - 1])
  }

  func validate() throws {
    _ = try failing
    if logs != nil, !before.isEmpty || through != nil || !tenant.isEmpty {
      throw ValidationError("Event logs are compared as they are: leave out --before, --through and --tenant, which are for walks.")
    }
    if logs == nil, paths.contains(where: { $0.hasSuffix(".jsonl") }) {
      throw ValidationError("Give two event logs to compare them, or one with --before to compare it with a walk.")
    }
    let outputs = OutputPaths().adding("--markdown", markdown).adding("--json", json).adding("--html", html)
    let compared = paths.map { (flag: "the comparison", path: Optional($0)) }
    if people != nil, logs != nil || !before.isEmpty {
      throw ValidationError("--people is about the rules of two mocks, and an event log has none: give --tenant without --before.")
    }
    let read =
      walking.project.read(("--allow", allow), ("--people", people)) + before.map { (flag: "--before", path: Optional($0)) } + compared
    if let refusal = outputs.refusal(reading: read) { throw ValidationError(refusal) }
  }

  /// The classes on which the command fails.
  private var failing: Set<String> {
    get throws {
      switch failOn {
      case "any": return Set(TenantDifference.classNames)
      case "never": return []
      default:
        let names = failOn.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for name in names where !TenantDifference.classNames.contains(name) {
          let possible = TenantDifference.classNames.joined(separator: ", ")
          throw ValidationError("--fail-on takes any, never, or a list of \(possible), not '\(name)'.")
        }
        return Set(names)
      }
    }
  }

  func run() async throws {
    let difference: TenantDifference
    var isWhole = true
    if let logs {
      difference = try Self.reading { try TenantDifference(before: logs.before, again: logs.again, after: logs.after, allowing: allow) }
    } else {
      (difference, isWhole) = try await walked()
    }
    Console.output(difference.text(withFewPeople: Console.isOutputTerminal))
    if !difference.diagnostics.isEmpty { Console.error(renderer.render(difference.diagnostics)) }
    var isWritten = true
    for (path, text) in [(markdown, \TenantDifference.markdown), (json, \.json), (html, \.html)] {
      guard let path else { continue }
      do throws(ReportError) { try OutputPaths.writeReport(difference[keyPath: text], to: path) } catch {
        Console.error("error: \(error)\n")
        isWritten = false
      }
    }
    var code = try exitCode(difference, isWritten)
    if code == RunExitCode.passed, !isWhole { code = RunExitCode.filesRefused }
    if code != RunExitCode.passed { throw ExitCode(code) }
  }

  private func exitCode(_ difference: TenantDifference, _ isWritten: Bool) throws -> Int32 {
    if difference.isInterrupted, logs == nil { return RunExitCode.interrupted }
    if difference.walks == 0 && !difference.comparesMocks || !difference.diagnostics.isEmpty { return RunExitCode.filesRefused }
    if difference.isBroken { return RunExitCode.broken }
    if try difference.fails(on: failing) { return RunExitCode.failed }
    if difference.isNotKnown, failOn != "never" { return RunExitCode.broken }
    return isWritten ? RunExitCode.passed : RunExitCode.reportNotWritten
  }

  /// The comparison, and whether no file was left out.
  private func walked() async throws -> (TenantDifference, isWhole: Bool) {
    let settings = settings
    if settings.run.policyFile != nil { CommandShield.raise() }
    let run = DiffRun(settings)
    if !(run.wrongFiles + run.diagnostics).isEmpty { Console.error(renderer.render(run.wrongFiles + run.diagnostics)) }
    if run.isRefused { throw ExitCode(RunExitCode.filesRefused) }
    if run.leftOut > 0 {
      let cases = run.leftOut == 1 ? "1 case is" : "\(run.leftOut) cases are"
      Console.error("\(cases) left out that would lock an account of a live tenant; --lock walks them\n")
    }
    let difference = try await Self.walking {
      try await Interruption.guarding(announcing: "the walks are cancelled; interrupt again to end at once") { interruption in
        try await run.walk(interruption: { interruption.cause })
      }
    }
    return (difference, run.wrongFiles.isEmpty)
  }

  private static func walking(_ walk: () async throws -> TenantDifference) async throws -> TenantDifference {
    do { return try await walk() } catch let failure as RunFailure {
      Console.error("error: \(failure.message)\n")
      throw ExitCode(failure.isUsage ? RunExitCode.usage : RunExitCode.reportNotWritten)
    } catch let error as EventLogError { throw unreadable(error) }
  }

  private static func reading(_ read: () throws -> TenantDifference) throws -> TenantDifference {
    do { return try read() } catch let error as EventLogError { throw unreadable(error) }
  }

  private static func unreadable(_ error: EventLogError) -> ExitCode {
    Console.error("error: the event log cannot be read: \(error)\n")
    return ExitCode(RunExitCode.reportNotWritten)
  }

  private var settings: DiffSettings {
    var settings = DiffSettings()
    settings.run = walking.settings(of: paths)
    settings.run.selection.tags = tag
    settings.run.keepsGoing = keepGoing
    settings.run.tenants = tenant.map(TenantOverride.init)
    settings.before = before.first
    settings.again = Array(before.dropFirst())
    settings.locksAccounts = lock
    settings.judgesPromises = promises
    settings.through = through
    settings.allowed = allow
    settings.people = people
    return settings
  }

  private var renderer: DiagnosticRenderer { DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(nil)) }
}
