import ArgumentParser
import FoundationEssentials
import JourneyKit
import JourneyModel
import JourneyReports

/// `journey init`: creates a project whose first run passes.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a project with a mock tenant and two scenarios that pass, or with a live tenant.",
    discussion: HelpText.page(
      """
      Existing files are not changed. With --issuer the project begins with a live tenant and no scenario: 'journey look' shows its first \
      screen, and 'journey record' writes a scenario of what you do there. With --site the sign-in page is loaded. Its form is sent once with \
      an unknown user name, and the result becomes a first scenario that passes. With --user it is sent once with a wrong password of that \
      person and once with the right one, from the environment, for two scenarios. Each run then enters one wrong password for the account. \
      Nothing is written if the page has no form with a name and a password, or if nothing shows that the person is signed in after it.
      """,
      examples: [
        "journey init", "journey init shop",
        "journey init --issuer https://id.example.com --client web --redirect-uri https://app.example.com/callback",
        "journey init --site https://shop.example.com/login",
        "journey init --site https://shop.example.com/login --user ann@shop.example",
      ])
  )

  @Argument(help: "The folder of the project.")
  var folder = "."

  @Option(help: ArgumentHelp("The address of a live tenant to begin with, as in its discovery document.", valueName: "url"))
  var issuer: String?

  @Option(help: ArgumentHelp("The id of the app that is registered there.", valueName: "id"))
  var client: String?

  @Option(help: ArgumentHelp("The address that the app is sent back to, exactly as it is registered.", valueName: "url"))
  var redirectURI: String?

  @Option(help: ArgumentHelp("The sign-in page of a web site without OpenID to begin with.", valueName: "url"))
  var site: String?

  @Option(
    help: ArgumentHelp(
      "Who signs in at the site: a name or an e-mail address; the password is in the variable NAME_PASSWORD.", valueName: "name"))
  var user: String?

  @Option(help: ArgumentHelp("What loads the site's pages: plain HTTP or a real browser.", valueName: "http|browser"))
  var engine: PageEngineKind?

  @Option(help: ArgumentHelp("Read secrets from a file of NAME=VALUE lines.", valueName: "file"))
  var secrets: String?

  @Flag(
    help: "Load the site's page and send no form. No scenario is written; with --user, the account is still written to tenants.yaml.")
  var sendNothing = false

  @Option(
    help: ArgumentHelp(
      "How the live tenant is walked: \(LiveTemplate.dialects.joined(separator: ", ")).", valueName: "name"))
  var dialect = LiveTemplate.dialects[0]

  func validate() throws {
    if let issuer, !issuer.hasPrefix("https://"), !issuer.hasPrefix("http://") {
      throw ValidationError("--issuer '\(issuer)': write an address, e.g. https://id.example.com.")
    }
    if (issuer == nil) != (client == nil) || (issuer == nil) != (redirectURI == nil) {
      throw ValidationError("--issuer, --client and --redirect-uri go together.")
    }
    if let site, let problem = LiveTemplate.problem(withSite: site) {
      throw ValidationError("--site '\(site)': \(problem), e.g. https://shop.example.com/login.")
    }
    if site == nil, user != nil || engine != nil || secrets != nil || sendNothing {
      throw ValidationError("--user, --engine, --secrets and --send-nothing are for a site: add --site.")
    }
    if user?.isEmpty == true { throw ValidationError("--user is empty: write a name or an e-mail address.") }
    if site != nil, issuer != nil { throw ValidationError("--site is for a site without OpenID: leave out --issuer.") }
    if !LiveTemplate.dialects.contains(dialect) {
      throw ValidationError("--dialect '\(dialect)': expected one of \(LiveTemplate.dialects.joined(separator: ", ")).")
    }
    if folder.isEmpty { throw ValidationError("the folder is empty: name one, or leave it out for the current folder") }
  }

  func run() async throws {
    try refusePresent(paths)
    let begun = try await beginSite()
    let files = begun?.files ?? live.map { [$0.file] } ?? ProjectTemplate.files
    for file in files {
      let path = place(of: file.path)
      do throws(ReportError) {
        _ = try ReportFile.write(to: path) { written throws(ReportError) in try written.write(Array(file.text.utf8)[...]) }
      } catch {
        Console.error("error: \(error)\n")
        throw ExitCode(RunExitCode.reportNotWritten)
      }
      Console.output("wrote \(path)\n")
    }
    for note in begun?.notes ?? [] { Console.output("note: \(note)\n") }
    Console.output(next(begun))
  }

  /// The files that may be written.
  private var paths: [String] {
    if site != nil { return SiteProject.paths }
    return (live.map { [$0.file] } ?? ProjectTemplate.files).map(\.path)
  }

  private func place(of path: String) -> String { folder == "." ? path : "\(folder)/\(path)" }

  private func refusePresent(_ paths: [String]) throws {
    guard let present = paths.map(place).first(where: { FileManager.default.fileExists(atPath: $0) }) else { return }
    Console.error("error: there is '\(present)' already; 'journey init' does not overwrite files\n")
    throw ExitCode(RunExitCode.filesRefused)
  }

  /// Loads the page of a site, and sends its form; `nil` where no site is named.
  private func beginSite() async throws -> SiteProject? {
    guard let site else { return nil }
    var settings = RunSettings()
    settings.engine = engine
    settings.secretsFile = secrets
    settings.environment = ProcessEnvironment.variables
    settings.spelling = .flags
    do { return try await SiteProject(site: site, user: user, sends: !sendNothing, settings) } catch let failure as SavedPage.Failure {
      Console.error("error: \(failure)\nNothing was written.\n")
      throw ExitCode(failure.isOfServer ? RunExitCode.broken : RunExitCode.usage)
    } catch let refusal as ProjectRefusal {
      Console.error("\(refusal)")
      throw ExitCode(RunExitCode.filesRefused)
    }
  }

  private var live: LiveTemplate? {
    guard let issuer, let client, let redirectURI else { return nil }
    return LiveTemplate(issuer: issuer, clientID: client, redirectURI: redirectURI, dialect: dialect)
  }

  private func next(_ begun: SiteProject?) -> String {
    let place = folder == "." ? "" : "cd \(folder) && "
    let record = "\(place)journey record journeys/sign-in.yaml"
    if let begun, begun.hasScenarios {
      return "\nRun it:         \(place)journey run\(secretsFlag)\n" + (begun.variable.map(password) ?? "")
        + (begun.account.map { "Each run tries a wrong password of '\($0)' once: some sites lock an account after a few.\n" }
          ?? Self.recording(record))
    }
    guard issuer == nil, site == nil else {
      return "\nLook at it:     \(place)journey look --tenant \(LiveTemplate.tenant)\n"
        + (begun?.account.map { "Record a walk:  \(record) --account \($0)\n" } ?? Self.recording(record))
    }
    return """

      Run it:        \(place)journey run
      In a pipeline: journey run --junit reports/journey.xml

      """
  }

  /// The file of secrets as a flag of a command that runs in the project's folder; empty where the password is in the environment.
  private var secretsFlag: String {
    guard let secrets else { return "" }
    return " --secrets \(secrets.hasPrefix("/") ? secrets : "\(FileManager.default.currentDirectoryPath)/\(secrets)")"
  }

  /// How the password comes into the environment of another shell, which asks for it: the line may be copied as it is.
  private func password(_ variable: String) -> String {
    secrets == nil ? "In a new shell: read -rs \(variable); export \(variable)\n" : ""
  }

  /// How a scenario is recorded where the project has no account.
  private static func recording(_ command: String) -> String {
    """
    Record a walk:  \(command)
    To sign in there, first write the person below 'accounts' in journeys/tenants.yaml, and add --account with their name.

    """
  }
}
