import JourneyTestSupport
import Testing

struct SelectionTests {
  private static func names(_ flags: [String]) async throws -> [String] {
    let outcome = try await BuiltCommand.run(["list"] + flags)
    #expect(outcome.error == "")
    return outcome.output.lines.map { line in
      String(line.split(separator: "  ", omittingEmptySubsequences: true)[1])
    }
  }

  @Test func `tags are combined with and, or, not`() async throws {
    let all = try await Self.names([])
    let session = try await Self.names(["--tag", "session"])
    let others = try await Self.names(["--tag", "not session"])
    #expect(session.count == 2)
    #expect(Set(session).isDisjoint(with: others))
    #expect(session.count + others.count == all.count)
    #expect(try await Self.names(["--tag", "smoke or session"]).count == 3)
    #expect(try await Self.names(["--tag", "sign-in and security"]).count == 2)
  }

  @Test func `a name is looked for by a regular expression`() async throws {
    #expect(try await Self.names(["--name", "^Sign in"]) == ["Sign in with a password"])
    #expect(try await Self.names(["--name", "wrong password.*lock|nobody registered"]).count == 2)
  }

  @Test func `a place means the scenario that the line belongs to`() async throws {
    #expect(try await Self.names(["--at", "journeys/sign-in/password.yaml:2"]) == ["Sign in with a password"])
    #expect(
      try await Self.names(["--at", "journeys/sign-in/password.yaml:30"]) == ["A wrong password is refused, then the right one is taken"])
    let two = ["journeys/sign-in/password.yaml:2", "journeys/sign-in/unknown-address.yaml:1"]
    #expect(try await Self.names(two.flatMap { ["--at", $0] }).count == 2)
  }

  @Test func `a place outside of the usual folder is a path too`() async throws {
    #expect(try await Self.names(["--at", "fixtures/failing/tampered.yaml:2"]) == ["A wrong password is refused"])
  }

  @Test func `all conditions have to hold`() async throws {
    #expect(try await Self.names(["--tag", "session", "--name", "refused"]).count == 1)
    #expect(try await Self.names(["--tag", "smoke", "--at", "journeys/sign-in/unknown-address.yaml:1"]) == [])
  }

  @Test func `what is selected is what is walked`() async throws {
    let outcome = try await BuiltCommand.run("run", "--tag", "session", "--jobs", "1")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("2 passed"))
  }

  @Test func `a name with a blank in its folder is a path like any other`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(TenantText.live(at: "https://acme.test"), to: "journeys/tenants.yaml")
      let scenario = "journey: One\nsteps:\n  - screen: a\n    messages: none\n"
      for name in ["journeys/two words/ä.yaml", "journeys/_left/out.yaml", "journeys/_left.yaml", "journeys/b.yml", "journeys/c.txt"] {
        try folder.write(scenario, to: name)
      }
      let outcome = try await BuiltCommand.run("list", in: folder.path)
      #expect(outcome.output == "journeys/b.yml:1  One\njourneys/two words/ä.yaml:1  One\n")
      let asked = try await BuiltCommand.run("list", "journeys/_left.yaml", in: folder.path)
      #expect(asked.output == "journeys/_left.yaml:1  One\n")
    }
  }
}
