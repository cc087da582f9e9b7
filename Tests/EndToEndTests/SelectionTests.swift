import JourneyTestSupport
import Testing

struct SelectionTests {
  private static let (one, two, low, high, four) = ("One", "Two", "Three is refused [low]", "Three is refused [high]", "Four is not ready")

  /// The names of the cases that the flags select.
  private static func names(_ flags: String...) async throws -> [String] {
    try await ListedProject.with { folder in
      let outcome = try await BuiltCommand.run(["list"] + flags, in: folder.path)
      #expect(outcome.error == "" || outcome.output == "", "\(outcome.error)")
      return [one, two, low, high, four].filter { outcome.output.contains("  \($0)") }
    }
  }

  @Test func `without flags all is taken`() async throws {
    #expect(try await Self.names() == [Self.one, Self.two, Self.low, Self.high, Self.four])
  }

  @Test func `tags are combined with and, or, not`() async throws {
    #expect(try await Self.names("--tag", "session") == [Self.one, Self.two])
    #expect(try await Self.names("--tag", "session and not slow") == [Self.one])
    #expect(try await Self.names("--tag", "smoke or slow") == [Self.one, Self.two])
    #expect(try await Self.names("--tag", "not (smoke or slow)") == [Self.low, Self.high, Self.four])
  }

  @Test func `a name is looked for by a regular expression, rows among it`() async throws {
    #expect(try await Self.names("--name", "^T") == [Self.two, Self.low, Self.high])
    #expect(try await Self.names("--name", #"\[(low|middle)\]$"#) == [Self.low])
  }

  @Test func `a place means the scenario that its line belongs to, whatever its file is called`() async throws {
    #expect(try await Self.names("--at", "journeys/session.yaml:1") == [Self.one])
    #expect(try await Self.names("--at", "journeys/session.yaml:12") == [Self.two])
    #expect(try await Self.names("--at", "journeys/two words/rows.yml:3") == [Self.low, Self.high])
    #expect(try await Self.names("--at", "journeys/session.yaml:1", "--at", "./journeys/two words/rows.yml:10") == [Self.one, Self.four])
  }

  @Test func `all conditions have to hold`() async throws {
    #expect(try await Self.names("--tag", "session", "--name", "o$") == [Self.two])
    #expect(try await Self.names("--tag", "slow", "--at", "journeys/session.yaml:1") == [])
  }

  @Test func `a place outside of the usual folder is a path too, and what is selected is what is walked`() async throws {
    let outcome = try await BuiltCommand.run("run", "--at", "fixtures/failing/tampered.yaml:2", "--quiet")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("1 case in "))
  }

  @Test func `files and folders that begin with an underscore are walked only when they are asked for`() async throws {
    try await ListedProject.with { folder in
      let scenario = "journey: Left out\nsteps:\n  - screen: a\n    messages: none\n"
      for name in ["journeys/_left/out.yaml", "journeys/_left.yaml", "journeys/notes.txt"] { try folder.write(scenario, to: name) }
      #expect(try await !BuiltCommand.run("list", in: folder.path).output.contains("Left out"))
      #expect(try await BuiltCommand.run("list", "journeys/_left.yaml", in: folder.path).output == "journeys/_left.yaml:1  Left out\n")
      #expect(try await BuiltCommand.run("list", "journeys/_left", in: folder.path).output == "journeys/_left/out.yaml:1  Left out\n")
    }
  }
}
