import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct SignalTests {
  /// Requests of five sign-ins, one after the other: each point is one of them that is under way.
  private static let points = 1...20

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func `a signal at any of twenty points leaves whole reports or none, and nothing else`(_ signal: Int32) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      for lane in 0..<4 {
        group.addTask {
          for point in Self.points where point % 4 == lane { try await InterruptedRun(signal: signal, point: point).judge() }
        }
      }
    }
  }

  /// A run that reads its secrets from a pipe, as before anything is planned, and gets the signal there.
  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(143))])
  func `a signal while a run is planned replaces the reports of an earlier one`(signal: Int32, code: Int32) async throws {
    try await TemporaryFolder.with { folder in
      for name in ["acme.yaml", "acme.screens.yaml"] { try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name) }
      try folder.write("tenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n", to: "journeys/tenants.yaml")
      try folder.write("journey: Look\nsteps:\n  - screen: identification\n    messages: none\n", to: "journeys/a.yaml")
      let arguments = ["run", "--junit", "junit.xml", "--markdown", "summary.md", "--log", "run.jsonl"]
      #expect(try await BuiltCommand.run(arguments, in: folder.path).code == 0)
      try folder.makePipe("secrets.env")
      let outcome = try await BuiltCommand.run(arguments + ["--secrets", "secrets.env"], in: folder.path) { child in
        try await folder.writePipe("secrets.env", "CODE=some-long-secret\n") {
          child.kill(signal)
          try await child.waitForError("reports are written")
        }
      }
      #expect(outcome.code == code, "\(outcome)")
      let listed = try XMLTree.root(of: folder.text(of: "junit.xml")).descendants("testcase")
      #expect(listed.count == 1 && listed.first?.first("error") != nil, "\(listed)")
      #expect(try folder.text(of: "summary.md").contains("interrupted") || folder.text(of: "summary.md").contains("terminated"))
      #expect(try await BuiltCommand.run("report", "--from", "run.jsonl", in: folder.path).code == code)
    }
  }

  @Test func `a run that is killed before it is planned leaves nothing of an earlier one`() async throws {
    try await TemporaryFolder.with { folder in
      let files = ["junit.xml", "run.jsonl", "run.tap", "pages/case-a-0123abcd.html", "summary.md"]
      for name in files { try folder.write("what an earlier run wrote", to: name) }
      try folder.write("theirs", to: "pages/index.html")
      try folder.makePipe("secrets.env")
      let arguments = ["--junit", "junit.xml", "--tap", "run.tap", "--attach", "pages", "--log", "run.jsonl", "--markdown", "summary.md"]
      let outcome = try await BuiltCommand.run(
        ["run", "--secrets", "secrets.env"] + arguments, environment: ["GITHUB_STEP_SUMMARY": folder.file("summary.md")], in: folder.path
      ) { child in
        // Nothing is written: nobody reads any more.
        try await folder.writePipe("secrets.env", "") { child.kill(SIGKILL) }
      }
      #expect(outcome.ending == .signalled(SIGKILL))
      #expect(try folder.names() == ["pages", "secrets.env", "summary.md"])
      #expect(try Fixtures.filesBelow(absolute: folder.file("pages")) == ["index.html"])
      #expect(try folder.text(of: "summary.md") == "what an earlier run wrote")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal while reports are written lets them be written`(_ signal: Int32) async throws {
    try await Self.whileWriting { child, folder in
      child.kill(signal)
      try await child.waitForError("reports are written")
      return try await folder.readPipe("summary.md")
    } judging: { outcome, summary, folder throws in
      #expect(outcome.code == 0, "\(outcome)")
      #expect(summary.contains("| 1 | 1 |"), "\(summary)")
      #expect(try folder.names() == ["acme.screens.yaml", "acme.yaml", "journeys", "junit.xml", "summary.md"])
    }
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func `a second signal while reports are written ends at once, and what is written is whole`(signal: Int32, code: Int32) async throws {
    try await Self.whileWriting { child, _ in
      child.kill(signal)
      try await child.waitForError("reports are written")
      child.kill(signal)
      return ""
    } judging: { outcome, _, folder throws in
      #expect(outcome.code == code, "\(outcome)")
      try Self.judgeReport(in: folder)
    }
  }

  @Test func `a run that is killed while reports are written leaves those that are whole`() async throws {
    try await Self.whileWriting { child, _ in
      child.kill(SIGKILL)
      return ""
    } judging: { outcome, _, folder throws in
      #expect(outcome.ending == .signalled(SIGKILL))
      try Self.judgeReport(in: folder)
    }
  }

  /// The end may come before the report, after it, or in its middle: then a file with a known name remains.
  private static func judgeReport(in folder: TemporaryFolder) throws {
    let names = Set(try folder.names()).subtracting(["acme.screens.yaml", "acme.yaml", "journeys", "summary.md"])
    #expect(names.allSatisfy { $0 == "junit.xml" || $0.wholeMatch(of: /junit\.xml\.journey-[A-Za-z0-9]{6}/) != nil }, "\(names)")
    guard names.contains("junit.xml") else { return }
    #expect(try XMLTree.root(of: folder.text(of: "junit.xml")).descendants("testcase").count == 1)
  }

  /// A run that has finished its cases and waits for a reader of its second report.
  private static func whileWriting(
    _ body: @Sendable (inout ChildProcess, TemporaryFolder) async throws -> String,
    judging judge: (BuiltCommand.Outcome, String, TemporaryFolder) throws -> Void
  ) async throws {
    try await TemporaryFolder.with { folder in
      for name in ["acme.yaml", "acme.screens.yaml"] { try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name) }
      try folder.write("tenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n", to: "journeys/tenants.yaml")
      try folder.write("journey: Look\nsteps:\n  - screen: identification\n    messages: none\n", to: "journeys/a.yaml")
      try folder.makePipe("summary.md")
      var told = ""
      let outcome = try await BuiltCommand.run("run", "--junit", "junit.xml", "--markdown", "summary.md", in: folder.path) { child in
        try await child.waitForOutput("1 passed")
        told = try await body(&child, folder)
      }
      try judge(outcome, told, folder)
    }
  }
}
