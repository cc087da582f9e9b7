#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is there whole or not at all: written beside its place, flushed, then put there.
///
/// What stood in its place stays until then. Folders on the way are made.
public struct ReportFile {
  /// As much as GitLab reads of one JUnit file, in bytes.
  public static let usualLimit = 30 * 1024 * 1024

  public let path: String
  /// What was written so far.
  public private(set) var byteCount = 0
  /// `nil` for a device or a pipe, which is written to as it is.
  private let temporaryPath: String?
  private let descriptor: Int32

  /// Writes a file; says how many bytes it has.
  ///
  /// - Parameter body: writes the bytes; where it throws, what was there before stays.
  @discardableResult
  public static func write(
    to path: String, _ body: (inout ReportFile) throws(ReportError) -> Void
  ) throws(ReportError) -> Int {
    StagedFile.removeLeftovers(of: path)
    let staged = try stage(for: path, body)
    try ReportError.writing { () throws(ReportFileError) in try staged.put() }
    return staged.byteCount
  }

  /// Writes a whole report; says how many bytes it has.
  @discardableResult
  public static func write(
    _ report: Report, as format: ReportFormat, to path: String
  ) throws(ReportError) -> Int {
    try write(to: path) { file throws(ReportError) in
      if format == .json { return try file.writeLog(of: report) }
      try file.write(searchedBy: report, isMarkup: format.isMarkup) { sink throws(ReportError) in try format.write(report, to: sink) }
    }
  }

  /// Writes a file beside its place, from where it can be put there.
  ///
  /// - Parameter body: writes the bytes; where it throws, nothing is left.
  static func stage(
    for path: String, _ body: (inout ReportFile) throws(ReportError) -> Void
  ) throws(ReportError) -> StagedFile {
    var file = try ReportError.writing { () throws(ReportFileError) in try ReportFile(path) }
    defer { close(file.descriptor) }
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

  /// Writes what the body says, with `***` for a secret that is left in it, which the report's owner is told.
  ///
  /// Everything that a report is made of was searched before. What can be left is made of pieces that were put together, and our
  /// own words.
  mutating func write(
    searchedBy report: Report, isMarkup: Bool, _ body: (ReportSink) throws(ReportError) -> Void
  ) throws(ReportError) {
    var net = SafetyNet(report.redactor, isMarkup: isMarkup)
    var file = self
    defer { self = file }
    try body { piece throws(ReportError) in try file.write(net.pass(piece)[...]) }
    try file.write(net.rest()[...])
    if net.hidden > 0 { report.hidden(path, net.hidden) }
  }

  /// Writes the lines of an event log, in which a secret is hidden as in every report.
  private mutating func writeLog(of report: Report) throws(ReportError) {
    var rest: [UInt8] = []
    var file = self
    defer { self = file }
    try ReportFormat.json.write(report) { piece throws(ReportError) in
      rest += piece
      let end = rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      try file.write(report.redactor.redactedLog(Array(rest[..<end]))[...])
      rest.removeFirst(end)
    }
    try file.write(report.redactor.redactedLog(rest)[...])
  }

  /// Puts bytes behind what is there.
  public mutating func write(_ bytes: ArraySlice<UInt8>) throws(ReportError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { SystemCall.write(descriptor, $0) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .file(ReportFileError(path: path, .last)) }
      rest = rest.dropFirst(written)
    }
    byteCount += bytes.count
  }

  private init(_ path: String) throws(ReportFileError) {
    self.path = path
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT == S_IFDIR { throw ReportFileError(path: path, .isFolder) }
    if isThere, status.st_mode & S_IFMT != S_IFREG || path.hasPrefix("/dev/") || path.hasPrefix("/proc/") {
      temporaryPath = nil
      descriptor = Self.device(path)
      guard descriptor >= 0 else { throw ReportFileError(path: path, .last) }
      return
    }
    try Self.makeFolders(for: path)
    var template = Array("\(path)\(StagedFile.mark)XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw ReportFileError(path: path, .last) }
    // Held as long as the process lives: a file that nobody holds is one that a killed run left.
    flock(descriptor, LOCK_EX | LOCK_NB)
    temporaryPath = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Opens what is no file of its own; a stream of this process goes on where it is.
  private static func device(_ path: String) -> Int32 {
    switch path {
    case "/dev/stdout", "/dev/fd/1": dup(STDOUT_FILENO)
    case "/dev/stderr", "/dev/fd/2": dup(STDERR_FILENO)
    default: open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    }
  }

  /// Flushes the file and opens it to those who may see it.
  private func finish() throws(ReportFileError) {
    guard temporaryPath != nil else { return }
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else { throw ReportFileError(path: path, .last) }
    // A temporary file is for its owner alone; a report is for whoever may see files made here.
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, 0o666 & ~mask)
  }

  private static func makeFolders(for path: String) throws(ReportFileError) {
    var folder = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/").dropLast() {
      folder += (folder.isEmpty || folder.hasSuffix("/") ? "" : "/") + part
      guard mkdir(folder, 0o777) != 0, errno != EEXIST else { continue }
      // A folder on a file system that cannot be written may stand there all the same.
      var status = stat()
      let code = errno
      guard stat(folder, &status) == 0 else { throw ReportFileError(path: path, ReportFileError.Reason(code: code)) }
    }
  }
}

/// Calls whose names are those of methods here.
private enum SystemCall {
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}

extension ReportFileError.Reason {
  static var last: ReportFileError.Reason { ReportFileError.Reason(code: errno) }

  init(code: Int32) {
    switch code {
    case EACCES, EPERM, EROFS: self = .notWritable
    case ENOSPC, EDQUOT: self = .diskFull
    case EISDIR: self = .isFolder
    default: self = .other(SystemError(code: code).description)
    }
  }
}
