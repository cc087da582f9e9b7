import ArgumentParser
import FoundationEssentials
import JourneyKit
import JourneyReports

/// `journey init`: leaves a project whose first run is green.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a project with a mock tenant and two scenarios that pass, or with a live tenant.",
    discussion: HelpText.page(
      """
      Existing files are not changed. With --issuer or --site the project begins with a live tenant and no scenario: 'journey look' shows its first \
      screen, and 'journey record' writes a scenario of what you do there.
      """,
      examples: [
        "journey init", "journey init shop",
        "journey init --issuer https://id.example.com --client web --redirect-uri https://app.example.com/callback",
        "journey init --site https://shop.example.com/login",
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

  @Option(help: ArgumentHelp("The first page of a web site without OpenID to begin with.", valueName: "url"))
  var site: String?

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
    if site != nil, issuer != nil { throw ValidationError("--site is for a site without OpenID: leave out --issuer.") }
    if !LiveTemplate.dialects.contains(dialect) {
      throw ValidationError("--dialect '\(dialect)': expected one of \(LiveTemplate.dialects.joined(separator: ", ")).")
    }
    if folder.isEmpty { throw ValidationError("the folder is empty: name one, or leave it out for the current folder") }
  }

  func run() throws {
    let files = (live.map { [$0.file] } ?? ProjectTemplate.files).map {
      (path: folder == "." ? $0.path : "\(folder)/\($0.path)", text: $0.text)
    }
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
    Console.output(next)
  }

  private var live: LiveTemplate? {
    if let site { return LiveTemplate(site: site) }
    guard let issuer, let client, let redirectURI else { return nil }
    return LiveTemplate(issuer: issuer, clientID: client, redirectURI: redirectURI, dialect: dialect)
  }

  private var next: String {
    let place = folder == "." ? "" : "cd \(folder) && "
    guard live == nil else {
      return """

        Look at it:     \(place)journey look --tenant \(LiveTemplate.tenant)
        Write down who walks, in journeys/tenants.yaml, then
        record them:    \(place)journey record journeys/sign-in.yaml --account ada

        """
    }
    return """

      Run it:        \(place)journey run
      In a pipeline: journey run --junit reports/journey.xml

      """
  }
}
