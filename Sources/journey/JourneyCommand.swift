import ArgumentParser
import JourneyKit

/// The command itself: what it is, and its subcommands.
@main
struct JourneyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journey",
    abstract: "Tests the login and registration journeys of a tenant.",
    discussion: """
      Scenario files say which screens a tenant must show and what a person answers on each. 'journey run' walks them, \
      live or against a mocked tenant, and writes JUnit XML.

      Exit codes: 0 all passed, 1 an expectation failed, 2 a file is wrong or nothing is selected, 3 a journey could not \
      be walked, 64 wrong usage, 74 a report could not be written, 130 and 143 interrupted.
      """,
    version: JourneyVersion.full,
    subcommands: [
      RunCommand.self, CheckCommand.self, ListCommand.self, InitCommand.self, SchemaCommand.self, MockCommand.self, ReportCommand.self,
      MutateCommand.self, MergeCommand.self,
    ]
  )

  static func main() async {
    StandardStreams.prepare()
    await main(nil)
  }
}
