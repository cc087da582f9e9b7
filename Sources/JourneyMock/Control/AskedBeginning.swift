import Encodings

/// Where a test wants journeys to begin.
struct AskedBeginning {
  static let members = ["screen", "state", "account", "facts"]

  let beginning: JourneyBeginning

  init(_ members: [JSONValue.Member], in world: WorldContents) throws(ControlRefusal) {
    let body = JSONValue.object(members)
    let state = world.state
    guard world.dialogues.allSatisfy(\.beginsAnywhere) else {
      throw ControlRefusal("every page of this tenant decides where a journey is", suggestion: "open the page's path", status: 409)
    }
    var scope = ScopeState(.session, in: state.tables)
    let kept = KeptState(scope: .session, tables: state.tables)
    for fact in try Self.facts(body) { try kept.change(fact, in: &scope) }
    var account: Int?
    if let name = body["account"]?.stringValue { account = try AccountRoutes.place(of: name, in: state, status: 400) }
    var times: Int?
    if let value = body["times"] {
      guard let number = value.intValue, number > 0 else { throw ControlRefusal("'times' is a whole number from 1 on") }
      times = number
    }
    beginning = JourneyBeginning(state: try Self.place(body, in: state), account: account, scope: scope, times: times)
  }

  private static func facts(_ body: JSONValue) throws(ControlRefusal) -> [JSONValue.Member] {
    guard let facts = body["facts"] else { return [] }
    guard let members = facts.objectValue else { throw ControlRefusal("'facts' is an object") }
    return members
  }

  private static func place(_ body: JSONValue, in state: WorldState) throws(ControlRefusal) -> Int {
    let graph = state.tenant.graph
    if let name = body["state"]?.stringValue {
      let known = graph.states.map(\.id)
      guard let place = known.firstIndex(of: name) else { throw .unknown(name, "state", among: known, status: 400) }
      return place
    }
    guard let name = body["screen"]?.stringValue else { return graph.start }
    let screens = graph.states.map(\.screen)
    let rules = state.tenant.rules
    guard let place = screens.firstIndex(where: { $0.map { rules[$0].id } == name }) else {
      throw .unknown(name, "screen", among: Set(screens.compactMap { $0.map { rules[$0].id } }).sorted(), status: 400)
    }
    return place
  }
}
