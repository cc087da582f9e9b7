/// The formats that a run can be reported in; the raw value is the format's name and flag.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// JUnit XML in the dialect that most servers read; `JUnitReport` writes the others.
  case junit
  /// One page that needs nothing else, each screen drawn.
  case html
  /// The event log itself: one JSON object per line.
  case json
  /// Test Anything Protocol, version 14.
  case tap
  /// A summary for a job's page.
  case markdown
  /// Commands that make GitHub show failures next to the lines they are about.
  case github

  /// What writes this format.
  public var writer: any ReportWriter {
    switch self {
    case .junit: JUnitReport()
    case .html: HTMLReport()
    case .json: LogReport()
    case .tap: TAPReport()
    case .markdown: MarkdownReport()
    case .github: GitHubAnnotations()
    }
  }
}
