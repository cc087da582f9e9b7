package import Diagnostics

extension Excerpt {
  /// The place as events carry it, with its line; a range over several lines ends with the first.
  package init(_ range: SourceRange) {
    let text = range.file.line(range.start.line) ?? ""
    let end = range.end.line == range.start.line ? range.end.column : text.unicodeScalars.count + 1
    self.init(
      file: range.file.name, line: range.start.line, column: range.start.column, length: max(end - range.start.column, 1), text: text)
  }
}
