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
    for file in others(than: Set(documents.map(\.name)), label: report.start?.label) {
      do throws(ReportFileError) { try StagedFile.remove(file) } catch { throw .file(error) }
    }
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

  /// Removes the files of earlier runs with this label, as far as they can be.
  public func removeEarlier(label: String?) {
    for file in others(than: [], label: label) { StagedFile.removeEarlier(file) }
  }

  /// What earlier runs with this label wrote; other files next to it are left alone.
  private func others(than written: Set<String>, label: String?) -> [String] {
    let beginning = label.map(JUnitFileNames.beginning) ?? ""
    return FolderEntry.names(in: path).filter { Self.isSuite($0[...]) && $0.hasPrefix(beginning) && !written.contains($0) }
      .map { "\(path)/\($0)" }.filter(Self.isOurs)
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
