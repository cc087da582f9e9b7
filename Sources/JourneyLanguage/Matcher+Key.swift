internal import Diagnostics

extension Matcher {
  /// The keys that make a map a matcher.
  ///
  /// A key is described once, in its row of `specification`: decoding, binding, hiding, comparing and the reference draw on it.
  package enum Key: String, Sendable, Hashable, CaseIterable {
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
      /// The places where it names a member and is not a matcher.
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

    /// What kind of value the key takes, and the rule that the two make.
    enum Operand: Sendable {
      /// Any value.
      case anyValue(@Sendable (TemplateValue) -> Rule)
      case text(@Sendable (TemplateValue) -> Rule)
      /// A text, or a list of them.
      case texts(@Sendable ([TemplateValue]) -> Rule)
      /// A regular expression.
      case pattern(@Sendable (TemplateValue) -> Rule)
      /// A number, or a span of time.
      case magnitude(@Sendable (TemplateValue) -> Rule)
      /// A date, with or without a time.
      case moment(@Sendable (TemplateValue) -> Rule)
      /// A matcher of the same value.
      case matcher(@Sendable (Matcher) -> Rule)
      /// A matcher of what comes with a text, such as its markup. All matchers are allowed in it, whatever is allowed for the text.
      case part(@Sendable (Matcher) -> Rule)
      /// A matcher that must not hold.
      case opposite(@Sendable (Matcher) -> Rule)
      /// A number, or a matcher of one.
      case count(@Sendable (Matcher) -> Rule)
      /// A list of matchers, or one alone.
      case matchers(mayBeEmpty: Bool, @Sendable ([Matcher]) -> Rule)
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

  /// The words that are matchers by themselves, in quotes or not; `{equals: present}` is the text.
  package enum Word: String, Sendable, Hashable, CaseIterable {
    case present, absent, empty

    /// What it means, in one line without a full stop.
    package var summary: String {
      switch self {
      case .present: "there is a value"
      case .absent: "there is none"
      case .empty: "an empty text, list or map"
      }
    }

    var rule: Rule {
      switch self {
      case .present: .present
      case .absent: .absent
      case .empty: .empty
      }
    }
  }

  /// All keys of matchers as they are written, in the order of the reference.
  package static let matcherKeys: [String] = Key.allCases.map(\.rawValue)
}

extension Matcher.Key {
  private static let specifications = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.row) })

  var specification: Specification { Self.specifications[self] ?? row }

  /// What it means, in one line without a full stop.
  package var summary: String { specification.summary }

  /// Whether it is a matcher at such a place, and not a member's name.
  func isMatcher(of kind: MatchedKind) -> Bool { !specification.memberIn.contains(kind) }

  /// The table: one row for each key.
  private var row: Specification {
    switch self {
    case .equals: Specification("the whole value", .anyValue(Matcher.Rule.equals), memberIn: [])
    case .contains: Specification("a text that contains this, or all of these", .texts(Matcher.Rule.contains))
    case .startsWith: Specification("a text that begins with this", .text(Matcher.Rule.startsWith))
    case .endsWith: Specification("a text that ends with this", .text(Matcher.Rule.endsWith))
    case .matches: Specification("a text that matches a regular expression", .pattern(Matcher.Rule.matches))
    case .key: Specification("a message's translation key", .part(Matcher.Rule.key), memberIn: [.map, .choices])
    case .html: Specification("the markup instead of the visible text", .part(Matcher.Rule.html), memberIn: [.map, .choices])
    case .anyOf: Specification("one of these", .matchers(mayBeEmpty: false, Matcher.Rule.anyOf), .subject, memberIn: [])
    case .not: Specification("anything but this", .opposite(Matcher.Rule.not), .subject, memberIn: [])
    case .atLeast: Specification("a number or time that is at least this", .magnitude(Matcher.Rule.atLeast))
    case .atMost: Specification("a number or time that is at most this", .magnitude(Matcher.Rule.atMost))
    case .length: Specification("the number of characters or elements", .count(Matcher.Rule.length))
    case .includes:
      Specification("a list with all of these among its elements", .matchers(mayBeEmpty: false, Matcher.Rule.includes), .elements)
    case .exactly:
      Specification("a list of these and no others, in any order", .matchers(mayBeEmpty: true, Matcher.Rule.exactly), .elements)
    case .each: Specification("a list in which every element matches", .matcher(Matcher.Rule.each), .elements)
    case .ignoreCase: Specification("upper and lower case are the same", .matcher(Matcher.Rule.ignoreCase), .subject)
    case .after: Specification("a later date", .moment(Matcher.Rule.after))
    case .before: Specification("an earlier date", .moment(Matcher.Rule.before))
    }
  }
}

extension Matcher.Key {
  /// The key that was meant by a map of one member with this name, if that is unmistakable.
  ///
  /// Only long names count, and only near ones: a claim may be called `keys` or `note`, hardly `contain` or `startsWith`.
  static func meant(by name: String) -> Self? {
    guard Self(rawValue: name) == nil, name.utf8.count >= 5,
      let nearest = ClosestMatch.of(name, in: Matcher.matcherKeys.filter { $0.utf8.count >= 6 })
    else { return nil }
    // The nearest name may be one that `name` only begins with or shares half of; missing letters are not a slip.
    return abs(nearest.utf8.count - name.utf8.count) <= 2 ? Self(rawValue: nearest) : nil
  }
}
