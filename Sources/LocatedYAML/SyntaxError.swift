internal import Diagnostics

/// What libyaml refused, with all that is needed to say it in a person's words.
struct SyntaxError {
  let file: SourceFile
  /// libyaml's own words, e.g. `did not find expected key`.
  let problem: String
  /// Where libyaml noticed it, which may be after the error.
  let place: SourcePosition
  /// What libyaml was doing, e.g. `while parsing a block mapping`; may be empty.
  let context: String
  /// Where that began.
  let contextPlace: SourcePosition
  let lastScalar: WrittenScalar?
  /// Just after the last thing that was understood.
  let lastEnd: SourcePosition
  /// Whether brackets are open.
  let isInFlow: Bool

  /// A scalar before the error, as far as the diagnostic needs it.
  struct WrittenScalar {
    let start: SourcePosition
    let end: SourcePosition
    let isPlain: Bool
  }

  /// The one diagnostic that names the error.
  var diagnostic: Diagnostic {
    // Where a map in brackets could be a key, libyaml reads to the line's end first and stumbles over what a variable holds.
    if let variable = variableBefore { return variable }
    switch problem {
    case "found character that cannot start any token":
      return line.first == "\t" ? tab : Self.leadingSign(in: file, at: place, isInFlow: isInFlow)
    case "found a tab character that violates indentation", "found a tab character where an indentation space is expected":
      return tab
    case "mapping values are not allowed in this context":
      return strayColon
    case "block sequence entries are not allowed in this context", "mapping keys are not allowed in this context":
      return Self.leadingSign(in: file, at: place, isInFlow: isInFlow)
    case "did not find expected ',' or '}'", "did not find expected ',' or ']'":
      return brokenFlow
    case "did not find expected key", "did not find expected '-' indicator", "did not find expected <document start>":
      return brokenBlock
    case "could not find expected ':'":
      return missingColon(at: contextPlace)
    case "did not find expected node content":
      return missingValue
    case "found undefined tag handle", "did not find URI escaped octet":
      return tag
    default:
      return byContext
    }
  }

  /// What libyaml was doing says more than what it missed.
  private var byContext: Diagnostic {
    switch context {
    case "while scanning an alias", "while scanning an anchor", "while scanning a block scalar":
      return Self.leadingSign(in: file, at: contextPlace, isInFlow: isInFlow)
    case "while scanning a tag", "while parsing a tag":
      return tag
    case "while scanning a quoted scalar":
      return unclosed(SourceLine(file, contextPlace).first.map { "\($0)" } ?? "quote")
    case "while parsing a quoted scalar":
      return badEscape
    default:
      let notes = context.isEmpty ? [] : [Diagnostic.Note(context, at: range(contextPlace))]
      return Diagnostic(.yamlSyntax, problem, at: range(place), notes: notes)
    }
  }

  var line: SourceLine { SourceLine(file, place) }

  func range(_ position: SourcePosition) -> SourceRange {
    SourceRange(file: file, start: position, end: position)
  }
}

extension SyntaxError {
  private var tab: Diagnostic {
    let count = line.scalars[line.index...].prefix { $0 == "\t" }.count
    return Diagnostic(.tab, "a tab cannot indent", at: line.range(length: count), suggestion: "indent with spaces")
  }

  private var tag: Diagnostic {
    let line = SourceLine(file, contextPlace)
    return Diagnostic(
      .tagNotAllowed, "the tag '\(line.word)' is not allowed", at: line.wordRange,
      suggestion: "to use it as text, write \(YAMLQuoting.quoted(line.value(isInFlow: isInFlow)))")
  }

  private var badEscape: Diagnostic {
    let escape = line.second.map { "'\\\($0)'" } ?? "'\\'"
    return Diagnostic(
      .yamlSyntax, "\(escape) is not an escape of double quotes", at: line.range(length: 2),
      suggestion: "for a backslash write \\\\, or use single quotes")
  }

  /// Points at what was opened: libyaml notices only where the text ends.
  func unclosed(_ sign: String) -> Diagnostic {
    let isQuote = sign == "\"" || sign == "'"
    return Diagnostic(
      .yamlSyntax, "this '\(sign)' is never closed", at: SourceLine(file, contextPlace).range(length: 1),
      suggestion: isQuote ? "the value ends with \(sign), most likely on this line" : nil,
      notes: [.init("it should be closed here at the latest", at: range(place))])
  }

  /// A value that begins with a sign that YAML keeps for itself.
  static func leadingSign(in file: SourceFile, at place: SourcePosition, isInFlow: Bool) -> Diagnostic {
    let line = SourceLine(file, place)
    let sign = line.first.map { "\($0)" } ?? ""
    let brackets = isInFlow || line.scalars[..<line.index].contains { $0 == "{" || $0 == "[" }
    let value = line.value(isInFlow: brackets)
    let text = YAMLQuoting.quoted(value)
    let list = sign == "-" && !brackets ? "begin the list on the next line; to use it as text, write \(text)" : nil
    return Diagnostic(
      .leadingSign, "unquoted text cannot begin with '\(sign)' here", at: line.range(length: max(value.unicodeScalars.count, 1)),
      suggestion: list ?? "write \(text)")
  }
}
