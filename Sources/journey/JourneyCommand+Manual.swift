import ArgumentParser
import FoundationEssentials

extension JourneyCommand {
  /// `journey manual`: prints the manual page `journey.1`, for those who package the program.
  struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "manual",
      abstract: "Print the manual page, journey.1.",
      shouldDisplay: false
    )

    func run() throws {
      let described = try JSONDecoder().decode(DescribedTool.self, from: Data(JourneyCommand._dumpHelp().utf8))
      Console.output(ManualPage(of: described.command).text)
    }
  }
}
