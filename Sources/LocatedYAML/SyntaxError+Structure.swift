internal import Diagnostics

extension SyntaxError {
  /// `a: b: c`, or a key that is indented deeper than its neighbours and so continues a text.
  var strayColon: Diagnostic {
    guard let scalar = lastScalar, scalar.end.line == place.line, scalar.end <= place else {
      return Diagnostic(.colonInText, "a ':' is not allowed here", at: range(place))
    }
    if scalar.start.line == place.line { return colonInText(behind: scalar) }
    let first = SourceLine(file, scalar.start)
    if first.content.position == scalar.start { return missingColon(at: scalar.start) }
    let start = line.content.position
    let key = SourceRange(file: file, start: start, end: max(start, place))
    return Diagnostic(
      .yamlSyntax, "this key is indented deeper than the keys around it, so it is read as more text", at: key,
      suggestion: "its neighbours begin at column \(first.content.position.column)",
      notes: [.init("the text that it would be part of begins here", at: range(scalar.start))])
  }

  private func colonInText(behind scalar: WrittenScalar) -> Diagnostic {
    let value = SourceLine(file, scalar.start).value(isInFlow: isInFlow)
    guard scalar.isPlain else {
      return Diagnostic(
        .colonInText, "a quoted value cannot continue with ':'", at: line.range(length: 1),
        suggestion: "put the whole value in one pair of quotes")
    }
    return Diagnostic(
      .colonInText, "unquoted text cannot contain ': '", at: line.range(length: 1), suggestion: "write \(YAMLQuoting.quoted(value))")
  }

  /// A line that is neither a key nor part of a text.
  func missingColon(at start: SourcePosition) -> Diagnostic {
    let line = SourceLine(file, start)
    let text = line.value(isInFlow: isInFlow)
    let range = line.range(length: max(text.unicodeScalars.count, 1))
    let hasColon = text.unicodeScalars.contains(":")
    return Diagnostic(
      .yamlSyntax, "'\(text)' is not a key with a value", at: range,
      suggestion: hasColon ? "put a space after ':'" : "a key ends with ':'")
  }

  /// Something other than `,` or a closing bracket inside brackets.
  var brokenFlow: Diagnostic {
    if let variable = unquotedVariable { return variable }
    if line.first == ":", let scalar = lastScalar, scalar.start.line == place.line, scalar.end <= place {
      return colonInText(behind: scalar)
    }
    if let text = unquotedBrackets { return text }
    let bracket = SourceLine(file, contextPlace)
    let isElsewhere = place.line > contextPlace.line && (line.first == nil || line.first == ":" || place.column == 1)
    if isElsewhere || line.rest.isEmpty { return unclosed(bracket.first.map { "\($0)" } ?? "{") }
    let closing = problem.hasSuffix("'}'") ? "}" : "]"
    return Diagnostic(
      .yamlSyntax, "found '\(line.word.isEmpty ? line.first.map { "\($0)" } ?? "" : line.word)', expected ',' or '\(closing)'",
      at: line.range(length: 1), notes: [.init("inside what begins here", at: bracket.range(length: 1))])
  }

  /// `{identifier: ${email}}`: the brace of a variable opens a map of YAML's.
  private var unquotedVariable: Diagnostic? {
    if line.first == "{", line.previous == "$" { return unquotedVariable(at: line.index - 1) }
    return line.first == "$" && line.second == "{" ? unquotedVariable(at: line.index) : nil
  }

  /// An unquoted variable in brackets before the place, which is then the cause of the error of libyaml's scanner.
  var variableBefore: Diagnostic? {
    guard problem == "found character that cannot start any token" || context.hasPrefix("while scanning") else { return nil }
    let start = context.hasPrefix("while scanning a quoted") ? SourceLine(file, contextPlace) : line
    guard let dollar = YAMLQuoting.variableInBrackets(start.scalars, before: start.index, isOpen: isInFlow) else { return nil }
    return unquotedVariable(at: dollar, in: start)
  }

  private func unquotedVariable(at dollar: Int, in other: SourceLine? = nil) -> Diagnostic {
    let line = other ?? line
    let range = SourceLine(file, SourcePosition(line: line.position.line, column: dollar + 1)).range(length: 2)
    let message = "inside '{…}' and '[…]' a variable has to be quoted"
    guard let fixed = YAMLQuoting.variablesQuoted(in: line.scalars, from: dollar) else {
      return Diagnostic(.unquotedVariable, message, at: range)
    }
    return Diagnostic(.unquotedVariable, "\(message), write \(fixed.value)", at: range, suggestion: fixed.line)
  }

  /// `{code: (\d{6}) is}` and `{label: [a-z]+}`: a text whose brackets YAML takes for its own.
  private var unquotedBrackets: Diagnostic? {
    guard let first = line.first, let previous = line.previous, !SourceLine.isBlank(first), !SourceLine.isBlank(previous) else {
      return nil
    }
    let opens = first == "{" || first == "["
    let isBehindBracket = previous == "}" || previous == "]"
    guard opens ? !"{[,".unicodeScalars.contains(previous) : isBehindBracket && !",}]".unicodeScalars.contains(first),
      let fixed = YAMLQuoting.bracketsQuoted(in: line.scalars, around: line.index)
    else { return nil }
    let start = SourceLine(file, SourcePosition(line: place.line, column: fixed.start + 1))
    return Diagnostic(
      .yamlSyntax, "inside '{…}' and '[…]' a text with brackets has to be quoted, write \(fixed.value)",
      at: start.range(length: fixed.length), suggestion: fixed.line)
  }

