/// One source line as a terminal shows it, cut to a width, with a caret under a range.
struct SourceExcerpt {
  /// The line without line break, tabs and control characters made visible, `…` where it was cut.
  private(set) var text = ""
  /// Columns in front of the caret.
  private(set) var caretOffset = 0
  /// One `^` for each column of the range on its first line, at least one.
  private(set) var caret = ""

  private static let tabStop = 4

  init(line: String, range: SourceRange, width: Int) {
    let scalars = line.unicodeScalars
    // Much of the line is skipped when the place is far inside: only scalars that can be shown are kept.
    let lead = width / 2
    let place = range.start.column - 1
    let isShort = scalars.count <= width
    let skipped = isShort ? 0 : max(0, min(place, scalars.count) - lead)
    let end = range.end.line == range.start.line ? range.end.column - 1 : Int.max
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
    // A place behind the line's end, where something is missing, or on a scalar that takes no column.
    if caret.isEmpty { caret = "^" }
    text = Self.trimmed(text)
  }

  private var columns = 0

  private mutating func add(_ sign: String, _ size: Int) {
    text += sign
    columns += size
  }

  /// What stands for a scalar at a column, and how many columns that takes.
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
