package import JourneyModel

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
