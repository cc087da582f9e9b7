#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One stream that a command writes: a pipe whose reading end never waits.
struct OutputPipe {
  private static let chunk = 64 * 1024

  private(set) var bytes: [UInt8] = []
  private var readEnd: Int32 = -1
  private(set) var writeEnd: Int32 = -1

  mutating func open() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
  }

  /// Takes what is there, at most one chunk; says whether there was anything.
  mutating func read() -> Bool {
    guard readEnd >= 0 else { return false }
    let piece = [UInt8](unsafeUninitializedCapacity: Self.chunk) { [readEnd] buffer, count in
      count = max(0, SystemCall.read(readEnd, buffer))
    }
    bytes += piece
    return !piece.isEmpty
  }

  /// The command has an end of its own.
  mutating func closeWriteEnd() {
    if writeEnd >= 0 { SystemCall.close(writeEnd) }
    writeEnd = -1
  }

  mutating func close() {
    closeWriteEnd()
    if readEnd >= 0 { SystemCall.close(readEnd) }
    readEnd = -1
  }
}

/// The system refused something; says why.
struct SystemFailure: Error, Sendable, Hashable {
  var reason: String

  static var last: SystemFailure { SystemFailure(code: errno) }

  init(code: Int32) { reason = String(cString: strerror(code)) }
}

/// Calls whose names are those of methods here.
private enum SystemCall {
  static func read(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }
}
