import ArgumentParser
import JourneyKit

/// The flags that say what is recorded: on which tenant, with which account, and from where on.
struct RecordingFlags: ParsableArguments {
  @Option(help: ArgumentHelp("The tenant, by default the one of the file's folder.", valueName: "name"))
  var tenant: String?

  @Option(help: ArgumentHelp("Who walks; without it, somebody whom the tenant does not know.", valueName: "name"))
  var account: String?

  @Option(help: ArgumentHelp("A key of 'start', e.g. prompt=create; may be given several times.", valueName: "key=value"))
  var start: [String] = []

  @Option(help: ArgumentHelp("Behave as this app, e.g. 'ios'.", valueName: "name"))
  var app: String?

  @Option(
    help: ArgumentHelp(
      "Go on from the end of the step at this place: its scenario is walked up to there first, and its steps are copied.",
      valueName: "file:line"))
  var after: String?

  @OptionGroup var project: ProjectFlags

  @Option(help: ArgumentHelp("Seed for random values.", valueName: "n"))
  var seed: UInt64?

  func validate() throws {
    for member in start where !member.contains("=") {
      throw ValidationError("--start takes a key and its value, e.g. prompt=create, not '\(member)'.")
    }
    if after != nil, account != nil || tenant != nil || app != nil || !start.isEmpty {
      throw ValidationError("--after goes on as its scenario began: leave out --tenant, --account, --start and --app.")
    }
    _ = try place
  }

  private var place: ScenarioPlace? {
    get throws {
      guard let after else { return nil }
      do { return try ScenarioPlace(after) } catch { throw ValidationError("--after: \(error)") }
    }
  }

  /// Sets what these flags mean.
  func apply(to settings: inout RecordSettings) throws {
    settings.tenant = tenant
    settings.account = account
    settings.start = start
    settings.app = app
    settings.after = try place
    settings.run.secretsFile = project.secrets
    settings.run.policyFile = project.policy
    settings.run.maildirs = project.maildirs
    settings.run.seed = seed
    settings.run.environment = ProcessEnvironment.variables
    settings.run.spelling = .flags
  }

  /// Does the work, and ends the command with the code of what went wrong.
  func reporting(_ work: () async throws -> Void) async throws {
    if project.policy != nil { CommandShield.raise() }
    do { try await work() } catch let refusal as ProjectRefusal {
      Console.error("\(refusal)")
      throw ExitCode(RunExitCode.filesRefused)
    } catch let failure as RunFailure {
      Console.error("error: \(failure.message)\n")
      if case .cannotWrite = failure { throw ExitCode(RunExitCode.reportNotWritten) }
      throw ExitCode(RunExitCode.broken)
    }
  }
}
