internal import Diagnostics

/// The keys that make a map a matcher (design 1.5).
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
}

/// The words that are matchers by themselves, in quotes or not; `{equals: present}` is the text.
package enum MatcherWord: String, Sendable, Hashable, CaseIterable {
  case present, absent, empty
}

extension Matcher {
  /// All keys of matchers as they are written, in the order of the reference.
  package static let matcherKeys: [String] = MatcherKey.allCases.map(\.rawValue)
}

extension MatcherKey {
  /// The key that somebody meant who wrote a map of one member with this name, where that is unmistakable.
  ///
  /// Only long names count, and only near ones: a claim may be called `keys` or `note`, hardly `contain` or `startsWith`.
  static func meant(by name: String) -> MatcherKey? {
    guard MatcherKey(rawValue: name) == nil, name.utf8.count >= 5,
      let nearest = ClosestMatch.of(name, in: Matcher.matcherKeys.filter { $0.utf8.count >= 6 })
    else { return nil }
    // The nearest name may be one that `name` only begins with or shares half of; letters that are not there are no slip.
    return abs(nearest.utf8.count - name.utf8.count) <= 2 ? MatcherKey(rawValue: nearest) : nil
  }
}
