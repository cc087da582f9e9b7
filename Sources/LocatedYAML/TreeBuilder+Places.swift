internal import CLibYAML
internal import Diagnostics

extension TreeBuilder {
  /// libyaml counts from 0 and from where its bytes begin, people from 1 and from the file's beginning.
  @inline(__always)
  func position(_ mark: yaml_mark_t) -> SourcePosition {
    SourcePosition(line: Int(mark.line) + linesBefore + 1, column: Int(mark.column) + 1)
  }

  @inline(__always)
  func range(_ event: UnsafeMutablePointer<yaml_event_t>) -> SourceRange {
    SourceRange(file: file, start: inside(position(event.pointee.start_mark)), end: inside(position(event.pointee.end_mark)))
  }

  /// Goes to the next event, or says what is wrong with the text.
  mutating func advance() throws(YAMLStop) {
    guard diagnostics.count < diagnosticsLeft else { throw YAMLStop(position: inside(lastEnd)) }
    guard !events.advance() else { return }
    let failure = events.failure
    let error = SyntaxError(
      file: file, problem: failure.problem, place: place(of: failure), context: failure.context,
      contextPlace: inside(position(failure.contextMark)), lastScalar: lastScalar, lastEnd: lastEnd, isInFlow: openFlows > 0)
    // A trap that was named a line above or on the line itself is the cause.
    let isNamed = diagnostics.last?.range.map { (error.place.line - 1...error.place.line).contains($0.start.line) } ?? false
    if !isNamed { diagnostics.append(error.diagnostic) }
    throw YAMLStop(position: error.place)
  }

  private func place(of failure: YAMLEvents.Failure) -> SourcePosition {
    guard let offset = failure.readerOffset else { return inside(position(failure.problemMark)) }
    let before = file.utf8Offset(ofLine: linesBefore + 1) ?? 0
    return file.position(atUTF8Offset: before + offset)
  }

  /// libyaml ends a text on a separate line, which an editor does not show.
  @inline(__always)
  private func inside(_ position: SourcePosition) -> SourcePosition {
    position.line > file.lineCount ? file.end : position
  }
}

/// Finds the byte of a mark of libyaml, which counts characters; marks have to come in their order.
struct ByteCursor {
  private var character = 0
  private var offset = 0

  /// The offset of the character with this index, or the end of the bytes.
  mutating func offset(of index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    while character < index, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      character += 1
    }
    return offset
  }
}
