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
  private let temporaryPath: String
  private let descriptor: Int32

  /// Writes a file; says how many bytes it has.
  ///
  /// - Parameter body: writes the bytes; where it throws, what was there before stays.
  @discardableResult
  public static func write(
    to path: String, _ body: (inout ReportFile) throws(ReportError) -> Void
  ) throws(ReportError) -> Int {
    var file = try ReportError.writing { () throws(ReportFileError) in try ReportFile(path) }
    do throws(ReportError) {
      try body(&file)
      try ReportError.writing { () throws(ReportFileError) in try file.finish() }
    } catch {
      unlink(file.temporaryPath)
      close(file.descriptor)
      throw error
    }
    close(file.descriptor)
    return file.byteCount
  }

  /// Writes a whole report, refused where a secret would stand in it; says how many bytes it has.
  @discardableResult
  public static func write(
    _ report: Report, as format: ReportFormat, to path: String
  ) throws(ReportError) -> Int {
    let redactor = report.redactor
    return try write(to: path) { file throws(ReportError) in
      // A secret may lie across two pieces: what a piece ends with is looked at again with the next one.
      var tail: [UInt8] = []
      try format.write(report) { piece throws(ReportError) in
        if !redactor.isEmpty {
          let looked = tail + piece
          guard !redactor.findsSecret(in: looked[...]) else { throw .file(ReportFileError(path: path, .holdsSecret)) }
          tail = Array(looked.suffix(Redactor.longestOverlap))
        }
        try file.write(piece)
      }
    }
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
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw ReportFileError(path: path, .isFolder) }
    try Self.makeFolders(for: path)
    var template = Array("\(path).XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw ReportFileError(path: path, .last) }
    temporaryPath = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Puts the file in its place.
  private func finish() throws(ReportFileError) {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else { throw ReportFileError(path: path, .last) }
    // A temporary file is for its owner alone; a report is for whoever may see files made here.
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, 0o666 & ~mask)
    guard rename(temporaryPath, path) == 0 else { throw ReportFileError(path: path, .last) }
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
  fileprivate static var last: ReportFileError.Reason { ReportFileError.Reason(code: errno) }

  fileprivate init(code: Int32) {
    switch code {
    case EACCES, EPERM, EROFS: self = .notWritable
    case ENOSPC, EDQUOT: self = .diskFull
    case EISDIR: self = .isFolder
    default: self = .other(SystemError(code: code).description)
    }
  }
}
