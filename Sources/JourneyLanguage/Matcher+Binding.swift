internal import Diagnostics
internal import JourneyModel

extension Matcher {
  /// Every variable that is named, in the order written.
  package var references: [Reference] {
    switch rule {
    case .equals(let value), .startsWith(let value), .endsWith(let value), .matches(let value), .atLeast(let value),
      .atMost(let value), .after(let value), .before(let value):
      value.references
    case .contains(let values): values.flatMap(\.references)
    case .key(let matcher), .html(let matcher), .not(let matcher), .length(let matcher), .each(let matcher), .ignoreCase(let matcher):
      matcher.references
    case .anyOf(let matchers), .includes(let matchers), .exactly(let matchers), .list(let matchers), .all(let matchers):
      matchers.flatMap(\.references)
    case .members(let members): members.flatMap(\.matcher.references)
    case .present, .absent, .empty: []
    }
  }

  /// The matcher with everything bound, so that comparing and describing it cannot fail any more.
  ///
  /// Throws where something has no value, and where a secret stands in a rule other than `equals`.
  package func bound(in bindings: inout Bindings) throws(BindingFailure) -> Matcher {
    Matcher(try bindingRule(in: &bindings), at: range)
  }

  private func bindingRule(in bindings: inout Bindings) throws(BindingFailure) -> MatchRule {
    switch rule {
    case .equals(let value): .equals(.constant(try value.evaluate(in: &bindings), value.range))
    case .contains(let values): .contains(try Self.texts(values, in: &bindings))
    case .startsWith(let value): .startsWith(try Self.text(value, in: &bindings))
    case .endsWith(let value): .endsWith(try Self.text(value, in: &bindings))
    case .matches(let value): .matches(try Self.text(value, in: &bindings))
    case .key(let matcher): .key(try matcher.bound(in: &bindings))
    case .html(let matcher): .html(try matcher.bound(in: &bindings))
    case .anyOf(let matchers): .anyOf(try Self.bound(matchers, in: &bindings))
    case .not(let matcher): .not(try matcher.bound(in: &bindings))
    case .atLeast(let value): .atLeast(try Self.magnitude(value, in: &bindings))
    case .atMost(let value): .atMost(try Self.magnitude(value, in: &bindings))
    case .length(let matcher): .length(try matcher.bound(in: &bindings))
    case .includes(let matchers): .includes(try Self.bound(matchers, in: &bindings))
    case .exactly(let matchers): .exactly(try Self.bound(matchers, in: &bindings))
    case .each(let matcher): .each(try matcher.bound(in: &bindings))
    case .ignoreCase(let matcher): .ignoreCase(try matcher.bound(in: &bindings))
    case .after(let value): .after(try Self.moment(value, in: &bindings))
    case .before(let value): .before(try Self.moment(value, in: &bindings))
    case .present, .absent, .empty: rule
    case .list(let matchers): .list(try Self.bound(matchers, in: &bindings))
    case .members(let members): .members(try Self.bound(members, in: &bindings))
    case .all(let matchers): .all(try Self.bound(matchers, in: &bindings))
    }
  }

  /// A bound matcher with its constants changed.
  func maskingConstants(_ mask: (Value) -> Value) -> Matcher {
    func masked(_ value: TemplateValue) -> TemplateValue {
      guard case .constant(let constant, let range) = value else { return value }
      return .constant(mask(constant), range)
    }
    func masked(_ matchers: [Matcher]) -> [Matcher] { matchers.map { $0.maskingConstants(mask) } }
    let rule: MatchRule =
      switch rule {
      case .equals(let value): .equals(masked(value))
      case .contains(let values): .contains(values.map(masked))
      case .startsWith(let value): .startsWith(masked(value))
      case .endsWith(let value): .endsWith(masked(value))
      case .key(let matcher): .key(matcher.maskingConstants(mask))
      case .html(let matcher): .html(matcher.maskingConstants(mask))
      case .anyOf(let matchers): .anyOf(masked(matchers))
      case .not(let matcher): .not(matcher.maskingConstants(mask))
      case .length(let matcher): .length(matcher.maskingConstants(mask))
      case .includes(let matchers): .includes(masked(matchers))
      case .exactly(let matchers): .exactly(masked(matchers))
      case .each(let matcher): .each(matcher.maskingConstants(mask))
      case .ignoreCase(let matcher): .ignoreCase(matcher.maskingConstants(mask))
      case .list(let matchers): .list(masked(matchers))
      case .members(let members):
        .members(members.map { NamedMatcher(name: $0.name, matcher: $0.matcher.maskingConstants(mask)) })
      case .all(let matchers): .all(masked(matchers))
      // Patterns, numbers and dates hold no secret that is compared.
      case .matches, .atLeast, .atMost, .after, .before, .present, .absent, .empty: rule
      }
    return Matcher(rule, at: range)
  }

