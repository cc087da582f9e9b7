import JourneyRunner

/// A run as JUnit XML, for continuous-integration servers.
///
/// A suite for each file, a case for each scenario and row, in the order of the plan. A wrong file is one case that ends in
/// an error; what was not walked is skipped with its reason. Written piece by piece: of all cases one is in memory.
/// It is one document, or in a folder one for each suite.
public struct JUnitReport: ReportWriter {
  public var dialect: JUnitDialect
  /// Where pages of single cases are, which are named as attachments; `nil` for nowhere.
  public var pages: CasePages?

  public init(dialect: JUnitDialect = .generic, pages: CasePages? = nil) {
    self.dialect = dialect
    self.pages = pages
  }

  public var content: ReportContent { .markup }

  /// Writes the run as one document.
  ///
  /// Throws `ReportError.needsFolder` if the dialect has one suite per document and the run has others.
  ///
  /// - Parameter sink: takes the next bytes; what it throws ends the writing.
  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    let suites = JUnitSuite.all(of: report)
    guard dialect.hasRoot || suites.count == 1 else { throw .needsFolder }
    try JUnitDocument(suites: suites, dialect: dialect, pages: pages, report: report).write(to: sink)
  }

  /// The documents that a folder holds, one for each suite, by the names of their files.
  package func documents(of report: Report) -> [(name: String, document: JUnitDocument)] {
    var names = JUnitFileNames(of: RunPart(of: report))
    return JUnitSuite.all(of: report).map {
      (names.name(of: $0.name), JUnitDocument(suites: [$0], dialect: dialect, pages: pages, report: report))
    }
  }
}
