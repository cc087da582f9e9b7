internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension ScreenMatcher {
  /// What an id means on the screen.
  private enum Meaning {
    case nothing
    case widget(Widget)
    /// A fact of the screen with this name.
    case fact(Fact)
    case several([Form])
  }

  /// Checks a widget wherever it is on the screen.
  mutating func check(_ expected: ExpectedWidget) {
    let id = expected.id.value
    switch (meaning(of: id), expected.state) {
    case (.widget(let widget), _): check(expected, against: widget)
    case (.several, .present), (.nothing, .absent): break
    case (.nothing, .present), (.nothing, .with): addMissing(expected, among: screen.forms, in: "the screen")
    case (.fact(let fact), _): check(expected, against: fact)
    case (.several(let forms), .absent): addSurplus(expected, "in \(Wording.list(forms.map(\.id.rawValue)))")
    case (.several(let forms), .with): addAmbiguity(expected, forms)
    }
  }

  /// Checks a widget of one form.
  mutating func check(_ expected: ExpectedWidget, in form: Form) {
    if let widget = form.widget(named: expected.id.value) { return check(expected, against: widget) }
    if case .absent = expected.state { return }
    addMissing(expected, among: [form], in: "form '\(form.id)'")
  }

  private func meaning(of id: String) -> Meaning {
    var first: (form: Form, widget: Widget)?
    var isAlone = true
    for form in screen.forms {
      guard let widget = form.widget(named: id) else { continue }
      if form.id == posted { return .widget(widget) }
      if first == nil { first = (form, widget) } else { isAlone = false }
    }
    guard let first else { return screen.facts.first { $0.name == id }.map(Meaning.fact) ?? .nothing }
    return isAlone ? .widget(first.widget) : .several(screen.forms(withWidget: id))
  }

  private mutating func check(_ expected: ExpectedWidget, against widget: Widget) {
    switch expected.state {
    case .present: break
    case .absent: addSurplus(expected, "on the screen")
    case .with(let attributes):
      for attribute in attributes {
        let name = attribute.name.value
        let asMembers = name != .known(.options) || attribute.matcher.namesMembers
        let matcher = asMembers && name == .known(.options) ? attribute.matcher.ofChoices : attribute.matcher
        collector.match(
          widget.attribute(name, asMembers: asMembers), matcher, .widget, .widget(expected.id.value, aspect: name.written),
          in: &bindings)
      }
    }
  }

  private mutating func check(_ expected: ExpectedWidget, against fact: Fact) {
    switch expected.state {
    case .present: break
    case .absent: addSurplus(expected, "shown by the screen")
    case .with(let attributes):
      for attribute in attributes {
        let value = attribute.name.value == .known(.value) ? fact.shownValue : nil
        collector.match(
          MatchSubject(value, readsLiteralsAsText: true), attribute.matcher, .widget,
          "\(attribute.name.value.written) of '\(expected.id.value)'",
          in: &bindings)
      }
    }
  }

  private mutating func addMissing(_ expected: ExpectedWidget, among forms: [Form], in place: String) {
    let known = forms.flatMap(\.everyWidgetID)
    collector.add(
      Mismatch(
        .widget, subject: .widget(expected.id.value), expected: "present", actual: "not on \(place)",
        nearest: Wording.suggestion(for: expected.id.value, among: known),
        details: ["\(place) has these widgets: \(Wording.list(known))"], place: Excerpt(expected.id.range)))
  }

  private mutating func addSurplus(_ expected: ExpectedWidget, _ actual: String) {
    collector.add(
      Mismatch(
        .widget, subject: .widget(expected.id.value), expected: "absent", actual: actual, place: Excerpt(expected.id.range)))
  }

  private mutating func addAmbiguity(_ expected: ExpectedWidget, _ forms: [Form]) {
    let names = forms.map(\.id.rawValue)
    collector.add(
      Mismatch(
        .widget, subject: .widget(expected.id.value), expected: "one widget of this id",
        actual: "one in each of \(Wording.list(names))",
        details: names.map { "write 'forms: {\($0): {widgets: {\(expected.id.value): …}}}'" }, place: Excerpt(expected.id.range)))
  }
}

extension Fact {
  /// Its value, hidden if it must not reach an output.
  var shownValue: Value {
    guard isSecret, let text = value.text else { return value }
    return .secret(Secret(text, name: name, source: .walk))
  }
}
