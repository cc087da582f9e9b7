package import Diagnostics
package import JourneyModel

/// What a scenario expects of a value, with its place in the file.
package struct Matcher: Sendable, Hashable {
  package var rule: MatchRule
  package var range: SourceRange

  package init(_ rule: MatchRule, at range: SourceRange) {
    self.rule = rule
    self.range = range
  }
}

/// A matcher for one named member.
package struct NamedMatcher: Sendable, Hashable {
  package var name: Located<String>
  package var matcher: Matcher

  package init(name: Located<String>, matcher: Matcher) {
    self.name = name
    self.matcher = matcher
  }
}

/// What is matched: a value, and what a text has in addition to what is visible.
package struct MatchSubject: Sendable, Hashable {
  /// `nil` if there is nothing.
  package var value: Value?
  /// A message's translation key, a text.
  package var key: Value?
  /// The markup of a text that was sent as markup.
  package var html: Value?
  /// Whether a literal of the scenario also matches the text that it spells, as in widgets and messages: `label: 12`.
  ///
  /// In claims and JSON it does not: there the difference says "quote it".
  package var readsLiteralsAsText: Bool

  package init(_ value: Value?, key: String? = nil, html: String? = nil, readsLiteralsAsText: Bool = false) {
    self.value = value
    self.key = key.map(Value.text)
    self.html = html.map(Value.text)
    self.readsLiteralsAsText = readsLiteralsAsText
  }

  /// The subject with its values changed.
  func map(_ transform: (Value) -> Value) -> MatchSubject {
    var subject = self
    subject.value = value.map(transform)
    subject.key = key.map(transform)
    subject.html = html.map(transform)
    return subject
  }
}

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
