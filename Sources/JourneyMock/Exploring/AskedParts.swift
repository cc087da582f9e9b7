/// What a graph's conditions ask of people and devices, and the texts that such texts are copied from; of a journey's own, what they ask
/// from its state on.
///
/// Situations that differ only in what nothing asks are one.
struct AskedParts: Sendable {
  /// By scope and place: the bits that are asked.
  private var facts: [FactScope: [UInt64]] = [:]
  private var texts: Set<AttributeSlot> = []
  private let live: LiveParts

  init(_ graph: TenantGraph, _ rules: [ScreenRule], _ offers: ScreenOffers) {
    live = LiveParts(graph, rules, offers: offers)
    for scope in FactScope.allCases { facts[scope] = ScopeState(scope, in: graph.tables).facts }
    let offered = rules.indices.flatMap { offers.conditions(on: $0) }
    let conditions = graph.everyForm.flatMap(\.edges).map(\.condition) + rules.flatMap(\.forms).map(\.condition) + offered
    for atom in conditions.flatMap(\.atoms) {
      switch atom {
      case .member(let slot, let bit): ask(bit, at: slot)
      case .fact(let slot, _): ask(.max, at: slot)
      case .account, .timer, .full, .attribute, .answer:
        if case .text(let slot) = atom.variable { texts.insert(slot) }
      }
    }
    for places in graph.demandPlaces {
      for slot in [places.proven, places.factors] { ask(.max, at: slot) }
      texts.insert(AccountAttribute.password.slot)
    }
    texts = graph.sources(of: texts)
  }

  private mutating func ask(_ bits: UInt64, at slot: Slot) { facts[slot.scope, default: []][slot.index] |= bits }

  /// Whether it matters if this text is there.
  func asks(_ slot: AttributeSlot) -> Bool { texts.contains(slot) }

  /// The same with nothing in it that is not asked, and of texts only whether they are there.
  func abstract(_ state: ScopeState, of scope: FactScope) -> ScopeState {
    var state = state
    for (place, bits) in (facts[scope] ?? []).enumerated() { state.facts[place] &= bits }
    for place in state.attributes.indices where state.attributes[place] != nil {
      state.attributes[place] = asks(AttributeSlot(scope: scope, index: place)) ? "" : nil
    }
    return state
  }

  /// The same journey with nothing in it that does not matter in its state.
  func abstract(_ session: ScopeState, in state: Int) -> ScopeState { live.abstract(session, in: state) }
}
