/// A regular expression in Perl's dialect (PCRE2) that comes to an end on any text.
///
/// UTF-8 throughout; `\d`, `\w`, `\s` and `\b` mean ASCII; `$` is only the very end of the text. Both pattern and
/// text may be hostile: what matching may cost is bounded, by steps rather than by time, so that it ends alike everywhere.
package struct Pattern: Sendable, Hashable {
  /// The pattern as written.
  package let text: String
  /// Whether upper and lower case are the same, by Unicode.
  package let ignoresCase: Bool
  private let compiled: CompiledPattern

  /// Compiles a pattern; throws `PatternError.invalid` only.
  package init(_ text: String, ignoringCase: Bool = false) throws(PatternError) {
    self.text = text
    ignoresCase = ignoringCase
    compiled = try CompiledPattern(text, ignoringCase: ignoringCase)
  }

  /// The leftmost place where the pattern fits; `nil` if there is none.
  package func firstMatch(in subject: String) throws(PatternError) -> PatternMatch? {
    try compiled.match(subject, isWhole: false)
  }

  /// The match where the pattern fits the whole text, as a form's validator asks; `nil` if it does not.
  package func wholeMatch(in subject: String) throws(PatternError) -> PatternMatch? {
    try compiled.match(subject, isWhole: true)
  }

  package static func == (left: Pattern, right: Pattern) -> Bool {
    left.text == right.text && left.ignoresCase == right.ignoresCase
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(ignoresCase)
  }
}

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

/// Why a regular expression cannot be used, or did not come to an end.
package enum PatternError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The pattern is wrong at an offset in Unicode scalars, from 0, which may be its end.
  case invalid(offset: Int, reason: String)
  /// The text has more bytes than a pattern is let loose on.
  case textTooLong(limit: Int)
  /// Too many ways to match, or too much memory for them: matching was given up, the answer is unknown.
  case limitExceeded

  package var description: String {
    switch self {
    case .invalid(_, let reason): "invalid regular expression: \(reason)"
    case .textTooLong(let limit): "the text is longer than the \(limit) bytes that a regular expression is matched with"
    case .limitExceeded: "the regular expression has too many ways to match this text; matching was given up"
    }
  }
}

/// How much a pattern may cost: as a rule under a second, at worst some five, and 64 MB.
package enum PatternLimits {
  /// Bytes of a pattern.
  package static let patternLength = 16_384
  /// Parentheses within each other.
  package static let nesting: UInt32 = 100
  /// Bytes of a text.
  package static let textLength = 4_194_304
  /// PCRE2's own counter, which begins anew at each place where a match may start.
  static let backtracks: UInt32 = 5_000_000
  static let backtrackDepth: UInt32 = 500_000
  static let heapKibibytes: UInt32 = 65_536
  /// Over all starting places together: an item of the pattern tried, or 16 bytes passed, costs one.
  package static let steps = 10_000_000
  /// The last net, for patterns made to slip through the count of steps.
  package static let time = Duration.seconds(5)
}
