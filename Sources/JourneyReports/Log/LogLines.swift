/// A stretch of an event log, in bytes.
struct LogSpan: Sendable, Hashable {
  var start: Int
  var count: Int

  var end: Int { start + count }
  var range: Range<Int> { start..<end }
}

/// Goes through an event log line by line with a buffer that does not grow beyond its longest line.
struct LogLines {
  struct Line {
    /// Its place, without its break.
    var span: LogSpan
    var bytes: ArraySlice<UInt8>
    /// Whether a line break ends it; the last line of a run that was killed is cut.
    var isWhole: Bool
  }

  private static let chunk = 256 * 1024
  /// The longest line that is read, in bytes: eight megabytes that a server sent, each written as up to six, and what is around them.
  static let longest = 64 * 1024 * 1024

  private let source: any LogSource
  private let end: Int
  private var buffer: [UInt8] = []
  /// Where the buffer begins in the log.
  private var bufferStart: Int
  private var position = 0

  init(_ source: any LogSource, in range: Range<Int>? = nil) {
    self.source = source
    bufferStart = range?.lowerBound ?? 0
    end = range?.upperBound ?? source.byteCount
  }

  /// The next line, `nil` after the last one.
  mutating func next() throws(EventLogError) -> Line? {
    var searched = position
    while true {
      if let lineEnd = lineBreak(from: searched) {
        let line = line(upTo: lineEnd, isWhole: true)
        position = lineEnd + 1
        return line
      }
      searched = buffer.count - position
      guard searched <= Self.longest else {
        throw EventLogError(offset: bufferStart + position, message: "the line has more than \(Self.longest) bytes")
      }
      guard try refill() else {
        guard position < buffer.count else { return nil }
        let line = line(upTo: buffer.count, isWhole: false)
        position = buffer.count
        return line
      }
    }
  }

  private func line(upTo lineEnd: Int, isWhole: Bool) -> Line {
    Line(
      span: LogSpan(start: bufferStart + position, count: lineEnd - position), bytes: buffer[position..<lineEnd],
      isWhole: isWhole)
  }

  private func lineBreak(from start: Int) -> Int? {
    buffer.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "\n") { return index }
        index += 1
      }
      return nil
    }
  }

  /// Drops what was read and reads on; returns whether there was anything.
  private mutating func refill() throws(EventLogError) -> Bool {
    let readUpTo = bufferStart + buffer.count
    guard readUpTo < end else { return false }
    buffer.removeFirst(position)
    bufferStart += position
    position = 0
    buffer += try source.bytes(in: readUpTo..<min(readUpTo + Self.chunk, end))
    return true
  }
}
