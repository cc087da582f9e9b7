import JourneyLanguage
import LocatedYAML

extension MockTenant {
  /// Whether somebody whom nobody knows meets the same as somebody known, as far as the next screen and what the journey keeps.
  func alike(_ promise: TenantPromise, on screens: [String], _ limit: Int) -> PromiseVerdict {
    guard let course = course(promise, keepsSession: true) else { return .unknown(Self.tooMuch) }
    var search = PromiseSearch(course, people: compiled.people, limit: limit)
    search.search()
    guard search.isComplete else { return .unknown("there are more than \(limit) moments to look at") }
    var shown: Set<Int> = []
    var isLookedUp = false
    for number in search.moments.indices {
      let moment = search.moments[number]
      guard let screen = moment.state < 0 ? nil : course.screen(of: moment.state),
        screens.contains(where: { JourneyEvent.isPart($0, of: screen) })
      else { continue }
      for form in course.shownForms(at: moment) where !form.finds.isEmpty {
        isLookedUp = true
        for pair in search.strangers(form, at: moment) {
          if let difference = pair.difference {
            return .told(search.way(to: search.step(of: pair, after: number, screen, form), .screen(screen)), difference: difference)
          }
          if let place = graph.states[pair.unknown.moment.state].screen { shown.insert(place) }
        }
      }
    }
    guard isLookedUp else { return .unknown("no form on these screens looks anybody up") }
    if let place = shown.sorted().first(where: { showsPerson($0) }) {
      return .unknown("the screen '\(compiled.rules[place].id)' shows something of the account")
    }
    return .kept
  }

  /// Whether a screen, or when parts of it are there, depends on the account.
  private func showsPerson(_ place: Int) -> Bool {
    let screen = definition.screens[place]
    return screen.forms.contains { form in
      [form.condition?.text ?? ""].contains(where: namesPerson)
        || form.widgets.contains { widget in
          namesPerson(widget.condition?.text ?? "") || widget.attributes.contains { namesPerson($0.value.texts) }
        }
    }
  }

  private func namesPerson(_ text: String) -> Bool {
    text.contains("account.") || text.contains("policy.") || text.contains("device.") || text == "account"
  }
}

extension YAMLNode {
  /// All its texts, one after the other.
  fileprivate var texts: String {
    switch self {
    case .scalar(let scalar): scalar.text
    case .sequence(let sequence): sequence.items.map(\.texts).joined(separator: " ")
    case .mapping(let mapping): mapping.entries.map { $0.value.texts }.joined(separator: " ")
    }
  }
}
