import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey verify`: whether an imported tenant is still like the org.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check whether an imported tenant is still like the org.",
    discussion: HelpText.page(
      """
      Imports today's responses of the management API again, writes nothing of that, and shows what the difference means for people, \
      as 'journey diff' does: the responses are in a folder (--config), or are read from the org (--org), with GET alone.

      With --simulate it also asks the org's own evaluator of policies (POST /api/v1/policies/simulate) which rule decides, for \
      made-up people: one for each rule of sessions, apps and enrollment, and one for each small mistake that there could be in \
      the mock's rules. The questions name groups and no one's account; no one signs in, and nothing is changed. Each difference is one \
      of three: the tenant changed since the import, the mock's own file changes a rule, or the mock is wrong. What the evaluator does \
      not take, such as an expression, is not asked, and is listed.

      The result is kept in the folder of the import, in TENANT.verified.json, unless --no-file is given.
      """,
      examples: [
        "journey verify workforce --config org-export-today",
        "journey verify workforce --org https://acme.okta.com",
        "journey verify workforce --org https://acme.okta.com --simulate",
        "journey verify workforce --config org-export-today --org https://acme.okta.com --simulate",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.passed)", meaning: "the org is as it was imported, and decides as the mock does"),
        HelpText.Entry(
          name: "\(RunExitCode.failed)", meaning: "the configuration has changed for people, or the evaluator decides by another rule"),
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "a file has an error, or the tenant was not imported"),
        HelpText.Entry(name: "\(RunExitCode.broken)", meaning: "something is not known, or the org cannot be read or asked"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "a file cannot be written"),
        HelpText.Entry(name: "\(RunExitCode.interrupted), \(RunExitCode.terminated)", meaning: "interrupted"),
      ])
  )

  @Argument(help: ArgumentHelp("The tenant, whose mock is an import or extends one.", valueName: "tenant"))
  var tenant: String

  @Argument(help: "A file or folder of the project.")
  var path = "journeys"

  @Option(help: ArgumentHelp("The folder with today's responses of the management API.", valueName: "folder"))
  var config: String?

  @OptionGroup var org: OrgFlags

  @Flag(help: "With --org: ask the org's own evaluator which rules decide.")
  var simulate = false

  @Option(help: ArgumentHelp("Write the result as Markdown, for a comment.", valueName: "file"))
  var markdown: String?

  @Flag(help: "Do not keep the result in TENANT.verified.json.")
  var noFile = false

  func validate() throws {
    if config == nil, org.org == nil { throw ValidationError("Give --config FOLDER with today's responses, or --org to read the org.") }
    if config != nil, org.org != nil, !simulate {
      throw ValidationError("With --config nothing is read from the org: leave out --org, or add --simulate to ask its evaluator.")
    }
    if simulate, org.org == nil { throw ValidationError("--simulate asks an org: add --org URL.") }
    if config != nil, org.save != nil { throw ValidationError("--save keeps what --org reads, and with --config nothing is read.") }
    let outputs = OutputPaths().adding("--markdown", markdown)
    let read = [("--config", config), ("--secrets", org.secrets), ("--policy", org.policy)].map { (flag: $0.0, path: $0.1) }
    if let refusal = outputs.refusal(reading: read) { throw ValidationError(refusal) }
  }

  func run() async throws {
    if org.policy != nil { CommandShield.raise() }
    var verified = await VerifyRun(settings) { Self.say("warning: \($0)") }
    if !verified.saved.isEmpty {
      for file in verified.saved { try OutputPaths.write(file.text, to: file.path, isPrivate: true) }
      Console.output("wrote \(verified.saved.count) files to \(org.save ?? "")\n")
    }
    try check(verified)
    let before = verified
    var isCancelled = false
    (verified, isCancelled) = try await Interruption.guarding(announcing: "the comparison is cancelled; interrupt again to end at once") {
      interruption in
      var verified = before
      try await verified.compare(interruption: { interruption.cause })
      await verified.simulate { Self.say($0) }
      return (verified, Task.isCancelled)
    }
    try check(verified)
    Console.output(verified.text)
    // What was found until then is not all, and would be taken for it.
    if verified.isInterrupted || isCancelled { throw ExitCode(RunExitCode.interrupted) }
    if let markdown { try OutputPaths.write(verified.markdown, to: markdown) }
    if !noFile, let file = verified.file {
      if verified.isForeign {
        Console.error("error: '\(file.path)' was not written by journey verify: it is not overwritten; give --no-file to keep nothing\n")
        throw ExitCode(RunExitCode.reportNotWritten)
      }
      try OutputPaths.write(file.text, to: file.path)
    }
    if verified.isBroken { throw ExitCode(RunExitCode.broken) }
    if verified.fails { throw ExitCode(RunExitCode.failed) }
    if verified.isNotKnown { throw ExitCode(RunExitCode.broken) }
  }

  private static func say(_ line: String) { Console.error("\(HarmlessText.line(line))\n") }

  private func check(_ verified: VerifyRun) throws {
    if !verified.diagnostics.isEmpty {
      Console.error(DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(nil)).render(verified.diagnostics))
    }
    if verified.isRefused { throw ExitCode(verified.isOfOrg ? RunExitCode.broken : RunExitCode.filesRefused) }
  }

  private var settings: VerifySettings {
    var settings = VerifySettings(tenant: tenant)
    settings.run.paths = [path]
    settings.run.jobs = ProcessEnvironment.cores
    settings.run.seed = WalkFlags.usualSeed
    settings.run.secretsFile = org.secrets
    settings.run.policyFile = org.policy
    settings.run.environment = ProcessEnvironment.variables
    settings.run.spelling = .flags
    (settings.config, settings.org, settings.simulates) = (config, org.org, simulate)
    if let access = org.access { settings.access = access }
    return settings
  }
}
