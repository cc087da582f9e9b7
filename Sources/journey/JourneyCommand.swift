import ArgumentParser
import JourneyKit
import SystemCalls

/// The command itself: what it is, and its subcommands.
@main
struct JourneyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journey",
    abstract: "Tests the login and registration journeys of a tenant.",
    discussion: HelpText.page(
      """
      Scenario files state which screens a tenant must show and what a person answers on each. 'journey run' runs them \
      on a live tenant or on a mock, and writes JUnit XML.
      """,
      examples: ["journey init shop && cd shop && journey run", "journey check", "journey run --junit reports/journey.xml"],
      exitCodes: HelpText.exitCodes, variables: HelpText.variables),
    version: JourneyVersion.full,
    subcommands: [
      RunCommand.self, CheckCommand.self, ListCommand.self, InitCommand.self, SchemaCommand.self, MockCommand.self, ReportCommand.self,
      MutateCommand.self, DiffCommand.self, OutcomesCommand.self, PeopleCommand.self, ImportCommand.self, VerifyCommand.self,
      MapCommand.self, HealCommand.self, LspCommand.self, MergeCommand.self, LookCommand.self, ShowCommand.self, RecordCommand.self,
      StudioCommand.self, Manual.self,
    ]
  )

  static func main() async {
    StandardStreams.prepare()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let refusal = ForeignOptions.advice(in: arguments) ?? RepeatedOptions.refusal(in: arguments) {
      refuse(refusal, usageOf: configuration.subcommands.first { $0.configuration.commandName == arguments.first })
    }
    var isResult = true
    var called: (any ParsableCommand.Type)?
    do {
      var command = try parseAsRoot(arguments)
      called = type(of: command)
      isResult = !(command is RunCommand || command is ReportCommand || command is MergeCommand)
      if var walking = command as? any AsyncParsableCommand { try await walking.run() } else { try command.run() }
    } catch {
      tellUnwritten(ending: exitCode(for: error).rawValue, isResult: isResult)
      if let error = error as? ValidationError { refuse(error.message, usageOf: called) }
      exit(withError: error)
    }
    tellUnwritten(ending: RunExitCode.passed, isResult: isResult)
  }

  /// Ends with what is wrong with the command line, and the usage of the command that was called.
  ///
  /// For an error of a command that runs, the library would print the usage of `journey`.
  private static func refuse(_ message: String, usageOf called: (any ParsableCommand.Type)?) -> Never {
    guard let called, called != JourneyCommand.self else { exit(withError: ValidationError(message)) }
    let name = called.configuration.commandName ?? ""
    Console.error("Error: \(message)\nUsage: \(usageString(for: called))\n  See 'journey \(name) --help' for more information.\n")
    exit(withError: ExitCode(RunExitCode.usage))
  }

  /// Reports that standard output could not be written.
  ///
  /// - Parameter isResult: whether it is the command's result, so that a code which only says what is in it gives way.
  private static func tellUnwritten(ending code: Int32, isResult: Bool) {
    guard let failure = Console.failure else { return }
    Console.error("error: standard output cannot be written: \(failure)\n")
    guard code == RunExitCode.passed || code == RunExitCode.failed && isResult else { return }
    exit(withError: ExitCode(RunExitCode.reportNotWritten))
  }
}
