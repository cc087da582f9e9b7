import Dispatch
import JourneyTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe could not be made or read.
struct PipeFailure: Error {
  let number: Int32
}

extension TemporaryFolder {
  /// Makes a named pipe: a writer waits until there is a reader.
  func makePipe(_ name: String) throws {
    guard mkfifo(file(name), 0o600) == 0 else { throw PipeFailure(number: errno) }
  }

  /// Reads all that is written to a pipe.
  func readPipe(_ name: String) async throws -> String {
    let path = file(name)
    let bytes: [UInt8]? = await withCheckedContinuation { continuation in
      // Waiting must not take a thread that tests run on.
      DispatchQueue(label: "read \(name)").async { continuation.resume(returning: Self.readAll(path)) }
    }
    guard let bytes else { throw PipeFailure(number: EIO) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Opens a pipe for writing, which waits until somebody reads it; writes once something else is done.
  func writePipe(_ name: String, _ text: String, after body: () async throws -> Void) async throws {
    let path = file(name)
    let descriptor: Int32 = await withCheckedContinuation { continuation in
      DispatchQueue(label: "write \(name)").async { continuation.resume(returning: open(path, O_WRONLY | O_CLOEXEC)) }
    }
    guard descriptor >= 0 else { throw PipeFailure(number: EIO) }
    defer { close(descriptor) }
    try await body()
    guard isWritten(Array(text.utf8), to: descriptor) else { throw PipeFailure(number: errno) }
  }

  private static func readAll(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return bytes
  }
}

/// Here, and not in the extension, where `write` is a file's.
private func isWritten(_ bytes: [UInt8], to descriptor: Int32) -> Bool { write(descriptor, bytes, bytes.count) == bytes.count }
