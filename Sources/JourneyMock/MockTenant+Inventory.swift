extension MockTenant {
  /// The messages of its screens, in all its languages; texts with holes are left out, because they are not known before.
  package var messageTexts: [String] {
    var texts: [String] = []
    var seen: Set<String> = []
    for template in graph.tables.messages.flatMap(\.texts) {
      guard let text = template.constant, !text.isEmpty, seen.insert(text).inserted else { continue }
      texts.append(text)
    }
    return texts
  }

  /// For each screen by its id, those that some way through the graph shows after it, itself among them.
  ///
  /// Conditions are taken to hold and not to hold, and links of mails to be opened at once: what is missing here comes in no journey.
  package var screensAfter: [String: Set<String>] {
    let next = graph.states.map { state in
      let restarts = state.screen.map { screen in dialogues.contains { $0.leadsToStart(fromScreen: screen) } } ?? false
      return graph.places(after: state).union(restarts ? [graph.start] : [])
    }
    let ends = dialogues.flatMap { $0.ends(of: graph) }.map(\.id)
    var after: [String: Set<String>] = [:]
    for (place, state) in graph.states.enumerated() {
      guard let screen = state.screen else { continue }
      let rules = compiled.rules
      let shown = graph.reached(from: place, by: next).compactMap { graph.states[$0].screen.map { rules[$0].id } }
      after[rules[screen].id, default: []].formUnion(shown + ends)
    }
    return after
  }
}

extension TenantGraph {
  /// The states that are one step away, for any answers.
  fileprivate func places(after state: GraphState) -> Set<Int> {
    let forms = state.forms + (state.decision.map { [$0] } ?? []) + (state.screen == nil ? [] : everywhere)
    var places: Set<Int> = []
    for edge in forms.flatMap(\.edges) {
      add(edge.target, to: &places)
      if let comeback = edge.comeback { places.insert(comeback) }
      for effect in edge.effects { add(effect, to: &places) }
    }
    return places
  }

  private func add(_ target: Target, to places: inout Set<Int>) {
    switch target {
    case .state(let place): places.insert(place)
    // Coming back from there may lead to the beginning.
    case .handOver, .expire: places.insert(start)
    case .stay, .finish, .refuse: break
    }
  }

  /// A counter that is full leads elsewhere, and so does a mail's link.
  private func add(_ effect: Effect, to places: inout Set<Int>) {
    if case .send(let mail) = effect, let state = tables.mails[mail].linkState { places.insert(state) }
    guard case .count(let index) = effect else { return }
    add(tables.counters[index].target, to: &places)
    for effect in tables.counters[index].effects {
      if case .send(let mail) = effect, let state = tables.mails[mail].linkState { places.insert(state) }
    }
  }

  /// The place itself, and all that is any number of steps away.
  fileprivate func reached(from place: Int, by next: [Set<Int>]) -> Set<Int> {
    var reached: Set<Int> = [place]
    var open = [place]
    while let current = open.popLast() {
      for further in next[current] where reached.insert(further).inserted { open.append(further) }
    }
    return reached
  }
}
