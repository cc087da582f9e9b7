#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Changes of names and folders.
package enum FileSystem {
  package static func remove(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 else { throw .last }
  }

  /// Gives a file another name; what had it goes.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    guard systemRename(path, other) == 0 else { throw .last }
  }

  /// Makes the folders that a file is to lie in; throws `leadsOut` as `checkWay` does.
  ///
  /// - Parameter isPrivate: whether those that are made are for their owner alone.
  package static func makeFolders(for path: String, isPrivate: Bool = false) throws(SystemError) {
    try checkWay(to: path)
    var folder = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/").dropLast() {
      folder += (folder.isEmpty || folder.hasSuffix("/") ? "" : "/") + part
      guard mkdir(folder, isPrivate ? 0o700 : 0o777) != 0, errno != EEXIST else { continue }
      // A folder on a read-only file system may still exist.
      let failure = SystemError.last
      guard FileStatus(of: folder, followsLinks: true) == nil else { continue }
      throw failure
    }
  }

  private static func systemRename(_ path: String, _ other: String) -> Int32 {
    #if canImport(Glibc)
      Glibc.rename(path, other)
    #elseif canImport(Musl)
      Musl.rename(path, other)
    #else
      Darwin.rename(path, other)
    #endif
  }
}
