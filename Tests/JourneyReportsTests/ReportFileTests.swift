import FoundationEssentials
import JourneyModel
@testable import JourneyReports
import JourneyTestSupport
import Synchronization
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
      let count = try ReportFile.write(report, as: JUnitReport(), to: path)
      let data = try #require(FileManager.default.contents(atPath: path))
      let expected = try JUnitReportTests.text(.everyVerdict())
      #expect(data.count == count && String(decoding: data, as: UTF8.self) == expected)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["report.xml"])
    }
  }

  @Test func `rule 09: folders on the way are made, and each suite has a file of its own in a folder`() throws {
    try Self.withFolder { folder in
      try ReportFile.write(try SampleRun.everyVerdict().report, as: JUnitReport(), to: "\(folder)/a/b/report.xml")
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/a/b") == ["report.xml"])
      try JUnitFolder(path: "\(folder)/c/d/").write(try SampleRun.everyVerdict().report, as: JUnitReport(dialect: .surefire))
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

  /// But for annotations, which do not name what passed.
  private static let writers: [any ReportWriter] =
    ReportFormat.allCases.filter { $0 != .github }.map(\.writer) + [JUnitReport(dialect: .ant)]

  @Test(arguments: writers.indices)
  func `a secret that is left in a report is hidden in it, and the report stays what it is`(_ index: Int) throws {
    try Self.withFolder { (folder: String) throws in
      let hidden = Mutex<[String: Int]>([:])
      var report = try SampleRun.everyVerdict().report
      for text in ["Sign in with a password", "testcase", "property", "class="] {
        report.redactor.learn(Secret(text, name: "s"))
      }
      report.hidden = { path, count in hidden.withLock { $0[path, default: 0] += count } }
      let path = "\(folder)/report"
      let writer = Self.writers[index]
      try ReportFile.write(report, as: writer, to: path)
      let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
      #expect(!text.contains("Sign in with a password") && text.contains("***"))
      switch writer.content {
      case .markup:
        // Tags are our own words, and no secrets.
        #expect(text.contains("<testcase ") || text.contains("<article class=\"case"))
        if writer is JUnitReport { _ = try XMLTree.root(of: text) }
        #expect(hidden.withLock { $0[path] ?? 0 } > 0)
      case .log: #expect(try Report(reading: try LogFile(path: path)).cases.count == report.cases.count)
      case .text:
        // A summary in Markdown does not name what passed.
        if !(writer is MarkdownReport) { #expect(hidden.withLock { $0[path] ?? 0 } > 0) }
      }
    }
  }

  @Test func `a secret across two pieces of a report is hidden`() throws {
    // Closer together than the secret is long, so that one of them lies wherever the first piece is cut.
    var acrossCut = 0
    for offset in stride(from: 65_600, through: 66_100, by: 20) {
      var redactor = Redactor()
      redactor.learn(Secret("Sup3r-S3cret/pass&word=42", name: "s"))
      let text = String(repeating: "x", count: offset) + " Sup3r-S3cret/pass&word=42 " + String(repeating: "y", count: 80_000)
      var net = SafetyNet(redactor, isMarkup: false)
      var written: [UInt8] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let first = written.isEmpty
        written += net.pass(rest.prefix(1000))
        rest = rest.dropFirst(1000)
        // A piece that would have ended in the secret ends in front of it.
        if first, written.count == offset + 1 { acrossCut += 1 }
      }
      written += net.rest()
      #expect(String(decoding: written, as: UTF8.self) == text.replacing("Sup3r-S3cret/pass&word=42", with: "***"))
      #expect(net.hidden == 1)
    }
    #expect(acrossCut > 0, "no secret lay across the end of a piece")
  }

  @Test(arguments: [
    "<tr><td>Zq7!</td><td>kPm2</td><td>-Xw9</td><td>vLt4</td><td>Rb8</td></tr>",
    "<p>Z</p>" + "q7!kPm2-Xw9vLt4Rb8".map { "<i>\($0)</i>" }.joined(),
  ])
  func `a secret whose pieces a page has one after the other is hidden, and its tags stay`(text: String) {
    var redactor = Redactor()
    redactor.learnClosely(Secret("Zq7!kPm2-Xw9vLt4Rb8", name: "s", source: .caller), isOfLiveTenant: true)
    for offset in [0, 65_520, 70_000] {
      var net = SafetyNet(redactor, isMarkup: true)
      let around = String(repeating: ".", count: offset)
      var written: [UInt8] = []
      var rest = Array("\(around)<b>Hello</b>\(text)<b>Jane</b>\(String(repeating: "y", count: 80_000))".utf8)[...]
      while !rest.isEmpty {
        written += net.pass(rest.prefix(1000))
        rest = rest.dropFirst(1000)
      }
      let shown = String(decoding: written + net.rest(), as: UTF8.self)
      #expect(!shown.contains("kPm2") && !shown.contains("Rb8") && !shown.contains("<i>k</i>"), "\(offset)")
      #expect(shown.contains("<b>Hello</b>") && shown.contains("<b>Jane</b>") && shown.contains("***") && net.hidden > 0)
      #expect(shown.filter { $0 == "<" }.count == text.filter { $0 == "<" }.count + 4)
    }
  }

  @Test func `a log in a file reads as one in memory`() throws {
    try Self.withFolder { folder in
      let report = try SampleRun.everyVerdict().report
      let path = "\(folder)/run.jsonl"
      try ReportFile.write(report, as: LogReport(), to: path)
      let again = try Report(reading: try LogFile(path: path))
      #expect(again.cases == report.cases)
      var text: [UInt8] = []
      try JUnitReport().write(again) { piece throws(ReportError) in text += piece }
      let expected = try JUnitReportTests.text(.everyVerdict())
      #expect(String(decoding: text, as: UTF8.self) == expected)
    }
  }
}
