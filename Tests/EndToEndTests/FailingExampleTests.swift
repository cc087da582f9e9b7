import JourneyTestSupport
import Testing

/// The failure that the README shows.
struct FailingExampleTests {
  private static let arguments = ["run", "fixtures/failing", "--seed", "7", "--jobs", "1"]

  @Test func `a failure shows place, caret, expected, actual and the screen`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments)
    #expect(outcome.code == 1)
    try expectGolden(outcome.output.timeless, "failing.txt")
    try expectGolden(outcome.error.timeless, "failing-error.txt")
  }

  @Test func `quiet leaves the failure and the summary`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments + ["--quiet"])
    #expect(outcome.code == 1)
    try expectGolden(outcome.output.timeless, "failing-quiet.txt")
  }

  @Test func `the same seed tells the same`() async throws {
    async let first = BuiltCommand.run(Self.arguments + ["--verbose"])
    async let second = BuiltCommand.run(Self.arguments + ["--verbose"])
    #expect(try await first.output.timeless == second.output.timeless)
  }

  @Test func `the password that was typed is nowhere`() async throws {
    try await TemporaryFolder.with { folder in
      let reports = ["--junit", "--json", "--tap", "--markdown", "--html", "--log"].map { [$0, folder.file("report\($0)")] }
      let outcome = try await BuiltCommand.run(Self.arguments + ["--trace"] + reports.flatMap(\.self))
      #expect(outcome.code == 1)
      #expect(!(outcome.output + outcome.error).contains("not-her-password"))
      for name in try folder.names() { #expect(!(try folder.text(of: name)).contains("not-her-password"), "\(name)") }
      #expect(try folder.names().count == reports.count)
    }
  }

  @Test(arguments: [
    ColourCase(flags: [], environment: [:], isColoured: false),
    ColourCase(flags: ["--color"], environment: [:], isColoured: true),
    ColourCase(flags: ["--color"], environment: ["NO_COLOR": "1"], isColoured: true),
    ColourCase(flags: [], environment: ["FORCE_COLOR": "1"], isColoured: true),
    ColourCase(flags: [], environment: ["FORCE_COLOR": "1", "NO_COLOR": "1"], isColoured: false),
    ColourCase(flags: ["--no-color"], environment: ["FORCE_COLOR": "1"], isColoured: false),
  ])
  func `colour is used where it is asked for`(colour: ColourCase) async throws {
    let outcome = try await BuiltCommand.run(Self.arguments + colour.flags, environment: colour.environment)
    #expect(outcome.output.contains("\u{1B}[") == colour.isColoured)
  }

  struct ColourCase: CustomTestStringConvertible {
    var flags: [String]
    var environment: [String: String]
    var isColoured: Bool

    var testDescription: String { "\(flags) \(environment.keys.sorted())" }
  }
}
