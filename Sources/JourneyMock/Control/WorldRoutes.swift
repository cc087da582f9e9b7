import Encodings

/// The whole world: reset, seeded, forgotten.
enum WorldRoutes {
  /// Where a world is forgotten; a server of many worlds makes room then.
  static let world = "/__journey/world"
  static let reset = "/__journey/reset"
  /// The names of all worlds; only a server of many has some.
  static let worlds = "/__journey/worlds"

  static let all = [
    ControlRoute(
      method: "GET", path: worlds, id: "listWorlds", summary: "Lists the worlds that have names.",
      answers: [.init(status: 200, summary: "Their names.", schema: listed)]
    ) { _, _ throws(ControlRefusal) in .json(list([], limit: 1)) },
    ControlRoute(
      method: "DELETE", path: world, id: "forgetWorld",
      summary: "Forgets the world. The next request that names it finds a new one; the shared world is reset.",
      answers: [.init(status: 204, summary: "It is forgotten.")]
    ) { _, world throws(ControlRefusal) in
      world.reset()
      return .empty(204)
    },
    ControlRoute(
      method: "POST", path: reset, id: "resetWorld",
      summary: "Resets the world: people, policies, sessions, messages, faults, clock and requests are as at its beginning.",
      body: .init(
        schema: ControlSchema.object([
          "seed": ControlSchema.number("Makes codes, tokens and ids the same each time."),
          "now": ControlSchema.moment("A time at which the clock is frozen."),
        ]), example: ["seed": 7, "now": "2027-03-02T10:00:00Z"], isRequired: false),
      answers: [.init(status: 204, summary: "It is reset.")], refusals: [400], act: resetWorld),
    ControlRoute(
      method: "PUT", path: "/__journey/seed", id: "seedWorld", summary: "Makes codes, tokens and ids the same each time from now on.",
      body: .init(
        schema: ControlSchema.object(["seed": ControlSchema.number("Any whole number.")], required: ["seed"]), example: ["seed": 7]),
      answers: [.init(status: 204, summary: "It is seeded.")], refusals: [400]
    ) { call, world throws(ControlRefusal) in
      guard let seed = try seed(in: call.members(["seed"])) else { throw ControlRefusal("write {\"seed\": 7}") }
      world.state.random.reseed(seed)
      return .empty(204)
    },
  ]

  private static let listed = ControlSchema.object(
    [
      "worlds": ControlSchema.list(of: ControlSchema.text("A world's name."), "Sorted."),
      "limit": ControlSchema.number("How many there may be before the one that was not used for longest is forgotten."),
    ], required: ["worlds", "limit"])

  static func list(_ names: [String], limit: Int) -> JSONValue {
    ["worlds": .array(names.map { .string($0) }), "limit": .integer(limit)]
  }

  @Sendable private static func resetWorld(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage
  {
    let members = try call.members(["seed", "now"])
    let seed = try seed(in: members)
    var clock: MockClock?
    if let now = members.first(where: { $0.name == "now" }) { clock = .standing(at: try ClockRoutes.moment(now.value)) }
    world.reset()
    if let seed { world.state.random.reseed(seed) }
    if let clock { world.state.clock = clock }
    return .empty(204)
  }

  private static func seed(in members: [JSONValue.Member]) throws(ControlRefusal) -> UInt64? {
    guard let value = members.first(where: { $0.name == "seed" })?.value else { return nil }
    guard case .number(let spelling) = value, let seed = UInt64(spelling) else {
      throw ControlRefusal("a seed is a whole number from 0 on")
    }
    return seed
  }
}
