import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey studio`: walks journeys with a person on a page of this machine, and writes the scenarios.
struct StudioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Go through a journey on a page in your browser and save it as a scenario.",
    discussion: HelpText.page(
      """
      Prints an address of this machine that opens the page in your browser; only the browser that opened it with its token is answered. \
      The screen that is drawn there is the form to fill in. The scenario grows next to it, and is saved from the page: checked, and \
      walked again with another seed. No secret is shown or written. On a live tenant your actions have lasting effects. Ctrl-C ends the studio.
      """,
      examples: [
        "journey studio --tenant acme --account rita", "journey studio journeys/sign-in/rita.yaml",
        "journey studio --after journeys/sign-in/rita.yaml:14",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "a file has an error"),
        HelpText.Entry(name: "\(RunExitCode.broken)", meaning: "the journey could not be started, or the port not opened"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "the file cannot be written"),
      ])
  )

  @Argument(help: "The file to write; without it, the page asks for one.")
  var file: String?

  @OptionGroup var recording: RecordingFlags

  @Option(help: "The port; 0 for a free one.")
  var port = 0

  @Option(help: ArgumentHelp("Write the port to a file once the page is served.", valueName: "file"))
  var portFile: String?

  func validate() throws {
    if !(0...65_535).contains(port) { throw ValidationError("--port takes a number from 0 to 65535, not \(port).") }
    if let refusal = OutputPaths().adding("--port-file", portFile).refusal(reading: recording.project.read()) {
      throw ValidationError(refusal)
    }
  }

  func run() async throws {
    try await recording.reporting {
      var settings = StudioSettings(file: file)
      settings.port = port
      try recording.apply(to: &settings.recording)
      let portFile = try portFile.map(PortFile.init)
      let studio = StudioRun(settings)
      try await Interruption.guarding { _ in
        try await studio.serve { address, port in
          portFile?.tell(port)
          Console.error("Open this address in your browser. Ctrl-C ends the studio; what is not saved is lost.\n")
          Console.output(address + "\n")
        }
      }
    }
  }
}
