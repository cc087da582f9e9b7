import Dispatch
import SystemCalls

/// What a process writes to one of its streams, read as it comes and kept up to a limit.
package struct ProcessStream: Sendable {
  /// Nothing that a test runs has more than this to say, in bytes.
  static let limit = 16 * 1024 * 1024

  private let chunks: AsyncStream<[UInt8]>
  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - file: closed once the stream ended.
  ///   - overflow: called if there is more than is kept.
  init(reading file: OpenFile, overflow: @escaping @Sendable () -> Void) {
    let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
    self.chunks = chunks
    // Reading waits, and must not take a thread that tests run on.
    DispatchQueue(label: "read \(file.path)").async {
      var left = Self.limit
      while let chunk = Self.chunk(of: file) {
        continuation.yield(chunk)
        left -= chunk.count
        if left < 0 {
          overflow()
          break
        }
      }
      file.close()
      continuation.finish()
    }
  }

  /// Everything that was read so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads until the text; `false` if the stream ended before.
  mutating func read(until text: String) async -> Bool {
    var iterator = chunks.makeAsyncIterator()
    while !self.text.contains(text) {
      guard let chunk = await iterator.next() else { return false }
      bytes += chunk
    }
    return true
  }

  mutating func readAll() async {
    for await chunk in chunks { bytes += chunk }
  }

  private static func chunk(of file: OpenFile) -> [UInt8]? {
    do throws(SystemError) {
      let bytes = try file.read(atMost: 64 * 1024)
      return bytes.isEmpty ? nil : bytes
    } catch { return nil }
  }
}
