extension Matcher {
  /// What a matcher asks for. Texts may be templates, which are bound when the rule is applied.
  package indirect enum Rule: Sendable, Hashable {
    case equals(TemplateValue)
    case contains([TemplateValue])
    case startsWith(TemplateValue)
    case endsWith(TemplateValue)
    case matches(TemplateValue)
    /// The translation key of a message.
    case key(Matcher)
    /// The markup instead of the visible text.
    case html(Matcher)
    case anyOf([Matcher])
    case not(Matcher)
    case atLeast(TemplateValue)
    case atMost(TemplateValue)
    case length(Matcher)
    /// Every one of these is among the elements.
    case includes([Matcher])
    /// These and no others, in any order.
    case exactly([Matcher])
    case each(Matcher)
    case ignoreCase(Matcher)
    case after(TemplateValue)
    case before(TemplateValue)
    case present
    case absent
    case empty
    /// These elements, in this order.
    case list([Matcher])
    /// These members; the rest is free.
    case members([NamedMatcher])
    /// Several rules, all of which have to hold.
    case all([Matcher])
  }
}

extension Matcher.Rule {
  /// What a rule is made of: its key, the values it names, and the matchers inside of it.
  private struct Parts {
    /// `nil` for rules that are written without a key.
    var key: Matcher.Key?
    var values: [TemplateValue] = []
    var children: [Matcher] = []
  }

  private var parts: Parts {
    switch self {
    case .equals(let value): Parts(key: .equals, values: [value])
    case .contains(let values): Parts(key: .contains, values: values)
    case .startsWith(let value): Parts(key: .startsWith, values: [value])
    case .endsWith(let value): Parts(key: .endsWith, values: [value])
    case .matches(let value): Parts(key: .matches, values: [value])
    case .key(let matcher): Parts(key: .key, children: [matcher])
    case .html(let matcher): Parts(key: .html, children: [matcher])
    case .anyOf(let matchers): Parts(key: .anyOf, children: matchers)
    case .not(let matcher): Parts(key: .not, children: [matcher])
    case .atLeast(let value): Parts(key: .atLeast, values: [value])
    case .atMost(let value): Parts(key: .atMost, values: [value])
    case .length(let matcher): Parts(key: .length, children: [matcher])
    case .includes(let matchers): Parts(key: .includes, children: matchers)
    case .exactly(let matchers): Parts(key: .exactly, children: matchers)
    case .each(let matcher): Parts(key: .each, children: [matcher])
    case .ignoreCase(let matcher): Parts(key: .ignoreCase, children: [matcher])
    case .after(let value): Parts(key: .after, values: [value])
    case .before(let value): Parts(key: .before, values: [value])
    case .present, .absent, .empty: Parts()
    case .list(let matchers), .all(let matchers): Parts(children: matchers)
    case .members(let members): Parts(children: members.map(\.matcher))
    }
  }

  /// The key that it is written with; `nil` for a word, a list, a map of members and several rules at once.
  var key: Matcher.Key? { parts.key }

  /// The values that it compares with; a variable in them may not be bound yet.
  var values: [TemplateValue] { parts.values }

  /// The matchers inside of it, in the order written.
  package var children: [Matcher] { parts.children }

  /// The same rule with other values; of rules that take one, the first counts.
  func mapValues<Failure: Error>(
    _ transform: ([TemplateValue]) throws(Failure) -> [TemplateValue]
  ) throws(Failure) -> Self {
    let parts = parts
    guard let key = parts.key, !parts.values.isEmpty else { return self }
    let values = try transform(parts.values)
    switch key.specification.operand {
    case .anyValue(let make), .text(let make), .pattern(let make), .magnitude(let make), .moment(let make):
      return values.first.map(make) ?? self
    case .texts(let make): return make(values)
    case .matcher, .part, .opposite, .count, .matchers: return self
    }
  }

  /// The same rule with other matchers inside of it.
  func map<Failure: Error>(_ transform: (Matcher) throws(Failure) -> Matcher) throws(Failure) -> Self {
    let parts = parts
    guard !parts.children.isEmpty else { return self }
    var children: [Matcher] = []
    children.reserveCapacity(parts.children.count)
    for child in parts.children { children.append(try transform(child)) }
    switch (self, parts.key?.specification.operand) {
    case (_, .matcher(let make)), (_, .part(let make)), (_, .opposite(let make)), (_, .count(let make)): return make(children[0])
    case (_, .matchers(_, let make)): return make(children)
    case (.list, _): return .list(children)
    case (.all, _): return .all(children)
    case (.members(let members), _):
      return .members(zip(members, children).map { NamedMatcher(name: $0.name, matcher: $1) })
    default: return self
    }
  }
}
