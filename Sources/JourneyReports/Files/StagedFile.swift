import SystemCalls

/// A complete file next to its place, to be put there or thrown away.
struct StagedFile {
  /// Part of the name of every file that is being written, between the name of the report and six letters.
  static let mark = ".journey-"

  let path: String
  /// `nil` for what was written straight to its place.
  let temporaryPath: String?
  var byteCount = 0

  /// Puts the file in its place; what stood there goes.
  func put() throws(ReportFileError) {
    guard let temporaryPath else { return }
    let ending = temporaryPath.dropFirst(path.count)
    do throws(SystemError) {
      try FileSystem.inFolder(of: path) { path throws(SystemError) in try FileSystem.rename(path + ending, to: path) }
    } catch {
      discard()
      throw ReportFileError(path: path, error)
    }
  }

  func discard() {
    if let temporaryPath { Self.removeIfThere(temporaryPath) }
  }

  /// Removes a file that an earlier run put in its place.
  static func remove(_ path: String) throws(ReportFileError) {
    do throws(SystemError) { try FileSystem.inFolder(of: path, FileSystem.remove) } catch { throw ReportFileError(path: path, error) }
  }

  /// Removes what runs left that were killed while they wrote this report.
  ///
  /// A writer holds a lock on its file, which ends with the process in any case.
  static func removeLeftovers(of path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[..<$0]) } ?? "."
    let file = slash.map { path[path.index(after: $0)...] } ?? path[...]
    removeLeftovers(in: folder.isEmpty ? "/" : folder) { $0 == file }
  }

  /// Removes such files of all reports in a folder whose names are wanted.
  static func removeLeftovers(in folder: String, of isReport: (Substring) -> Bool) {
    for name in FolderEntry.names(in: folder) {
      guard let mark = name.ranges(of: Self.mark).last, name[mark.upperBound...].utf8.count == 6, isReport(name[..<mark.lowerBound])
      else { continue }
      removeUnlessHeld("\(folder)/\(name)")
    }
  }

  /// Removes a report or log of an earlier run before one is made: a run that is cut off must not leave what another one said.
  ///
  /// A link, a device, a pipe and a file that another run holds stay, and so does one that cannot be removed: writing says why.
  static func removeEarlier(_ path: String) {
    guard FileStatus(ofLinkOrFile: path)?.kind == .plain else { return }
    do throws(SystemError) {
      try FileSystem.inFolder(of: path) { path throws(SystemError) in removeUnlessHeld(path) }
    } catch { return }
  }

  /// Throws if files that are put into a folder, or removed from it, would be outside of the project.
  static func checkWay(into folder: String) throws(ReportError) {
    do throws(SystemError) { try FileSystem.checkWay(to: "\(folder)/*") } catch { throw .file(ReportFileError(path: folder, error)) }
  }

  private static func removeUnlessHeld(_ path: String) {
    do throws(SystemError) {
      let file = try OpenFile(changing: path)
      defer { file.close() }
      if file.lock() == .got { removeIfThere(path) }
    } catch {
      // What cannot be opened belongs to another program.
      return
    }
  }

  /// Removes a file that is not needed: if it stays, the next run tries again.
  private static func removeIfThere(_ path: String) {
    do throws(SystemError) { try FileSystem.inFolder(of: path, FileSystem.remove) } catch { return }
  }
}
