import ArgumentParser
import FoundationEssentials
import JourneyKit
import JourneyReports

/// `journey init`: leaves a project whose first run is green.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a project with a mock tenant and two scenarios that pass.",
    discussion: HelpText.page("Existing files are not changed.", examples: ["journey init", "journey init shop"])
  )

  @Argument(help: "The folder of the project.")
  var folder = "."

  func validate() throws {
    if folder.isEmpty { throw ValidationError("the folder is empty: name one, or leave it out for the current folder") }
  }

  func run() throws {
    let files = ProjectTemplate.files.map { (path: folder == "." ? $0.path : "\(folder)/\($0.path)", text: $0.text) }
    let present = files.filter { FileManager.default.fileExists(atPath: $0.path) }
    guard present.isEmpty else {
      Console.error("error: there is '\(present[0].path)' already; 'journey init' does not overwrite files\n")
      throw ExitCode(RunExitCode.filesRefused)
    }
    for file in files {
      do throws(ReportError) {
        _ = try ReportFile.write(to: file.path) { written throws(ReportError) in try written.write(Array(file.text.utf8)[...]) }
      } catch {
        Console.error("error: \(error)\n")
        throw ExitCode(RunExitCode.reportNotWritten)
      }
      Console.output("wrote \(file.path)\n")
    }
    Console.output(Self.next(folder))
  }

  private static func next(_ folder: String) -> String {
    let place = folder == "." ? "" : "cd \(folder) && "
    return """

      Run it:        \(place)journey run
      In a pipeline: journey run --junit reports/journey.xml

      """
  }
}
