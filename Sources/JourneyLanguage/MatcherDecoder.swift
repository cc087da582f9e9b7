package import Diagnostics
package import LocatedYAML

extension Matcher {
  /// The matcher that a node holds; `nil` if something in it is wrong, all of which is reported.
  ///
  /// - Parameters:
  ///   - kind: what is matched.
  ///   - besides: keys that the caller takes out of the same map, such as `level` next to a message's matcher;
  ///     a map of nothing else matches anything.
  ///   - isMember: whether an empty map is reported here, because its name is not a key that the caller knows.
  package static func decode(
    _ node: YAMLNode, of kind: MatchedKind = .anything, besides: Set<String> = [], isMember: Bool = false,
    diagnostics: inout [Diagnostic]
  ) -> Matcher? {
    var decoder = MatcherDecoder(kind: kind)
    if isMember { decoder.warnOfEmptyMap(node) }
    let matcher = decoder.matcher(node, besides: besides)
    diagnostics += decoder.diagnostics
    return matcher
  }
}

/// Reads nodes as matchers and collects what is wrong with them.
struct MatcherDecoder: LocatedDecoder {
  var diagnostics: [Diagnostic] = []
  /// What the matcher being read is for.
  private var kind: MatchedKind
  /// Whether what is read must not hold.
  var isOpposite = false
  /// Whether it is read in upper or lower case.
  var ignoresCase = false

  init(kind: MatchedKind) { self.kind = kind }

  mutating func matcher(_ node: YAMLNode, besides: Set<String> = []) -> Matcher? {
    switch node {
    case .scalar(let scalar): return matcher(scalar)
    case .sequence(let sequence) where kind == .single:
      diagnostics.append(
        Diagnostic(
          .badMatcher, "expected a single value, found a list", at: sequence.range, suggestion: "for one of several, write {any_of: […]}")
      )
      return nil
    case .sequence(let sequence): return matchers(sequence.items).map { Matcher(.list($0), at: sequence.range) }
    case .mapping(let mapping):
      let entries = besides.isEmpty ? mapping.entries : mapping.entries.filter { !besides.contains($0.key.value) }
      if entries.isEmpty, !mapping.entries.isEmpty { return Matcher(.all([]), at: mapping.range) }
      return matcher(entries, at: mapping.range)
    }
  }

  private mutating func matcher(_ scalar: YAMLScalar) -> Matcher? {
    guard scalar.kind != .nothing else {
      diagnostics.append(
        Diagnostic(
          .emptyValue, "the value is empty; expected a value or a matcher", at: scalar.range,
          suggestion: "write 'present', 'absent' or \"\""))
      return nil
    }
    let rule = Matcher.Word(rawValue: scalar.text)?.rule ?? .equals(value(.scalar(scalar)))
    return Matcher(rule, at: scalar.range)
  }

  private mutating func matcher(_ entries: [YAMLMapping.Entry], at range: SourceRange) -> Matcher? {
    let firstKey = entries.first { matcherKey($0) != nil }
    let firstMember = entries.first { matcherKey($0) == nil }
    if let firstKey, let firstMember {
      diagnostics.append(mixed(firstKey.key, firstMember.key))
      return nil
    }
    guard firstKey != nil else { return members(entries, at: range) }
    let told = diagnostics.count
    var rules: [Matcher] = []
    for entry in entries {
      guard let key = matcherKey(entry), let rule = rule(key, entry) else { continue }
      rules.append(Matcher(rule, at: Self.range(of: entry)))
    }
    guard rules.count == entries.count else { return nil }
    guard rules.count > 1 else { return rules[0] }
    let matcher = Matcher(.all(rules), at: range)
    if diagnostics.count == told, matcher.neverHolds(ignoringCase: ignoresCase) { warnOfContradiction("value", matcher) }
    return matcher
  }

  /// The matcher of an entry's key; `nil` if it names a member.
  private func matcherKey(_ entry: YAMLMapping.Entry) -> Matcher.Key? {
    Matcher.Key(rawValue: entry.key.value).flatMap { $0.isMatcher(of: kind) ? $0 : nil }
  }

