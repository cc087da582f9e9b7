import JourneyRecording
import JourneyReports
import SystemCalls

/// The file that recordings are added to: its contents stay as they are, byte by byte.
struct RecordedFile {
  let path: String
  /// Its contents; empty if the file does not exist yet.
  let bytes: [UInt8]
  private let isThere: Bool
  private static let limit = ProjectFiles.sizeLimit

  /// Throws where a scenario cannot be written to it, so that no walk is lost.
  init(_ path: String) throws(RunFailure) {
    self.path = path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
      throw .cannotWrite("'\(path)' is not a file of scenarios: their names end with .yaml or .yml")
    }
    guard !["tenants", "_folder"].contains(name.split(separator: ".")[0]) else {
      throw .cannotWrite("'\(path)' is a file of settings, not of scenarios")
    }
    guard let status = FileStatus(of: path, followsLinks: true) else {
      guard FileStatus(ofLinkOrFile: path) == nil else { throw .cannotWrite("'\(path)' is a link that leads nowhere") }
      (bytes, isThere) = ([], false)
      return
    }
    guard !Self.leadsOut(path) else { throw .cannotWrite("'\(path)' is a link that leads out of the project") }
    guard status.kind == .plain else { throw .cannotWrite("'\(path)' is not a plain file") }
    guard status.permissions & Self.writing != 0 else { throw .cannotWrite("'\(path)' is read-only") }
    do { bytes = try BoundedFile.bytes(of: path, limit: Self.limit) } catch { throw .cannotRead("'\(path)' cannot be read") }
    isThere = true
  }

  /// Whether the file, or a folder on the way to it, is a link that leads out of the project.
  private static func leadsOut(_ path: String) -> Bool {
    if FileStatus(ofLinkOrFile: path)?.kind == .link {
      let folder = path.contains("/") ? FolderPath.parent(of: path) : "."
      if FileSystem.leadsOut(path, of: folder) { return true }
    }
    do throws(SystemError) { try FileSystem.checkWay(to: path) } catch { return true }
    return false
  }

  /// What lets anybody write.
  private static let writing = 0o222

  /// What separates the contents from what is added: a line of its own, and three dashes.
  private var separator: String {
    guard bytes.contains(where: { !$0.isBlank }) else { return bytes.last.map { $0 == 0x0A ? "" : "\n" } ?? "" }
    let lineFeed = bytes.last == 0x0A ? "" : "\n"
    return lineFeed + (endsWithDashes ? "" : "\n---\n")
  }

  private var endsWithDashes: Bool {
    let lines = bytes.split(separator: 0x0A)
    guard let last = lines.last(where: { line in line.contains { !$0.isBlank } }) else { return false }
    return Array(last.reversed().drop(while: \.isBlank).reversed()) == Array("---".utf8)
  }

  /// Whether it contains a recording already, under any title.
  func holds(_ recording: Recording) -> Bool {
    let body = recording.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(recording.titleLine + 1)
    let text = String(decoding: bytes, as: UTF8.self)
    return (text + "\n---").contains("\n\(body.joined(separator: "\n"))\n---")
  }

  /// The line, from 1, at which what is added begins.
  var nextLine: Int { (bytes + separator.utf8).count { $0 == 0x0A } + 1 }

  /// Adds a document at the end: the file then has it whole, or is as it was.
  func add(_ text: String) throws(RunFailure) {
    let added = Array((separator + text).utf8)
    // Who else wrote to it meanwhile keeps what they wrote.
    guard try RecordedFile(path).bytes == bytes else { throw .cannotWrite("'\(path)' was changed meanwhile: nothing is written") }
    guard !isThere else { return try append(added) }
    do throws(ReportError) {
      try ReportFile.write(to: path) { file throws(ReportError) in try file.write(added[...]) }
    } catch { throw .cannotWrite("\(error)") }
  }

  /// Writes behind what is there, so that the file keeps its owner, its permissions and the links to it.
  private func append(_ added: [UInt8]) throws(RunFailure) {
    do throws(SystemError) {
      let file = try OpenFile(appendingTo: path, creates: false)
      defer { file.close() }
      do throws(SystemError) {
        try file.write(added[...])
        try file.flush()
      } catch {
        try file.truncate(to: bytes.count)
        throw error
      }
    } catch { throw .cannotWrite("'\(path)' cannot be written: \(error.description)") }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
