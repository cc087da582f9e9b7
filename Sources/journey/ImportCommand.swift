import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey import`: makes a mock tenant of a vendor's configuration.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a mock tenant of the sign-in rules of a real org.",
    discussion: HelpText.page(
      """
      Reads a folder with responses of the vendor's management API: a JSON file for each request, or lines of {"url": …, "body": …}; \
      nothing is sent. With --org it reads the org itself, with GET alone and from that address alone, and --save keeps the responses \
      without secrets. It writes a mock tenant with the org's rules, and a report that says what became of each field of the org's JSON: \
      understood, outside (it shows no screen), open (decided by what configuration does not contain), assumed, \
      missing or not understood. A part that is not understood is an open flag, and never left out.

      The files are in the folder _mock/NAME of the project, and say that they are generated: importing again replaces them, and \
      no other file is changed. People, secrets and addresses are not imported.

      With --plan it imports the org as it will be once a Terraform or OpenTofu plan is applied: what the plan changes is changed in the \
      org's responses, and nothing else. Import the org without the plan under another name to compare the two with journey diff.
      """,
      examples: [
        "journey import okta org-export --as workforce", "journey outcomes --tenant workforce",
        "journey import okta --org https://acme.okta.com --save org-export --as workforce",
        "journey import okta org-export --as workforce --strict --accept accepted.yaml",
        "journey import okta org-export --plan plan.json --as workforce-next",
        "journey diff --tenant workforce=workforce-next",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.passed)", meaning: "imported"),
        HelpText.Entry(name: "\(RunExitCode.failed)", meaning: "imported; with --strict something is not accepted"),
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "the folder or org cannot be imported, and no mock is written"),
        HelpText.Entry(name: "\(RunExitCode.broken)", meaning: "the org cannot be read, and nothing is written"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "a file cannot be written"),
      ])
  )

  /// Whose configuration it is.
  enum Vendor: String, ExpressibleByArgument, CaseIterable {
    case okta
  }

  @Argument(help: ArgumentHelp("Whose configuration it is: 'okta'.", valueName: "vendor"))
  var vendor: Vendor

  @Argument(help: ArgumentHelp("The folder with the responses of the management API.", valueName: "folder"))
  var source: String?

  @OptionGroup var org: OrgFlags

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("What the mock tenant is called: lower-case letters, digits, '-' and '_'.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("The folder of scenarios, with tenants.yaml.", valueName: "folder"))
  var into = "journeys"

  @Option(
    help: ArgumentHelp(
      "A Terraform or OpenTofu plan, as 'terraform show -json' prints it: import the org as it will be.", valueName: "file"))
  var plan: String?

  @Flag(help: "With --plan: import it even if the org is not as the plan's state has it.")
  var anyway = false

  @Flag(help: "Fail on everything that is neither understood nor outside, and not in the file of --accept.")
  var strict = false

  @Option(
    help: ArgumentHelp("With --strict: a YAML file of what is accepted, a map from lines of --strict to reasons.", valueName: "file"))
  var accept: String?

  func validate() throws {
    if !ImportSettings.isName(name) {
      throw ValidationError("--as '\(HarmlessText.line(name))': write lower-case letters, digits, '-' and '_', e.g. workforce.")
    }
    if accept != nil, !strict { throw ValidationError("--accept is a list for --strict: add --strict.") }
    if anyway, plan == nil { throw ValidationError("--anyway is about the state of a plan: add --plan.") }
    if (source == nil) == (org.org == nil) { throw ValidationError("Give the folder with the responses, or --org: one of the two.") }
    if let source, source.hasPrefix("https://") || source.hasPrefix("http://") {
      throw ValidationError("'\(HarmlessText.line(source))' is an address: write --org in front of it.")
    }
    if into.isEmpty { throw ValidationError("--into is empty: name a folder, or leave it out for 'journeys'.") }
  }

  func run() async throws {
    let imported = await self.imported()
    if !imported.saved.isEmpty {
      for file in imported.saved { try OutputPaths.write(file.text, to: file.path, isPrivate: true) }
      Console.output("wrote \(imported.saved.count) files to \(org.save ?? "")\n")
    }
    if !imported.diagnostics.isEmpty {
      Console.error(DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(nil)).render(imported.diagnostics))
    }
    if imported.isRefused { throw ExitCode(imported.isOfOrg ? RunExitCode.broken : RunExitCode.filesRefused) }
    for file in imported.files {
      try OutputPaths.write(file.text, to: file.path)
      Console.output("wrote \(file.path)\n")
    }
    if plan != nil { Console.output(told(imported.planned)) }
    Console.output("\n\(imported.summary)\n" + imported.next)
    let problems = [("not accepted", imported.unaccepted), ("accepted, but found no longer", imported.stale)].filter { !$0.1.isEmpty }
    guard problems.isEmpty else {
      for (heading, lines) in problems {
        Console.error("error: \(heading):\n" + lines.map { "  \(HarmlessText.line($0))\n" }.joined())
      }
      throw ExitCode(RunExitCode.failed)
    }
  }

  private func imported() async -> ImportRun {
    guard let access = org.access else { return ImportRun(settings) }
    return await ImportRun(settings, reading: access) { Console.error("warning: \(HarmlessText.line($0))\n") }
  }

  private static let mostLines = 200

  /// What the plan does.
  private func told(_ lines: [String]) -> String {
    guard !lines.isEmpty else { return "\nthe plan changes nothing\n" }
    let more = lines.count > Self.mostLines ? ["and \(lines.count - Self.mostLines) more"] : []
    return "\nthe plan\n" + (lines.prefix(Self.mostLines) + more).map { "  \(HarmlessText.line($0))\n" }.joined()
  }

  private var settings: ImportSettings {
    var settings = ImportSettings(vendor: .okta, source: source ?? org.org ?? "", name: name)
    settings.folder = into
    (settings.plan, settings.ignoresState) = (plan, anyway)
    settings.isStrict = strict
    settings.accepted = accept
    return settings
  }
}
