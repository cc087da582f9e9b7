import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey studio`: walks journeys with a person on a page of this machine, and writes the scenarios.
struct StudioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Walk a journey on a page in your browser, and have it as a scenario.",
    discussion: HelpText.page(
      """
      Prints an address of this machine that opens the page in your browser; only the browser that opened it with its token is answered. \
      The screen that is drawn there is the form to fill in. The scenario grows next to it, and is saved from the page: checked, and \
      walked again with another seed. No secret is shown or written. On a live tenant what you do stays. Ctrl-C ends it.
      """,
      examples: [
        "journey studio --tenant acme --account rita", "journey studio journeys/sign-in/rita.yaml",
        "journey studio --after journeys/sign-in/rita.yaml:14",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "a file has an error"),
        HelpText.Entry(name: "\(RunExitCode.broken)", meaning: "the journey could not be begun, or the port not opened"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "the file cannot be written"),
      ])
  )

  @Argument(help: "The file to write; without it, the page asks for one.")
  var file: String?

  @Option(help: ArgumentHelp("The tenant to begin with, by default the one of the file's folder.", valueName: "name"))
  var tenant: String?

  @Option(help: ArgumentHelp("Who walks first; without it, somebody whom the tenant does not know.", valueName: "name"))
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

  @Option(help: "The port; 0 for a free one.")
  var port = 0

  @Option(help: ArgumentHelp("Write the port to a file once the page is served.", valueName: "file"))
  var portFile: String?

  @Option(help: ArgumentHelp("Read secrets from a file of NAME=VALUE lines.", valueName: "file"))
  var secrets: String?

  @Option(
    help: ArgumentHelp(
      "Let the project use only what this file lists: addresses, secrets, variables, commands, probes.", valueName: "file"))
  var policy: String?

  @Option(help: ArgumentHelp("Seed for random values.", valueName: "n"))
  var seed: UInt64?

  func validate() throws {
    if !(0...65_535).contains(port) { throw ValidationError("--port takes a number from 0 to 65535, not \(port).") }
    for member in start where !member.contains("=") {
      throw ValidationError("--start takes a key and its value, e.g. prompt=create, not '\(member)'.")
    }
    if after != nil, account != nil || tenant != nil || app != nil || !start.isEmpty {
      throw ValidationError("--after goes on as its scenario began: leave out --tenant, --account, --start and --app.")
    }
    _ = try place
  }

  func run() async throws {
    if policy != nil { CommandShield.raise() }
    let portFile = try portFile.map(PortFile.init)
    let studio = StudioRun(try settings())
    do {
      try await Interruption.guarding { _ in
        try await studio.serve { address, port in
          portFile?.tell(port)
          Console.error("Open this address in your browser. Ctrl-C ends the studio; what is not saved is lost.\n")
          Console.output(address + "\n")
        }
      }
    } catch let refusal as ProjectRefusal {
      Console.error("\(refusal)")
      throw ExitCode(RunExitCode.filesRefused)
    } catch let failure as RunFailure {
      Console.error("error: \(failure.message)\n")
      if case .cannotWrite = failure { throw ExitCode(RunExitCode.reportNotWritten) }
      throw ExitCode(RunExitCode.broken)
    }
  }

  private var place: ScenarioPlace? {
    get throws {
      guard let after else { return nil }
      do { return try ScenarioPlace(after) } catch { throw ValidationError("--after: \(error)") }
    }
  }

  private func settings() throws -> StudioSettings {
    var settings = StudioSettings(file: file)
    settings.port = port
    settings.recording.tenant = tenant
    settings.recording.account = account
    settings.recording.start = start
    settings.recording.app = app
    settings.recording.after = try place
    settings.recording.run.secretsFile = secrets
    settings.recording.run.policyFile = policy
    settings.recording.run.seed = seed
    settings.recording.run.environment = ProcessEnvironment.variables
    settings.recording.run.spelling = .flags
    return settings
  }
}
