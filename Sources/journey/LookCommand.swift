import ArgumentParser
import JourneyKit
import JourneyModel

/// `journey look`: draws the screen that a tenant begins with, or that an HTML page becomes, saved in a file or live.
struct LookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "look",
    abstract: "Show a tenant's first screen with its ids, or which screen an HTML page is and the rule that names it.",
    discussion: HelpText.page(
      """
      Without a page, a journey of the tenant is started, and its screen is shown with the ids that a scenario names. \
      The page is a file that a browser or 'curl' saved, or is loaded as a walk loads it: over redirects, within the origins \
      of its tenant, without running a script. Values of hidden fields and tokens are not shown. \
      The exit code is 1 if a tenant shows no screen, because the journey is complete or leaves for a web page, and 3 if it refuses the journey.
      """,
      examples: [
        "journey look --tenant acme --account rita", "journey look --tenant acme --json",
        "journey look https://id.example.com/signin", "journey look --tenant acme-hosted",
        "journey look signin.html --url https://id.example.com/signin",
      ])
  )

  @Argument(help: ArgumentHelp("The page's address, or its file.", valueName: "page"))
  var page: String?

  @Option(help: ArgumentHelp("The address that a file was loaded from; without a file, the page to load.", valueName: "url"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "The tenant whose first screen is shown, or whose settings are used to load a page; by default that of the page, or the default tenant.",
      valueName: "name"))
  var tenant: String?

  @Option(help: ArgumentHelp("Show which attribute of this person each field takes.", valueName: "name"))
  var account: String?

  @Option(
    help: ArgumentHelp(
      "A parameter of the journey's beginning (key 'start' of a scenario), e.g. prompt=create; may be given several times.",
      valueName: "key=value"))
  var start: [String] = []

  @Option(help: ArgumentHelp("Behave as this app, e.g. 'ios'.", valueName: "name"))
  var app: String?

  @Option(help: ArgumentHelp("What loads pages: plain HTTP or a real browser.", valueName: "http|browser"))
  var engine: PageEngineKind?

  @Flag(help: "Print the screen as a line of JSON, as in the event log.")
  var json = false

  @Option(help: ArgumentHelp("Read secrets from a file of NAME=VALUE lines.", valueName: "file"))
  var secrets: String?

  @Option(help: ArgumentHelp("Let the project use only what this file lists, such as addresses.", valueName: "file"))
  var policy: String?

  func run() async throws {
    do {
      if let file = page, !Self.isAddress(file) {
        guard let url else {
          throw ValidationError(
            "'\(file)' is a file: say with --url where it was loaded from. An address begins with http:// or https://.")
        }
        if tenant != nil { throw ValidationError("A file is looked at without a tenant: leave out --tenant.") }
        return Console.output(try SavedPage(file: file, address: url).text(usesColour: false))
      }
      if page != nil, url != nil { throw ValidationError("One address is enough: '\(page ?? "")' is one already.") }
      if page == nil, url == nil {
        guard let tenant = tenant ?? LivePage.defaultTenant(settings) else {
          throw ValidationError("no page or tenant given: use 'journey look --tenant NAME', an address, or a file with --url")
        }
        if try await showFirstScreen(of: tenant) { return }
      }
      Console.output(try await LivePage(at: page ?? url, of: tenant, settings).text(usesColour: false))
    } catch let failure as SavedPage.Failure {
      Console.error("error: \(failure)\n")
      throw ExitCode(failure.isOfServer ? RunExitCode.broken : RunExitCode.usage)
    } catch let refusal as ProjectRefusal {
      Console.error("\(refusal)")
      throw ExitCode(RunExitCode.filesRefused)
    }
  }

  /// Shows the screen with which a tenant begins; `false` for a hosted one, whose page is shown with the rule that names it.
  private func showFirstScreen(of tenant: String) async throws -> Bool {
    if !json, account == nil, start.isEmpty, app == nil, LivePage.isHosted(tenant, settings) { return false }
    var keys: [String: String] = [:]
    for member in start {
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw ValidationError("--start takes a key and its value, e.g. prompt=create, not '\(member)'.") }
      keys[parts[0]] = parts[1]
    }
    let screen = try await FirstScreen(of: tenant, account: account, start: keys, app: app, settings)
    Console.output(json ? screen.json : screen.text(usesColour: false))
    switch screen.outcome {
    case .screen: return true
    case .noScreen: throw ExitCode(RunExitCode.failed)
    case .refused: throw ExitCode(RunExitCode.broken)
    }
  }

  private static func isAddress(_ text: String) -> Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

  private var settings: RunSettings {
    var settings = RunSettings()
    settings.secretsFile = secrets
    settings.policyFile = policy
    settings.engine = engine
    settings.environment = ProcessEnvironment.variables
    // No one signs in: the passwords of the tenant's people need not be there.
    settings.needsValues = false
    settings.spelling = .flags
    return settings
  }
}
