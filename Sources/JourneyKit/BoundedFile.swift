import SystemCalls

/// A file that the caller names: a plain one, a pipe, a device, or `/dev/stdin`, read to its end.
enum BoundedFile {
  enum Failure: Error { case unreadable, tooLarge }

  /// - Parameter limit: in bytes; what has more is not read on.
  static func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try OpenFile(reading: path)
      defer { file.close() }
      bytes = try file.readAll(limit: limit)
    } catch { throw .unreadable }
    guard bytes.count <= limit else { throw .tooLarge }
    return bytes
  }
}
