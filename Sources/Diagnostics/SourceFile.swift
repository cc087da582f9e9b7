/// A text that a person wrote, with the name it is reported under.
///
/// It is a class because every range of a file points at it: ten thousand nodes share one text. It never changes.
public final class SourceFile: Sendable {
  /// The path as people are to read it, relative to the project, with `/`.
  public let name: String
  /// The whole text without a byte order mark. Bytes that were not UTF-8 are repaired; the reader reports it.
  public let text: String
  /// Offsets in UTF-8 bytes at which the lines begin; the first is 0.
  private let lineStarts: [Int]

  public init(name: String, text: String) {
    self.name = name
    var text = text
    // An editor shows no byte order mark and counts no column for it.
    if text.unicodeScalars.first == "\u{FEFF}" { text = String(text.unicodeScalars.dropFirst()) }
    lineStarts = text.withUTF8(Self.lineStarts(in:))
    self.text = text
  }

  /// How many lines the text has, an empty last one included.
  public var lineCount: Int { lineStarts.count }

  /// The line with this number, counted from 1, without its line break; `nil` outside the text.
  public func line(_ number: Int) -> String? {
    guard number >= 1, number <= lineStarts.count else { return nil }
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: lineStarts[number - 1])
    let end = number == lineStarts.count ? utf8.endIndex : utf8.index(utf8.startIndex, offsetBy: lineStarts[number])
    var line = text[start..<end].unicodeScalars
    if let last = line.last, Self.isLineBreak(last) { line.removeLast() }
    if line.last == "\r" { line.removeLast() }
    return String(line)
  }

  /// The offset in UTF-8 bytes at which the line with this number, counted from 1, begins; `nil` outside the text.
  package func utf8Offset(ofLine number: Int) -> Int? {
    number >= 1 && number <= lineStarts.count ? lineStarts[number - 1] : nil
  }

  /// The place of the scalar that begins at this offset in UTF-8 bytes; offsets outside the text are moved into it.
  ///
  /// - Parameter known: the place of another scalar: on the same line and before this one it saves counting from the line's beginning.
  package func position(atUTF8Offset offset: Int, after known: (offset: Int, position: SourcePosition)? = nil) -> SourcePosition {
    let offset = min(max(offset, 0), text.utf8.count)
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let utf8 = text.utf8
    let counted = known.flatMap { lineStarts[low]...offset ~= $0.offset ? $0 : nil }
    let start = utf8.index(utf8.startIndex, offsetBy: counted?.offset ?? lineStarts[low])
    let end = utf8.index(utf8.startIndex, offsetBy: offset)
    let scalars = utf8[start..<end].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    return SourcePosition(line: low + 1, column: (counted?.position.column ?? 1) + scalars)
  }

  /// The place just after the last character.
  package var end: SourcePosition { position(atUTF8Offset: text.utf8.count) }
}

extension SourceFile {
  /// Lines end where libyaml ends them, so that its line numbers are ours: at LF, CR, CR LF, NEL, LS and PS.
  private static func lineStarts(in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var starts = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte > 0x0D && byte < 0xC2 { continue }
      switch byte {
      case 0x0A: break
      case 0x0D: if index < bytes.count, bytes[index] == 0x0A { index += 1 }
      case 0xC2:
        guard index < bytes.count, bytes[index] == 0x85 else { continue }
        index += 1
      case 0xE2:
        guard index + 1 < bytes.count, bytes[index] == 0x80, bytes[index + 1] | 1 == 0xA9 else { continue }
        index += 2
      default: continue
      }
      starts.append(index)
    }
    return starts
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

extension SourceFile: Hashable {
  /// Two files are the same when they are one object: equal texts of two paths are two files.
  public static func == (left: SourceFile, right: SourceFile) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
