import FoundationEssentials
import JourneyTestSupport
import Testing

/// The commands of the page on CI, as far as they can be run here.
struct RecipeTests {
  /// The variables of pipelines, so that each recipe writes its files.
  private static let environment = [
    "GITHUB_STEP_SUMMARY": "summary.md", "CI_PIPELINE_ID": "4711", "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4", "CI": "true",
    "JANE_PASSWORD": "not-asked-for-by-mocks", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
  ]

  /// Every command below the heading, continued lines joined.
  private static func commands() throws -> [String] {
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/RunInCI.md")
    let section = page.split(separator: "\n## Any pipeline\n").last?.split(separator: "\n## ").first ?? ""
    let joined = section.replacing("\"\n      --", with: "\" --")
    return joined.matches(of: #/journey (?:run|merge) [^\n'`]*/#).map { String($0.0) }
  }

  @Test func `the run that the page on mocks shows has as many scenarios as are shipped`() async throws {
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/MockTenants.md")
    let shown = try #require(page.firstMatch(of: #/\n(\d+) cases in [^\n]* passed/#))
    let listed = try await BuiltCommand.run("list", "journeys/registration")
    #expect(Int(shown.1) == listed.output.lines.count)
  }

  @Test func `each recipe runs as it is written, and writes what it says`() async throws {
    let commands = try Self.commands()
    #expect(commands.count == 5, "\(commands)")
    try await TemporaryFolder.with { folder in
      for name in ["journeys", "fixtures"] {
        try FileManager.default.copyItem(atPath: "\(Fixtures.packageRoot)/\(name)", toPath: folder.file(name))
      }
      // A few scenarios say as much about a recipe as all of them.
      for name in try TemporaryFolder(path: folder.file("journeys")).names() {
        guard name != "sign-in", name != "language", name.first != "_", !name.contains(".") else { continue }
        try FileManager.default.removeItem(atPath: folder.file("journeys/\(name)"))
      }
      try folder.makeFolder("bin")
      try folder.link("bin/journey", to: BuiltCommand.path)
      for command in commands {
        let environment = Self.environment.merging(["PATH": "\(folder.file("bin")):/usr/bin:/bin"]) { _, own in own }
        var child = try ChildProcess("/bin/sh", ["-c", command], environment: environment, folder: folder.path)
        let ending = await child.end()
        // One log of four is there for the recipe that makes one report of them.
        let isMerge = command.contains("merge")
        #expect(ending == .exited(isMerge ? 2 : 0), "\(command): \(child.error.text)")
        if isMerge { #expect(child.error.text.contains("the logs of shards 1, 3 and 4 are missing"), "\(child.error.text)") }
      }
      let reports = TemporaryFolder(path: folder.file("reports"))
      let names = try reports.names()
      for name in ["journey.xml", "run-2.jsonl", "journeys.html"] { #expect(names.contains(name), "\(names)") }
      #expect(names.contains { $0.hasPrefix("TEST-journeys.") })
      #expect(try folder.text(of: "summary.md").contains("## Journeys"))
      #expect(try !TemporaryFolder(path: folder.file("target/surefire-reports")).names().isEmpty)
    }
  }
}
