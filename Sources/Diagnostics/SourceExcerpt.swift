/// One source line as a terminal shows it, cut to a width, with a caret under a range.
package struct SourceExcerpt {
  /// The line without line break, tabs and control characters made visible, `…` where it was cut.
  package private(set) var text = ""
  /// Columns before the caret.
  package private(set) var caretOffset = 0
  /// One `^` for each column of the range on its first line, at least one.
  package private(set) var caret = ""

  private static let tabStop = 4

  init(line: String, range: SourceRange, width: Int) {
    let length = range.end.line == range.start.line ? range.end.column - range.start.column : Int.max
    self.init(line: line, column: range.start.column, length: length, width: width)
  }

  /// The line with a caret under a number of scalars from a column, counted from 1.
  package init(line: String, column start: Int, length: Int, width: Int) {
    let scalars = line.unicodeScalars
    // Much of the line is skipped when the place is far inside: only scalars that can be shown are kept.
    let lead = width / 2
    let place = max(start, 1) - 1
    let isShort = scalars.count <= width
    let skipped = isShort ? 0 : max(0, min(place, scalars.count) - lead)
    let (sum, isTooLong) = place.addingReportingOverflow(length)
    let end = isTooLong ? Int.max : sum
    if skipped > 0 { add("…", 1) }
    var column = skipped
    var used = columns
    for scalar in scalars.dropFirst(skipped) {
      let (sign, size) = Self.shown(scalar, at: used)
      if !isShort && used + size >= width {
        add("…", 1)
        break
      }
      if column < place { caretOffset += size }
      if column >= place && column < end { caret += String(repeating: "^", count: size) }
      add(sign, size)
      used += size
      column += 1
    }
    if skipped > 0 { caretOffset += 1 }
    // A place after the line's end, where something is missing, or on a scalar that takes no column.
    if caret.isEmpty { caret = "^" }
    text = Self.trimmed(text)
  }

  private var columns = 0

  private mutating func add(_ sign: String, _ size: Int) {
    text += sign
    columns += size
  }

  /// The representation of a scalar at a column, and how many columns it takes.
  private static func shown(_ scalar: Unicode.Scalar, at column: Int) -> (String, Int) {
    guard scalar == "\t" else {
      let sign = DisplayText.harmless(scalar)
      return (String(Character(sign)), DisplayText.width(sign))
    }
    let size = tabStop - column % tabStop
    return ("→" + String(repeating: " ", count: size - 1), size)
  }

  private static func trimmed(_ text: String) -> String {
    var scalars = Substring(text).unicodeScalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}