  private static func bound(_ matchers: [Matcher], in bindings: inout Bindings) throws(BindingFailure) -> [Matcher] {
    var bound: [Matcher] = []
    bound.reserveCapacity(matchers.count)
    for matcher in matchers { bound.append(try matcher.bound(in: &bindings)) }
    return bound
  }

  private static func bound(_ members: [NamedMatcher], in bindings: inout Bindings) throws(BindingFailure) -> [NamedMatcher] {
    var bound: [NamedMatcher] = []
    bound.reserveCapacity(members.count)
    for member in members { bound.append(NamedMatcher(name: member.name, matcher: try member.matcher.bound(in: &bindings))) }
    return bound
  }
}

extension Matcher {
  /// A value for a rule that takes no secret.
  private static func publicValue(_ value: TemplateValue, in bindings: inout Bindings) throws(BindingFailure) -> Value {
    let bound = try value.evaluate(in: &bindings)
    guard !bound.holdsSecret else {
      throw BindingFailure("\(value.spelling) holds a secret, which can only be compared with 'equals'", at: value.range)
    }
    return bound
  }

  private static func text(_ value: TemplateValue, in bindings: inout Bindings) throws(BindingFailure) -> TemplateValue {
    try text(of: try publicValue(value, in: &bindings), for: value)
  }

  private static func text(of bound: Value, for value: TemplateValue) throws(BindingFailure) -> TemplateValue {
    switch bound {
    case .text, .secret: .constant(bound, value.range)
    case .number(let spelling): .constant(.text(spelling), value.range)
    case .bool(let flag): .constant(.text(flag ? "true" : "false"), value.range)
    case .null, .list, .map: throw BindingFailure("\(value.spelling) is \(bound.kindName), expected a text", at: value.range)
    }
  }

  /// The texts, where a variable may hold a list of them.
  private static func texts(_ values: [TemplateValue], in bindings: inout Bindings) throws(BindingFailure) -> [TemplateValue] {
    var texts: [TemplateValue] = []
    for value in values {
      let bound = try publicValue(value, in: &bindings)
      if case .list(let elements) = bound {
        for element in elements { texts.append(try text(of: element, for: value)) }
      } else {
        texts.append(try text(of: bound, for: value))
      }
    }
    return texts
  }

  private static func magnitude(_ value: TemplateValue, in bindings: inout Bindings) throws(BindingFailure) -> TemplateValue {
    var bound = try publicValue(value, in: &bindings)
    // A variable may have got its number out of a text, e.g. from a CSV file.
    if case .text(let text) = bound, DecimalNumber(text) != nil { bound = .number(text) }
    guard Magnitude(expected: bound) != nil else {
      throw BindingFailure("\(value.spelling) is \(bound.quoted), expected a number or a time such as '2s'", at: value.range)
    }
    return .constant(bound, value.range)
  }

  private static func moment(_ value: TemplateValue, in bindings: inout Bindings) throws(BindingFailure) -> TemplateValue {
    let bound = try publicValue(value, in: &bindings)
    guard Moment.instant(of: bound) != nil else {
      throw BindingFailure("\(value.spelling) is \(bound.quoted), expected a date", at: value.range)
    }
    return .constant(bound, value.range)
  }
}
