#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that the caller names: a plain one, a pipe, a device, or `/dev/stdin`, read to its end.
enum BoundedFile {
  enum Failure: Error { case unreadable, tooLarge }

  /// - Parameter limit: in bytes; what has more is not read on.
  static func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let got = read(descriptor, &piece, piece.count)
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .unreadable }
      guard got > 0 else { return bytes }
      bytes += piece[..<got]
      guard bytes.count <= limit else { throw .tooLarge }
    }
  }
}
