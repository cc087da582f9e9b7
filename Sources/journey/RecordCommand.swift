import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey record`: walks a journey with a person, and writes the scenario.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Walk a journey once by hand, and have it as a scenario.",
    discussion: HelpText.page(
      """
      Each screen is shown, and each field is asked for in a line. Codes are taken from mails and text messages, and no secret is \
      written. The scenario is checked and walked again with another seed. On a live tenant what you do stays.
      """,
      examples: [
        "journey record journeys/sign-in/rita.yaml --tenant acme --account rita",
        "journey record journeys/register.yaml --start prompt=create",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.passed)", meaning: "it is written, and green"),
        HelpText.Entry(name: "\(RunExitCode.failed)", meaning: "it is written, and not green"),
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "a file has an error, or there is nothing to write"),
        HelpText.Entry(name: "\(RunExitCode.broken)", meaning: "the journey could not be begun"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "the file cannot be written"),
      ])
  )

  @Argument(help: "The file to write; a scenario is added to one that is there, and nothing in it is changed.")
  var file: String

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

  @Option(help: ArgumentHelp("Read secrets from a file of NAME=VALUE lines.", valueName: "file"))
  var secrets: String?

  @Option(
    help: ArgumentHelp(
      "Let the project use only what this file lists: addresses, secrets, variables, commands, probes.", valueName: "file"))
  var policy: String?

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

  func run() async throws {
    if policy != nil { CommandShield.raise() }
    do {
      switch try await RecordRun(try settings()).record(with: TerminalDialogue()) {
      case .green, .written: return
      case .red: throw ExitCode(RunExitCode.failed)
      case .nothing: throw ExitCode(RunExitCode.filesRefused)
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

  private func settings() throws -> RecordSettings {
    var settings = RecordSettings(file: file)
    settings.tenant = tenant
    settings.account = account
    settings.start = start
    settings.app = app
    settings.after = try place
    settings.run.secretsFile = secrets
    settings.run.policyFile = policy
    settings.run.seed = seed
    settings.run.environment = ProcessEnvironment.variables
    settings.run.spelling = .flags
    return settings
  }
}

/// Questions and answers in lines, on a terminal or over a pipe.
private struct TerminalDialogue: RecordingDialogue {
  func say(_ text: String) { Console.output(text) }

  func ask(_ prompt: String, isHidden: Bool) -> String? {
    Console.output(prompt)
    let answer = isHidden ? Console.hiddenLine() : readLine()
    // A pipe shows no answers, so that what is printed next begins on a line of its own.
    if !Console.echoesInput || isHidden { Console.output("\n") }
    return answer
  }
}
