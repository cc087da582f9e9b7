internal import CLibYAML
internal import Diagnostics

extension TreeBuilder {
  /// What an alias names; an unknown one is reported and replaced by the text that was likely meant.
  mutating func alias(depth: Int) throws(YAMLStop) -> YAMLNode {
    let event = events.current
    let range = self.range(event)
    lastEnd = range.end
    let name = event.pointee.data.alias.anchor.map { String(cString: $0) } ?? ""
    guard let anchor = anchors[name] else {
      diagnostics.append(unknownAlias(name, range))
      return .scalar(YAMLScalar(text: "*" + name, style: .plain, kind: .text, range: range))
    }
    guard depth + anchor.height <= limits.depth else { throw stopTooDeep(at: range.start) }
    nodes += anchor.size
    expandedNodes += anchor.size
    deepest = max(deepest, depth + anchor.height)
    guard expandedNodes <= limits.expandedNodes else {
      diagnostics.append(
        Diagnostic(.aliasBomb, "aliases expand to more than \(limits.expandedNodes) values in this document", at: range))
      throw YAMLStop(position: range.start)
    }
    return anchor.node
  }

  private func unknownAlias(_ name: String, _ range: SourceRange) -> Diagnostic {
    let near = ClosestMatch.of(name, in: anchors.keys).map { "did you mean '*\($0)'?" }
    return Diagnostic(
      .unknownAlias, "unknown alias '*\(name)', no '&\(name)' is above it in this document", at: range,
      suggestion: near ?? "to use it as text, write \(YAMLQuoting.quoted("*" + name))")
  }

  mutating func stopTooDeep(at position: SourcePosition) -> YAMLStop {
    diagnostics.append(
      Diagnostic(
        .tooDeep, "nested more than \(limits.depth) levels deep", at: SourceRange(file: file, start: position, end: position)))
    return YAMLStop(position: position)
  }

  /// A scalar that is not what its writer meant, reported; `nil` when all is well.
  ///
  /// It is replaced by the text that was likely meant, so that its absence is not reported as well.
  mutating func trapped(_ event: UnsafeMutablePointer<yaml_event_t>, style: YAMLScalar.Style, range: SourceRange) -> YAMLScalar? {
    let isEmpty = event.scalarBytes.isEmpty
    if event.pointee.data.scalar.tag != nil {
      reportTag(of: event, nothing: isEmpty && style == .plain)
      return isEmpty && style == .plain
        ? YAMLScalar(text: SourceLine(file, range.start).word, style: .plain, kind: .text, range: range) : nil
    }
    switch style {
    case .plain:
      if isEmpty, event.pointee.data.scalar.anchor != nil {
        let line = SourceLine(file, range.start)
        diagnostics.append(
          Diagnostic(
            .anchorOnNothing, "the anchor '\(line.word)' names nothing", at: range,
            suggestion: "to use it as text, write \(YAMLQuoting.quoted(line.word))"))
        return YAMLScalar(text: line.word, style: .plain, kind: .text, range: range)
      }
      return hasTightComment ? trappedComment(event, isEmpty: isEmpty, range: range) : nil
    case .literal, .folded:
      // `age: >5` is an empty text with an indentation of five.
      if isEmpty, SourceLine(file, range.start).word.unicodeScalars.contains(where: { $0.properties.numericType != nil }) {
        diagnostics.append(SyntaxError.leadingSign(in: file, at: range.start, isInFlow: openFlows > 0))
      }
      return nil
    case .singleQuoted, .doubleQuoted: return nil
    }
  }

  /// `“Continue”`: the author meant YAML's own quotes, or the tenant shows just these.
  mutating func warnOfQuotes(_ bytes: UnsafeBufferPointer<UInt8>, at range: SourceRange) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard YAMLQuoting.isInTypographicQuotes(text) else { return }
    let inner = YAMLQuoting.withoutTypographicQuotes(text)
    diagnostics.append(
      Diagnostic(
        .typographicQuotes, "these quotes are part of the text, because they are curly quotes, not straight ones", at: range,
        severity: .warning,
        suggestion: "write \(YAMLQuoting.quoted(inner)), or \(YAMLQuoting.quoted(text)) if they are part of it"))
  }

  /// Reports any tag: the language has none, and a password may well begin with `!`.
  mutating func reportTag(of event: UnsafeMutablePointer<yaml_event_t>, nothing: Bool) {
    let start = position(event.pointee.start_mark)
    var line = SourceLine(file, start)
    // An anchor may be before the tag.
    if line.first == "&" { line = line.behindWord }
    let advice = nothing ? "to use it as text, write \(YAMLQuoting.quoted(line.word))" : "text that begins with '!' is quoted"
    diagnostics.append(Diagnostic(.tagNotAllowed, "the tag '\(line.word)' is not allowed", at: line.wordRange, suggestion: advice))
  }

  /// `abc #1`: YAML takes `#1` for a comment, its writer most likely did not.
  private mutating func trappedComment(
    _ event: UnsafeMutablePointer<yaml_event_t>, isEmpty: Bool, range: SourceRange
  ) -> YAMLScalar? {
    let end = cursor.offset(of: Int(event.pointee.end_mark.index), in: bytes)
    var hash = end
    while hash < bytes.count, TextCheck.isBlank(bytes[hash]) { hash += 1 }
    guard hash > end, hash < bytes.count, bytes[hash] == UInt8(ascii: "#"), TextCheck.isTightComment(bytes, at: hash) else { return nil }
    let line = SourceLine(file, SourcePosition(line: range.end.line, column: range.end.column + hash - end))
    let before = isEmpty ? "" : String(decoding: event.scalarBytes, as: UTF8.self) + " "
    diagnostics.append(
      Diagnostic(
        .commentInText, "'\(line.rest)' is read as a comment; is it meant to be text?", at: line.restRange,
        suggestion: "to use it as text, write \(YAMLQuoting.quoted(before + line.rest)), a comment begins with '# '"))
    return isEmpty ? YAMLScalar(text: line.rest, style: .plain, kind: .text, range: line.restRange) : nil
  }
}