  private mutating func members(_ entries: [YAMLMapping.Entry], at range: SourceRange) -> Matcher? {
    if kind == .single, let first = entries.first {
      diagnostics.append(noMember(first.key))
      return nil
    }
    if kind != .map { warnOfMisspelling(entries) }
    var members: [NamedMatcher] = []
    for entry in entries {
      warnOfEmptyMap(entry.value)
      if let matcher = within(.anything, { $0.matcher(entry.value) }) { members.append(NamedMatcher(name: entry.key, matcher: matcher)) }
    }
    return members.count == entries.count ? Matcher(.members(members), at: range) : nil
  }

  /// All matchers of a list, or `nil` if one of them is wrong.
  mutating func matchers(_ items: [YAMLNode]) -> [Matcher]? {
    var matchers: [Matcher] = []
    for item in items {
      warnOfEmptyMap(item)
      if let matcher = matcher(item) { matchers.append(matcher) }
    }
    return matchers.count == items.count ? matchers : nil
  }

  /// Reads a part that matches something else.
  mutating func within(_ kind: MatchedKind, _ read: (inout MatcherDecoder) -> Matcher?) -> Matcher? {
    let outer = self.kind
    self.kind = kind
    defer { self.kind = outer }
    return read(&self)
  }

  mutating func value(_ node: YAMLNode, scalars: ScalarReading = .typed) -> TemplateValue {
    TemplateValue.decode(node, scalars: scalars, diagnostics: &diagnostics)
  }
}

extension MatcherDecoder {
  /// From the key to the end of its value; of a value that an alias brought from elsewhere the key alone.
  private static func range(of entry: YAMLMapping.Entry) -> SourceRange {
    let (key, value) = (entry.key.range, entry.value.range)
    guard key.file == value.file, key.end <= value.start else { return key }
    return SourceRange(file: key.file, start: key.start, end: value.end)
  }

  private func noMember(_ key: Located<String>) -> Diagnostic {
    .unknown(.badMatcher, "a single value has no member '\(key.value)'", key, among: Matcher.matcherKeys)
  }

  private func mixed(_ key: Located<String>, _ member: Located<String>) -> Diagnostic {
    let isMatcherElsewhere = Matcher.Key(rawValue: member.value) != nil
    let nearest = isMatcherElsewhere ? nil : ClosestMatch.of(member.value, in: Matcher.matcherKeys)
    let found =
      isMatcherElsewhere ? "is a member's name here and '\(key.value)' is a matcher" : "is not a matcher but '\(key.value)' is one"
    return Diagnostic(
      .mixedMatcher, "'\(member.value)' \(found): do not mix matchers and members in one map",
      at: member.range, suggestion: nearest.map(ClosestMatch.suggestion),
      notes: [.init("to compare a member called '\(key.value)', write {equals: {…}}", at: key.range)])
  }

  /// An empty map as a whole is reported by who knows its key.
  mutating func warnOfEmptyMap(_ node: YAMLNode) {
    guard case .mapping(let mapping) = node, mapping.entries.isEmpty else { return }
    report(
      .checksPresence, "every map matches '{}', so this only checks that there is one", at: mapping.range, severity: .warning,
      suggestion: "write '{equals: {}}' for an empty one, 'present' for any value")
  }

  /// A warning only: `{contain: x}` may be meant as a member called `contain`.
  private mutating func warnOfMisspelling(_ entries: [YAMLMapping.Entry]) {
    guard entries.count == 1, case .scalar = entries[0].value, let key = Matcher.Key.meant(by: entries[0].key.value) else { return }
    let name = entries[0].key
    diagnostics.append(
      Diagnostic(
        .misspeltMatcher, "'\(name.value)' is not a matcher, so a member called '\(name.value)' is compared", at: name.range,
        severity: .warning, suggestion: ClosestMatch.suggestion(key.rawValue)))
  }
}
