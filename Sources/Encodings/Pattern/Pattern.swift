/// A regular expression in Perl's dialect (PCRE2) that comes to an end on any text.
///
/// UTF-8 throughout; `\d`, `\w`, `\s` and `\b` mean ASCII; `$` is only the very end of the text. Both pattern and
/// text may be hostile: what matching may cost is bounded, by steps rather than by time, so that it ends at the same point on every
/// machine.
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
