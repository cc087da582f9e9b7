import JourneyTestSupport
import Testing

/// One system by two ways: an app's own screens, and the pages that a browser shows.
struct HostedJourneyTests {
  private static let scenarios = ["lock-out", "not-you", "single-sign-on", "unknown-address"].map { "journeys/sign-in/\($0).yaml" }

  @Test func `scenarios of an app pass through the pages of the same system as they are`() async throws {
    let outcome = try await BuiltCommand.run(["run"] + Self.scenarios + ["--tenant", "acme=acme-hosted", "--seed", "7"])
    #expect(outcome.code == 0, "\(outcome.output)")
    #expect(outcome.output.contains("8 cases in ") && outcome.output.contains("8 passed"), "\(outcome.output)")
  }

  @Test func `consents are given one by one on pages, too`() async throws {
    let outcome = try await BuiltCommand.run(
      "run", "journeys/sign-in/consents.yaml", "--tenant", "fjord=fjord-hosted", "--seed", "7")
    #expect(outcome.code == 0, "\(outcome.output)")
  }

  @Test func `pages that no longer refuse a wrong password turn the journey red`() async throws {
    try await TemporaryFolder.with { folder in
      for place in ["journeys/hosted", "journeys/_mock", "journeys/language/_fragments", "fixtures/tenants"] {
        for name in try Fixtures.filesBelow(absolute: "\(Fixtures.packageRoot)/\(place)") {
          try folder.write(try Fixtures.text(of: "\(place)/\(name)"), to: "\(place)/\(name)")
        }
      }
      try folder.write(try Fixtures.text(of: "journeys/tenants.yaml"), to: "journeys/tenants.yaml")
      let tenant = try folder.text(of: "fixtures/tenants/acme.yaml")
      let broken = tenant.replacing(" and answer.password == account.password,", with: ",")
      #expect(broken != tenant)
      try folder.write(broken, to: "fixtures/tenants/acme.yaml")
      let outcome = try await BuiltCommand.run("run", "journeys/hosted", "--seed", "7", in: folder.path)
      #expect(outcome.code == 1, "\(outcome.output)")
      #expect(outcome.output.contains("FAILED   A wrong password on a page is refused"), "\(outcome.output)")
    }
  }
}
