import ArgumentParser
import JourneyKit
import JourneyReports
import JourneyRunner

/// The flags that say which scenarios are meant; `run`, `check` and `list` share them.
struct SelectionFlags: ParsableArguments {
  @Argument(help: "Scenario files and folders; names that begin with '_' are left out.")
  var paths: [String] = ["journeys"]

  @Option(help: ArgumentHelp("Select scenarios with these tags, e.g. 'smoke and not slow'.", valueName: "expression"))
  var tag: String?

  @Option(help: ArgumentHelp("Select scenarios whose name matches a regular expression.", valueName: "regex"))
  var name: String?

  @Option(help: ArgumentHelp("Select the scenario at a line of a file; may be given several times.", valueName: "file:line"))
  var at: [String] = []

  @Option(help: ArgumentHelp("Take only one shard of the cases, e.g. 2/4 for the second of four.", valueName: "i/n"))
  var shard: String?

  @Option(help: ArgumentHelp("Select the cases that did not pass in the run recorded in this event log.", valueName: "log"))
  var rerunFailed: String?

  @Option(
    help: ArgumentHelp(
      "Use another tenant for the scenarios of one, e.g. acme=acme-staging; may be given several times.", valueName: "tenant"))
  var tenant: [String] = []

  @Option(help: ArgumentHelp("Behave as this app, or as 'all' of them.", valueName: "name"))
  var app: String?

  @Option(help: ArgumentHelp("A variable for every scenario, as NAME=VALUE.", valueName: "name=value"))
  var `var`: [String] = []

  @OptionGroup var project: ProjectFlags

  /// The settings that these flags mean.
  func settings() throws -> RunSettings {
    var settings = RunSettings()
    settings.paths = paths
    settings.selection.tags = tag
    settings.selection.name = name
    settings.selection.places = try SettingSpelling.flags.reading(at) { text throws(SettingsProblem) in try ScenarioPlace(text) }
    settings.selection.ids = try rerunFailed.map(Self.failedCases)
    settings.shard = try shard.map(Self.share)
    settings.tenants = tenant.map(TenantOverride.init)
    settings.spelling = .flags
    settings.app = app
    settings.secretsFile = project.secrets
    settings.policyFile = project.policy
    settings.maildirs = project.maildirs
    settings.environment = ProcessEnvironment.variables
    for pair in self.var {
      guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
        // What was given may be a secret whose name was forgotten.
        throw ValidationError("--var takes NAME=VALUE; one of them has no name and '='.")
      }
      settings.variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    if let problem = settings.problem { throw ValidationError(problem.message(.flags)) }
    return settings
  }

  private static func share(_ text: String) throws -> RunShard {
    guard let shard = RunShard(text) else { throw ValidationError("--shard takes a shard such as 2/4, not '\(text)'.") }
    return shard
  }

  private static func failedCases(of path: String) throws -> Set<String> {
    do {
      let report = try Report(reading: try LogFile(path: path))
      guard !report.cases.isEmpty || report.start?.mayBeEmpty == true && report.interruption == nil else { throw NoCases(path: path) }
      return Set(report.cases.filter { $0.needsAnotherWalk(wasInterrupted: report.interruption != nil) }.map(\.id))
    } catch { throw ValidationError("--rerun-failed: \(error).") }
  }

  /// A log of a run that had no case, or ended before it planned one.
  private struct NoCases: Error, CustomStringConvertible {
    let path: String

    var description: String { "the log '\(path)' has no case, so nothing of its run can be run again; run everything" }
  }
}

extension ReportedCase {
  /// Whether a case did not pass, or did not run for a reason that its own file does not give: another one failed or was wrong, or the
  /// run was interrupted.
  fileprivate func needsAnotherWalk(wasInterrupted: Bool) -> Bool {
    switch verdict {
    case .passed, .flaky: false
    case .failed, .broken: true
    case .skipped: planned.skipped == nil && (attempts.isEmpty || wasInterrupted)
    }
  }
}