  /// A line that does not fit the block it seems to belong to, or more after a value that has ended.
  var brokenBlock: Diagnostic {
    if line.first == ":" {
      return Diagnostic(.keyNotText, "a key is missing before ':'", at: line.range(length: 1))
    }
    let rest = line.restRange
    if lastEnd.line == place.line, lastEnd <= place {
      return Diagnostic(
        .yamlSyntax, "'\(line.rest)' follows a value that has already ended", at: rest,
        suggestion: line.previous == "'" ? "write the value in double quotes" : "put the whole value in one pair of quotes")
    }
    if problem == "did not find expected <document start>" {
      return Diagnostic(.yamlSyntax, "the indentation matches nothing above", at: rest)
    }
    if line.first == "-", let second = line.second, !SourceLine.isBlank(second), second != "-" {
      return Diagnostic(
        .yamlSyntax, "'\(line.rest)' is not a list item", at: rest, suggestion: "put a space after '-'")
    }
    let begins = Diagnostic.Note("it begins here", at: range(contextPlace))
    if place.column != contextPlace.column {
      return Diagnostic(
        .yamlSyntax, "the indentation matches nothing above", at: rest, suggestion: shift, notes: [begins])
    }
    return line.first == "-" ? strayItem(begins) : missingDash(begins)
  }

  /// `- x` in line with keys: most likely an item of a list above that is indented deeper.
  private func strayItem(_ begins: Diagnostic.Note) -> Diagnostic {
    if let item = itemAround {
      let blanks = place.column - item.column
      return Diagnostic(
        .yamlSyntax, "this list item is inside the one above it", at: line.restRange,
        suggestion: "indent this line by \(blanks) less, like line \(item.line)", notes: [.init("the item above", at: range(item))])
    }
    guard let item = itemAbove else {
      return Diagnostic(
        .yamlSyntax, "a list item cannot be in line with keys", at: line.restRange,
        suggestion: "a list begins below its key", notes: [begins])
    }
    let blanks = item.column - place.column
    return Diagnostic(
      .yamlSyntax, "this list item is not in line with the one above it", at: line.restRange,
      suggestion: "indent this line by \(blanks) more, like line \(item.line)",
      notes: [.init("the item above", at: range(item))])
  }

  /// The last item above of the outermost list that is indented deeper than the place and belongs to the same key.
  private var itemAbove: SourcePosition? {
    var item: SourcePosition?
    for number in stride(from: place.line - 1, to: 0, by: -1) {
      let above = SourceLine(file, SourcePosition(line: number, column: 1)).scalars
      let column = above.prefix { $0 == " " }.count + 1
      guard column <= above.count, above[column - 1] != "#" else { continue }
      guard column > place.column else { break }
      let isItem = above[column - 1] == "-" && (column == above.count || SourceLine.isBlank(above[column]))
      if isItem, item.map({ column < $0.column }) ?? true { item = SourcePosition(line: number, column: column) }
    }
    return item
  }

  /// The item whose keys the place is in line with.
  private var itemAround: SourcePosition? {
    let above = SourceLine(file, SourcePosition(line: contextPlace.line, column: 1)).scalars
    let column = above.prefix { $0 == " " }.count + 1
    return column < contextPlace.column && above[column - 1] == "-" ? SourcePosition(line: contextPlace.line, column: column) : nil
  }

  /// How far the line has to be moved to be in line with what it most likely belongs to.
  private var shift: String {
    var column = contextPlace.column
    var row = contextPlace.line
    if SourceLine(file, contextPlace).first == "-" {
      let item = lastItem(at: column)
      row = item.position.line
      if line.first != "-" { column = item.content.position.column }
    }
    let blanks = column - place.column
    return "indent this line by \(abs(blanks)) \(blanks > 0 ? "more" : "less"), like line \(row)"
  }

  /// The last line above that begins an item of the list at this column.
  private func lastItem(at column: Int) -> SourceLine {
    for number in stride(from: place.line - 1, to: contextPlace.line, by: -1) {
      let above = SourceLine(file, SourcePosition(line: number, column: column))
      if above.first == "-", above.scalars.prefix(while: { $0 == " " }).count + 1 == column { return above }
    }
    return SourceLine(file, contextPlace)
  }

  private func missingDash(_ begins: Diagnostic.Note) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, "expected '- ' and the next item of the list", at: line.restRange,
      suggestion: line.rest.isEmpty ? nil : "write '- \(line.rest)'", notes: [begins])
  }

  /// A value is expected, but something is here that cannot begin one.
  var missingValue: Diagnostic {
    guard let first = line.first else {
      return Diagnostic(.yamlSyntax, "the text ends inside '{…}' or '[…]'", at: range(place))
    }
    if context == "while parsing a flow node", first != "-" {
      return Diagnostic(.yamlSyntax, "a value is missing before '\(first)'", at: line.range(length: 1))
    }
    return Self.leadingSign(in: file, at: place, isInFlow: isInFlow)
  }
}
