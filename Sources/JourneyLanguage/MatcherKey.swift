internal import Diagnostics

/// The keys that make a map a matcher.
///
/// A key is described once, in its row of `specification`: decoding, binding, hiding, comparing and the reference draw on it.
package enum MatcherKey: String, Sendable, Hashable, CaseIterable {
  case equals
  case contains
  case startsWith = "starts_with"
  case endsWith = "ends_with"
  case matches
  case key
  case html
  case anyOf = "any_of"
  case not
  case atLeast = "at_least"
  case atMost = "at_most"
  case length
  case includes
  case exactly
  case each
  case ignoreCase = "ignore_case"
  case after
  case before

  /// What is known of a key before any matcher has it.
  struct Specification: Sendable {
    /// What it means, in one line without a full stop.
    let summary: String
    let operand: Operand
    /// What the matchers inside of it are compared with.
    let scope: Scope
    /// The places where it names a member and is no matcher.
    let memberIn: Set<MatchedKind>

    /// Whether its values can hold a secret, which is hidden before anything is shown.
    var mayHoldSecrets: Bool {
      switch operand {
      case .anyValue, .text, .texts, .matcher, .part, .opposite, .count, .matchers: true
      case .pattern, .magnitude, .moment: false
      }
    }

    init(_ summary: String, _ operand: Operand, _ scope: Scope = .none, memberIn: Set<MatchedKind> = [.map]) {
      self.summary = summary
      self.operand = operand
      self.scope = scope
      self.memberIn = memberIn
    }
  }

  /// What stands behind the key, and the rule that it makes.
  enum Operand: Sendable {
    /// Any value.
    case anyValue(@Sendable (TemplateValue) -> MatchRule)
    case text(@Sendable (TemplateValue) -> MatchRule)
    /// A text, or a list of them.
    case texts(@Sendable ([TemplateValue]) -> MatchRule)
    /// A regular expression.
    case pattern(@Sendable (TemplateValue) -> MatchRule)
    /// A number, or a span of time.
    case magnitude(@Sendable (TemplateValue) -> MatchRule)
    /// A date, with or without a time.
    case moment(@Sendable (TemplateValue) -> MatchRule)
    /// A matcher of the same value.
    case matcher(@Sendable (Matcher) -> MatchRule)
    /// A matcher of what a text has beside it, whatever stands at the place.
    case part(@Sendable (Matcher) -> MatchRule)
    /// A matcher that must not hold.
    case opposite(@Sendable (Matcher) -> MatchRule)
    /// A number, or a matcher of one.
    case count(@Sendable (Matcher) -> MatchRule)
    /// A list of matchers, or one alone.
    case matchers(mayBeEmpty: Bool, @Sendable ([Matcher]) -> MatchRule)
  }

  /// What the matchers inside of a rule are compared with.
  enum Scope: Sendable {
    /// The value itself.
    case subject
    /// Each element of a list.
    case elements
    /// There are none, or they are compared with something else.
    case none
  }
}

extension MatcherKey {
  private static let specifications = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.row) })

  var specification: Specification { Self.specifications[self] ?? row }

  /// What it means, in one line without a full stop.
  package var summary: String { specification.summary }

  /// Whether it is a matcher at such a place, and not a member's name.
  func isMatcher(of kind: MatchedKind) -> Bool { !specification.memberIn.contains(kind) }

  /// The table: one row for each key.
  private var row: Specification {
    switch self {
    case .equals: Specification("the whole value", .anyValue(MatchRule.equals), memberIn: [])
    case .contains: Specification("a text that contains this, or all of these", .texts(MatchRule.contains))
    case .startsWith: Specification("a text that begins with this", .text(MatchRule.startsWith))
    case .endsWith: Specification("a text that ends with this", .text(MatchRule.endsWith))
    case .matches: Specification("a text that matches a regular expression", .pattern(MatchRule.matches))
    case .key: Specification("a message's translation key", .part(MatchRule.key), memberIn: [.map, .choices])
    case .html: Specification("the markup instead of the visible text", .part(MatchRule.html), memberIn: [.map, .choices])
    case .anyOf: Specification("one of these", .matchers(mayBeEmpty: false, MatchRule.anyOf), .subject, memberIn: [])
    case .not: Specification("anything but this", .opposite(MatchRule.not), .subject, memberIn: [])
    case .atLeast: Specification("a number or time that is at least this", .magnitude(MatchRule.atLeast))
    case .atMost: Specification("a number or time that is at most this", .magnitude(MatchRule.atMost))
    case .length: Specification("the number of characters or elements", .count(MatchRule.length))
    case .includes:
      Specification("a list with all of these among its elements", .matchers(mayBeEmpty: false, MatchRule.includes), .elements)
    case .exactly:
      Specification("a list of these and no others, in any order", .matchers(mayBeEmpty: true, MatchRule.exactly), .elements)
    case .each: Specification("a list in which every element matches", .matcher(MatchRule.each), .elements)
    case .ignoreCase: Specification("upper and lower case are the same", .matcher(MatchRule.ignoreCase), .subject)
    case .after: Specification("a later date", .moment(MatchRule.after))
    case .before: Specification("an earlier date", .moment(MatchRule.before))
    }
  }
}

/// The words that are matchers by themselves, in quotes or not; `{equals: present}` is the text.
package enum MatcherWord: String, Sendable, Hashable, CaseIterable {
  case present, absent, empty

  /// What it means, in one line without a full stop.
  package var summary: String {
    switch self {
    case .present: "there is a value"
    case .absent: "there is none"
    case .empty: "an empty text, list or map"
    }
  }

  var rule: MatchRule {
    switch self {
    case .present: .present
    case .absent: .absent
    case .empty: .empty
    }
  }
}

extension Matcher {
  /// All keys of matchers as they are written, in the order of the reference.
  package static let matcherKeys: [String] = MatcherKey.allCases.map(\.rawValue)
}

extension MatcherKey {
  /// The key that was meant by a map of one member with this name, if that is unmistakable.
  ///
  /// Only long names count, and only near ones: a claim may be called `keys` or `note`, hardly `contain` or `startsWith`.
  static func meant(by name: String) -> MatcherKey? {
    guard MatcherKey(rawValue: name) == nil, name.utf8.count >= 5,
      let nearest = ClosestMatch.of(name, in: Matcher.matcherKeys.filter { $0.utf8.count >= 6 })
    else { return nil }
    // The nearest name may be one that `name` only begins with or shares half of; missing letters are not a slip.
    return abs(nearest.utf8.count - name.utf8.count) <= 2 ? MatcherKey(rawValue: nearest) : nil
  }
}
