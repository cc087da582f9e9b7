import SystemCalls

/// A file that exists completely or not at all: written next to its place, flushed, then put there.
///
/// What was in its place stays until then; a link there gives way to the file. Folders on the way are made, and none of them may be a
/// link that leads out of the project.
public struct ReportFile {
  /// As much as GitLab reads of one JUnit file, in bytes.
  public static let usualLimit = 30 * 1024 * 1024

  public let path: String
  /// What was written so far.
  public private(set) var byteCount = 0
  /// `nil` for a device or a pipe, which is written to as it is.
  private let temporaryPath: String?
  private let file: OpenFile
  /// Whether it, and folders that are made for it, are for their owner alone.
  private let isPrivate: Bool

  /// Writes a file; says how many bytes it has.
  ///
  /// - Parameters:
  ///   - isPrivate: whether it, and folders that are made for it, are for their owner alone.
  ///   - body: writes the bytes; where it throws, what was there before stays.
  @discardableResult
  public static func write(
    to path: String, isPrivate: Bool = false, _ body: (inout ReportFile) throws(ReportError) -> Void
  ) throws(ReportError) -> Int {
    StagedFile.removeLeftovers(of: path)
    let staged = try stage(for: path, isPrivate: isPrivate, body)
    try ReportError.writing { () throws(ReportFileError) in try staged.put() }
    return staged.byteCount
  }

  /// Removes a report or log of an earlier run, where it is a file and no other run writes it.
  public static func removeEarlier(_ path: String) { StagedFile.removeEarlier(path) }

  /// Writes a text that was searched for secrets before.
  ///
  /// - Parameter isPrivate: whether the file, and folders that are made for it, are for their owner alone.
  public static func write(_ text: String, to path: String, isPrivate: Bool = false) throws(ReportError) {
    try write(to: path, isPrivate: isPrivate) { file throws(ReportError) in try file.write(Array(text.utf8)[...]) }
  }

  /// Writes a whole report; says how many bytes it has.
  @discardableResult
  public static func write(
    _ report: Report, as writer: any ReportWriter, to path: String
  ) throws(ReportError) -> Int {
    try write(to: path) { file throws(ReportError) in
      try file.write(searchedBy: report, writer.content) { sink throws(ReportError) in try writer.write(report, to: sink) }
    }
  }

  /// Writes a file next to its place, from where it can be put there.
  ///
  /// - Parameter body: writes the bytes; where it throws, nothing is left.
  static func stage(
    for path: String, isPrivate: Bool = false, _ body: (inout ReportFile) throws(ReportError) -> Void
  ) throws(ReportError) -> StagedFile {
    var file = try ReportError.writing { () throws(ReportFileError) in try ReportFile(path, isPrivate: isPrivate) }
    defer { file.file.close() }
    let staged = StagedFile(path: path, temporaryPath: file.temporaryPath)
    do throws(ReportError) {
      try body(&file)
      try ReportError.writing { () throws(ReportFileError) in try file.finish() }
    } catch {
      staged.discard()
      throw error
    }
    return StagedFile(path: path, temporaryPath: file.temporaryPath, byteCount: file.byteCount)
  }

  /// Writes the body's output, with `***` for a remaining secret, which the report's owner learns.
  ///
  /// Everything that a report is made of was searched before. What can be left is made of pieces that were put together, and our
  /// own words.
  mutating func write(
    searchedBy report: Report, _ content: ReportContent, _ body: (ReportSink) throws(ReportError) -> Void
  ) throws(ReportError) {
    if content == .log { return try writeLog(searchedBy: report.redactor, body) }
    var net = SafetyNet(report.redactor, isMarkup: content == .markup)
    var file = self
    defer { self = file }
    try body { piece throws(ReportError) in try file.write(net.pass(piece)[...]) }
    try file.write(net.rest()[...])
    if net.hidden > 0 { report.hidden(path, net.hidden) }
  }

  /// Writes the lines of an event log, in which a secret is hidden as in every report.
  private mutating func writeLog(
    searchedBy redactor: Redactor, _ body: (ReportSink) throws(ReportError) -> Void
  ) throws(ReportError) {
    var rest: [UInt8] = []
    var file = self
    defer { self = file }
    try body { piece throws(ReportError) in
      rest += piece
      let end = rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      try file.write(redactor.redactedLog(Array(rest[..<end]))[...])
      rest.removeFirst(end)
    }
    try file.write(redactor.redactedLog(rest)[...])
  }

  /// Appends bytes to what is there.
  public mutating func write(_ bytes: ArraySlice<UInt8>) throws(ReportError) {
    do throws(SystemError) { try file.write(bytes) } catch { throw .file(ReportFileError(path: path, error)) }
    byteCount += bytes.count
  }

  private init(_ path: String, isPrivate: Bool) throws(ReportFileError) {
    (self.path, self.isPrivate) = (path, isPrivate)
    if FileStatus(of: path, followsLinks: true)?.kind == .folder { throw ReportFileError(path: path, .isFolder) }
    do throws(SystemError) {
      guard !FileSystem.isDevice(path) else {
        temporaryPath = nil
        file = if let stream = try OpenFile.stream(path) { stream } else { try OpenFile(appendingTo: path, creates: false) }
        return
      }
      try FileSystem.makeFolders(for: path, isPrivate: isPrivate)
      let temporary = try OpenFile.temporary(beginning: path + StagedFile.mark)
      // Held as long as the process lives: a file without a holder is one that a killed run left.
      _ = temporary.file.lock()
      (file, temporaryPath) = (temporary.file, temporary.path)
    } catch { throw ReportFileError(path: path, error) }
  }

  /// Flushes the file and opens it to those who may see it: a temporary file is for its owner alone.
  private func finish() throws(ReportFileError) {
    guard temporaryPath != nil else { return }
    do throws(SystemError) { try file.flush() } catch { throw ReportFileError(path: path, error) }
    if !isPrivate { file.share() }
  }
}

extension ReportFileError {
  init(path: String, _ error: SystemError) {
    let reason: Reason =
      switch error.kind {
      case .notPermitted: .notWritable
      case .noSpace: .diskFull
      case .isFolder: .isFolder
      case .other: .other(error.description)
      }
    self.init(path: path, reason)
  }
}
