import JourneyLanguage
import LocatedYAML

extension MockTenant {
  /// Whether somebody whom nobody knows meets the same as somebody known, as far as the next screen and what the journey keeps.
  func alike(_ promise: TenantPromise, on screens: [String], _ limit: Int) -> PromiseVerdict {
    guard let begun = course(promise, keeping: []) else { return .unknown(Self.tooMuch) }
    let places = Set(
      graph.states.indices.filter { place in
        begun.screen(of: place).map { screen in screens.contains { JourneyEvent.isPart($0, of: screen) } } ?? false
      })
    var kept = places.reduce(into: Set<KeptVariable>()) { $0.formUnion(begun.variables(at: $1)) }
    while true {
      guard let course = course(promise, keeping: kept) else { return .unknown(Self.tooMuch) }
      var search = PromiseSearch(course, people: compiled.people, limit: limit)
      search.search()
      guard search.isComplete else { return .unknown(Self.tooMany(limit)) }
      var pairs = StrangerSearch(search, on: places)
      pairs.look()
      let missing = pairs.open.isEmpty ? Self.first(of: pairs.assumed) : pairs.open
      guard !missing.subtracting(kept).isEmpty else { return verdict(on: pairs, search) }
      kept.formUnion(missing)
    }
  }

  private func verdict(on pairs: StrangerSearch, _ search: PromiseSearch) -> PromiseVerdict {
    if let told = pairs.told { return .told(told.way, difference: told.difference) }
    guard pairs.isLookedUp else { return .unknown("no form on these screens looks anybody up") }
    let shown = pairs.shown.compactMap { graph.states[$0].screen }.sorted()
    if let place = shown.first(where: { showsPerson($0) }) {
      return .unknown("the screen '\(compiled.rules[place].id)' shows something of the account")
    }
    return .kept(search.extent)
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
