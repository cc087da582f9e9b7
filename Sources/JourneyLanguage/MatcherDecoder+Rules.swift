internal import Diagnostics
internal import Encodings
internal import JourneyModel
internal import LocatedYAML

extension MatcherDecoder {
  /// The rule that a matcher's key and its value make; `nil` if the value cannot be, which is reported.
  mutating func rule(_ key: Matcher.Key, _ entry: YAMLMapping.Entry) -> Matcher.Rule? {
    let told = diagnostics.count
    guard let rule = made(key, entry) else { return nil }
    // What a part says of itself needs no second warning.
    if [Matcher.Key.anyOf, .not, .ignoreCase].contains(key), diagnostics.count == told {
      let matcher = Matcher(rule, at: entry.value.range)
      if (ignoresCase ? Matcher(.ignoreCase(matcher), at: matcher.range) : matcher).cannotFail() {
        warnOfNothing("every value is \(matcher.wording)", at: matcher.range, isOptional: matcher.fitsAbsence)
      }
    }
    return rule
  }

  private mutating func made(_ key: Matcher.Key, _ entry: YAMLMapping.Entry) -> Matcher.Rule? {
    let node = entry.value
    if node.isNothing {
      reportEmpty(key.rawValue, at: entry.key.range)
      return nil
    }
    switch key.specification.operand {
    case .anyValue(let make): return make(value(node))
    case .text(let make): return text(key, node).map { warnIfEmpty(key, [$0], make($0)) }
    case .texts(let make): return texts(key, node).map { warnIfEmpty(key, $0, make($0)) }
    case .pattern(let make): return pattern(key, node).map { warnIfMatchingAll($0, make($0)) }
    case .magnitude(let make): return magnitude(key, node).map(make)
    case .moment(let make): return moment(key, node).map(make)
    case .matcher(let make):
      warnOfEmptyMap(node)
      let before = ignoresCase
      defer { ignoresCase = before }
      ignoresCase = before || key == .ignoreCase
      return matcher(node).map(make)
    case .part(let make): return within(.anything) { $0.matcher(node) }.map(make)
    case .opposite(let make): return opposite(node).map(make)
    case .count(let make): return length(node).map(make)
    case .matchers(let mayBeEmpty, let make):
      guard let matchers = several(key, node, mayBeEmpty: mayBeEmpty) else { return nil }
      if key == .anyOf { warnOfAnything(matchers, at: node.range) }
      return make(matchers)
    }
  }

  /// Every text contains an empty one, begins and ends with it.
  private mutating func warnIfEmpty(_ key: Matcher.Key, _ values: [TemplateValue], _ rule: Matcher.Rule) -> Matcher.Rule {
    for value in values where value.constant == .text("") {
      warnOfNothing("every text matches '\(key.rawValue): \"\"'", at: value.range)
    }
    return rule
  }

  private mutating func warnIfMatchingAll(_ value: TemplateValue, _ rule: Matcher.Rule) -> Matcher.Rule {
    guard case .text(let text)? = value.constant else { return rule }
    if Pattern.fitsEveryText(text) {
      warnOfNothing("every text matches the regular expression '\(text)'", at: value.range)
    } else if Pattern.fitsNoText(text) {
      warnOfContradiction("text", Matcher(rule, at: value.range))
    }
    return rule
  }

  /// Rules that no value fits at once. A contradiction is reported only where a match is forbidden, since it then never fails.
  mutating func warnOfContradiction(_ noun: String, _ matcher: Matcher) {
    guard !isOpposite else { return }
    report(.neverTrue, "no \(noun) is \(matcher.wording), so this never holds", at: matcher.range, severity: .warning)
  }

  /// Alternatives of which one always holds: the value is there or not, or is something or something else.
  private mutating func warnOfAnything(_ choices: [Matcher], at range: SourceRange) {
    let present = choices.first { $0.rule == .present }
    if present != nil, choices.contains(where: { $0.rule == .absent }) {
      warnOfNothing("everything is 'present' or 'absent'", at: range, isOptional: true)
    } else if let present, choices.count > 1 {
      warnOfNothing("the other alternatives have no effect next to 'present'", at: present.range)
    } else if let choice = choices.first(where: { choice in choices.contains { $0.excludes(choice) } }) {
      warnOfNothing("every value is \(choice.wording) or not", at: range, isOptional: choices.contains(where: \.fitsAbsence))
    }
  }

  /// - Parameter isOptional: whether nothing fits as well; else it is checked that there is something.
  private mutating func warnOfNothing(_ message: String, at range: SourceRange, isOptional: Bool = false) {
    if isOptional {
      report(.checksNothing, message, at: range, severity: .warning, suggestion: "leave it out")
    } else if isOpposite {
      report(.checksPresence, "\(message), so 'not' never holds", at: range, severity: .warning, suggestion: "write 'absent'")
    } else {
      report(
        .checksPresence, "\(message), so this only checks that there is one", at: range, severity: .warning, suggestion: "write 'present'")
    }
  }

