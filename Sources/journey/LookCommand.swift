import ArgumentParser
import JourneyKit

/// `journey look`: draws the screen that an HTML page becomes, saved in a file or live.
struct LookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "look",
    abstract: "Show which screen an HTML page is, and the rule that names it.",
    discussion: HelpText.page(
      """
      The page is a file that a browser or 'curl' saved, or is loaded as a walk loads it: over redirects, within the origins \
      of its tenant, without running a script. Values of hidden fields and tokens are not shown.
      """,
      examples: [
        "journey look https://id.example.com/signin", "journey look --tenant acme-hosted",
        "journey look signin.html --url https://id.example.com/signin",
      ])
  )

  @Argument(help: ArgumentHelp("The page's address, or its file.", valueName: "page"))
  var page: String?

  @Option(help: ArgumentHelp("The address that a file was answered from; without a file, the page to load.", valueName: "url"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "Load the page as this tenant, by default the one that it belongs to; without an address, the page at which its app begins.",
      valueName: "name"))
  var tenant: String?

  @Option(help: ArgumentHelp("Read secrets from a file of NAME=VALUE lines.", valueName: "file"))
  var secrets: String?

  @Option(help: ArgumentHelp("Let the project use only what this file lists, such as addresses.", valueName: "file"))
  var policy: String?

  func run() async throws {
    do {
      if let file = page, !Self.isAddress(file) {
        guard let url else { throw ValidationError("'\(file)' is a file: say with --url where it was answered from.") }
        if tenant != nil { throw ValidationError("A file is looked at by itself: leave out --tenant.") }
        return Console.output(try SavedPage(file: file, address: url).text(usesColour: false))
      }
      if page != nil, url != nil { throw ValidationError("One address is enough: '\(page ?? "")' is one already.") }
      if page == nil, url == nil, tenant == nil { throw ValidationError("Give an address, a file with --url, or a --tenant.") }
      Console.output(try await LivePage(at: page ?? url, of: tenant, settings).text(usesColour: false))
    } catch let failure as SavedPage.Failure {
      Console.error("error: \(failure)\n")
      throw ExitCode(failure.isOfServer ? RunExitCode.broken : RunExitCode.usage)
    } catch let refusal as ProjectRefusal {
      Console.error("\(refusal)")
      throw ExitCode(RunExitCode.filesRefused)
    }
  }

  private static func isAddress(_ text: String) -> Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

  private var settings: RunSettings {
    var settings = RunSettings()
    settings.secretsFile = secrets
    settings.policyFile = policy
    settings.environment = ProcessEnvironment.variables
    // Nobody signs in: the passwords of the tenant's people need not be there.
    settings.needsValues = false
    settings.spelling = .flags
    return settings
  }
}
