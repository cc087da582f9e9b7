import FoundationEssentials
import JourneyTestSupport
import Testing

/// `journey heal` on a copy of a shipped scenario that calls a label as it was.
struct HealCommandTests {
  private static let scenario = """
    journey: The first screen
    tenant: acme
    steps:
      - screen: identification
        widgets:
          identifier: {label: Email}

    """

  private static func project(_ body: (TemporaryFolder, _ scenario: String) async throws -> Void) async throws {
    try await TemporaryFolder.with { folder in
      for place in ["journeys/tenants.yaml", "fixtures/tenants/acme.yaml", "fixtures/tenants/acme.screens.yaml"] {
        try folder.write(try Fixtures.text(of: place), to: place)
      }
      try folder.write(
        "default: acme\ntenants:\n  acme: {dialect: journey-flow, mock: ../fixtures/tenants/acme.yaml}\n", to: "journeys/tenants.yaml")
      try folder.write(scenario, to: "journeys/first.yaml")
      try await body(folder, folder.file("journeys/first.yaml"))
    }
  }

  @Test func `the patch is printed, and the file stays as it is`() async throws {
    try await Self.project { folder, scenario in
      let outcome = try await BuiltCommand.run("heal", scenario, "--seed", "7")
      #expect(outcome.code == 0)
      #expect(outcome.output.contains("+      identifier: {label: Email address}\n"))
      #expect(outcome.output.contains("the label of 'identifier' is now 'Email address', previously 'Email'"))
      #expect(outcome.error == "1 of 1 scenarios failed: 1 passes with the patch, with two seeds\n")
      #expect(try folder.text(of: "journeys/first.yaml") == Self.scenario)
    }
  }

  @Test func `written changes leave nothing to mend`() async throws {
    try await Self.project { folder, scenario in
      #expect(try await BuiltCommand.run("heal", scenario, "--write").code == 0)
      #expect(try folder.text(of: "journeys/first.yaml") == Self.scenario.replacing("label: Email}", with: "label: Email address}"))
      let again = try await BuiltCommand.run("heal", scenario)
      #expect(again.code == 0)
      #expect(again.output == "")
      #expect(again.error == "1 scenario walked, nothing to mend\n")
    }
  }

  @Test func `what was not walked is told, and is no success where nothing was`() async throws {
    try await Self.project { folder, scenario in
      try folder.write(Self.scenario.replacing("tenant: acme\n", with: "tenant: acme\nskip: later\n"), to: "journeys/first.yaml")
      let outcome = try await BuiltCommand.run("heal", scenario)
      #expect(outcome.code == 2)
      #expect(outcome.error == "not walked: The first screen\n  later\n0 scenarios walked, so nothing is known\n", "\(outcome.error)")
    }
  }

  @Test func `what is not mended is told, and fails the command`() async throws {
    try await Self.project { folder, scenario in
      try folder.write(Self.scenario.replacing("screen: identification", with: "screen: password"), to: "journeys/first.yaml")
      let outcome = try await BuiltCommand.run("heal", scenario)
      #expect(outcome.code == 1)
      #expect(outcome.output == "")
      #expect(outcome.error.contains("not mended: The first screen\n"))
      #expect(outcome.error.contains("only its author can say what to do there"))
    }
  }

  @Test func `a live tenant is walked with --live alone where nobody can be asked`() async throws {
    try await Self.project { folder, scenario in
      try folder.write(
        "default: acme\ntenants:\n  acme: {dialect: journey-flow, issuer: \"http://127.0.0.1:9\", client: {id: a, redirect_uri: \"https://app.acme.test/cb\"}}\n",
        to: "journeys/tenants.yaml")
      let refused = try await BuiltCommand.run("heal", scenario)
      #expect(refused.code == 64)
      #expect(refused.error.hasPrefix("1 scenario is walked on 'acme' (http://127.0.0.1:9"), "\(refused.error)")
      #expect(refused.error.hasSuffix("error: nothing is walked: add --live to walk them\n"))
      let walked = try await BuiltCommand.run("heal", scenario, "--live")
      #expect(walked.code == 3, "\(walked.error)")
      #expect(walked.error.contains("LIVE"))
    }
  }

  @Test func `wrong files and wrong words are refused before anything is walked`() async throws {
    try await Self.project { folder, scenario in
      try folder.write("journey: x\nsteps:\n  - scren: a\n", to: "journeys/first.yaml")
      #expect(try await BuiltCommand.run("heal", scenario).code == 2)
      #expect(try await BuiltCommand.run("heal", "--jobs", "0").code == 64)
    }
  }
}
