import Encodings
import JourneyTestSupport
import Testing

/// Projects that are a part of a repository: what reports call a file is its path in the repository.
struct MonorepoTests {
  /// Two teams with scenarios of the same names, each with one that fails.
  private static func with<Outcome>(git: Bool = true, _ body: (TemporaryFolder) async throws -> Outcome) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      if git { try folder.makeFolder(".git") }
      for team in ["team-a", "team-b"] {
        try folder.write(try Fixtures.text(of: "fixtures/verdicts/_mock/fjell.yaml"), to: "\(team)/journeys/_mock/fjell.yaml")
        try folder.write("tenants:\n  fjell: {dialect: journey-flow, mock: _mock/fjell.yaml}\n", to: "\(team)/journeys/tenants.yaml")
        try folder.write("journey: Red\nsteps:\n  - screen: pin\n", to: "\(team)/journeys/x.yaml")
        try folder.write(
          "journey: Stored\nsteps:\n  - screen: who\n    snapshot: first\n", to: "\(team)/journeys/stored/y.yaml")
      }
      try folder.write("secrets: {}\n", to: "policies/policy.yaml")
      try folder.write("journey: Wrong\nstep:\n  - screen: pin\n", to: "team-b/wrong/journeys/z.yaml")
      return try await body(folder)
    }
  }

  private static func again(_ outcome: BuiltCommand.Outcome) throws -> [String] {
    let line = try #require(outcome.output.lines.first { $0.contains("Run again: journey ") })
    return line.split(separator: "Run again: journey ")[1].split(separator: " ").map(String.init)
  }

  @Test func `annotations, JUnit and the log name files by their paths in the repository`() async throws {
    try await Self.with { folder in
      let run = try await BuiltCommand.run(
        "run", "team-a/journeys", "--name", "Red", "--github", "--junit", "junit.xml", "--log", "run.jsonl", in: folder.path)
      #expect(run.code == 1, "\(run)")
      #expect(run.output.contains("::error file=team-a/journeys/x.yaml,line=3,"), "\(run.output)")
      let junit = try XMLTree.root(of: folder.text(of: "junit.xml")).descendants("testcase")
      #expect(junit.map { $0["file"] } == ["team-a/journeys/x.yaml"] && junit.map { $0["classname"] } == ["team-a.journeys.x"])
      #expect(try folder.text(of: "run.jsonl").contains(#""file":"team-a/journeys/x.yaml""#))
      let within = try await BuiltCommand.run("run", "--name", "Red", "--github", in: folder.file("team-a"))
      #expect(within.output.contains("::error file=team-a/journeys/x.yaml,line=3,"), "\(within.output)")
    }
  }

  @Test func `a wrong file is named by its path in the repository`() async throws {
    try await Self.with { folder in
      let run = try await BuiltCommand.run("run", "team-b/wrong/journeys", "--github", in: folder.path)
      #expect(run.code == 2 && run.output.contains("::error file=team-b/wrong/journeys/z.yaml,line=2,"), "\(run)")
    }
  }

  @Test(arguments: ["", "team-a", "team-a/journeys"], [true, false])
  func `the command that walks a case again works from where it was printed`(place: String, git: Bool) async throws {
    try await Self.with(git: git) { folder in
      let path = place == "" ? "team-a/journeys" : place == "team-a" ? "journeys" : "."
      let here = folder.file(place)
      let up = String(repeating: "../", count: place.split(separator: "/").count)
      let run = try await BuiltCommand.run(
        "run", path, "--name", "Red", "--policy", "\(up)policies/policy.yaml", in: here)
      #expect(run.code == 1, "\(run)")
      let words = try Self.again(run)
      #expect(words.contains("\(up)policies/policy.yaml"), "\(words)")
      if git { #expect(words[2] == "team-a/journeys/x.yaml:1") }
      let again = try await BuiltCommand.run(words, in: here)
      #expect(again.code == 1 && again.output.contains("FAILED  Red"), "\(words): \(again)")
    }
  }

  @Test(arguments: [["team-a/journeys"], ["team-a/journeys/stored", "team-a/journeys/x.yaml"]])
  func `a run from elsewhere says where its project is`(paths: [String]) async throws {
    try await Self.with(git: false) { folder in
      try await TemporaryFolder.with { other in
        let run = try await BuiltCommand.run(["run"] + paths.map { folder.file($0) } + ["--name", "Red"], in: other.path)
        let again = try await BuiltCommand.run(try Self.again(run), in: other.path)
        #expect(again.code == 1 && again.output.contains("FAILED  Red"), "\(run) \(again)")
      }
    }
  }

  @Test func `the cases of two teams have two ids, and their logs make one report`() async throws {
    try await Self.with { folder in
      for team in ["team-a", "team-b"] {
        _ = try await BuiltCommand.run("run", "\(team)/journeys/x.yaml", "--log", "\(team).jsonl", "--seed", "7", in: folder.path)
      }
      let merged = try await BuiltCommand.run("merge", "team-a.jsonl", "team-b.jsonl", in: folder.path)
      #expect(merged.code == 1 && merged.output.contains("2 cases in "), "\(merged)")
    }
  }

  @Test func `stored screens stay where they are, wherever the command is given`() async throws {
    try await Self.with { folder in
      let stored = "team-a/journeys/__screens__/stored/y%23stored/first.json"
      let first = try await BuiltCommand.run("run", "team-a/journeys/stored", "--update-snapshots", in: folder.path)
      #expect(first.code == 0, "\(first)")
      #expect(try !folder.bytes(of: stored).isEmpty)
      #expect(try await BuiltCommand.run("run", "journeys/stored", in: folder.file("team-a")).code == 0)
      for app in ["web", "ios"] {
        #expect(try await BuiltCommand.run("run", "team-a/journeys/stored", "--app", app, in: folder.path).code == 0, "\(app)")
      }
      try folder.remove(".git")
      #expect(try await BuiltCommand.run("run", "journeys/stored", in: folder.file("team-a")).code == 0)
    }
  }
}
