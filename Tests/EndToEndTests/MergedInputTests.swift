import JourneyTestSupport
import Testing

/// Logs of runs between which something was changed that their cases read.
struct MergedInputTests {
  private static func with<Outcome>(_ body: (TemporaryFolder) async throws -> Outcome) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      for name in ["acme.yaml", "acme.screens.yaml"] { try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name) }
      try folder.write("tenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n", to: "journeys/tenants.yaml")
      try folder.write(
        """
        journey: Label
        steps:
          - screen: identification
            name: first
            snapshot: true
            widgets: {identifier: {label: Email address}}
        ---
        journey: Again
        steps:
          - screen: identification
        """, to: "journeys/b.yaml")
      #expect(try await BuiltCommand.run("run", "--update-snapshots", in: folder.path).code == 0)
      return try await body(folder)
    }
  }

  @Test func `a failure that is gone because a stored screen was changed is no flaky case`() async throws {
    try await Self.with { folder in
      let name = try #require(try Self.stored(in: folder))
      let right = try folder.text(of: name)
      try folder.write(right.replacing("Email address", with: "Address"), to: name)
      #expect(try await BuiltCommand.run("run", "--log", "first.jsonl", in: folder.path).code == 1)
      try folder.write(right, to: name)
      #expect(try await BuiltCommand.run("run", "--rerun-failed", "first.jsonl", "--log", "second.jsonl", in: folder.path).code == 0)
      let merged = try await BuiltCommand.run("merge", "second.jsonl", "first.jsonl", in: folder.path)
      #expect(merged.code == 2 && merged.error.contains("stored screens were changed between the two runs"), "\(merged)")
    }
  }

  @Test func `a failure that is gone because the screen was stored again is no flaky case`() async throws {
    try await Self.with { folder in
      let name = try #require(try Self.stored(in: folder))
      try folder.write(try folder.text(of: name).replacing("Email address", with: "Address"), to: name)
      #expect(try await BuiltCommand.run("run", "--log", "first.jsonl", in: folder.path).code == 1)
      let again = ["run", "--rerun-failed", "first.jsonl", "--update-snapshots", "--log", "second.jsonl"]
      #expect(try await BuiltCommand.run(again, in: folder.path).code == 0)
      let merged = try await BuiltCommand.run("merge", "first.jsonl", "second.jsonl", in: folder.path)
      #expect(merged.code == 2 && merged.error.contains("stored screens were changed between the two runs"), "\(merged)")
    }
  }

  @Test func `shards that store screens in one folder, one after the other, belong together`() async throws {
    try await Self.with { folder in
      for number in 1...2 {
        let words = ["run", "--seed", "7", "--shard", "\(number)/2", "--update-snapshots", "--log", "\(number).jsonl"]
        #expect(try await BuiltCommand.run(words, in: folder.path).code == 0)
        // What the first one stored is there for the second.
        if number == 1, let name = try Self.stored(in: folder) {
          try folder.write(try folder.text(of: name).replacing("Email address", with: "Address"), to: name)
        }
      }
      let merged = try await BuiltCommand.run("merge", "1.jsonl", "2.jsonl", in: folder.path)
      #expect(merged.code == 0, "\(merged)")
    }
  }

  /// What is changed between the runs of two shards, and what `merge` says of it.
  @Test(
    arguments: [
      ("journeys/tenants.yaml", "acme.yaml}", "acme.yaml, request_timeout: 9s}", "the entry of 'acme' in tenants.yaml was changed"),
      ("acme.screens.yaml", "Email address", "Address", "the mock 'acme' was changed"),
      ("journeys/b.yaml", "journey: Again\nsteps:", "journey: Again\naccount: jane\nsteps:", "scenarios were changed"),
      ("snapshot", "Email address", "Address", "stored screens were changed"),
      ("nothing", "", "", nil),
    ] as [(String, String, String, String?)])
  func `shards that read other things are refused`(file: String, old: String, new: String, said: String?) async throws {
    try await Self.with { folder in
      func run(_ number: Int) async throws {
        _ = try await BuiltCommand.run("run", "--seed", "7", "--shard", "\(number)/2", "--log", "\(number).jsonl", in: folder.path)
      }
      try await run(1)
      if file != "nothing" {
        let name = file == "snapshot" ? try #require(try Self.stored(in: folder)) : file
        let text = try folder.text(of: name)
        #expect(text.contains(old))
        try folder.write(text.replacing(old, with: new), to: name)
      }
      try await run(2)
      let merged = try await BuiltCommand.run("merge", "1.jsonl", "2.jsonl", in: folder.path)
      guard let said else { return #expect(merged.code == 0, "\(merged)") }
      let sentence = "the shards do not belong together: \(said) between the runs of '1.jsonl' and '2.jsonl'"
      #expect(merged.code == 2 && merged.error.contains(sentence), "\(merged)")
    }
  }

  /// The one stored screen.
  private static func stored(in folder: TemporaryFolder) throws -> String? {
    let screens = TemporaryFolder(path: folder.file("journeys/__screens__"))
    guard let name = try screens.names().first else { return nil }
    return "journeys/__screens__/\(name)/first.json"
  }

  @Test func `a merge that is refused, and a report of no log, leave no older report in the place of their own`() async throws {
    try await Self.with { folder in
      for number in 1...2 {
        let words = ["run", "--seed", "7", "--shard", "\(number)/2", "--log", "\(number).jsonl"]
        #expect(try await BuiltCommand.run(words, in: folder.path).code == 0)
      }
      let run = ["run", "--seed", "7", "--shard", "2/2", "--name", "Again", "--allow-empty", "--log", "other.jsonl"]
      #expect(try await BuiltCommand.run(run, in: folder.path).code == 0)
      let outputs = [
        "--junit", "out/a.xml", "--html", "out/a.html", "--tap", "out/a.tap", "--markdown", "out/a.md", "--json", "out/a.json", "--log",
        "out/a.jsonl",
      ]
      #expect(try await BuiltCommand.run(["merge", "1.jsonl", "2.jsonl"] + outputs, in: folder.path).code == 0)
      #expect(try Fixtures.filesBelow(absolute: folder.file("out")).count == 6)
      let refused = try await BuiltCommand.run(["merge", "1.jsonl", "other.jsonl"] + outputs, in: folder.path)
      #expect(refused.code == 2, "\(refused)")
      #expect(try Fixtures.filesBelow(absolute: folder.file("out")) == [])
      #expect(try await BuiltCommand.run(["report", "--from", "1.jsonl", "--junit", "out/a.xml"], in: folder.path).code == 0)
      try folder.write("no log\n", to: "broken.jsonl")
      #expect(try await BuiltCommand.run(["report", "--from", "broken.jsonl", "--junit", "out/a.xml"], in: folder.path).code == 64)
      #expect(try Fixtures.filesBelow(absolute: folder.file("out")) == [])
    }
  }
}
