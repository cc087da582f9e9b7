import ArgumentParser
import JourneyKit

/// `journey look`: draws the screen that a saved HTML page becomes.
struct LookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "look",
    abstract: "Show which screen an HTML page is, and the rule that names it.",
    discussion: HelpText.page(
      "The page is a file that a browser or 'curl' saved. Nothing is requested, and no script runs.",
      examples: ["journey look signin.html --url https://id.example.com/signin"])
  )

  @Argument(help: ArgumentHelp("The page's file.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("The address that the page was answered from.", valueName: "url"))
  var url: String

  func run() throws {
    do {
      Console.output(try SavedPage(file: file, address: url).text(usesColour: false))
    } catch {
      Console.error("error: \(error)\n")
      throw ExitCode(RunExitCode.usage)
    }
  }
}
