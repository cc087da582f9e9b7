import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey record`: walks a journey with a person, and writes the scenario.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Go through a journey once by hand and save it as a scenario.",
    discussion: HelpText.page(
      """
      Each screen is shown, and each field is asked for in a line. Codes are taken from mails and text messages, and no secret is \
      written. The scenario is checked and walked again with another seed. On a live tenant your actions have lasting effects.
      """,
      examples: [
        "journey record journeys/sign-in/rita.yaml --tenant acme --account rita",
        "journey record journeys/register.yaml --start prompt=create",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.passed)", meaning: "it is written and passes"),
        HelpText.Entry(name: "\(RunExitCode.failed)", meaning: "it is written and does not pass"),
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "a file has an error, or there is nothing to write"),
        HelpText.Entry(name: "\(RunExitCode.broken)", meaning: "the journey could not be started"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "the file cannot be written"),
      ])
  )

  @Argument(help: "The file to write; if it exists, the scenario is added at its end.")
  var file: String

  @OptionGroup var recording: RecordingFlags

  func run() async throws {
    try await recording.reporting {
      var settings = RecordSettings(file: file)
      try recording.apply(to: &settings)
      switch try await RecordRun(settings).record(with: TerminalDialogue()) {
      case .green, .written: return
      case .red: throw ExitCode(RunExitCode.failed)
      case .nothing: throw ExitCode(RunExitCode.filesRefused)
      }
    }
  }
}

/// Questions and answers in lines, on a terminal or over a pipe.
private struct TerminalDialogue: RecordingDialogue {
  func say(_ text: String) { Console.output(text) }

  func ask(_ prompt: String, isHidden: Bool) -> String? {
    Console.output(prompt)
    let answer = isHidden ? Console.hiddenLine() : readLine()
    if isHidden { Console.output("\n") }
    return answer
  }

  /// A pipe does not echo answers.
  func repeatAnswer(_ answer: String) {
    if !Console.echoesInput { Console.output(answer + "\n") }
  }
}
