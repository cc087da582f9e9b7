import FoundationEssentials
import JourneyModel
import JourneyReports
import Testing

struct ReportFileTests {
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "journey-reports-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
      do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
    }
    try body(folder)
  }

  private static func writeNothing(to path: String) throws {
    try ReportFile.write(to: path) { _ throws(ReportError) in }
  }

  @Test func `rule 08: a file takes the place of another whole, and nothing else is left`() throws {
    try Self.withFolder { folder in
      let report = try SampleRun.everyVerdict().report
      let path = "\(folder)/report.xml"
      try Data(repeating: 0x20, count: 1_000_000).write(to: URL(filePath: path))
      let count = try ReportFile.write(report, as: .junit(.generic), to: path)
      let data = try #require(FileManager.default.contents(atPath: path))
      let expected = try JUnitReportTests.text(.everyVerdict())
      #expect(data.count == count && String(decoding: data, as: UTF8.self) == expected)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["report.xml"])
    }
  }

  @Test func `rule 09: folders on the way are made, and each suite has a file of its own in a folder`() throws {
    try Self.withFolder { folder in
      try ReportFile.write(try SampleRun.everyVerdict().report, as: .junit(.generic), to: "\(folder)/a/b/report.xml")
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/a/b") == ["report.xml"])
      try JUnitFolder(path: "\(folder)/c/d/").write(try SampleRun.everyVerdict().report, dialect: .surefire)
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/c/d").sorted()
      #expect(names == ["TEST-journeys.down.xml", "TEST-journeys.sign-in.password.xml"])
    }
  }

  @Test func `a file that is not finished leaves what was there`() throws {
    try Self.withFolder { folder in
      let path = "\(folder)/report.txt"
      try Data("old".utf8).write(to: URL(filePath: path))
      let stop = ReportError.log(EventLogError(message: "stop"))
      #expect(throws: stop) {
        try ReportFile.write(to: path) { file throws(ReportError) in
          try file.write(Array("new".utf8)[...])
          throw stop
        }
      }
      #expect(FileManager.default.contents(atPath: path) == Data("old".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["report.txt"])
    }
  }

  @Test func `what stands in the way is named`() throws {
    try Self.withFolder { folder in
      #expect(throws: ReportError.file(ReportFileError(path: folder, .isFolder))) { try Self.writeNothing(to: folder) }
      try Data("x".utf8).write(to: URL(filePath: "\(folder)/file"))
      #expect(throws: ReportError.file(ReportFileError(path: "\(folder)/file/x.xml", .other("not a directory")))) {
        try Self.writeNothing(to: "\(folder)/file/x.xml")
      }
    }
  }

  @Test func `a report that would hold a secret is refused`() throws {
    try Self.withFolder { (folder: String) throws in
      var redactor = Redactor()
      redactor.learn(Secret("Sign in with a password", name: "s"))
      let path = "\(folder)/report.xml"
      #expect(throws: ReportError.file(ReportFileError(path: path, .holdsSecret))) {
        var report = try SampleRun.everyVerdict().report
        report.redactor = redactor
        try ReportFile.write(report, as: .junit(.generic), to: path)
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left.isEmpty)
    }
  }

  @Test func `a log in a file reads as one in memory`() throws {
    try Self.withFolder { folder in
      let report = try SampleRun.everyVerdict().report
      let path = "\(folder)/run.jsonl"
      try ReportFile.write(report, as: .json, to: path)
      let again = try Report(reading: try LogFile(path: path))
      #expect(again.cases == report.cases)
      var text: [UInt8] = []
      try JUnitReport().write(again) { piece throws(ReportError) in text += piece }
      let expected = try JUnitReportTests.text(.everyVerdict())
      #expect(String(decoding: text, as: UTF8.self) == expected)
    }
  }
}
