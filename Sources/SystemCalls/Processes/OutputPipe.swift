/// One stream that a command writes: a pipe whose reading end never waits.
struct OutputPipe {
  private static let chunk = 64 * 1024

  private(set) var bytes: [UInt8] = []
  private var readEnd: OpenFile?
  private var writeEnd: OpenFile?

  /// Makes the pipe; says where the command is to write.
  mutating func open() throws(SystemError) -> OpenFile {
    let ends = try OpenFile.pipe()
    ends.read.stopWaiting()
    (readEnd, writeEnd) = (ends.read, ends.write)
    return ends.write
  }

  /// Takes what is there, at most one chunk; says whether there was anything.
  mutating func read() -> Bool {
    guard let readEnd else { return false }
    do throws(SystemError) {
      let piece = try readEnd.read(atMost: Self.chunk)
      bytes += piece
      return !piece.isEmpty
    } catch {
      // There is nothing just now; that the command has ended is reported elsewhere.
      return false
    }
  }

  /// The command has an end of its own.
  mutating func closeWriteEnd() {
    writeEnd?.close()
    writeEnd = nil
  }

  mutating func close() {
    closeWriteEnd()
    readEnd?.close()
    readEnd = nil
  }
}
