#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Changes in a folder that stays the one that was looked at: another process may put a link in the place of a folder meanwhile.
extension FileSystem {
  /// Calls the body with a path of the same file that goes through no name but its own.
  ///
  /// The folders on the way are opened one after the other; where one turns out to be a link in a project that leads out of it, this
  /// throws `leadsOut`, as `checkWay` does. On systems without Linux's `/proc` the body gets the path as it is, after that check.
  package static func inFolder<Result>(
    of path: String, _ body: (String) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return try body(path) }
    #if os(Linux)
      var folder = try open(path.hasPrefix("/") ? "/" : ".", in: AT_FDCWD)
      defer { close(folder) }
      for part in parts.dropLast() {
        let next = try open(String(part), in: folder)
        let (above, own) = (place(of: folder), place(of: next))
        close(folder)
        folder = next
        guard part != "..", part != ".", own != (above == "/" ? "" : above) + "/" + part else { continue }
        if let project = project(around: above), !isInside(own, project) { throw .leadsOut }
      }
      if place(of: folder).hasPrefix("/") { return try body("\(way(to: folder))/\(name)") }
    #endif
    try checkWay(to: path)
    return try body(path)
  }

  #if os(Linux)
    /// Opens a folder only as a place, which needs no permission to read it (`open(2)`, `O_PATH`).
    private static func open(_ name: String, in folder: Int32) throws(SystemError) -> Int32 {
      let descriptor = openat(folder, name, 0o10_000_000 | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .last }
      return descriptor
    }

    private static func way(to folder: Int32) -> String { "/proc/self/fd/\(folder)" }

    /// Where an open folder is; empty if that is not known.
    private static func place(of folder: Int32) -> String {
      var text = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(way(to: folder), &text, text.count)
      return count > 0 ? String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
    }
  #endif
}
