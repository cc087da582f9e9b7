import ArgumentParser
import Diagnostics
import JourneyKit
import JourneyReports

/// `journey map`: the screens of a tenant, the paths between them, and which scenarios walked which.
struct MapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Draw the screens of a tenant, the paths between them, and which scenarios took them.",
    discussion: HelpText.page(
      """
      The map of a mock tenant is complete; that of a live one holds what was seen. Scenarios are walked for it, unless an \
      event log is given; walks of failed scenarios count as well.
      """,
      examples: [
        "journey map --tenant acme", "journey map journeys/sign-in --html map.html", "journey map --from run.jsonl --fail-under 80",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.passed)", meaning: "drawn"),
        HelpText.Entry(name: "\(RunExitCode.failed)", meaning: "fewer paths are walked than --fail-under requires"),
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "a file has an error, or no tenant is walked"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "a file could not be written, or a log not read"),
      ])
  )

  @Argument(help: "Scenario files and folders; names that begin with '_' are left out.")
  var paths: [String] = ["journeys"]

  @Option(
    help: ArgumentHelp(
      """
      Draw only this tenant; acme=acme-next walks the scenarios of acme on acme-next, and if acme-staging is live, \
      acme-staging=acme draws it over the map of acme. May be given several times.
      """, valueName: "name"))
  var tenant: [String] = []

  @Option(help: ArgumentHelp("Take what was walked from this event log.", valueName: "log"))
  var from: String?

  @Flag(help: "Also show the screens that no scenario reaches.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Exit with 1 if, on any drawn tenant, less than this percentage of the paths that can be taken is walked.", valueName: "percent"))
  var failUnder: Double?

  @Option(help: ArgumentHelp("Write the map as a diagram of Mermaid; of one tenant.", valueName: "file"))
  var mermaid: String?

  @Option(help: ArgumentHelp("Write the map as a graph for Graphviz; of one tenant.", valueName: "file"))
  var dot: String?

  @Option(help: ArgumentHelp("Write the map as JSON, one tenant a line.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write the map as a page with a drawing; of one tenant.", valueName: "file"))
  var html: String?

  @Flag(help: "Draw the rest where scenario files contain errors; the command ends with 2 all the same.")
  var keepGoing = false

  @OptionGroup var walking: WalkFlags

  func validate() throws {
    if let failUnder, !(0...100).contains(failUnder) {
      throw ValidationError("--fail-under takes a number from 0 to 100, not \(failUnder).")
    }
    let outputs = OutputPaths().adding("--mermaid", mermaid).adding("--dot", dot).adding("--json", json).adding("--html", html)
    if let refusal = outputs.refusal(reading: walking.project.read(("--from", from))) { throw ValidationError(refusal) }
  }

  func run() async throws {
    let map = MapRun(settings)
    let found = map.wrongFiles + map.diagnostics
    if !found.isEmpty { Console.error(DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(nil)).render(found)) }
    if map.isRefused { throw ExitCode(RunExitCode.filesRefused) }
    if walking.project.policy != nil { CommandShield.raise() }
    let maps = try await drawn(map)
    guard !maps.isEmpty else {
      Console.error("error: no tenant is walked\n")
      throw ExitCode(RunExitCode.filesRefused)
    }
    Console.output(maps.map { $0.text(showsAll: all) }.joined(separator: "\n"))
    try write(maps)
    let shortfalls = failUnder.map { required in maps.compactMap { $0.shortfall(below: required) } } ?? []
    guard shortfalls.isEmpty else {
      Console.error(shortfalls.map { "error: \($0)\n" }.joined())
      throw ExitCode(RunExitCode.failed)
    }
    if !map.wrongFiles.isEmpty { throw ExitCode(RunExitCode.filesRefused) }
  }

  private func drawn(_ map: MapRun) async throws -> [TenantMap] {
    do {
      return try await Interruption.guarding(announcing: "the walks are cancelled; interrupt again to end at once") { interruption in
        try await map.maps(interruption: { interruption.cause })
      }
    } catch let failure as RunFailure {
      Console.error("error: \(failure.message)\n")
      throw ExitCode(failure.isUsage ? RunExitCode.usage : RunExitCode.reportNotWritten)
    } catch let error as EventLogError {
      Console.error("error: the event log cannot be read: \(error)\n")
      throw ExitCode(RunExitCode.reportNotWritten)
    }
  }

  private func write(_ maps: [TenantMap]) throws {
    if maps.count > 1, mermaid != nil || dot != nil || html != nil {
      Console.error("error: --mermaid, --dot and --html draw one tenant, not \(maps.count): name it with --tenant\n")
      throw ExitCode(RunExitCode.usage)
    }
    var isWritten = true
    let texts = [(mermaid, maps[0].mermaid), (dot, maps[0].dot), (html, maps[0].html), (json, maps.map(\.json).joined())]
    for (path, text) in texts {
      guard let path else { continue }
      do throws(ReportError) { try ReportFile.write(text, to: path) } catch {
        Console.error("error: \(error)\n")
        isWritten = false
      }
    }
    if !isWritten { throw ExitCode(RunExitCode.reportNotWritten) }
  }

  private var settings: MapSettings {
    var settings = MapSettings()
    settings.run = walking.settings(of: paths)
    settings.run.keepsGoing = keepGoing
    settings.tenants = tenant
    settings.log = from
    return settings
  }
}
