/// What of a journey's own can still matter in each state: what a condition asks there or later and nothing sets anew before.
///
/// Situations that differ only in the rest are one.
struct LiveParts: Sendable {
  /// By the state's place.
  private var parts: [Set<KeptVariable>]

  init(_ graph: TenantGraph, _ rules: [ScreenRule]) {
    let always = graph.tables.timers.filter { !$0.effects.isEmpty }.flatMap { timer in
      // A timer may be over in any state.
      timer.effects.flatMap { $0.read(in: graph.tables) } + [.timer(timer.slot)]
    }
    parts = Array(repeating: Set(always), count: graph.states.count)
    for place in parts.indices {
      let state = graph.states[place]
      let shown = state.screen.map { screen in state.forms.compactMap { rules[screen].form($0.id)?.condition } } ?? []
      parts[place].formUnion(shown.flatMap(\.variables))
    }
    var isChanged = true
    while isChanged {
      isChanged = false
      for place in parts.indices.reversed() {
        let before = parts[place].count
        for form in graph.states[place].everyForm { for edge in form.edges { take(edge, of: place, in: graph) } }
        isChanged = isChanged || parts[place].count != before
      }
    }
  }

  /// Adds what an edge asks, and what matters where it leads.
  private mutating func take(_ edge: GraphEdge, of place: Int, in graph: TenantGraph) {
    var live = after(edge.target, of: place, comeback: edge.comeback)
    for effect in edge.effects.reversed() {
      live.subtract(effect.overwritten(in: graph.tables))
      live.formUnion(effect.read(in: graph.tables))
      switch effect {
      case .forgetSession: live.removeAll()
      case .send(let mail): if let state = graph.tables.mails[mail].linkState { live.formUnion(parts[state]) }
      case .count(let counter):
        let full = graph.tables.counters[counter]
        live.formUnion(full.effects.flatMap { $0.read(in: graph.tables) })
        live.formUnion(after(full.target, of: place, comeback: nil))
      case .setFact, .addMember, .removeMember, .takeMembers, .setAttribute, .startTimer, .clearTimer, .clearCounter, .create,
        .forgetAccount, .say, .evaluateRules:
        break
      }
    }
    parts[place].formUnion(live.union(edge.condition.variables))
  }

  private func after(_ target: Target, of place: Int, comeback: Int?) -> Set<KeptVariable> {
    switch target {
    case .stay: parts[place]
    case .state(let next): parts[next]
    case .handOver: comeback.map { parts[$0] } ?? []
    case .finish, .refuse, .expire: []
    }
  }

  /// The same journey with nothing in it that does not matter in its state.
  func abstract(_ session: ScopeState, in state: Int) -> ScopeState {
    let live = parts[state]
    var session = session
    func slot(_ index: Int) -> Slot { Slot(scope: .session, index: index) }
    for index in session.facts.indices where !live.contains(.fact(slot(index))) { session.facts[index] = 0 }
    for index in session.counters.indices where !live.contains(.counter(slot(index))) { session.counters[index] = 0 }
    for index in session.timers.indices where !live.contains(.timer(slot(index))) { session.timers[index] = .off }
    for index in session.attributes.indices where session.attributes[index] != nil {
      session.attributes[index] = live.contains(.text(AttributeSlot(scope: .session, index: index))) ? "" : nil
    }
    return session
  }
}

extension Effect {
  /// What it sets whatever it was before.
  fileprivate func overwritten(in tables: TenantGraph.Tables) -> [KeptVariable] {
    switch self {
    case .setFact(let slot, _): [.fact(slot)]
    case .setAttribute(.attribute(let slot), _): [.text(slot)]
    case .startTimer(let index), .clearTimer(let index): [.timer(tables.timers[index].slot)]
    case .clearCounter(let index): [.counter(tables.counters[index].slot)]
    case .evaluateRules(let places): places.results.map { .fact($0) }
    case .addMember, .removeMember, .takeMembers, .setAttribute, .count, .send, .create, .forgetAccount, .forgetSession, .say: []
    }
  }

  /// What it depends on.
  fileprivate func read(in tables: TenantGraph.Tables) -> [KeptVariable] {
    if case .evaluateRules(let places) = self { return [.fact(places.proven)] }
    if case .count(let index) = self { return [.counter(tables.counters[index].slot)] }
    return assignments.compactMap { if case .attribute(let source) = $0.source { .text(source) } else { nil } }
  }
}
