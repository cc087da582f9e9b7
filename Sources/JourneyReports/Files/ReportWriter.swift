/// A report that can be written of any run: conform to it for a format of your own.
///
/// A writer is a function of the report: it reads cases and events, and gives bytes to the sink. `ReportFile` puts them into a
/// file, and hides secrets that are left in them.
public protocol ReportWriter: Sendable {
  /// What the bytes are, which decides where in them a secret is looked for.
  var content: ReportContent { get }

  /// Writes the whole report.
  ///
  /// - Parameter sink: takes the next bytes; what it throws ends the writing.
  func write(_ report: Report, to sink: ReportSink) throws(ReportError)
}

/// What the bytes of a report are.
public enum ReportContent: Sendable, Hashable {
  /// XML or HTML: secrets are hidden in texts and attribute values, and tags stay.
  case markup
  /// Plain text: secrets are hidden everywhere.
  case text
  /// Lines of an event log: secrets are hidden in the values.
  case log
}
