import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

struct JUnitReportTests {
  private let golden = Golden(target: "JourneyReports")

  /// The documents of a run: one, or one for each suite where the dialect has no more.
  static func documents(_ run: SampleRun, _ dialect: JUnitDialect = .generic) throws -> [String] {
    let report = try run.report
    var bytes: [UInt8] = []
    guard !dialect.hasRoot else {
      try JUnitReport(dialect: dialect).write(report) { chunk throws(ReportError) in bytes += chunk }
      return [String(decoding: bytes, as: UTF8.self)]
    }
    return try JUnitReport(dialect: dialect).documents(of: report).map { _, document in
      bytes = []
      try document.write { chunk throws(ReportError) in bytes += chunk }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// All documents of a run, one behind the other.
  static func text(_ run: SampleRun, _ dialect: JUnitDialect = .generic) throws -> String {
    try documents(run, dialect).joined()
  }

  static func roots(_ run: SampleRun, _ dialect: JUnitDialect = .generic) throws -> [XMLTree.Element] {
    try documents(run, dialect).map { try XMLTree.root(of: $0) }
  }

  /// The name of the golden file for one document of several.
  private static func name(_ dialect: JUnitDialect, _ suffix: String, _ index: Int) -> String {
    "junit-\(dialect.name)\(suffix)\(index == 0 ? "" : "-\(index + 1)").xml"
  }

  @Test(arguments: JUnitDialect.allCases)
  func `each dialect reads like this`(_ dialect: JUnitDialect) throws {
    let documents = try Self.documents(.everyVerdict(), dialect)
    #expect(documents.count == (dialect == .surefire ? 2 : 1))
    for (index, text) in documents.enumerated() {
      #expect(try golden.difference(of: text, from: Self.name(dialect, "", index)) == nil)
    }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `a wrong file is one error and all else is skipped`(_ dialect: JUnitDialect) throws {
    let documents = try Self.documents(.wrongFile(), dialect)
    #expect(!documents.isEmpty)
    for (index, text) in documents.enumerated() {
      #expect(try golden.difference(of: text, from: Self.name(dialect, "-wrong-file", index)) == nil)
    }
  }

  @Test func `the log of every verdict is kept for checks with foreign tools`() throws {
    let log = SampleRun.everyVerdict().log
    let text = String(decoding: try log.bytes(in: 0..<log.byteCount), as: UTF8.self)
    #expect(try golden.difference(of: text, from: "every-verdict.jsonl") == nil)
  }
}
