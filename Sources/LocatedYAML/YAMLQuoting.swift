/// How a text is written so that YAML takes it for this text.
enum YAMLQuoting {
  /// The text in quotes, double ones where that needs no escapes.
  static func quoted(_ text: String) -> String {
    let needsEscapes = text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" }
    if !needsEscapes { return "\"\(text)\"" }
    if !text.unicodeScalars.contains("'") { return "'\(text)'" }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.append("\\") }
      result.append(scalar)
    }
    return "\"\(String(result))\""
  }

  /// The line with all unquoted values in quotes that have a `${…}` in them, from the one at `index` on.
  ///
  /// Also the first of these values as it has to be written; `nil` if the value has quotes before the `${`.
  static func variablesQuoted(in line: [Unicode.Scalar], from index: Int) -> (value: String, line: String)? {
    var line = line
    var first: String?
    var from = index
    while let dollar = nextVariable(in: line, from: from) {
      let range = value(around: dollar, in: line)
      if let opening = line[range].first, isQuote(opening) { break }
      let quoted = Array(quoted(withoutTypographicQuotes(text(line[range]))).unicodeScalars)
      first = first ?? text(quoted[...])
      line.replaceSubrange(range, with: quoted)
      from = range.lowerBound + quoted.count
    }
    guard let first else { return nil }
    let blanks = line.prefix(while: SourceLine.isBlank).count
    return (first, text(line[blanks...]))
  }

  /// The unquoted value in brackets that the place is part of, as it is written in quotes, and the corrected line.
  ///
  /// `nil` if the value does not begin on this line, or has quotes already.
  static func bracketsQuoted(
    in line: [Unicode.Scalar], around place: Int
  ) -> (start: Int, length: Int, value: String, line: String)? {
    guard var start = beginning(ofValueAround: place, in: line) else { return nil }
    while start < place, SourceLine.isBlank(line[start]) { start += 1 }
    var end = start
    var open = 0
    scan: while end < line.count {
      switch line[end] {
      case "{", "[": open += 1
      case "}", "]":
        if open == 0 { break scan }
        open -= 1
      case ",": if open == 0 { break scan }
      case "#": if isEdge(line, at: end) { break scan }
      default: break
      }
      end += 1
    }
    let range = start..<trimmed(line, start, end)
    guard range.count > 1, !isQuote(line[start]), open == 0 else { return nil }
    let quoted = quoted(text(line[range]))
    var fixed = line
    fixed.replaceSubrange(range, with: Array(quoted.unicodeScalars))
    return (start, range.count, quoted, text(fixed[fixed.prefix(while: SourceLine.isBlank).count...]))
  }

  /// After the `: `, the comma or the bracket before the value at this place; brackets within the value are ignored.
  private static func beginning(ofValueAround place: Int, in line: [Unicode.Scalar]) -> Int? {
    var start = place
    var open = 0
    while start > 0 {
      switch line[start - 1] {
      case "}", "]": open += 1
      case "{", "[", ",":
        if open == 0 { return start }
        if line[start - 1] != "," { open -= 1 }
      case " ", "\t": if open == 0, start > 1, line[start - 2] == ":" { return start }
      default: break
      }
      start -= 1
    }
    return nil
  }

  /// The first `${` that is within brackets and outside quotes; `isOpen` when a bracket is open as the line begins.
  static func variableInBrackets(_ line: [Unicode.Scalar], before end: Int, isOpen: Bool) -> Int? {
    var open = isOpen ? 1 : 0
    var beginsValue = true
    var index = 0
    while index < end {
      switch line[index] {
      case "$" where open > 0 && index + 1 < line.count && line[index + 1] == "{": return index
      case "{" where beginsValue || open > 0, "[" where beginsValue || open > 0: open += 1
      case "}", "]": open = max(open - 1, 0)
      case "\"" where beginsValue, "'" where beginsValue:
        index = behindQuotes(line, at: index)
        beginsValue = false
        continue
      default: break
      }
      if !SourceLine.isBlank(line[index]) { beginsValue = ":,-{[".unicodeScalars.contains(line[index]) }
      index += 1
    }
    return nil
  }

  /// Where the next `${` outside quotes begins, up to a comment.
  private static func nextVariable(in line: [Unicode.Scalar], from start: Int) -> Int? {
    var index = start
    while index + 1 < line.count {
      if line[index] == "$", line[index + 1] == "{" { return index }
      if line[index] == "#", index > 0, SourceLine.isBlank(line[index - 1]) { return nil }
      index = isQuote(line[index]) ? behindQuotes(line, at: index) : index + 1
    }
    return nil
  }

  /// The value that the `${` at `dollar` is part of.
  private static func value(around dollar: Int, in line: [Unicode.Scalar]) -> Range<Int> {
    var start = dollar
    while start > 0, !isBoundary(line, start - 1) { start -= 1 }
    while start < dollar, SourceLine.isBlank(line[start]) { start += 1 }
    var end = dollar
    var open = 0
    while end < line.count {
      switch line[end] {
      case "{": open += 1
      case "}" where open > 0: open -= 1
      case "'" where open > 0, "\"" where open > 0:
        end = behindQuotes(line, at: end)
        continue
      case "}", "]", ",": if open == 0 { return start..<trimmed(line, start, end) }
      case ":", "#": if open == 0, isEdge(line, at: end) { return start..<trimmed(line, start, end) }
      default: break
      }
      end += 1
    }
    return start..<trimmed(line, start, end)
  }

  /// Whether a value can begin after this index.
  private static func isBoundary(_ line: [Unicode.Scalar], _ index: Int) -> Bool {
    switch line[index] {
    case "{", "[", ",": true
    case " ", "\t": index > 0 && line[index - 1] == ":"
    default: false
    }
  }

  /// Whether the `:` at this index ends a key, or the `#` begins a comment.
  private static func isEdge(_ line: [Unicode.Scalar], at index: Int) -> Bool {
    if line[index] == "#" { return index > 0 && SourceLine.isBlank(line[index - 1]) }
    return index + 1 == line.count || SourceLine.isBlank(line[index + 1])
  }

  private static func trimmed(_ line: [Unicode.Scalar], _ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, SourceLine.isBlank(line[end - 1]) { end -= 1 }
    return end
  }

  /// The index after the quotes that open at `start`, or after the opening one if they do not close.
  private static func behindQuotes(_ line: [Unicode.Scalar], at start: Int) -> Int {
    line[(start + 1)...].firstIndex(of: line[start]).map { $0 + 1 } ?? start + 1
  }

  /// Whether the text is in curly quotes, which YAML takes for letters.
  static func isInTypographicQuotes(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last, text.unicodeScalars.count > 1 else { return false }
    return isTypographicQuote(first) && isTypographicQuote(last)
  }

  static func withoutTypographicQuotes(_ text: String) -> String {
    isInTypographicQuotes(text) ? String(String.UnicodeScalarView(text.unicodeScalars.dropFirst().dropLast())) : text
  }

  /// `‘’‚‛“”„‟`, and `«»`.
  private static func isTypographicQuote(_ scalar: Unicode.Scalar) -> Bool {
    0x2018...0x201F ~= scalar.value || scalar == "«" || scalar == "»"
  }

  private static func isQuote(_ scalar: Unicode.Scalar) -> Bool { scalar == "\"" || scalar == "'" }

  private static func text(_ slice: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: slice)
    return String(view)
  }
}
