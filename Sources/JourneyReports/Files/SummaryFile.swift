import SystemCalls

/// A page that the steps of a job write one after the other, as GitHub's summary: each run or comparison is appended to it.
public struct SummaryFile: Sendable {
  /// GitHub takes so many bytes for a job.
  private static let limit = 1_048_576
  /// A run leaves out what would go beyond this, with a note.
  private static let room = 900_000

  public let path: String

  public init(path: String) { self.path = path }

  /// Appends the run's summary to what is there; what the page has no room for is left out, with a note.
  public func append(_ report: Report) throws(ReportError) {
    try append { size throws(ReportError) in
      var page: [UInt8] = []
      var net = SafetyNet(report.redactor, isMarkup: false)
      try MarkdownReport(room: Self.room - size).write(report) { piece throws(ReportError) in page += net.pass(piece) }
      page += net.rest()
      if net.hidden > 0 { report.hidden(path, net.hidden) }
      return page
    }
  }

  /// Appends a text that was searched for secrets before.
  public func append(_ text: String) throws(ReportError) { try append { _ in Array(text.utf8) } }

  /// Throws, and leaves the page as it is, if the job would have more than GitHub takes: it then shows nothing of it.
  ///
  /// - Parameter section: the bytes to append, given how many there are.
  private func append(_ section: (Int) throws(ReportError) -> [UInt8]) throws(ReportError) {
    let file: OpenFile
    let size: Int
    do throws(SystemError) {
      file = try OpenFile(appendingTo: path, creates: true)
      size = try file.status().size
    } catch { throw .file(ReportFileError(path: path, error)) }
    defer { file.close() }
    let page = (size > 0 ? Array("\n".utf8) : []) + (try section(size))
    guard size + page.count <= Self.limit else {
      let reason = "it has \(size) bytes, and GitHub shows no summary of more than \(Self.limit)"
      throw .file(ReportFileError(path: path, .other(reason)))
    }
    do throws(SystemError) { try file.write(page[...]) } catch { throw .file(ReportFileError(path: path, error)) }
  }
}
