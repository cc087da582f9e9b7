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
      MutateCommand.self, DiffCommand.self, OutcomesCommand.self, MapCommand.self, HealCommand.self, LspCommand.self, MergeCommand.self,
      LookCommand.self,
      RecordCommand.self, StudioCommand.self, Manual.self,
    ]
  )

  static func main() async {
    StandardStreams.prepare()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let refusal = ForeignOptions.advice(in: arguments) ?? RepeatedOptions.refusal(in: arguments) {
      exit(withError: ValidationError(refusal))
    }
    await main(arguments)
  }
}
