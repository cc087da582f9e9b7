internal import Diagnostics
internal import JourneyLanguage
internal import LocatedYAML

/// Reads what scenarios and tenants are made of in addition to plain values: templates, durations and matchers.
protocol NodeDecoder: LocatedDecoder {}

extension NodeDecoder {
  /// A text in which variables are not allowed, because it has to be known before the run.
  mutating func name(_ node: YAMLNode, key: String, wanted: String = "a name") -> Located<String>? {
    guard let scalar = textScalar(node, key: key, wanted: wanted) else { return nil }
    guard !scalar.mayHoldVariables else {
      report(
        .wrongType, "'\(key)' takes no variables, because it is needed before variables are set", at: scalar.range,
        suggestion: key == "account" ? "put a person's values into the table: 'examples: [{user: ada, password: \"${secret.ADA}\"}]'" : nil)
      return nil
    }
    guard !scalar.text.isEmpty else {
      report(.emptyValue, "'\(key)' is an empty text, expected \(wanted)", at: scalar.range)
      return nil
    }
    return Located(scalar.text, at: scalar.range)
  }

  /// A list of names, or a single one.
  mutating func names(_ node: YAMLNode, key: String, wanted: String = "a name or a list of names") -> [Located<String>] {
    list(node) { $0.name($1, key: key, wanted: wanted) }
  }

  /// A text that reaches reports as it is written.
  mutating func prose(_ node: YAMLNode, key: String) -> String? {
    textScalar(node, key: key)?.text
  }

  mutating func template(_ node: YAMLNode, key: String, wanted: String = "a text") -> Template? {
    textScalar(node, key: key, wanted: wanted).map { Template.parse($0, diagnostics: &diagnostics) }
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

  /// The header fields of a request by name, each of which is one text.
  mutating func headers(_ node: YAMLNode) -> [TemplateValue.Member] {
    guard let mapping = map(node, key: "headers") else { return [] }
    var fields: [YAMLMapping.Entry] = []
    for entry in mapping.entries {
      guard entry.value.isNothing || entry.value.scalar != nil else {
        reportType(entry.key.value, "a text", entry.value)
        continue
      }
      fields.append(entry)
    }
    return members(fields, scalars: .text)
  }

  /// - Parameter isMember: whether the key is a name that the file chooses, so that an empty map is reported with its value.
  mutating func matcher(_ node: YAMLNode, key: String, of kind: MatchedKind = .anything, isMember: Bool = false) -> Matcher? {
    if node.isNothing {
      reportEmpty(key, at: node.range)
      return nil
    }
    return Matcher.decode(node, of: kind, isMember: isMember, diagnostics: &diagnostics)
  }

  /// Matchers by name.
  ///
  /// - Parameter kind: the kind of value under a name.
  mutating func namedMatchers(
    _ node: YAMLNode, key: String, wanted: String = "a map", of kind: (String) -> MatchedKind = { _ in .anything }
  ) -> [NamedMatcher] {
    guard let mapping = map(node, key: key, wanted: wanted) else { return [] }
    var matchers: [NamedMatcher] = []
    matchers.reserveCapacity(mapping.entries.count)
    for entry in mapping.entries {
      if let matcher = matcher(entry.value, key: entry.key.value, of: kind(entry.key.value), isMember: true) {
        matchers.append(NamedMatcher(name: entry.key, matcher: matcher))
      }
    }
    return matchers
  }
}

extension YAMLScalar {
  /// Whether it contains `${`.
  var mayHoldVariables: Bool {
    var isBehindDollar = false
    for byte in text.utf8 {
      if isBehindDollar && byte == UInt8(ascii: "{") { return true }
      isBehindDollar = byte == UInt8(ascii: "$")
    }
    return false
  }
}
