import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey show`: a mock tenant with everything that it extends.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a mock tenant with everything that it extends, as YAML.",
    discussion: HelpText.page(
      """
      A path is the key of a tenant's file, such as policy, screens or flow, and names below it, joined by dots. What is \
      printed can be pasted into the file of another tenant. With --paths each value is a line that can be pasted below \
      'changes', where a tenant says what it changes of the one that it extends; what 'changes' does not take is a comment.

      Passwords, keys and the secrets of apps are shown as ***, which no file may have in their place.
      """,
      examples: [
        "journey show policy", "journey show screens.signIn --tenant harbor", "journey show --tenant cascade --paths | grep minLength",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.passed)", meaning: "printed"),
        HelpText.Entry(
          name: "\(RunExitCode.filesRefused)", meaning: "a file has an error, the tenant is not a mock, or it has nothing at that path"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
      ])
  )

  @Argument(help: ArgumentHelp("What is printed, e.g. screens.signIn; everything by default.", valueName: "path"))
  var paths: [String] = []

  @Option(help: ArgumentHelp("The tenant; the default one of tenants.yaml if not given.", valueName: "name"))
  var tenant: String?

  @Option(name: .customLong("project"), help: ArgumentHelp("Where tenants.yaml is.", valueName: "folder"))
  var folder = "journeys"

  @Flag(name: .customLong("paths"), help: "Print each value in a line of its own, with its path.")
  var isByPath = false

  @OptionGroup var project: ProjectFlags

  func run() throws {
    var settings = ShowSettings()
    settings.run = project.settings(reading: folder)
    settings.tenant = tenant
    settings.paths = paths
    settings.isByPath = isByPath
    let show = ShowRun(settings)
    if !show.diagnostics.isEmpty {
      Console.error(DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(nil)).render(show.diagnostics))
    }
    if show.isRefused { throw ExitCode(RunExitCode.filesRefused) }
    Console.output(show.text)
  }
}
