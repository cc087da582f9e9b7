import JourneyTestSupport
import Testing

/// One suite that is run for many tenants: nothing of one run covers anything of another.
struct ManyTenantsTests {
  /// A scenario that fails on the tenant `b`.
  private static func with<Outcome>(_ body: (TemporaryFolder) async throws -> Outcome) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      try folder.write(try Fixtures.text(of: "fixtures/verdicts/_mock/fjell.yaml"), to: "journeys/_mock/fjell.yaml")
      let tenant = "{dialect: journey-flow, mock: _mock/fjell.yaml}"
      try folder.write("default: a\ntenants:\n  a: \(tenant)\n  b: \(tenant)\n", to: "journeys/tenants.yaml")
      try folder.write("journey: Looks green\nsteps:\n  - screen: who\n  - check: {tenant: a}\n", to: "journeys/shop.yaml")
      return try await body(folder)
    }
  }

  @Test(arguments: [["a", "b"], ["b", "a"]])
  func `merge keeps a case of two tenants twice`(order: [String]) async throws {
    try await Self.with { folder in
      for name in ["a", "b"] {
        let run = try await BuiltCommand.run("run", "--tenant", "a=\(name)", "--log", "\(name).jsonl", "--seed", "7", in: folder.path)
        #expect(run.code == (name == "a" ? 0 : 1), "\(run)")
      }
      let merged = try await BuiltCommand.run(
        ["merge"] + order.map { "\($0).jsonl" } + ["--junit", "all.xml", "--log", "all.jsonl"], in: folder.path)
      #expect(merged.code == 1 && merged.output.contains("1 passed, 1 failed"), "\(merged)")
      let cases = try XMLTree.root(of: folder.text(of: "all.xml")).descendants("testcase")
      #expect(Set(cases.compactMap { $0["name"] }) == ["Looks green {tenant: a}", "Looks green {tenant: b}"])
      #expect(try await BuiltCommand.run("report", "--from", "all.jsonl", in: folder.path).output == merged.output)
    }
  }

  @Test func `a label is in suites, classes, annotations, summaries and the log, and keeps runs apart`() async throws {
    try await Self.with { folder in
      let flags = ["--seed", "7", "--github", "--tap", "x.tap", "--markdown", "x.md", "--junit", "reports/"]
      for label in ["north", "south 2.0"] {
        let run = try await BuiltCommand.run(
          ["run", "--tenant", "a=b", "--label", label, "--log", "\(label).jsonl"] + flags, in: folder.path)
        #expect(run.code == 1 && run.output.contains("\n\(label): 1 case in "), "\(run)")
        #expect(run.output.contains("title=\(label)%3A Looks green::"), "\(run.output)")
        #expect(try folder.text(of: "x.tap").contains("- \(label): Looks green"))
        #expect(try folder.text(of: "x.md").hasPrefix("## Journeys: `\(label)`"))
        #expect(try folder.text(of: "\(label).jsonl").contains(#""label":"\#(label)""#))
      }
      let reports = TemporaryFolder(path: folder.file("reports"))
      let names = try reports.names()
      #expect(
        names.count == 2 && names[0].hasPrefix("TEST-north.journeys.shop") && names[1].hasPrefix("TEST-south_2_0.journeys"), "\(names)")
      let merged = try await BuiltCommand.run("merge", "north.jsonl", "south 2.0.jsonl", "--junit", "all.xml", in: folder.path)
      #expect(merged.code == 1 && merged.output.contains("2 cases in "), "\(merged)")
      let root = try XMLTree.root(of: folder.text(of: "all.xml"))
      #expect(root.descendants("testsuite").map { $0["name"] } == ["north/journeys/shop.yaml", "south 2.0/journeys/shop.yaml"])
      #expect(root.descendants("testcase").map { $0["classname"] } == ["north.journeys.shop", "south 2_0.journeys.shop"])
      #expect(root.descendants("testcase").map { $0["file"] } == ["journeys/shop.yaml", "journeys/shop.yaml"])
    }
  }

  @Test func `a JUnit folder keeps the files of other labels, and loses those of this label that are no more`() async throws {
    try await Self.with { folder in
      let reports = TemporaryFolder(path: folder.file("reports"))
      for label in ["north", "south 2.0"] {
        #expect(try await BuiltCommand.run("run", "--label", label, "--junit", "reports/", in: folder.path).code == 0)
      }
      let before = try reports.names()
      try folder.rename("journeys/shop.yaml", to: "journeys/store.yaml")
      #expect(try await BuiltCommand.run("run", "--label", "south 2.0", "--junit", "reports/", in: folder.path).code == 0)
      let names = try reports.names()
      #expect(names.count == 2 && names[0] == before[0] && names[1].contains("store"), "\(before) \(names)")
    }
  }

  @Test func `a misspelled tag is red in every share, and in what is made of their logs`() async throws {
    try await Self.with { folder in
      for number in 1...4 {
        let run = try await BuiltCommand.run(
          "run", "--tag", "smokee", "--shard", "\(number)/4", "--log", "\(number).jsonl", in: folder.path)
        #expect(run.code == 2 && run.error.contains("no scenario has the tag 'smokee'"), "\(run)")
        let share = try await BuiltCommand.run("run", "--shard", "\(number)/4", "--log", "share-\(number).jsonl", in: folder.path)
        #expect(share.code == 0, "\(share)")
      }
      #expect(try await BuiltCommand.run(["merge"] + (1...4).map { "\($0).jsonl" }, in: folder.path).code == 2)
      #expect(try await BuiltCommand.run(["merge"] + (1...4).map { "share-\($0).jsonl" }, in: folder.path).code == 0)
      // A run that selected nothing is not merged with runs of another selection.
      let mixed = try await BuiltCommand.run(["merge", "1.jsonl"] + (1...4).map { "share-\($0).jsonl" }, in: folder.path)
      #expect(mixed.code == 2 && mixed.error.contains("'1.jsonl' is shard 1/4 of journeys --tag smokee"), "\(mixed)")
    }
  }

  @Test func `cases that did not pass and are no more are an empty selection`() async throws {
    try await Self.with { folder in
      #expect(try await BuiltCommand.run("run", "--tenant", "a=b", "--log", "first.jsonl", in: folder.path).code == 1)
      try folder.write("journey: Another name\nsteps:\n  - screen: who\n", to: "journeys/shop.yaml")
      let again = try await BuiltCommand.run("run", "--rerun-failed", "first.jsonl", in: folder.path)
      #expect(again.code == 2 && again.error.contains("--rerun-failed: the scenarios contain none of the cases"), "\(again)")
    }
  }

  @Test func `GitHub's summary is appended to, another file is replaced`() async throws {
    try await Self.with { folder in
      try folder.write("## Built\n", to: "summary.md")
      try folder.write("## Built\n", to: "other.md")
      for label in ["north", "south"] {
        for file in [label == "north" ? "summary.md" : "./summary.md", "other.md"] {
          _ = try await BuiltCommand.run(
            "run", "--label", label, "--markdown", file, environment: ["GITHUB_STEP_SUMMARY": "summary.md"], in: folder.path)
        }
      }
      let summary = try folder.text(of: "summary.md").lines.filter { $0.hasPrefix("## ") }
      #expect(summary == ["## Built", "## Journeys: `north`", "## Journeys: `south`"])
      #expect(try folder.text(of: "other.md").lines.filter { $0.hasPrefix("## ") } == ["## Journeys: `south`"])
    }
  }

  @Test(arguments: ["022", "077", "002"])
  func `a log is for whoever may see files that are made there`(mask: String) async throws {
    try await Self.with { folder in
      var child = try ChildProcess(
        "/bin/sh", ["-c", "umask \(mask); exec \"$@\"", "sh", BuiltCommand.path, "run", "--log", "run.jsonl", "--tap", "run.tap"],
        environment: ["PATH": "/usr/bin:/bin"], folder: folder.path)
      #expect(await child.end() == .exited(0))
      #expect(try folder.permissions(of: "run.jsonl") == folder.permissions(of: "run.tap"))
      #expect(try folder.permissions(of: "run.jsonl") == 0o666 & ~(Int(mask, radix: 8) ?? 0))
    }
  }
}
