import ArgumentParser
import JourneyKit
import SystemCalls

/// `journey lsp`: a language server for editors, over standard input and output.
struct LspCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve editors that edit scenarios: errors as you type, completion, meanings, and runs.",
    discussion: HelpText.page(
      """
      Speaks the Language Server Protocol over standard input and output; an editor starts it. Errors are those of 'journey check'. \
      Completion knows keys, and screens, forms, widgets, accounts and messages of the tenant. Nothing is run unless its user asks.
      """,
      examples: ["journey lsp"],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.passed)", meaning: "the editor ended the connection with 'exit'"),
        HelpText.Entry(name: "1", meaning: "the editor closed the connection without 'exit'"),
      ])
  )

  @Option(help: ArgumentHelp("Read secrets from a file of NAME=VALUE lines.", valueName: "file"))
  var secrets: String?

  @Option(
    help: ArgumentHelp(
      "Let the project use only what this file lists: addresses, secrets, variables, commands, probes.", valueName: "file"))
  var policy: String?

  @Flag(help: "Use standard input and output, which is the only transport; editors may pass this flag.")
  var stdio = false

  func run() async throws {
    if policy != nil { CommandShield.raise() }
    var settings = RunSettings()
    settings.secretsFile = secrets
    settings.policyFile = policy
    settings.environment = ProcessEnvironment.variables
    settings.spelling = .flags
    var session = EditorSession(settings)
    while session.exitCode == nil {
      let bytes = try OpenFile.standardInput.read(atMost: 65_536)
      if bytes.isEmpty { throw ExitCode(1) }
      let answers = await session.receive(bytes)
      try OpenFile.standardOutput.write(answers[...])
    }
    if let code = session.exitCode, code != RunExitCode.passed { throw ExitCode(code) }
  }
}
