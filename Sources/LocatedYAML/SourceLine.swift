internal import Diagnostics

/// A line of a file, seen from a place in it; only errors need it.
struct SourceLine {
  let file: SourceFile
  /// The place that is looked from.
  let position: SourcePosition
  /// The whole line, scalar by scalar.
  let scalars: [Unicode.Scalar]
  /// The index of the place, at most the line's length.
  let index: Int

  init(_ file: SourceFile, _ position: SourcePosition) {
    self.file = file
    self.position = position
    scalars = file.line(position.line).map { Array($0.unicodeScalars) } ?? []
    index = min(position.column - 1, scalars.count)
  }

  /// The scalar at the place; `nil` at the line's end.
  var first: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// The scalar before the place; `nil` at the line's beginning.
  var previous: Unicode.Scalar? { index > 0 ? scalars[index - 1] : nil }

  /// The scalar after `first`.
  var second: Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

  /// From the place to the next blank or bracket.
  var word: String {
    text(scalars[index...].prefix { !Self.isBlank($0) && !",[]{}".unicodeScalars.contains($0) })
  }

  var wordRange: SourceRange { range(length: word.unicodeScalars.count) }

  /// From the place to the line's end, without blanks at the end.
  var rest: String {
    var slice = scalars[index...]
    while let last = slice.last, Self.isBlank(last) { slice.removeLast() }
    return text(slice)
  }

  var restRange: SourceRange { range(length: rest.unicodeScalars.count) }

  /// From the place to where the value ends: at a comment, or in brackets at `,` and closing brackets.
  func value(isInFlow: Bool) -> String {
    var end = index
    while end < scalars.count {
      if scalars[end] == "#", end > index, Self.isBlank(scalars[end - 1]) { break }
      if isInFlow, end > index, ",]}".unicodeScalars.contains(scalars[end]) { break }
      end += 1
    }
    while end > index, Self.isBlank(scalars[end - 1]) { end -= 1 }
    return text(scalars[index..<end])
  }

  /// So many scalars from the place on, at most to the line's end.
  func range(length: Int) -> SourceRange {
    let end = max(index, min(index + length, scalars.count)) + 1
    return SourceRange(file: file, start: position, end: SourcePosition(line: position.line, column: end))
  }

  /// The same line from after the word at the place and the blanks after it.
  var behindWord: SourceLine {
    let end = index + word.unicodeScalars.count
    return at(end + scalars[min(end, scalars.count)...].prefix(while: Self.isBlank).count)
  }

  /// The same line from its first key or text, after its indentation and any `- `.
  var content: SourceLine {
    var start = scalars.prefix(while: Self.isBlank).count
    while start + 1 < scalars.count, scalars[start] == "-", Self.isBlank(scalars[start + 1]) {
      start += 1 + scalars[(start + 1)...].prefix(while: Self.isBlank).count
    }
    return at(start)
  }

  private func at(_ index: Int) -> SourceLine {
    SourceLine(file, SourcePosition(line: position.line, column: index + 1))
  }

  private func text(_ slice: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: slice)
    return String(view)
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