  /// What must not be; `not` asks for a thing that is something else, so that nothing is never right.
  private mutating func opposite(_ node: YAMLNode) -> Matcher? {
    warnOfEmptyMap(node)
    isOpposite.toggle()
    defer { isOpposite.toggle() }
    guard let matcher = matcher(node) else { return nil }
    guard matcher.rule != .present else {
      report(
        .badMatcher, "'not' expects something that is different, so 'not: present' never holds", at: node.range,
        suggestion: "write 'absent'")
      return nil
    }
    return matcher
  }

  /// One value without lists and maps; secrets are refused, as only `equals` may have them.
  private mutating func scalar(
    _ key: Matcher.Key, _ node: YAMLNode, reading: ScalarReading, wanted: String
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

  private mutating func text(_ key: Matcher.Key, _ node: YAMLNode, wanted: String = "a text") -> TemplateValue? {
    scalar(key, node, reading: .text, wanted: wanted)
  }

  /// A list of texts, or one alone.
  private mutating func texts(_ key: Matcher.Key, _ node: YAMLNode) -> [TemplateValue]? {
    let wanted = "a text or a list of texts"
    guard case .sequence(let sequence) = node else { return text(key, node, wanted: wanted).map { [$0] } }
    guard isFilled(key, sequence) else { return nil }
    var texts: [TemplateValue] = []
    for item in sequence.items {
      if let text = text(key, item, wanted: wanted) { texts.append(text) }
    }
    return texts.count == sequence.items.count ? texts : nil
  }

  private mutating func isFilled(_ key: Matcher.Key, _ sequence: YAMLSequence) -> Bool {
    if sequence.items.isEmpty { report(.badMatcher, "'\(key.rawValue)' takes at least one element", at: sequence.range) }
    return !sequence.items.isEmpty
  }

  /// A list of matchers, or one alone.
  private mutating func several(_ key: Matcher.Key, _ node: YAMLNode, mayBeEmpty: Bool) -> [Matcher]? {
    guard case .sequence(let sequence) = node else { return matcher(node).map { [$0] } }
    guard mayBeEmpty || isFilled(key, sequence) else { return nil }
    return matchers(sequence.items)
  }

  private mutating func length(_ node: YAMLNode) -> Matcher? {
    let told = diagnostics.count
    guard let matcher = within(.anything, { $0.matcher(node) }) else { return nil }
    if case .equals(.constant(let value, let range)) = matcher.rule {
      guard case .number = value else {
        report(.badMatcher, "'length' takes a number or a matcher, found \(value.quoted)", at: range)
        return nil
      }
    }
    guard diagnostics.count == told else { return matcher }
    if matcher.cannotFail(on: .length) { warnOfNothing("every length is \(matcher.wording)", at: matcher.range) }
    if matcher.neverHolds(on: .length) { warnOfContradiction("length", matcher) }
    return matcher
  }
}

extension MatcherDecoder {
  /// A regular expression, tried at once where nothing has to be bound in it.
  private mutating func pattern(_ key: Matcher.Key, _ node: YAMLNode) -> TemplateValue? {
    guard let value = text(key, node, wanted: "a regular expression") else { return nil }
    guard case .scalar(let scalar) = node, case .text(let text)? = value.constant else { return value }
    do throws(PatternError) {
      _ = try Pattern(text)
      return value
    } catch {
      report(.badRegularExpression, error.description, at: Self.place(of: error, in: scalar))
      return nil
    }
  }

  private static func place(of error: PatternError, in scalar: YAMLScalar) -> SourceRange {
    guard case .invalid(let offset, _) = error else { return scalar.range }
    let before = scalar.text.unicodeScalars.prefix(offset).reduce(0) { $0 + UTF8.width($1) }
    return ScalarPlaces(of: scalar.text, range: scalar.range, style: scalar.style).range(of: before..<before)
  }

  /// A number, or a span of time.
  private mutating func magnitude(_ key: Matcher.Key, _ node: YAMLNode) -> TemplateValue? {
    guard let value = scalar(key, node, reading: .typed, wanted: "a number or a time such as '2s'") else { return nil }
    guard let constant = value.constant, Magnitude(expected: constant) == nil else { return value }
    let isNumber = constant.text.flatMap { DecimalNumber($0) } != nil
    report(
      .badMatcher, "'\(key.rawValue)' takes a number or a time such as '2s', found \(constant.quoted)", at: node.range,
      suggestion: isNumber ? "write it without quotes" : nil)
    return nil
  }

  private mutating func moment(_ key: Matcher.Key, _ node: YAMLNode) -> TemplateValue? {
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
