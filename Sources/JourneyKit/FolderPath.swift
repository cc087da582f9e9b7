import FoundationEssentials

/// Paths of files and folders as texts.
enum FolderPath {
  /// Whether a path is that of the folder or of something in it; a project may be the whole disk, e.g. in a container.
  static func holds(_ path: String, in folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? folder : folder + "/")
  }

  /// The folder that a path lies in; the root is its own.
  static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// A path that exists with links followed, each before the dots behind it, as the operating system does.
  static func followed(_ path: String) -> String {
    var followed = ""
    for part in path.split(separator: "/") {
      followed = part == ".." ? parent(of: followed) : part == "." ? followed : resolved(followed + "/" + part)
      if followed == "/" { followed = "" }
    }
    return followed.isEmpty ? "/" : followed
  }

  /// The path with links followed and dots resolved, as far as it exists.
  static func resolved(_ path: String) -> String {
    var text = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path(percentEncoded: false)
    while text.count > 1, text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
