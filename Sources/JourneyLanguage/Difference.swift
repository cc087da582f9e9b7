package import Diagnostics

/// One place where a value is not what was expected.
package struct Difference: Sendable, Hashable {
  /// The path to it inside the value that was matched, e.g. `options[2].label`; empty for the value itself.
  package var path: String
  /// What was expected, as a sentence's end: `'Email'`, `a text that contains 'incorrect'`, `absent`.
  package var expected: String
  /// What was there, secrets as `***`; `nothing` where there was none.
  package var actual: String
  /// Further lines that help: a list's difference line by line, the first character that differs.
  package var details: [String]
  /// Whether it cannot be judged if the value is what was expected; a line of the details says why.
  package var isUndecidable = false
  /// The rule's place in the scenario.
  package var range: SourceRange

  package init(path: String, expected: String, actual: String, details: [String] = [], range: SourceRange) {
    self.path = path
    self.expected = expected
    self.actual = actual
    self.details = details
    self.range = range
  }
}
