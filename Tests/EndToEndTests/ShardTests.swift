import JourneyTestSupport
import Testing

/// Cases split across runs, one report from their logs, and reruns of failures.
struct ShardTests {
  /// Three files of which one has a case that fails while its message is wrong.
  private static func with<Outcome>(_ body: (TemporaryFolder) async throws -> Outcome) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      for name in ["acme.yaml", "acme.screens.yaml"] { try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name) }
      try folder.write("tenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n", to: "journeys/tenants.yaml")
      let rows = (1...5).map { "  - {case: row \($0)}\n" }.joined()
      try folder.write(
        "journey: Rows\nexamples:\n\(rows)steps:\n  - screen: identification\n    messages: none\n", to: "journeys/a/rows.yaml")
      try folder.write(Self.scenario("Telephone number"), to: "journeys/b.yaml")
      try folder.write("journey: Later\nskip: not today\nsteps:\n  - screen: identification\n    messages: none\n", to: "journeys/c.yaml")
      return try await body(folder)
    }
  }

  private static func scenario(_ label: String) -> String {
    "journey: Label\nsteps:\n  - screen: identification\n    widgets: {identifier: {label: \(label)}}\n"
  }

  private static func cases(_ folder: TemporaryFolder, _ name: String) throws -> [XMLTree.Element] {
    try XMLTree.root(of: folder.text(of: name)).descendants("testcase")
  }

  @Test(arguments: [1, 2, 3, 9])
  func `shares hold each case once, and their logs make the report of one run`(count: Int) async throws {
    try await Self.with { folder in
      let whole = try await BuiltCommand.run("run", "--seed", "7", "--junit", "whole.xml", in: folder.path)
      var logs: [String] = []
      var codes: Set<Int32?> = []
      for number in 1...count {
        let run = try await BuiltCommand.run(
          "run", "--seed", "7", "--shard", "\(number)/\(count)", "--log", "\(number).jsonl", in: folder.path)
        codes.insert(run.code)
        logs.append("\(number).jsonl")
      }
      #expect(codes.isSubset(of: [0, 1]) && codes.contains(1))
      let merged = try await BuiltCommand.run(["merge"] + logs.reversed() + ["--junit", "merged.xml"], in: folder.path)
      #expect(merged.code == 1 && whole.code == 1, "\(merged)")
      let (left, right) = (try Self.cases(folder, "merged.xml"), try Self.cases(folder, "whole.xml"))
      #expect(left.map { $0["name"] } == right.map { $0["name"] } && left.count == 7)
      #expect(left.map { $0.first("failure")?["message"] } == right.map { $0.first("failure")?["message"] })
      #expect(left.map { $0.first("skipped")?["message"] } == right.map { $0.first("skipped")?["message"] })
      #expect(merged.output.contains("5 passed, 1 failed, 1 skipped"), "\(merged.output)")
      #expect(!merged.error.contains("seeds"))
    }
  }

  @Test func `shards keep each other's reports in folders that they share`() async throws {
    try await Self.with { folder in
      func run(_ shard: Int) async throws {
        _ = try await BuiltCommand.run(
          "run", "--seed", "7", "--shard", "\(shard)/2", "--junit", "reports/", "--attach", "reports", in: folder.path)
      }
      let reports = TemporaryFolder(path: folder.file("reports"))
      for shard in 1...2 { try await run(shard) }
      let suites = try reports.names().filter { $0.hasSuffix(".xml") }
      #expect(suites.contains("TEST-journeys.a.rows.shard-1-of-2.xml") && suites.contains("TEST-journeys.a.rows.shard-2-of-2.xml"))
      let cases = try suites.flatMap { try Self.cases(reports, $0) }
      #expect(cases.count == 7 && cases.count { $0.first("failure") != nil } == 1, "\(suites)")
      let pages = try reports.names().filter { $0.hasSuffix(".html") }
      #expect(pages.count == 1)
      for shard in 1...2 { try await run(shard) }
      #expect(try reports.names() == (suites + pages).sorted())
    }
  }

  @Test func `a share without a log is missed, and one without an end was interrupted`() async throws {
    try await Self.with { folder in
      for number in 1...2 {
        _ = try await BuiltCommand.run("run", "--shard", "\(number)/3", "--log", "\(number).jsonl", in: folder.path)
      }
      let missing = try await BuiltCommand.run("merge", "1.jsonl", "2.jsonl", "--junit", "merged.xml", in: folder.path)
      #expect(missing.code == 2 && missing.error.contains("the log of shard 3 is missing"), "\(missing)")
      #expect(missing.error.contains("different seeds"))
      #expect(try !Self.cases(folder, "merged.xml").isEmpty)
      let log = try folder.text(of: "2.jsonl")
      try folder.write(String(log[..<(log.firstRange(of: #""kind":"run-ended""#)?.lowerBound ?? log.endIndex)]), to: "2.jsonl")
      #expect(try await BuiltCommand.run("merge", "1.jsonl", "2.jsonl", in: folder.path).code == 130)
    }
  }

  @Test func `shards of different selections are refused, with both`() async throws {
    try await Self.with { folder in
      for (number, name) in [(1, "Rows"), (2, "Label")] {
        _ = try await BuiltCommand.run(
          "run", "--name", name, "--seed", "7", "--shard", "\(number)/2", "--allow-empty", "--log", "\(number).jsonl", in: folder.path)
      }
      let merged = try await BuiltCommand.run("merge", "1.jsonl", "2.jsonl", "--junit", "merged.xml", in: folder.path)
      #expect(merged.code == 2 && merged.output.isEmpty, "\(merged)")
      for reason in ["'1.jsonl' is shard 1/2 of journeys --name Rows", "'2.jsonl' is shard 2/2 of journeys --name Label"] {
        #expect(merged.error.contains(reason), "\(merged.error)")
      }
      #expect(try !folder.names().contains("merged.xml"))
    }
  }

  @Test func `shards of checkouts with different scenarios are refused`() async throws {
    try await Self.with { folder in
      _ = try await BuiltCommand.run("run", "--seed", "7", "--shard", "1/2", "--log", "1.jsonl", in: folder.path)
      try folder.write("journey: One more\nsteps:\n  - screen: identification\n", to: "journeys/more.yaml")
      _ = try await BuiltCommand.run("run", "--seed", "7", "--shard", "2/2", "--log", "2.jsonl", in: folder.path)
      let merged = try await BuiltCommand.run("merge", "1.jsonl", "2.jsonl", in: folder.path)
      #expect(merged.code == 2 && merged.error.contains("7 cases") && merged.error.contains("8 cases"), "\(merged)")
    }
  }

  @Test func `failures are walked again alone, and what came of them counts`() async throws {
    try await Self.with { folder in
      try folder.write(Self.scenario("\"${label}\"") + "vars: {label: Telephone number}\n", to: "journeys/b.yaml")
      #expect(try await BuiltCommand.run("run", "--log", "first.jsonl", in: folder.path).code == 1)
      let again = try await BuiltCommand.run(
        "run", "--rerun-failed", "first.jsonl", "--var", "label=Email address", "--log", "second.jsonl", in: folder.path)
      #expect(again.code == 0 && again.output.contains("1 case in ") && again.output.contains("1 passed"), "\(again)")
      let merged = try await BuiltCommand.run(
        "merge", "first.jsonl", "second.jsonl", "--log", "all.jsonl", "--html", "page.html", in: folder.path)
      #expect(merged.code == 0 && merged.output.contains("5 passed, 1 flaky, 1 skipped"), "\(merged)")
      #expect(try await BuiltCommand.run("merge", "second.jsonl", "first.jsonl", "--fail-on-flaky", in: folder.path).code == 1)
      let report = try await BuiltCommand.run("report", "--from", "all.jsonl", in: folder.path)
      #expect(report.code == 0 && report.output == merged.output)
      #expect(try await BuiltCommand.run("report", "--from", "all.jsonl", "--fail-on-flaky", in: folder.path).code == 1)
      let nothing = try await BuiltCommand.run("run", "--rerun-failed", "second.jsonl", in: folder.path)
      #expect(nothing.code == 0 && nothing.output.contains("no case to run, which is not an error"), "\(nothing)")
    }
  }

  @Test(arguments: [
    ("journeys/b.yaml", "Telephone number", "its scenario"), ("acme.screens.yaml", "Email address", "the mock 'acme'"),
  ])
  func `a failure that is gone because a file was changed is no flaky case`(file: String, wrong: String, what: String) async throws {
    try await Self.with { folder in
      try folder.write(Self.scenario("Email address"), to: "journeys/b.yaml")
      let right = try folder.text(of: file)
      try folder.write(right.replacing("Email address", with: wrong == "Email address" ? "Address" : wrong), to: file)
      #expect(try await BuiltCommand.run("run", "--log", "first.jsonl", in: folder.path).code == 1)
      try folder.write(right, to: file)
      #expect(try await BuiltCommand.run("run", "--rerun-failed", "first.jsonl", "--log", "second.jsonl", in: folder.path).code == 0)
      let merged = try await BuiltCommand.run("merge", "second.jsonl", "first.jsonl", in: folder.path)
      #expect(merged.code == 2 && merged.output.isEmpty, "\(merged)")
      let said = "'b#label' is not the same case in 'first.jsonl' and 'second.jsonl': \(what) was changed between the two runs"
      #expect(merged.error.contains(said), "\(merged.error)")
    }
  }

  @Test func `cases that never ran because another one failed, or a file was wrong, are run with the failures`() async throws {
    try await Self.with { folder in
      try folder.write(Self.scenario("Mobile").replacing("Label", with: "Later"), to: "journeys/d.yaml")
      #expect(try await BuiltCommand.run("run", "--jobs", "1", "--fail-fast", "--log", "first.jsonl", in: folder.path).code == 1)
      let again = try await BuiltCommand.run("run", "--rerun-failed", "first.jsonl", in: folder.path)
      #expect(again.code == 1 && again.output.contains("2 failed"), "\(again)")
      try folder.write("journey: Wrong\nstep: []\n", to: "journeys/e.yaml")
      #expect(try await BuiltCommand.run("run", "--log", "wrong.jsonl", in: folder.path).code == 2)
      try folder.write(Self.scenario("Mobile").replacing("Label", with: "Right"), to: "journeys/e.yaml")
      let rest = try await BuiltCommand.run("run", "--rerun-failed", "wrong.jsonl", in: folder.path)
      #expect(rest.code == 1 && rest.output.contains("5 passed, 2 failed"), "\(rest)")
      try folder.write("", to: "empty.jsonl")
      let nothing = try await BuiltCommand.run("run", "--rerun-failed", "empty.jsonl", in: folder.path)
      #expect(nothing.code == 64 && nothing.error.contains("the log 'empty.jsonl' has no case"), "\(nothing)")
    }
  }

  @Test func `a failed case that is no longer there is named when the failures are run again`() async throws {
    try await Self.with { folder in
      try folder.write(Self.scenario("Mobile"), to: "journeys/d.yaml")
      #expect(try await BuiltCommand.run("run", "--log", "first.jsonl", in: folder.path).code == 1)
      try folder.write(Self.scenario("Email address"), to: "journeys/b.yaml")
      try folder.write(Self.scenario("Mobile").replacing("Label", with: "Renamed"), to: "journeys/d.yaml")
      let again = try await BuiltCommand.run("run", "--rerun-failed", "first.jsonl", "--quiet", in: folder.path)
      #expect(again.code == 0 && again.output.contains("1 passed"), "\(again)")
      let said = "--rerun-failed: 1 case of the log is not run again, because no selected scenario has it: 'd#label'"
      #expect(again.error.contains(said), "\(again)")
    }
  }

  @Test(arguments: ["0/2", "3/2", "2", "a/b", "1/2/3", "-1/2"])
  func `a share that there is not is refused`(share: String) async throws {
    let outcome = try await BuiltCommand.run("run", "--shard=\(share)")
    #expect(outcome.code == 64 && outcome.error.contains("--shard takes a shard such as 2/4"), "\(outcome)")
  }

  @Test func `a log that is none is refused`() async throws {
    #expect(try await BuiltCommand.run("merge", "Package.swift").code == 64)
    #expect(try await BuiltCommand.run("merge").code == 64)
    let rerun = try await BuiltCommand.run("run", "--rerun-failed", "no-such.jsonl")
    #expect(rerun.code == 64 && rerun.error.contains("'no-such.jsonl' cannot be opened"), "\(rerun)")
  }
}
