/// What stands at the place that a matcher is written for, as far as the language knows it.
///
/// It decides what a map of matcher words means there: a word that is of no use for what stands there names a member.
package enum MatchedKind: Sendable, Hashable {
  /// Whatever it may be: matcher words are matchers.
  case anything
  /// A map, such as a validator's rules: `{length: 6}` is its member `length`.
  case map
  /// A text, a number or a flag, such as a label: it has no members.
  case single
  /// Choices, each a text or a map of its members: `{key: sms}` is a choice's member `key`.
  case choices
}

extension MatcherKey {
  /// Whether it is a matcher at such a place, and not a member's name.
  func isMatcher(of kind: MatchedKind) -> Bool {
    switch kind {
    case .anything, .single: true
    case .map: isForMaps
    case .choices: self != .key && self != .html
    }
  }

  /// Whether it compares a map whole; all others ask for a text, a number, a list or a moment, or count.
  private var isForMaps: Bool {
    switch self {
    case .equals, .anyOf, .not: true
    case .contains, .startsWith, .endsWith, .matches, .key, .html, .atLeast, .atMost, .length, .includes, .exactly, .each, .ignoreCase,
      .after, .before:
      false
    }
  }
}
