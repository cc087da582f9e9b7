/// Where a pattern fitted, and what its groups held.
package struct PatternMatch: Sendable, Hashable {
  /// The text that fitted, perhaps empty.
  package var whole: String
  /// Where it begins, in UTF-8 bytes from 0.
  package var utf8Offset: Int
  /// By number from 1, so the first is at index 0; `nil` for a group that did not take part.
  package var groups: [String?]
  /// By name; groups that took no part are missing.
  package var namedGroups: [String: String]
}
