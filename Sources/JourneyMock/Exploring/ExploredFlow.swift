/// Everything of a tenant that decides what an exploration finds: texts, times and places in files do not.
struct ExploredFlow: Sendable, Hashable {
  private struct Edge: Sendable, Hashable {
    var id: String
    var condition: Guard
    var effects: [Effect]
    var target: Target
    var comeback: Int?
  }

  private struct Form: Sendable, Hashable {
    var id: String
    var finds: Bool
    var edges: [Edge]
  }

  private struct State: Sendable, Hashable {
    var id: String
    var screen: Int?
    var forms: [Form]
    var decision: Form?
  }

  /// A counter or a timer; of a timer the limit is 0.
  private struct Rule: Sendable, Hashable {
    var slot: Slot
    var limit: Int
    var effects: [Effect]
    var target: Target
  }

  private let start: Int
  private let states: [State]
  private let facts: [FactRule]
  private let given: [FactRule]
  private let rules: [Rule]
  private let attributes: [FactScope: Int]
  /// The states that links of mails lead to.
  private let links: [Int?]
  private let people: Set<ScopeState>
  /// When the forms of each screen are shown.
  private let screens: [[String: Guard]]
  private let ruledOut: Set<Int>

  init(_ tenant: CompiledTenant) {
    let (graph, tables) = (tenant.graph, tenant.graph.tables)
    start = graph.start
    states = graph.states.map { state in
      State(id: state.id, screen: state.screen, forms: state.forms.map(Self.form), decision: state.decision.map(Self.form))
    }
    facts = tables.facts
    given = graph.given
    rules =
      tables.counters.map { Rule(slot: $0.slot, limit: $0.limit, effects: Self.told($0.effects), target: $0.target) }
      + tables.timers.map { Rule(slot: $0.slot, limit: 0, effects: Self.told($0.effects), target: .stay) }
    attributes = tables.attributes.mapValues(\.count)
    links = tables.mails.map(\.linkState)
    people = Set(tenant.people.map { Explorer.abstract($0.scope) })
    screens = tenant.rules.map { rule in Dictionary(rule.forms.map { ($0.id, $0.condition) }) { first, _ in first } }
    ruledOut = graph.ruledOut
  }

  private static func form(_ form: GraphForm) -> Form {
    Form(
      id: form.id, finds: !form.finds.isEmpty,
      edges: form.edges.map {
        Edge(id: $0.id, condition: $0.condition, effects: told($0.effects), target: $0.target, comeback: $0.comeback)
      })
  }

  /// What is said leads nowhere.
  private static func told(_ effects: [Effect]) -> [Effect] { effects.filter { if case .say = $0 { false } else { true } } }
}
