#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A page that the steps of a job write one after the other, as GitHub's summary: a run is put behind what stands there.
public struct SummaryFile: Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// Writes the run's summary behind what is there; what the page has no room for is left out, with a note.
  public func append(_ report: Report) throws(ReportError) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .file(ReportFileError(path: path, .last)) }
    defer { close(descriptor) }
    var status = stat()
    let size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    var page = size > 0 ? Array("\n".utf8) : []
    var net = SafetyNet(report.redactor, isMarkup: false)
    try MarkdownReport(room: MarkdownReport.usualRoom - size).write(report) { piece throws(ReportError) in page += net.pass(piece) }
    page += net.rest()
    if net.hidden > 0 { report.hidden(path, net.hidden) }
    try put(page, to: descriptor)
  }

  private func put(_ bytes: [UInt8], to descriptor: Int32) throws(ReportError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .file(ReportFileError(path: path, .last)) }
      written += count
    }
  }
}
