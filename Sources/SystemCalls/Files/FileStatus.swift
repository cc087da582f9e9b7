#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is under a path, before anything is opened.
package struct FileStatus: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case plain, folder, link
    /// Pipes, sockets, devices.
    case other
  }

  package let kind: Kind
  /// In bytes.
  package let size: Int
  /// Who may do what, as `chmod` numbers it.
  package let permissions: Int

  /// Links are reported as links, not as what they lead to; `nil` if there is nothing, or nothing that may be seen.
  package init?(ofLinkOrFile path: String) { self.init(of: path, followsLinks: false) }

  /// `nil` if there is nothing, or nothing that may be seen.
  package init?(of path: String, followsLinks: Bool) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }

  /// Of something open.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    size = Int(status.st_size)
    permissions = Int(status.st_mode & 0o777)
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .plain
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
  }
}
