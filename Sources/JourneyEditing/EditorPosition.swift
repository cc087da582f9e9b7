internal import Diagnostics
internal import Encodings

/// A place as editors count it: lines from 0, columns from 0 in units of UTF-16.
///
/// Source: Language Server Protocol 3.17, "Position".
struct EditorPosition {
  var line: Int
  var column: Int

  init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  init?(_ json: JSONValue?) {
    guard let line = json?["line"]?.intValue, let column = json?["character"]?.intValue, line >= 0, column >= 0 else { return nil }
    self.init(line: line, column: column)
  }

  /// The place of a scalar that lines and columns from 1 count.
  init(_ position: SourcePosition, in file: SourceFile) {
    let text = file.line(position.line) ?? ""
    self.init(line: position.line - 1, column: text.unicodeScalars.prefix(position.column - 1).reduce(0) { $0 + UTF16.width($1) })
  }

  /// The column in characters.
  func characters(in line: Substring) -> Int {
    var units = 0
    for (count, character) in line.enumerated() {
      if units >= column { return count }
      units += character.utf16.count
    }
    return line.count
  }

  var json: JSONValue { ["line": .integer(line), "character": .integer(column)] }
}
