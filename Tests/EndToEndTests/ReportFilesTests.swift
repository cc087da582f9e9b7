import Encodings
import JourneyTestSupport
import Testing

struct ReportFilesTests {
  @Test func `the shipped journeys all pass, and JUnit counts them`() async throws {
    try await TemporaryFolder.with { folder in
      let list = try await BuiltCommand.run("list").output.lines
      let outcome = try await BuiltCommand.run("run", "--junit", folder.file("junit.xml"), "--jobs", "8")
      #expect(outcome.code == 0, "\(outcome.output)")
      // Some are skipped by what they say, some because their known issue is still there.
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

  @Test(arguments: ["generic", "jenkins", "ant", "surefire"])
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

  @Test(arguments: ["--json", "--tap", "--markdown"])
  func `other reports too are functions of the log`(flag: String) async throws {
    try await TemporaryFolder.with { folder in
      let run = try await BuiltCommand.run("run", "fixtures/failing", "--log", folder.file("run.jsonl"), flag, folder.file("now"))
      let later = try await BuiltCommand.run("report", "--from", folder.file("run.jsonl"), flag, folder.file("later"))
      #expect([run.code, later.code] == [1, 1])
      #expect(try folder.bytes(of: "now") == folder.bytes(of: "later"))
      #expect(try !folder.bytes(of: "now").isEmpty)
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
