import JourneyModel

/// What a page says of itself to those who test it, where HTML has no words: `data-widget`, `data-form`, `data-fact-…`.
extension MarkupElement {
  /// Says that the element is a widget to read.
  ///
  /// - Parameter form: the form that it belongs to, where it does not stand in it.
  mutating func tell(_ widget: WidgetID, of form: FormID?) {
    set("data-widget", widget.text)
    set("data-form", form?.rawValue)
  }

  /// Says what selects a choice in addition to its value and its label.
  mutating func tell(_ facts: [Fact]) {
    for fact in facts where !fact.isSecret { set("data-fact-\(fact.name)", fact.value.text) }
  }
}
