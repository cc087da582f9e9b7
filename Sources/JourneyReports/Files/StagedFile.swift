#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is whole and lies beside its place, to be put there or thrown away.
struct StagedFile {
  /// Stands in the name of every file that is being written, between the name of the report and six letters.
  static let mark = ".journey-"

  let path: String
  /// `nil` for what was written straight to its place.
  let temporaryPath: String?
  var byteCount = 0

  /// Puts the file in its place; what stood there goes.
  func put() throws(ReportFileError) {
    guard let temporaryPath, rename(temporaryPath, path) != 0 else { return }
    let reason = ReportFileError.Reason.last
    discard()
    throw ReportFileError(path: path, reason)
  }

  func discard() {
    if let temporaryPath { unlink(temporaryPath) }
  }

  /// Removes a file that an earlier run put in its place.
  static func remove(_ path: String) throws(ReportFileError) {
    guard unlink(path) == 0 else { throw ReportFileError(path: path, .last) }
  }

  /// Removes what runs left that were killed while they wrote this report.
  ///
  /// Whoever still writes holds a lock on its file, which goes with the process however it ends.
  static func removeLeftovers(of path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[..<$0]) } ?? "."
    let file = slash.map { path[path.index(after: $0)...] } ?? path[...]
    removeLeftovers(in: folder.isEmpty ? "/" : folder) { $0 == file }
  }

  /// Removes such files of all reports in a folder whose names are wanted.
  static func removeLeftovers(in folder: String, of isReport: (Substring) -> Bool) {
    for name in FolderNames.all(in: folder) {
      guard let mark = name.ranges(of: Self.mark).last, name[mark.upperBound...].utf8.count == 6, isReport(name[..<mark.lowerBound])
      else { continue }
      removeUnlessHeld("\(folder)/\(name)")
    }
  }

  private static func removeUnlessHeld(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
  }
}

/// The names in a folder.
enum FolderNames {
  /// In the order of the file system; none where the folder cannot be read.
  static func all(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
