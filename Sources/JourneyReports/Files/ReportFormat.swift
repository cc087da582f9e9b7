/// The reports that a run can be written as.
public enum ReportFormat: Sendable, Hashable {
  case junit(JUnitDialect)
  /// Test Anything Protocol, version 14.
  case tap
  /// One page that needs nothing else, each screen drawn.
  case html
  /// A summary for a job's page.
  case markdown
  /// Commands that make GitHub show failures beside the lines they are about.
  case github
  /// The event log itself: one JSON object per line.
  case json

  /// Whether its tags are not to be touched.
  var isMarkup: Bool {
    switch self {
    case .junit, .html: true
    case .tap, .markdown, .github, .json: false
    }
  }

  /// Writes a run in this format.
  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    switch self {
    case .junit(let dialect): try JUnitReport(dialect: dialect).write(report, to: sink)
    case .tap: try TAPReport().write(report, to: sink)
    case .html: try HTMLReport().write(report, to: sink)
    case .markdown: try MarkdownReport().write(report, to: sink)
    case .github: try GitHubAnnotations().write(report, to: sink)
    case .json: try report.copyLog(to: sink)
    }
  }
}

extension Report {
  private static let chunk = 256 * 1024

  /// The log as it is.
  func copyLog(to sink: ReportSink) throws(ReportError) {
    var position = 0
    while position < log.byteCount {
      let range = position..<min(position + Self.chunk, log.byteCount)
      let bytes = try ReportError.reading { () throws(EventLogError) in try log.bytes(in: range) }
      try sink(bytes[...])
      position = range.upperBound
    }
  }
}
