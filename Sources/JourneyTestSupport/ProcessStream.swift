import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a process writes to one of its streams, read as it comes and kept up to a limit.
package struct ProcessStream: Sendable {
  /// Nothing that a test runs has more than this to say, in bytes.
  static let limit = 16 * 1024 * 1024

  private let chunks: AsyncStream<[UInt8]>
  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - descriptor: closed once the stream ended.
  ///   - overflow: called where more came than is kept.
  init(reading descriptor: Int32, overflow: @escaping @Sendable () -> Void) {
    let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
    self.chunks = chunks
    // Reading waits, and must not take a thread that tests run on.
    DispatchQueue(label: "read \(descriptor)").async {
      var left = Self.limit
      while let chunk = Self.chunk(of: descriptor) {
        continuation.yield(chunk)
        left -= chunk.count
        if left < 0 {
          overflow()
          break
        }
      }
      close(descriptor)
      continuation.finish()
    }
  }

  /// Everything that was read so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads until the text came; `false` where the stream ended before.
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

  private static func chunk(of descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = systemRead(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Array(buffer[..<count]) : nil
    }
  }

  private static func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer, count)
    #else
      Darwin.read(descriptor, buffer, count)
    #endif
  }
}
