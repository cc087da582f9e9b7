import SystemCalls

/// A page that the steps of a job write one after the other, as GitHub's summary: a run is appended to it.
public struct SummaryFile: Sendable {
  /// GitHub takes 1 MiB for a job; what would go beyond is left out, with a note.
  private static let room = 900_000

  public let path: String

  public init(path: String) { self.path = path }

  /// Appends the run's summary to what is there; what the page has no room for is left out, with a note.
  public func append(_ report: Report) throws(ReportError) {
    let file: OpenFile
    let size: Int
    do throws(SystemError) {
      file = try OpenFile(appendingTo: path, creates: true)
      size = try file.status().size
    } catch { throw .file(ReportFileError(path: path, error)) }
    defer { file.close() }
    var page = size > 0 ? Array("\n".utf8) : []
    var net = SafetyNet(report.redactor, isMarkup: false)
    try MarkdownReport(room: Self.room - size).write(report) { piece throws(ReportError) in page += net.pass(piece) }
    page += net.rest()
    if net.hidden > 0 { report.hidden(path, net.hidden) }
    do throws(SystemError) { try file.write(page[...]) } catch { throw .file(ReportFileError(path: path, error)) }
  }
}
