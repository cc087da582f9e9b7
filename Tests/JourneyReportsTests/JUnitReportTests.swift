import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

struct JUnitReportTests {
  private let golden = Golden(target: "JourneyReports")

  static func text(_ run: SampleRun, _ dialect: JUnitDialect = .generic) throws -> String {
    var bytes: [UInt8] = []
    try JUnitReport(dialect: dialect).write(try run.report) { chunk throws(ReportError) in bytes += chunk }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: JUnitDialect.allCases)
  func `each dialect reads like this`(_ dialect: JUnitDialect) throws {
    let text = try Self.text(.everyVerdict(), dialect)
    #expect(try golden.difference(of: text, from: "junit-\(dialect.rawValue).xml") == nil)
  }

  @Test(arguments: JUnitDialect.allCases)
  func `a wrong file is one error and all else is skipped`(_ dialect: JUnitDialect) throws {
    let text = try Self.text(.wrongFile(), dialect)
    #expect(try golden.difference(of: text, from: "junit-\(dialect.rawValue)-wrong-file.xml") == nil)
  }

  @Test func `the log of every verdict is kept for checks with foreign tools`() throws {
    let log = SampleRun.everyVerdict().log
    let text = String(decoding: try log.bytes(in: 0..<log.byteCount), as: UTF8.self)
    #expect(try golden.difference(of: text, from: "every-verdict.jsonl") == nil)
  }
}
