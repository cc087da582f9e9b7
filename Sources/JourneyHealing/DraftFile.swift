package import Diagnostics

/// A file with changes at some of its places.
package struct DraftFile {
  /// The text with all edits made; `nil` if two of them contradict each other.
  package static func text(of file: SourceFile, with edits: [HealingEdit]) -> String? {
    let bytes = Array(file.text.utf8)
    var pieces: [(start: Int, end: Int, text: String)] = []
    for edit in edits {
      guard let start = offset(of: edit.range.start, in: file), let end = offset(of: edit.range.end, in: file), start <= end else {
        return nil
      }
      if let same = pieces.first(where: { $0.start == start && $0.end == end }) {
        guard same.text == edit.replacement else { return nil }
        continue
      }
      guard pieces.allSatisfy({ $0.end <= start || end <= $0.start }) else { return nil }
      pieces.append((start, end, edit.replacement))
    }
    var result: [UInt8] = []
    var place = 0
    for piece in pieces.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      result += bytes[place..<piece.start]
      result += piece.text.utf8
      place = piece.end
    }
    result += bytes[place...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Of a place in UTF-8 bytes.
  private static func offset(of position: SourcePosition, in file: SourceFile) -> Int? {
    guard let start = file.utf8Offset(ofLine: position.line), let line = file.line(position.line) else { return nil }
    return start + line.unicodeScalars.prefix(position.column - 1).reduce(0) { $0 + UTF8.width($1) }
  }
}
