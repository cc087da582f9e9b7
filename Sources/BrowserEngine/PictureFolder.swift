import Encodings
import FoundationEssentials
import HostedDialect
import SystemCalls

/// Where pictures of pages are kept, numbered in the order in which they were shown.
///
/// Pictures cannot be searched for secrets, so a caller has to ask for them.
package struct PictureFolder: Sendable {
  private let path: String
  private var count = 0

  init(_ path: String) { self.path = path }

  /// Why no picture can be written to a folder, in a sentence without a full stop; `nil` if one can. Makes the folder.
  package static func problem(with path: String) -> String? {
    do throws(SystemError) { try FileSystem.makeFolders(for: "\(path)/*") } catch {
      return "the folder '\(path)' for pictures cannot be made: \(error)"
    }
    return FileManager.default.isWritableFile(atPath: path) ? nil : "the folder '\(path)' for pictures cannot be written to"
  }

  /// Writes a picture, whose name has the page's path, without tokens. Returns why it could not be written; `nil` if it was.
  mutating func keep(_ png: [UInt8], of page: WebURL) -> String? {
    count += 1
    let words = PathTemplate(of: page).description.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-").prefix(60)
    let name = "\(count < 10 ? "0" : "")\(count)\(words.isEmpty ? "" : "-\(words)").png"
    do throws(SystemError) {
      let file = try OpenFile(placing: "\(path)/\(name)")
      defer { file.close() }
      try file.truncate(to: 0)
      try file.write(png[...])
      file.share()
      return nil
    } catch {
      return "the picture '\(path)/\(name)' cannot be written"
    }
  }
}
