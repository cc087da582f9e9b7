import JourneyTestSupport
import Testing

/// `--policy`, and secrets that are not set, by the built command.
struct PolicyFlagTests {
  private static let mocked = "tenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n"
  private static let commands = """
    journey: Seeded
    before:
      - run: [./seed, jane]
        capture: {email: output}
    steps:
      - screen: identification
        answers: {identifier: "${email}"}
      - screen: password

    """

  private static func project<Outcome>(
    _ scenario: String, _ body: (TemporaryFolder) async throws -> Outcome
  ) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      for name in ["acme.yaml", "acme.screens.yaml"] {
        try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: "project/\(name)")
      }
      try folder.write(mocked, to: "project/journeys/tenants.yaml")
      try folder.write(scenario, to: "project/journeys/a.yaml")
      try folder.write("journey: Another\nsteps:\n  - screen: identification\n    messages: none\n", to: "project/journeys/b.yaml")
      try folder.write("#!/bin/sh\necho $1@acme.test\n", to: "project/seed")
      try folder.makeRunnable("project/seed")
      try folder.write("commands:\n  - run: [./seed, jane]\n", to: "policy.yaml")
      return try await body(folder)
    }
  }

  @Test(arguments: [["run"], ["check"], ["run", "--dry-run"]])
  func `a command that no policy allows ends with 2, at its place`(command: [String]) async throws {
    try await Self.project(Self.commands) { folder in
      let outcome = try await BuiltCommand.run(command, in: folder.file("project"))
      #expect(outcome.code == 2)
      let text = outcome.output + outcome.error
      #expect(
        text.contains("journeys/a.yaml:3:5: error: commands are run only if the caller's policy allows them [not-allowed]"),
        "\(text)")
      #expect(text.contains("^^^ give '--policy FILE' with 'commands' in it"), "\(text)")
    }
  }

  @Test func `a command that the policy allows is run`() async throws {
    try await Self.project(Self.commands) { folder in
      let outcome = try await BuiltCommand.run("run", "--policy", "../policy.yaml", in: folder.file("project"))
      #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
      #expect(outcome.output.contains("2 cases"))
    }
  }

  @Test func `a policy of the project's own is none`() async throws {
    try await Self.project(Self.commands) { folder in
      try folder.write(try folder.text(of: "policy.yaml"), to: "project/ci/policy.yaml")
      try folder.link("project/link.yaml", to: "../policy.yaml")
      try folder.link("link.yaml", to: "project/ci/policy.yaml")
      for path in ["ci/policy.yaml", "link.yaml", "../link.yaml"] {
        let outcome = try await BuiltCommand.run("run", "--policy", path, in: folder.file("project"))
        #expect(outcome.code == 2)
        #expect((outcome.output + outcome.error).contains("the policy '\(path)' is inside the project"))
      }
    }
  }

  @Test func `a secret that nobody set is one error of its file, and everything else is skipped`() async throws {
    let scenario = "journey: Secret\nsteps:\n  - screen: identification\n    answers: {identifier: \"${secret.JANE_ADDRESS}\"}\n"
    try await Self.project(scenario) { folder in
      let flags = ["run", "--junit", "junit.xml"]
      let outcome = try await BuiltCommand.run(flags, in: folder.file("project"))
      #expect(outcome.code == 2)
      let text = outcome.output + outcome.error
      #expect(text.contains("journeys/a.yaml:4:30: error: the secret 'JANE_ADDRESS' is not set [not-set]"), "\(text)")
      #expect(text.contains("set the environment variable JANE_ADDRESS, or write 'JANE_ADDRESS=…' into a file for --secrets"), "\(text)")
      #expect(text.contains("\n1 value is not set, nothing was run"), "\(text)")
      // Cases that do not run need no secrets.
      let checked = try await BuiltCommand.run("check", in: folder.file("project"))
      #expect(checked.code == 0, "\(checked)")
      #expect(checked.error.contains("warning: the secret 'JANE_ADDRESS' is not set [not-set]"), "\(checked.error)")
      let report = try JUnitFile(folder.text(of: "project/junit.xml"))
      #expect(report.count(of: "error") == 1)
      #expect(report.told("errors") == 1)
      #expect(report.count(of: "skipped") == 2)
      // Unselected scenarios need nothing.
      #expect(try await BuiltCommand.run(flags + ["--name", "^Another$"], in: folder.file("project")).code == 0)
      let set = try await BuiltCommand.run(flags, environment: ["JANE_ADDRESS": "nobody@acme.test"], in: folder.file("project"))
      #expect(set.code == 1 || set.code == 0, "\(set.output)")
    }
  }
}
