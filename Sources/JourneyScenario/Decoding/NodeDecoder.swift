internal import Diagnostics
internal import JourneyLanguage
internal import LocatedYAML

/// Reads values of one type and collects what is wrong with them; each is told the key that it stands at, for the message.
protocol NodeDecoder {
  var diagnostics: [Diagnostic] { get set }
}

extension NodeDecoder {
  mutating func report(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, severity: Diagnostic.Severity = .error, suggestion: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(id, message, at: range, severity: severity, suggestion: suggestion, notes: notes))
  }

  /// Warns of a map or list without members, which says nothing where something should be said.
  mutating func warnIfEmpty(_ node: YAMLNode, key: String) {
    switch node {
    case .mapping(let mapping) where mapping.entries.isEmpty: break
    case .sequence(let sequence) where sequence.items.isEmpty: break
    case .mapping, .sequence, .scalar: return
    }
    // What stood in it was wrong, and that is reported.
    guard !diagnostics.contains(where: { $0.severity == .error && $0.range.map(node.range.contains) == true }) else { return }
    report(
      .checksNothing, "'\(key)' is empty, so it says nothing and holds whatever is shown", at: node.range, severity: .warning,
      suggestion: "leave '\(key)' out")
  }

  mutating func reportEmpty(_ key: String, at range: SourceRange) {
    report(.emptyValue, "'\(key)' has no value", at: range)
  }

  /// Reports that something else was expected; names nothing that is empty as that.
  mutating func reportType(_ key: String, _ wanted: String, _ node: YAMLNode, suggestion: String? = nil) {
    if node.isNothing { return reportEmpty(key, at: node.range) }
    report(.wrongType, "'\(key)' takes \(wanted), found \(node.kindName)", at: node.range, suggestion: suggestion)
  }

  /// The scalar of a place that takes one text; `null` is none.
  mutating func textScalar(_ node: YAMLNode, key: String, wanted: String = "a text") -> YAMLScalar? {
    guard case .scalar(let scalar) = node, scalar.kind != .nothing, scalar.kind != .null else {
      reportType(key, wanted, node, suggestion: node.scalar?.kind == .null ? "the text is written \"null\"" : nil)
      return nil
    }
    return scalar
  }

  /// A text in which no variable may stand, since it has to be known before anything is walked.
  mutating func name(_ node: YAMLNode, key: String, wanted: String = "a name") -> Located<String>? {
    guard let scalar = textScalar(node, key: key, wanted: wanted) else { return nil }
    guard !scalar.mayHoldVariables else {
      report(.wrongType, "'\(key)' takes no variables, as it is needed before anything is bound", at: scalar.range)
      return nil
    }
    guard !scalar.text.isEmpty else {
      report(.emptyValue, "'\(key)' is an empty text, expected \(wanted)", at: scalar.range)
      return nil
    }
    return Located(scalar.text, at: scalar.range)
  }

  /// A list of names; one may stand alone.
  mutating func names(_ node: YAMLNode, key: String, wanted: String = "a name or a list of names") -> [Located<String>] {
    guard case .sequence(let sequence) = node else { return name(node, key: key, wanted: wanted).map { [$0] } ?? [] }
    var names: [Located<String>] = []
    names.reserveCapacity(sequence.items.count)
    for item in sequence.items {
      if let name = name(item, key: key, wanted: wanted) { names.append(name) }
    }
    return names
  }

  /// A text that reaches reports as it is written.
  mutating func prose(_ node: YAMLNode, key: String) -> String? {
    textScalar(node, key: key)?.text
  }

  mutating func template(_ node: YAMLNode, key: String, wanted: String = "a text") -> Template? {
    textScalar(node, key: key, wanted: wanted).map { Template.parse($0, diagnostics: &diagnostics) }
  }

  mutating func flag(_ node: YAMLNode, key: String) -> Bool? {
    if case .scalar(let scalar) = node {
      if case .boolean(let flag) = scalar.kind { return flag }
      if let meant = Self.flagMeant(by: scalar.text) {
        report(
          .wrongType, "'\(key)' takes true or false, found \(node.kindName)", at: scalar.range, suggestion: "write \(meant)")
        return meant
      }
    }
    reportType(key, "true or false", node)
    return nil
  }

  static func flagMeant(by text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "y", "on", "true", "1": true
    case "no", "n", "off", "false", "0": false
    default: nil
    }
  }

  /// A whole number within bounds.
  mutating func count(_ node: YAMLNode, key: String, in bounds: ClosedRange<Int>) -> Int? {
    let wanted = "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
    guard case .scalar(let scalar) = node, let number = Int(scalar.text) else {
      reportType(key, wanted, node)
      return nil
    }
    guard case .number = scalar.kind else {
      reportType(key, wanted, node, suggestion: "write it without quotes: \(number)")
      return nil
    }
    guard bounds.contains(number) else {
      report(.badValue, "'\(key)' takes \(wanted), found \(number)", at: scalar.range)
      return nil
    }
    return number
  }

  mutating func duration(_ node: YAMLNode, key: String) -> Duration? {
    if node.isNothing {
      reportEmpty(key, at: node.range)
      return nil
    }
    guard node.scalar != nil else {
      reportType(key, "a time such as '30s'", node)
      return nil
    }
    return DurationText.decode(node, diagnostics: &diagnostics)
  }

  /// One of a few words.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ node: YAMLNode, key: String, _: Word.Type) -> Word? {
    let words = Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    guard let scalar = textScalar(node, key: key, wanted: "one of \(words)") else { return nil }
    if let word = Word(rawValue: scalar.text) { return word }
    reportWord(scalar, key: key, among: Word.allCases.map(\.rawValue))
    return nil
  }

  mutating func reportWord(_ scalar: YAMLScalar, key: String, among words: [String]) {
    let list = words.map { "'\($0)'" }.joined(separator: ", ")
    report(
      .badValue, "'\(key)' takes \(words.count == 1 ? list : "one of \(list)"), found '\(scalar.text)'", at: scalar.range,
      suggestion: ClosestMatch.of(scalar.text, in: words).map { "did you mean '\($0)'?" })
  }

  mutating func map(_ node: YAMLNode, key: String, wanted: String = "a map") -> YAMLMapping? {
    guard case .mapping(let mapping) = node else {
      reportType(key, wanted, node)
      return nil
    }
    return mapping
  }

  /// Named values that may be templates.
  mutating func members(_ node: YAMLNode, key: String, scalars: ScalarReading = .typed) -> [TemplateValue.Member] {
    guard let mapping = map(node, key: key) else { return [] }
    return members(mapping.entries, scalars: scalars)
  }

  mutating func members(_ entries: [YAMLMapping.Entry], scalars: ScalarReading = .typed) -> [TemplateValue.Member] {
    var members: [TemplateValue.Member] = []
    members.reserveCapacity(entries.count)
    for entry in entries {
      if entry.value.isNothing {
        reportEmpty(entry.key.value, at: entry.key.range)
        continue
      }
      let value = TemplateValue.decode(entry.value, scalars: scalars, diagnostics: &diagnostics)
      members.append(TemplateValue.Member(name: entry.key, value: value))
    }
    return members
  }

  mutating func matcher(_ node: YAMLNode, key: String, of kind: MatchedKind = .anything) -> Matcher? {
    if node.isNothing {
      reportEmpty(key, at: node.range)
      return nil
    }
    return Matcher.decode(node, of: kind, diagnostics: &diagnostics)
  }

  /// Matchers by name.
  ///
  /// - Parameter kind: what stands under a name.
  mutating func namedMatchers(
    _ node: YAMLNode, key: String, wanted: String = "a map", of kind: (String) -> MatchedKind = { _ in .anything }
  ) -> [NamedMatcher] {
    guard let mapping = map(node, key: key, wanted: wanted) else { return [] }
    var matchers: [NamedMatcher] = []
    matchers.reserveCapacity(mapping.entries.count)
    for entry in mapping.entries {
      if let matcher = matcher(entry.value, key: entry.key.value, of: kind(entry.key.value)) {
        matchers.append(NamedMatcher(name: entry.key, matcher: matcher))
      }
    }
    return matchers
  }
}

/// Keys that cannot stand where they stand.
extension NodeDecoder {
  /// Reports a key that none of `Key` is.
  ///
  /// - Parameter place: where it stands, as a sentence's end, e.g. `in 'response'`.
  mutating func reportUnknown<Key: DocumentedKey>(_ key: Located<String>, _: Key.Type, in place: String) {
    reportUnknown(key, among: Key.names, in: place)
  }

  mutating func reportUnknown(_ key: Located<String>, among names: [String], in place: String) {
    let nearest = ClosestMatch.of(key.value, in: names).map { "did you mean '\($0)'?" }
    let possible = nearest == nil ? "; possible are \(names.joined(separator: ", "))" : ""
    report(.unknownKey, "unknown key '\(key.value)' \(place)\(possible)", at: key.range, suggestion: nearest)
  }
}
