internal import CLibYAML
internal import Diagnostics

/// The reading of one file, stretch by stretch: a stretch ends with the text or with an error that libyaml cannot pass.
struct Reading {
  let file: SourceFile
  let bytes: UnsafeBufferPointer<UInt8>
  let limits: YAMLLimits
  let hasTightComment: Bool
  private(set) var diagnostics: [Diagnostic] = []

  init(file: SourceFile, bytes: UnsafeBufferPointer<UInt8>, limits: YAMLLimits, hasTightComment: Bool) {
    self.file = file
    self.bytes = bytes
    self.limits = limits
    self.hasTightComment = hasTightComment
  }

  /// All documents that could be read.
  mutating func all() -> [YAMLNode] {
    var documents: [YAMLNode] = []
    var line: Int? = 1
    while let first = line, let offset = file.utf8Offset(ofLine: first) {
      guard let stop = read(fromLine: first, offset: offset, into: &documents) else { break }
      if diagnostics.count >= limits.diagnostics {
        diagnostics.append(tooMany(at: stop))
        break
      }
      line = nextDocument(from: stop, after: first)
    }
    return documents
  }

  /// Reads one stretch; where it had to stop, or `nil` at the end of the text.
  private mutating func read(fromLine first: Int, offset: Int, into documents: inout [YAMLNode]) -> SourcePosition? {
    let stretch = UnsafeBufferPointer(rebasing: bytes[offset...])
    // Without memory for a parser there is nothing to go on with.
    guard let events = YAMLEvents(stretch) else { return nil }
    var builder = TreeBuilder(
      events, file: file, bytes: stretch, linesBefore: first - 1, limits: limits, hasTightComment: hasTightComment)
    builder.diagnosticsLeft = limits.diagnostics - diagnostics.count
    defer { diagnostics += builder.diagnostics }
    do throws(YAMLStop) {
      try builder.documents(into: &documents)
      return nil
    } catch {
      return error.position
    }
  }

  private func tooMany(at stop: SourcePosition) -> Diagnostic {
    Diagnostic(
      .tooLarge, "the file has \(limits.diagnostics) errors or more; the rest was not read",
      at: SourceRange(file: file, start: stop, end: stop))
  }

  /// The line of the next `---`, which begins a document whatever is before it; the stop's own line only if it stopped there.
  private func nextDocument(from stop: SourcePosition, after first: Int) -> Int? {
    var line = max(stop.column == 1 ? stop.line : stop.line + 1, first + 1)
    while let offset = file.utf8Offset(ofLine: line) {
      if isDocumentStart(offset) { return line }
      line += 1
    }
    return nil
  }

  private func isDocumentStart(_ offset: Int) -> Bool {
    guard offset + 3 <= bytes.count, bytes[offset..<offset + 3].allSatisfy({ $0 == UInt8(ascii: "-") }) else { return false }
    return offset + 3 == bytes.count || bytes[offset + 3] <= 0x20
  }
}
