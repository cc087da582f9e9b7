import Encodings
import JourneyModel
import JourneyRunner

/// A run as JUnit XML, for continuous-integration servers.
///
/// A suite for each file, a case for each scenario and row, in the order of the plan. A wrong file is one case that ends in
/// an error; what was not walked is skipped with its reason. Written piece by piece: of all cases one is in memory.
/// It is one document, or in a folder one for each suite.
public struct JUnitReport: Sendable {
  public var dialect: JUnitDialect

  public init(dialect: JUnitDialect = .generic) { self.dialect = dialect }

  /// Writes the run as one document.
  ///
  /// Throws `ReportError.needsFolder` where the dialect has one suite a document and the run has others beside it.
  ///
  /// - Parameter sink: takes the next bytes; what it throws ends the writing.
  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    let suites = JUnitSuite.all(of: report)
    guard dialect.hasRoot || suites.count == 1 else { throw .needsFolder }
    try JUnitDocument(suites: suites, dialect: dialect, report: report).write(to: sink)
  }

  /// The documents that a folder holds, one for each suite, by the names of their files.
  package func documents(of report: Report) -> [(name: String, document: JUnitDocument)] {
    var names = JUnitFileNames()
    return JUnitSuite.all(of: report).map {
      (names.name(of: $0.name), JUnitDocument(suites: [$0], dialect: dialect, report: report))
    }
  }
}

/// Moments of a run as all schemas take them.
enum JUnitTime {
  /// `2026-11-21T06:47:00` in UTC, without a zone or a fraction.
  static func text(_ start: RunStart?, after time: Duration) -> String {
    let began = start?.startedAt.milliseconds ?? 0
    let moment = DateText.rfc3339(secondsSinceEpoch: (began + Int64(DurationWords.milliseconds(time))) / 1000)
    return String(moment.dropLast())
  }
}
