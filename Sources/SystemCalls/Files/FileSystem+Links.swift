#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a file that is written may lie: who may change a project must not choose what a run of it overwrites.
extension FileSystem {
  /// Throws `leadsOut` if a folder on the way to a file is a link in a project that leads out of it.
  ///
  /// A project is the folder with `.git` that the link lies in; without one it is the working directory. Links elsewhere are the
  /// machine's own.
  package static func checkWay(to path: String) throws(SystemError) {
    var way = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/").dropLast() {
      let folder = way.isEmpty ? "/" : way
      way += "/" + part
      guard FileStatus(ofLinkOrFile: way)?.kind == .link, leadsOut(way, of: folder) else { continue }
      throw .leadsOut
    }
  }

  /// Removes a link, so that a file can be made in its place; whatever else is there stays.
  package static func removeLink(_ path: String) throws(SystemError) {
    if FileStatus(ofLinkOrFile: path)?.kind == .link { try remove(path) }
  }

  /// Whether a path is that of a device or a pipe, which is written to as it is. A link to one is a link.
  package static func isDevice(_ path: String) -> Bool {
    guard let kind = FileStatus(of: path, followsLinks: true)?.kind, kind != .folder else { return false }
    return path.hasPrefix("/dev/") || path.hasPrefix("/proc/") || FileStatus(ofLinkOrFile: path)?.kind == .other
  }

  /// Whether a link that lies in a folder leads out of the project that the folder is in.
  package static func leadsOut(_ link: String, of folder: String) -> Bool {
    guard let folder = realPath(folder), let target = realPath(link), let project = project(around: folder) else { return false }
    return !isInside(target, project)
  }

  /// - Parameter folder: a real path.
  static func project(around folder: String) -> String? {
    var parts = folder.split(separator: "/")
    while true {
      let candidate = "/" + parts.joined(separator: "/")
      if FileStatus(ofLinkOrFile: candidate + "/.git") != nil { return candidate }
      guard parts.popLast() != nil else { break }
    }
    return realPath(".").flatMap { isInside(folder, $0) ? $0 : nil }
  }

  static func isInside(_ path: String, _ folder: String) -> Bool {
    folder == "/" || path == folder || path.hasPrefix(folder + "/")
  }

  /// The path with all links followed; `nil` where it leads nowhere.
  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
