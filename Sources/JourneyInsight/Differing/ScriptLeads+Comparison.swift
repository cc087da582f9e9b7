import JourneyModel
package import JourneyRunner

extension ScriptLeads {
  /// What the screens of one run ask for, where the same screens of the other run do not.
  package init(from first: MetRun, to second: MetRun) {
    self.init()
    let (old, new) = (first.demands, second.demands)
    for (place, demand) in new.fields where old.screens.contains(place.screen) {
      let before = old.fields[place]
      if demand.isRequired, before?.isRequired != true { required.insert(place) }
      if let before, before.length < demand.length { lengths[place] = Length(before: before.length, now: demand.length) }
    }
  }
}

extension MetRun {
  /// What a field asks for on any of its screens.
  fileprivate struct Demand {
    var isRequired = false
    /// How many characters at least.
    var length = 0
  }

  fileprivate var demands: (screens: Set<String>, fields: [ScriptLeads.Place: Demand]) {
    var screens: Set<String> = []
    var fields: [ScriptLeads.Place: Demand] = [:]
    for screen in walks.values.flatMap(\.stops).compactMap(\.screen) {
      screens.insert(screen.id.text)
      for widget in screen.forms.flatMap(\.widgets) where widget.kind.takesAnswer {
        let place = ScriptLeads.Place(screen: screen.id.text, widget: widget.id.text)
        var demand = fields[place] ?? Demand()
        demand.isRequired = demand.isRequired || widget.kind.isRequired
        demand.length = max(demand.length, widget.leastLength(on: screen))
        fields[place] = demand
      }
    }
    return (screens, fields)
  }

  /// The cases that showed any of these screens.
  package func cases(showing screens: Set<String>) -> Set<String> {
    Set(walks.values.filter { $0.stops.contains { screens.contains($0.screen?.id.text ?? "") } }.map(\.id))
  }
}

extension Widget {
  /// How many characters it asks for at least: by a rule of its own, or that of the screen for its password.
  fileprivate func leastLength(on screen: Screen) -> Int {
    guard case .entry(let entry) = kind else { return 0 }
    var rules = entry.validator.filter { $0.name == "minLength" || $0.name == "minlength" }.map(\.value)
    if entry.purpose == .password, let complexity = screen.facts.first(where: { $0.name == "settings.complexity" })?.value["minLength"] {
      rules.append(complexity)
    }
    return rules.compactMap { rule in
      switch rule {
      case .number(let text), .text(let text): Int(text)
      case .null, .bool, .list, .map, .secret: nil
      }
    }.max() ?? 0
  }
}
