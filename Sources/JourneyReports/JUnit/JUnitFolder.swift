import JourneyRunner
import SystemCalls

/// A folder of JUnit files, one for each suite of a run, e.g. `reports/TEST-journeys.sign-in.password.xml`.
///
/// All files are written next to their places before the first one is put there, so that a run that cannot write one leaves the
/// files of the run before. Those of an earlier run that this one has no suite for are removed; files of others stay, and so do those of
/// runs with another label or none, and of other shards. A shard's files have it in their names, e.g. `TEST-journeys.a.shard-1-of-2.xml`.
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
    let part = RunPart(of: report)
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
    for file in others(than: Set(documents.map(\.name)), of: part) {
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

  /// Removes the files of earlier runs with this label and shard, as far as they can be.
  public func removeEarlier(_ part: RunPart) {
    for file in others(than: [], of: part) { StagedFile.removeEarlier(file) }
  }

  /// What earlier runs with this label and shard wrote; other files next to it are left alone.
  private func others(than written: Set<String>, of part: RunPart) -> [String] {
    FolderEntry.names(in: path).filter { Self.isSuite($0[...]) && !written.contains($0) }
      .map { "\(path)/\($0)" }.filter { JUnitProperties.part(ofFile: Self.beginning(of: $0)) == part }
  }

  private static func isSuite(_ name: Substring) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(suffix) }

  /// The beginning, which says whose file it is; empty if it cannot be read.
  private static func beginning(of path: String) -> String {
    do throws(SystemError) {
      let file = try OpenFile(reading: path, followsLinks: false, waits: false)
      defer { file.close() }
      return String(decoding: try file.read(atMost: lookedAt), as: UTF8.self)
    } catch { return "" }
  }
}
