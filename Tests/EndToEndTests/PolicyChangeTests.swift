import JourneyTestSupport
import Testing

/// One suite run on an org and on the same org with one policy changed.
struct PolicyChangeTests {
  private static let arguments = ["run", "fixtures/tenants/policy-change", "--seed", "7", "--jobs", "1"]

  @Test func `the suite passes on the org as it is`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments + ["--quiet"])
    #expect(outcome.code == 0, "\(outcome.output)")
  }

  @Test func `on the changed org its failures say what a person would now meet`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments + ["--tenant", "cascade=cascade-strict"])
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("select-authenticator-enroll"))
    try expectGolden(outcome.output.timeless, "policy-change.txt")
  }
}
