#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What stands under a path, before anything is opened.
struct FileStatus: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case plain, folder, link
    /// Pipes, sockets, devices.
    case other
  }

  let kind: Kind
  /// In bytes.
  let size: Int

  /// Links are told as what they are, not as what they lead to; `nil` where there is nothing, or nothing that may be seen.
  init?(ofLinkOrFile path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    size = Int(status.st_size)
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .plain
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
  }
}
