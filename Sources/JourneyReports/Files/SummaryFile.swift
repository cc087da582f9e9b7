import SystemCalls

/// A page that the steps of a job write one after the other, as GitHub's summary: each run or comparison is appended to it.
public struct SummaryFile: Sendable {
  /// GitHub takes 1 MiB for a job; what would go beyond is left out, with a note.
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

  /// Appends a text that was searched for secrets before; a note in its place if the page has no room for it.
  public func append(_ text: String) throws(ReportError) {
    try append { size in
      size + text.utf8.count <= Self.room ? Array(text.utf8) : Array("This page has no room for the comparison.\n".utf8)
    }
  }

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
    do throws(SystemError) { try file.write(page[...]) } catch { throw .file(ReportFileError(path: path, error)) }
  }
}
