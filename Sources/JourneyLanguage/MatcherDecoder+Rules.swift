internal import Diagnostics
internal import Encodings
internal import JourneyModel
internal import LocatedYAML

extension MatcherDecoder {
  /// The rule that a matcher's key and its value make; `nil` where the value cannot be, which is reported.
  mutating func rule(_ key: MatcherKey, _ entry: YAMLMapping.Entry) -> MatchRule? {
    let node = entry.value
    if node.isNothing {
      report(.emptyValue, "'\(key.rawValue)' has no value", at: entry.key.range)
      return nil
    }
    switch key {
    case .equals: return .equals(value(node))
    case .contains: return texts(key, node).map { .contains($0) }
    case .startsWith: return text(key, node).map { .startsWith($0) }
    case .endsWith: return text(key, node).map { .endsWith($0) }
    case .matches: return pattern(node).map { .matches($0) }
    case .key: return within(.anything) { $0.matcher(node) }.map { .key($0) }
    case .html: return within(.anything) { $0.matcher(node) }.map { .html($0) }
    case .anyOf: return several(key, node).map { .anyOf($0) }
    case .not: return opposite(node).map { .not($0) }
    case .atLeast: return magnitude(key, node).map { .atLeast($0) }
    case .atMost: return magnitude(key, node).map { .atMost($0) }
    case .length: return length(node).map { .length($0) }
    case .includes: return several(key, node).map { .includes($0) }
    case .exactly: return alternatives(node).map { .exactly($0) }
    case .each: return matcher(node).map { .each($0) }
    case .ignoreCase: return matcher(node).map { .ignoreCase($0) }
    case .after: return moment(key, node).map { .after($0) }
    case .before: return moment(key, node).map { .before($0) }
    }
  }

  /// What must not be; `not` asks for a thing that is something else, so that nothing is never right.
  private mutating func opposite(_ node: YAMLNode) -> Matcher? {
    guard let matcher = matcher(node) else { return nil }
    guard matcher.rule != .present else {
      report(
        .badMatcher, "'not' asks for a thing that is something else, so 'not: present' never holds", at: node.range,
        suggestion: "write 'absent'")
      return nil
    }
    return matcher
  }

  private mutating func report(_ id: DiagnosticID, _ message: String, at range: SourceRange, suggestion: String? = nil) {
    diagnostics.append(Diagnostic(id, message, at: range, suggestion: suggestion))
  }

  /// One value without lists and maps; secrets are refused, as only `equals` may have them.
  private mutating func scalar(
    _ key: MatcherKey, _ node: YAMLNode, reading: ScalarReading, wanted: String
  ) -> TemplateValue? {
    guard case .scalar = node else {
      report(.badMatcher, "'\(key.rawValue)' takes \(wanted), found \(Self.kindName(node))", at: node.range)
      return nil
    }
    let value = value(node, scalars: reading)
    guard let secret = value.references.first(where: \.isSecret) else { return value }
    report(
      .secretInMatcher, "'\(secret.spelling)' is a secret, which can only be compared with 'equals'", at: secret.range,
      suggestion: "write {equals: …}")
    return nil
  }

  private mutating func text(_ key: MatcherKey, _ node: YAMLNode, wanted: String = "a text") -> TemplateValue? {
    scalar(key, node, reading: .text, wanted: wanted)
  }

  /// A list of texts, or one alone.
  private mutating func texts(_ key: MatcherKey, _ node: YAMLNode) -> [TemplateValue]? {
    let wanted = "a text or a list of texts"
    guard case .sequence(let sequence) = node else { return text(key, node, wanted: wanted).map { [$0] } }
    guard isFilled(key, sequence) else { return nil }
    var texts: [TemplateValue] = []
    for item in sequence.items {
      if let text = text(key, item, wanted: wanted) { texts.append(text) }
    }
    return texts.count == sequence.items.count ? texts : nil
  }

  private mutating func isFilled(_ key: MatcherKey, _ sequence: YAMLSequence) -> Bool {
    if sequence.items.isEmpty { report(.badMatcher, "'\(key.rawValue)' takes at least one element", at: sequence.range) }
    return !sequence.items.isEmpty
  }

  /// A list of matchers, or one alone.
  private mutating func alternatives(_ node: YAMLNode) -> [Matcher]? {
    guard case .sequence(let sequence) = node else { return matcher(node).map { [$0] } }
    return matchers(sequence.items)
  }

  private mutating func several(_ key: MatcherKey, _ node: YAMLNode) -> [Matcher]? {
    if case .sequence(let sequence) = node, !isFilled(key, sequence) { return nil }
    return alternatives(node)
  }

  private mutating func length(_ node: YAMLNode) -> Matcher? {
    guard let matcher = within(.anything, { $0.matcher(node) }) else { return nil }
    guard case .equals(.constant(let value, let range)) = matcher.rule else { return matcher }
    if case .number = value { return matcher }
    report(.badMatcher, "'length' takes a number or a matcher, found \(value.quoted)", at: range)
    return nil
  }
}

extension MatcherDecoder {
  /// A regular expression, tried at once where nothing has to be bound in it.
  private mutating func pattern(_ node: YAMLNode) -> TemplateValue? {
    guard let value = text(.matches, node, wanted: "a regular expression") else { return nil }
    guard case .scalar(let scalar) = node, case .text(let text)? = value.constant else { return value }
    do throws(PatternError) {
      _ = try Pattern(text)
      return value
    } catch {
      diagnostics.append(Diagnostic(.badRegularExpression, error.description, at: Self.place(of: error, in: scalar)))
      return nil
    }
  }

  private static func place(of error: PatternError, in scalar: YAMLScalar) -> SourceRange {
    guard case .invalid(let offset, _) = error else { return scalar.range }
    let before = scalar.text.unicodeScalars.prefix(offset).reduce(0) { $0 + UTF8.width($1) }
    return ScalarPlaces(of: scalar.text, range: scalar.range, style: scalar.style).range(of: before..<before)
  }

  /// A number, or a span of time.
  private mutating func magnitude(_ key: MatcherKey, _ node: YAMLNode) -> TemplateValue? {
    guard let value = scalar(key, node, reading: .typed, wanted: "a number or a time such as '2s'") else { return nil }
    guard let constant = value.constant, Magnitude(expected: constant) == nil else { return value }
    let isNumber = constant.text.flatMap { DecimalNumber($0) } != nil
    report(
      .badMatcher, "'\(key.rawValue)' takes a number or a time such as '2s', found \(constant.quoted)", at: node.range,
      suggestion: isNumber ? "write it without quotes" : nil)
    return nil
  }

  private mutating func moment(_ key: MatcherKey, _ node: YAMLNode) -> TemplateValue? {
    let wanted = "a date such as '2027-01-31' or '2027-01-31T12:00:00Z'"
    guard let value = scalar(key, node, reading: .typed, wanted: wanted) else { return nil }
    guard let constant = value.constant, Moment.instant(of: constant) == nil else { return value }
    report(.badMatcher, "'\(key.rawValue)' takes \(wanted), found \(constant.quoted)", at: node.range)
    return nil
  }

  private static func kindName(_ node: YAMLNode) -> String {
    switch node {
    case .scalar: "a single value"
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }
}
