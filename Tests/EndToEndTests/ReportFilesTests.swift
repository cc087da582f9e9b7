import Encodings
import JourneyTestSupport
import Testing

struct ReportFilesTests {
  @Test func `the shipped journeys all pass, and JUnit counts them`() async throws {
    try await TemporaryFolder.with { folder in
      let list = try await BuiltCommand.run("list").output.lines
      let outcome = try await BuiltCommand.run("run", "--junit", folder.file("junit.xml"), "--jobs", "8")
      #expect(outcome.code == 0, "\(outcome.output)")
      // Some are skipped by a key, some because their known issue still exists.
      let skipped = outcome.output.lines.count { $0.hasPrefix("skipped ") }
      #expect(skipped < list.count / 2)
      #expect(outcome.output.contains("\(list.count - skipped) passed"))
      let report = try JUnitFile(folder.text(of: "junit.xml"))
      #expect(report.count(of: "testcase") == list.count)
      #expect(report.told("tests") == list.count)
      #expect(report.told("failures") == 0 && report.told("errors") == 0)
      #expect(report.count(of: "failure") + report.count(of: "error") == 0)
      #expect(report.count(of: "skipped") == skipped)
      #expect(try folder.names() == ["junit.xml"])
    }
  }

  @Test func `JUnit counts a failure`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run("run", "journeys/sign-in", "fixtures/failing", "--junit", folder.file("junit.xml"))
      #expect(outcome.code == 1)
      let report = try JUnitFile(folder.text(of: "junit.xml"))
      #expect(report.told("failures") == 1)
      #expect(report.count(of: "failure") == 1)
      #expect(report.told("tests") == report.count(of: "testcase"))
    }
  }

  @Test(arguments: ["generic", "jenkins", "ant"])
  func `a report made of the log later has the same bytes`(dialect: String) async throws {
    try await TemporaryFolder.with { folder in
      let run = try await BuiltCommand.run(
        "run", "journeys/sign-in", "fixtures/failing", "--log", folder.file("run.jsonl"), "--junit", folder.file("now"), "--junit-dialect",
        dialect)
      let later = try await BuiltCommand.run(
        "report", "--from", folder.file("run.jsonl"), "--junit", folder.file("later"), "--junit-dialect", dialect)
      #expect(run.code == 1)
      #expect(later.code == 1, "\(later.error)")
      #expect(try folder.bytes(of: "now") == folder.bytes(of: "later"))
      #expect(later.output == run.output)
    }
  }

  @Test(arguments: ["generic", "jenkins", "ant", "surefire"])
  func `a folder has a file for each scenario file, and those of the run before are gone`(dialect: String) async throws {
    try await TemporaryFolder.with { folder in
      let flags = ["--junit", folder.file("reports/"), "--junit-dialect", dialect, "--log", folder.file("run.jsonl")]
      let reports = TemporaryFolder(path: folder.file("reports"))
      #expect(try await BuiltCommand.run(["run", "fixtures/failing"] + flags).code == 1)
      #expect(try reports.names() == ["TEST-fixtures.failing.tampered.xml"])
      let run = try await BuiltCommand.run(["run", "journeys/sign-in"] + flags)
      #expect(run.code == 0, "\(run.output)")
      let names = try reports.names()
      #expect(names.count > 3 && names.allSatisfy { $0.hasPrefix("TEST-journeys.sign-in.") && $0.hasSuffix(".xml") })
      let now = try names.map { try reports.bytes(of: $0) }
      let suites = try names.map { try XMLTree.root(of: reports.text(of: $0)) }
      #expect(suites.allSatisfy { $0.name == (dialect == "surefire" ? "testsuite" : "testsuites") })
      let later = try await BuiltCommand.run(["report", "--from"] + [folder.file("run.jsonl")] + flags.prefix(4))
      #expect(later.code == 0, "\(later.error)")
      #expect(try reports.names() == names && names.map { try reports.bytes(of: $0) } == now)
      #expect(try folder.names() == ["reports", "run.jsonl"])
    }
  }

  @Test func `a suite a file is for a folder`() async throws {
    let outcome = try await BuiltCommand.run("run", "--junit", "report.xml", "--junit-dialect", "surefire")
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("write 'report.xml/' for a folder"))
  }

  @Test(arguments: ["--json", "--tap", "--markdown", "--html"])
  func `other reports too are functions of the log`(flag: String) async throws {
    try await TemporaryFolder.with { folder in
      let run = try await BuiltCommand.run("run", "fixtures/failing", "--log", folder.file("run.jsonl"), flag, folder.file("now"))
      let later = try await BuiltCommand.run("report", "--from", folder.file("run.jsonl"), flag, folder.file("later"))
      #expect([run.code, later.code] == [1, 1])
      #expect(try folder.bytes(of: "now") == folder.bytes(of: "later"))
      #expect(try !folder.bytes(of: "now").isEmpty)
    }
  }

  @Test func `the page draws the screen that failed, and marks what was not as expected`() async throws {
    try await TemporaryFolder.with { folder in
      #expect(try await BuiltCommand.run("run", "fixtures/failing", "--html", folder.file("page.html")).code == 1)
      let page = try folder.text(of: "page.html")
      let marked = page.components(between: #"<div class="widget off">"#, and: "</div>")
      #expect(marked.count == 1 && marked[0].contains("Password") && marked[0].contains("The password is incorrect."), "\(marked)")
      #expect(!page.contains("<script") && page.contains("default-src &#39;none&#39;"))
    }
  }

  @Test func `every line of the log is a JSON object that is numbered`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run("run", "journeys/sign-in", "--log", folder.file("run.jsonl"), "--jobs", "8")
      #expect(outcome.code == 0)
      let events = try folder.text(of: "run.jsonl").lines.map { try JSONReader.read(Array($0.utf8)) }
      #expect(events.map { $0["v"] }.allSatisfy { $0 == 1 })
      #expect(events.compactMap { $0["kind"]?.stringValue }.first == "run-started")
      #expect(events.compactMap { $0["kind"]?.stringValue }.last == "run-ended")
      // Bodies of screens are lines too, and no events.
      let numbers = events.compactMap { $0["seq"]?.intValue }
      #expect(numbers == Array(1...numbers.count))
    }
  }
}

extension String {
  /// The text between two words, each time.
  fileprivate func components(between start: String, and end: String) -> [Substring] {
    split(separator: start, omittingEmptySubsequences: false).dropFirst().compactMap { $0.split(separator: end).first }
  }
}
