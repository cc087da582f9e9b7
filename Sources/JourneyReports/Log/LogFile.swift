#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An event log in a file, read by ranges, so that none of it stays in memory.
///
/// It is a class because it owns a descriptor, which it closes when nobody needs it any more.
public final class LogFile: LogSource {
  private let descriptor: Int32
  public let byteCount: Int

  /// Opens the file. Throws where it cannot be opened or is no regular file.
  public init(path: String) throws(EventLogError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw EventLogError(message: "'\(path)' cannot be opened: \(SystemError.last)") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw EventLogError(message: "'\(path)' is no regular file")
    }
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  public func bytes(in range: Range<Int>) throws(EventLogError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<range.count])
        let got = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + count))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          failure = got < 0 ? .last : SystemError(code: EIO)
          return
        }
        count += got
      }
    }
    if let failure { throw EventLogError(offset: range.lowerBound, message: "cannot be read: \(failure)") }
    return bytes
  }
}
