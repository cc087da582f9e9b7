/// A walk whose steps end before those of the other one.
package struct ShorterWalk: Sendable, Hashable {
  /// Whether it is the second walk.
  package var isNow: Bool
  /// Where its steps end, in words.
  package var place: String
}
