import JourneyRunner
import SystemCalls

/// A folder of JUnit files, one for each suite of a run, e.g. `reports/TEST-journeys.sign-in.password.xml`.
///
/// All files are written next to their places before the first one is put there, so that a run that cannot write one leaves the
/// files of the run before. Those of an earlier run that this one has no suite for are removed; files of others, and those of runs
/// with another label, stay.
public struct JUnitFolder: Sendable {
  private static let prefix = "TEST-"
  private static let suffix = ".xml"
  /// As much of a file is looked at to see whose it is, in bytes.
  private static let lookedAt = 16 * 1024

  /// Without a slash at its end.
  private let path: String

  public init(path: String) {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  /// Writes the files; says how many bytes the largest of them has.
  @discardableResult
  public func write(_ report: Report, as junit: JUnitReport) throws(ReportError) -> Int {
    let documents = junit.documents(of: report)
    try StagedFile.checkWay(into: path)
    StagedFile.removeLeftovers(in: path, of: Self.isSuite)
    var staged: [StagedFile] = []
    do throws(ReportError) {
      for (name, document) in documents {
        staged.append(
          try ReportFile.stage(for: "\(path)/\(name)") { file throws(ReportError) in
            try file.write(searchedBy: report, .markup) { sink throws(ReportError) in try document.write(to: sink) }
          })
      }
    } catch {
      for file in staged { file.discard() }
      throw error
    }
    try put(staged)
    try removeOthers(than: Set(documents.map(\.name)), beginning: report.start?.label.map(JUnitFileNames.beginning) ?? "")
    return staged.map(\.byteCount).max() ?? 0
  }

  private func put(_ staged: [StagedFile]) throws(ReportError) {
    for (index, file) in staged.enumerated() {
      do throws(ReportFileError) { try file.put() } catch {
        for file in staged[(index + 1)...] { file.discard() }
        throw .file(error)
      }
    }
  }

  /// Removes what an earlier run wrote; other files next to it are left alone.
  private func removeOthers(than written: Set<String>, beginning: String) throws(ReportError) {
    for name in FolderEntry.names(in: path) where Self.isSuite(name[...]) && name.hasPrefix(beginning) && !written.contains(name) {
      let file = "\(path)/\(name)"
      guard Self.isOurs(file) else { continue }
      do throws(ReportFileError) { try StagedFile.remove(file) } catch { throw .file(error) }
    }
  }

  private static func isSuite(_ name: Substring) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(suffix) }

  /// Whether the file says that it was written here.
  private static func isOurs(_ path: String) -> Bool {
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try OpenFile(reading: path, followsLinks: false, waits: false)
      defer { file.close() }
      bytes = try file.read(atMost: lookedAt)
    } catch { return false }
    return bytes.firstRange(of: Array("<property name=\"\(JUnitProperties.version)\"".utf8)) != nil
  }
}
