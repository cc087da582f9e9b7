import SystemCalls

/// An event log in a file, read by ranges, so that it does not stay in memory.
///
/// It is a class because it owns a file, which it closes when it is not needed any more.
public final class LogFile: LogSource {
  private let file: OpenFile
  public let byteCount: Int

  /// Opens the file. Throws if it cannot be opened or is not a regular file.
  public init(path: String) throws(EventLogError) {
    do throws(SystemError) { file = try OpenFile(reading: path) } catch {
      throw EventLogError(message: "'\(path)' cannot be opened: \(error)")
    }
    let status: FileStatus?
    do throws(SystemError) { status = try file.status() } catch { status = nil }
    guard let status, status.kind == .plain else {
      file.close()
      throw EventLogError(message: "'\(path)' is not a regular file")
    }
    byteCount = status.size
  }

  deinit { file.close() }

  public func bytes(in range: Range<Int>) throws(EventLogError) -> [UInt8] {
    do throws(SystemError) {
      let bytes = try file.read(in: range)
      guard bytes.count == range.count else { throw SystemError.cutShort }
      return bytes
    } catch { throw EventLogError(offset: range.lowerBound, message: "cannot be read: \(error)") }
  }
}
