internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension ScreenMatcher {
  mutating func check(_ expected: ExpectedForm) {
    let found = screen.forms(named: expected.id.value)
    switch expected.state {
    case .absent:
      guard !found.isEmpty else { return }
      collector.add(
        Mismatch(
          .form, subject: .form(expected.id.value), expected: "absent", actual: "on the screen",
          place: Excerpt(expected.id.range)))
    case .present:
      if found.isEmpty { addMissing(expected) }
    case .with(let widgets, let onlyWidgets, let messages):
      guard let form = theOnly(found, expected) else { return }
      for widget in widgets { check(widget, in: form) }
      if let onlyWidgets {
        let ids = screen.widgetsInOrder.filter { $0.form == form.id }.map(\.widget.id.text)
        checkOrder(onlyWidgets, of: ids, kind: .widget, name: "widgets of form '\(form.id)'")
      }
      check(messages, in: form.id)
    }
  }

  private mutating func theOnly(_ found: [Form], _ expected: ExpectedForm) -> Form? {
    guard let first = found.first else {
      addMissing(expected)
      return nil
    }
    guard found.count == 1 else {
      collector.add(
        Mismatch(
          .form, subject: .form(expected.id.value), expected: "one form of this name",
          actual: "an alias of \(Wording.list(found.map(\.id.rawValue)))", place: Excerpt(expected.id.range)))
      return nil
    }
    return first
  }

  private mutating func addMissing(_ expected: ExpectedForm) {
    let names = screen.forms.map(\.id.rawValue)
    let known = names + screen.forms.flatMap { $0.aliases.map(\.rawValue) }
    collector.add(
      Mismatch(
        .form, subject: .form(expected.id.value), expected: "present", actual: "not on the screen",
        nearest: Wording.suggestion(for: expected.id.value, among: known),
        details: ["the screen has these forms: \(Wording.list(names))"], place: Excerpt(expected.id.range)))
  }
}
