/// How much a pattern may cost: as a rule under a second, at worst some five, and 64 MB.
package enum PatternLimits {
  /// Bytes of a pattern.
  package static let patternLength = 16_384
  /// Parentheses within each other.
  package static let nesting: UInt32 = 100
  /// Bytes of a text.
  package static let textLength = 4_194_304
  /// PCRE2's own counter, which restarts at each place where a match may start.
  static let backtracks: UInt32 = 5_000_000
  static let backtrackDepth: UInt32 = 500_000
  static let heapKibibytes: UInt32 = 65_536
  /// Over all starting places together: an item of the pattern tried, or 16 bytes passed, costs one.
  package static let steps = 10_000_000
  /// The last net, for patterns made to slip through the count of steps.
  package static let time = Duration.seconds(5)
}
