import Encodings
import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the log of a run has when its process ends before the run does.
struct KilledRunTests {
  private static let cases = 60

  /// When and how a process is ended.
  struct Moment: Sendable, CustomTestStringConvertible {
    var signal: Int32
    /// The row whose verdict is waited for; 0 for none.
    var row: Int
    var jobs: Int

    var testDescription: String { "signal \(signal) after row \(row), \(jobs) at a time" }
  }

  /// Fifty moments; every fifth process ends as one that traps.
  private static let moments = {
    var generator = SeededGenerator(seed: 25, labels: ["killed"])
    return (0..<50).map { number in
      Moment(
        signal: number.isMultiple(of: 5) ? SIGILL : SIGKILL, row: Int.random(in: 0..<cases - 5, using: &generator),
        jobs: Int.random(in: 1...3, using: &generator))
    }
  }()

  @Test func `a run that is ended at any of fifty moments leaves a log with every verdict it showed`() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      for lane in 0..<2 {
        group.addTask { for (number, moment) in Self.moments.enumerated() where number % 2 == lane { try await Self.judge(moment) } }
      }
    }
  }

  private static func judge(_ moment: Moment) async throws {
    try await TemporaryFolder.with { folder in
      try write(to: folder)
      let outcome = try await run(until: moment, in: folder.path)
      // A process that was faster than its signal has ended its run.
      if outcome.ending == .signalled(moment.signal) { try await judge(outcome, of: moment, in: folder) }
    }
  }

  private static func judge(_ outcome: BuiltCommand.Outcome, of moment: Moment, in folder: TemporaryFolder) async throws {
    let note = Comment(rawValue: "\(moment)")
    let names = try folder.names()
    #expect(!names.contains("never.xml"), note)
    let shown: [String] = outcome.output.lines.filter { $0.hasPrefix("passed ") }.map { name(in: $0) }
    // A run that was ended before it planned leaves an empty log, or none.
    guard names.contains("run.jsonl"), try !folder.text(of: "run.jsonl").isEmpty else {
      #expect(shown.isEmpty, note)
      return
    }
    let later = try await BuiltCommand.run("report", "--from", "run.jsonl", "--junit", "later.xml", in: folder.path)
    let listed = try XMLTree.root(of: folder.text(of: "later.xml")).descendants("testcase")
    // The signal came after the last line of the log: nothing is missing.
    if later.code == 0 { return #expect(listed.count == cases, note) }
    #expect(later.code == 130, note)
    // One case more is the run itself, which is an error.
    let found = listed.filter { $0.first("error") == nil }
    #expect(listed.count == cases + 1, note)
    let passed = Set(found.filter { $0.first("skipped") == nil }.compactMap { $0["name"] })
    #expect(found.count == cases, note)
    #expect(shown.filter { !passed.contains($0) } == [], note)
    let reasons = Set(found.compactMap { $0.first("skipped")?["message"] })
    #expect(reasons.isSubset(of: ["not finished when the log ends", "not begun when the log ends"]), note)
    #expect(later.output.contains("\(cases - passed.count) scenario"), note)
  }

  private static func run(until moment: Moment, in folder: String) async throws -> BuiltCommand.Outcome {
    let words = ["run", "--jobs", "\(moment.jobs)", "--log", "run.jsonl", "--junit", "never.xml"]
    return try await BuiltCommand.run(words, in: folder) { child in
      if moment.row > 0 { try await child.waitForOutput("Look at row \(moment.row) ") }
      child.kill(moment.signal)
    }
  }

  /// The case of a line such as `passed   Look at row 7  2 ms`.
  private static func name(in line: Substring) -> String {
    let rest = line.dropFirst(9)
    return String(rest.firstRange(of: "  ").map { rest[..<$0.lowerBound] } ?? rest)
  }

  @Test func `what a killed run did not walk is run again, and one report has it all`() async throws {
    try await TemporaryFolder.with { folder in
      try Self.write(to: folder)
      _ = try await BuiltCommand.run("run", "--jobs", "1", "--log", "run.jsonl", in: folder.path) { child in
        try await child.waitForOutput("Look at row 7")
        child.kill(SIGKILL)
      }
      let again = try await BuiltCommand.run("run", "--rerun-failed", "run.jsonl", "--log", "rest.jsonl", in: folder.path)
      #expect(again.code == 0 && !again.output.contains("Look at row 7 "))
      let merged = try await BuiltCommand.run("merge", "rest.jsonl", "run.jsonl", in: folder.path)
      #expect(merged.code == 0 && merged.output.contains("\(Self.cases) passed"), "\(merged)")
    }
  }

  @Test func `a disk that fills up leaves a log whose verdicts can be reported`() async throws {
    try await TemporaryFolder.with { folder in
      try Self.write(to: folder)
      // No file grows beyond 200 blocks of 512 bytes or 1 KB.
      let words = ["-c", #"trap '' XFSZ; ulimit -f 200; exec "$@""#, "sh", BuiltCommand.path, "run", "--jobs", "1", "--log", "run.jsonl"]
      let environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
      var child = try ChildProcess("/bin/sh", words, environment: environment, folder: folder.path)
      #expect(await child.end() == .exited(74), "\(child.error.text)")
      let later = try await BuiltCommand.run("report", "--from", "run.jsonl", in: folder.path)
      let text = try folder.text(of: "run.jsonl")
      let verdicts = text.lines.filter { $0.contains(#""kind":"scenario-ended""#) }.count
      #expect(later.code == 130 && verdicts > 0, "\(verdicts) verdicts, \(later)")
      #expect(later.output.contains("\(verdicts) passed") && later.output.contains("not finished"), "\(later.output.suffix(300))")
    }
  }

  /// A project with many cases that take a moment each.
  private static func write(to folder: TemporaryFolder) throws {
    for name in ["acme.yaml", "acme.screens.yaml"] { try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name) }
    try folder.write("tenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n", to: "journeys/tenants.yaml")
    let rows = (1...cases).map { "  - {row: '\($0)'}" }.joined(separator: "\n")
    let steps = """
      account: jane
      steps:
        - screen: identification
          answers: {identifier: "${account.email}"}
        - screen: password
          answers: {password: "${account.password}"}
        - finish:

      """
    try folder.write("journey: Look at row ${row}\nexamples:\n\(rows)\n" + steps, to: "journeys/rows.yaml")
  }
}
