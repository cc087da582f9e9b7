import SystemCalls

/// A file that a command writes and says so in, so that it is known again and nothing else is overwritten.
enum GeneratedFile {
  /// As much of a file is looked at to see who wrote it, in bytes.
  private static let head = 400

  /// Whether there is something at a path that has no such mark at its beginning; links are not followed.
  static func isForeign(_ path: String, mark: String) -> Bool {
    guard let status = FileStatus(ofLinkOrFile: path) else { return false }
    guard status.kind == .plain else { return true }
    do throws(SystemError) {
      let file = try OpenFile(reading: path, followsLinks: false, waits: false)
      defer { file.close() }
      return !isMarked(String(decoding: try file.read(upTo: min(status.size, head)), as: UTF8.self), mark)
    } catch { return true }
  }

  /// Whether a text has the mark at its beginning.
  static func isMarked(_ text: String, _ mark: String) -> Bool { text.prefix(head).contains(mark) }
}
