/// The event log of a run as a report: the lines as they were recorded.
public struct LogReport: ReportWriter {
  private static let chunk = 256 * 1024

  public init() {}

  public var content: ReportContent { .log }

  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    let log = report.log
    var position = 0
    while position < log.byteCount {
      let range = position..<min(position + Self.chunk, log.byteCount)
      let bytes = try ReportError.reading { () throws(EventLogError) in try log.bytes(in: range) }
      try sink(bytes[...])
      position = range.upperBound
    }
  }
}
