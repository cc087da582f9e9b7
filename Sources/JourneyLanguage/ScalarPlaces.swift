internal import Diagnostics
internal import LocatedYAML

/// The places of the bytes of a scalar's text in its file; only texts with `${` need it.
struct ScalarPlaces {
  /// The place of the whole scalar.
  let range: SourceRange
  /// The column of each byte of the text and of its end; `nil` if the text was folded or is not as it was written.
  private let columns: [Int]?

  init(of text: String, range: SourceRange, style: YAMLScalar.Style) {
    self.range = range
    columns = Self.columns(of: text, in: range, style: style)
  }

  /// The place of these bytes; the whole scalar if that is unknown.
  func range(of bytes: Range<Int>) -> SourceRange {
    guard let columns, bytes.upperBound < columns.count else { return range }
    return SourceRange(
      file: range.file, start: SourcePosition(line: range.start.line, column: columns[bytes.lowerBound]),
      end: SourcePosition(line: range.start.line, column: columns[bytes.upperBound]))
  }

  private static func columns(of text: String, in range: SourceRange, style: YAMLScalar.Style) -> [Int]? {
    guard style != .literal, style != .folded, range.start.line == range.end.line,
      let line = range.file.line(range.start.line), range.end.column >= range.start.column
    else { return nil }
    var source = line.unicodeScalars.dropFirst(range.start.column - 1).prefix(range.end.column - range.start.column)
    var column = range.start.column
    if style != .plain {
      source = source.dropFirst()
      column += 1
    }
    var columns: [Int] = []
    columns.reserveCapacity(text.utf8.count + 1)
    for scalar in text.unicodeScalars {
      guard let width = width(of: scalar, in: source, style: style) else { return nil }
      columns.append(contentsOf: repeatElement(column, count: UTF8.width(scalar)))
      source = source.dropFirst(width)
      column += width
    }
    columns.append(column)
    return columns
  }

  /// How many scalars of the source represent this one; `nil` if they do not, as after an anchor.
  private static func width(
    of scalar: Unicode.Scalar, in source: Substring.UnicodeScalarView, style: YAMLScalar.Style
  ) -> Int? {
    if style == .doubleQuoted, source.first == "\\" { return escapeWidth(source.dropFirst().first) }
    guard source.first == scalar else { return nil }
    return style == .singleQuoted && scalar == "'" ? 2 : 1
  }

  private static func escapeWidth(_ letter: Unicode.Scalar?) -> Int {
    switch letter {
    case "x": 4
    case "u": 6
    case "U": 10
    case .some, .none: 2
    }
  }
}
