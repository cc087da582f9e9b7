import JourneyTestSupport
import Testing

struct HelpTests {
  @Test(arguments: [
    nil, "run", "check", "list", "init", "schema", "mock", "report", "mutate", "diff", "outcomes", "people", "import", "verify", "map",
    "heal", "lsp",
    "merge", "look", "show", "record", "studio",
  ])
  func `help says everything that a command takes`(subcommand: String?) async throws {
    let outcome = try await BuiltCommand.run((subcommand.map { [$0] } ?? []) + ["--help"])
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    #expect(outcome.output.lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE:") })
    try expectGolden(outcome.output, "help-\(subcommand ?? "journey").txt")
  }

  @Test func `the version is a release and what it was built from`() async throws {
    let outcome = try await BuiltCommand.run("--version")
    #expect(outcome.code == 0)
    let form = #/\d+\.\d+\.\d+ \((commit [0-9a-f]{12}|built from a working copy)\)\n/#
    #expect(outcome.output.wholeMatch(of: form) != nil, "\(outcome.output)")
  }

  @Test func `without a command it says what there is`() async throws {
    let outcome = try await BuiltCommand.run()
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("USAGE: journey <subcommand>"))
  }
}
