/// What a matcher is written for, as far as the language knows it.
///
/// It decides what a map of matcher words means there: a word that makes no sense there names a member.
package enum MatchedKind: Sendable, Hashable {
  /// Anything: matcher words are matchers.
  case anything
  /// A map, such as a validator's rules: `{length: 6}` is its member `length`.
  case map
  /// A text, a number or a flag, such as a label: it has no members.
  case single
  /// Choices, each a text or a map of its members: `{key: sms}` is a choice's member `key`.
  case choices
}
