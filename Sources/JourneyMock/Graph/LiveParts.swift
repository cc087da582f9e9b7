/// What of a journey's own can still matter in each state: what is asked there or later, and is not set again before.
///
/// Journeys that differ only in the rest are one.
struct LiveParts: Sendable {
  /// By the state's place.
  private(set) var parts: [Set<KeptVariable>]
  private let graph: TenantGraph

  /// - Parameters:
  ///   - always: what is asked in every state.
  ///   - offers: what screens offer that the graph does not have.
  init(_ graph: TenantGraph, _ rules: [ScreenRule], always: [KeptVariable] = [], offers: ScreenOffers? = nil) {
    self.graph = graph
    let timers = graph.tables.timers.filter { !$0.effects.isEmpty }.flatMap { timer in
      // A timer may be over in any state.
      timer.effects.flatMap { EffectParts($0, in: graph.tables).reads } + [.timer(timer.slot)]
    }
    let everywhere = Set((always + timers).filter(\.isOfSession))
    parts = Array(repeating: everywhere, count: graph.states.count)
    var forms: [[(form: GraphForm, state: Int)]] = []
    for (place, state) in graph.states.enumerated() {
      var shown: [Guard] = []
      if let screen = state.screen {
        shown = state.forms.compactMap { rules[screen].form($0.id)?.condition } + (offers?.conditions(on: screen) ?? [])
      }
      let beside = offers?.beside[place].map(\.form) ?? []
      shown += beside.map(\.condition)
      parts[place].formUnion(shown.flatMap(\.variables).filter(\.isOfSession))
      forms.append(state.everyForm.map { ($0, place) } + beside.map { ($0.form, $0.state ?? place) })
    }
    var isChanged = true
    while isChanged {
      isChanged = false
      for place in parts.indices.reversed() {
        let before = parts[place].count
        for (form, state) in forms[place] { for edge in form.edges { parts[place].formUnion(asked(by: edge, at: state)) } }
        isChanged = isChanged || parts[place].count != before
      }
    }
  }

  /// What an edge asks, and what matters where it leads.
  private func asked(by edge: GraphEdge, at place: Int) -> Set<KeptVariable> {
    var live = after(edge.target, at: place).union(edge.comeback.map { parts[$0] } ?? [])
    for effect in edge.effects.reversed() { go(back: effect, at: place, &live) }
    return live.union(edge.condition.variables.filter(\.isOfSession))
  }

  private func after(_ target: Target, at place: Int) -> Set<KeptVariable> {
    switch target {
    case .stay: parts[place]
    case .state(let next): parts[next]
    case .finish, .refuse, .handOver, .expire: []
    }
  }

  /// What matters before an effect, given what does after it.
  private func go(back effect: Effect, at place: Int, _ live: inout Set<KeptVariable>) {
    if case .forgetSession = effect { live.removeAll() }
    let touched = EffectParts(effect, in: graph.tables)
    if touched.overwrites { live.subtract(touched.changes) }
    live.formUnion(touched.reads.filter(\.isOfSession))
    if let mail = touched.mail, let state = graph.tables.mails[mail].linkState { live.formUnion(parts[state]) }
    guard let place = touched.counter else { return }
    let counter = graph.tables.counters[place]
    guard !counter.effects.isEmpty || counter.target != .stay else { return }
    // It may be full, or not.
    var full = live.union(after(counter.target, at: place))
    for effect in counter.effects.reversed() { go(back: effect, at: place, &full) }
    live.formUnion(full)
    if counter.slot.scope == .session { live.insert(.counter(counter.slot)) }
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

  /// By state, the bits of a session that matter as a layout packs them.
  func bits(in layout: MomentLayout) -> [UInt64] { parts.map { $0.reduce(0) { $0 | layout.sessionBits(of: $1) } } }
}

extension MomentLayout {
  /// The bits of something of a session; 0 where it is not kept.
  fileprivate func sessionBits(of variable: KeptVariable) -> UInt64 {
    switch variable {
    case .fact(let slot): slot.scope == .session ? field(ofFact: slot)?.bits ?? 0 : 0
    case .counter(let slot): slot.scope == .session ? field(ofCounter: slot)?.bits ?? 0 : 0
    case .timer(let slot): slot.scope == .session ? field(ofTimer: slot)?.bits ?? 0 : 0
    case .text(let slot): slot.scope == .session ? field(ofText: slot)?.bits ?? 0 : 0
    case .code(let mail): codes[mail]?.bits ?? 0
    }
  }
}
