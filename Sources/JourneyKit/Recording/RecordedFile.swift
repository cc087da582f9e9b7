import JourneyReports
import SystemCalls

/// The file that recordings are added to: what stands in it stays as it is, byte by byte.
struct RecordedFile {
  let path: String
  /// What stands in it; empty if there is no file yet.
  let bytes: [UInt8]
  private static let limit = ProjectFiles.sizeLimit

  /// Throws where the file is there and cannot be read.
  init(_ path: String) throws(RunFailure) {
    self.path = path
    guard FileStatus(of: path, followsLinks: true) != nil else {
      bytes = []
      return
    }
    do { bytes = try BoundedFile.bytes(of: path, limit: Self.limit) } catch { throw .cannotRead("'\(path)' cannot be read") }
  }

  /// What comes between what stands there and what is added: a line of its own, and three dashes.
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

  /// The line, from 1, at which what is added begins.
  var nextLine: Int { (bytes + separator.utf8).count { $0 == 0x0A } + 1 }

  /// Adds a document at the end: the file then has it whole, or is as it was.
  func add(_ text: String) throws(RunFailure) {
    let added = Array((separator + text).utf8)
    // Who else wrote to it meanwhile keeps what they wrote.
    guard try RecordedFile(path).bytes == bytes else { throw .cannotWrite("'\(path)' was changed meanwhile: nothing is written") }
    do throws(ReportError) {
      try ReportFile.write(to: path) { file throws(ReportError) in
        try file.write(bytes[...])
        try file.write(added[...])
      }
    } catch { throw .cannotWrite("\(error)") }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
