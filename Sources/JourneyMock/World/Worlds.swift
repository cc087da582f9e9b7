package import Encodings
internal import Synchronization

/// The worlds of a tenant that is used over HTTP: one for each name, made on its first use.
///
/// A class with a lock: requests of all connections look their world up here, and waiting for an actor would cost each
/// of them a hop.
package final class Worlds: Sendable {
  /// What a request finds.
  package enum Search: Sendable {
    case world(World)
    /// The world does not exist, and this says why.
    case refusal(HTTPResponseMessage)
  }

  private struct Named: Sendable {
    var world: World
    /// Counts uses of all worlds, so that the one that was not used for longest is known.
    var lastUse: UInt64
  }

  private struct State: Sendable {
    var tenant: MockTenant
    var worlds: [String: Named] = [:]
    var uses: UInt64 = 0
    /// Hashes of the names of worlds that had to make room: none of them is silently created again.
    var forgotten: Set<UInt64> = []
  }

  private let beginning: WorldBeginning
  private let limit: Int
  private let usual: World
  private let trail = WorldTrail()
  private let state: Mutex<State>
  /// How many names of forgotten worlds are kept; no world is forgotten any more once there are so many.
  private static let forgottenLimit = 1_000_000
  private static let nameLimit = 1000

  /// - Parameters:
  ///   - issuer: the address of the tenant, without a slash at the end.
  ///   - faults: what goes wrong in every world from its beginning.
  ///   - seed: makes codes, tokens and ids the same in every run, and different in each world; `nil` for unpredictable ones.
  ///   - tellsActs: receives what people do in journeys of any world.
  ///   - tellsLogout: receives the notices that a person signed out.
  ///   - limit: how many named worlds there are before the one that was not used for longest is forgotten.
  package init(
    _ tenant: MockTenant, issuer: String, clock: MockClock = .running, faults: [Fault] = [], seed: UInt64? = nil,
    tellsActs: (@Sendable (JourneyAct) -> Void)? = nil, tellsLogout: (@Sendable (LogoutNotice) -> Void)? = nil, limit: Int = 1024
  ) {
    beginning = WorldBeginning(
      tenant: tenant, issuer: issuer, clock: clock, faults: faults, seed: seed, tellsActs: tellsActs, tellsLogout: tellsLogout)
    self.limit = max(limit, 1)
    usual = World(beginning)
    state = Mutex(State(tenant: tenant))
  }

  /// The world that a request means: the one that it names, else the one that handed out what it brings, else the shared one.
  package func world(of request: HTTPRequestMessage, _ visit: WorldVisit) -> Search {
    world(visit.name ?? trail.world(of: request), stranger: visit.stranger)
  }

  /// The world of this name; the shared one, which is never forgotten, for `nil` and `default`.
  ///
  /// - Parameter stranger: the web origin that begins no world and keeps none in use; `nil` for everybody else.
  package func world(_ name: String?, stranger: String? = nil) -> Search {
    guard let name, name != "default" else { return .world(usual) }
    guard (1...Self.nameLimit).contains(name.utf8.count) else {
      return .refusal(ControlRefusal("a world's name has 1 to \(Self.nameLimit) bytes").response)
    }
    return state.withLock { state in
      if let named = state.worlds[name] {
        if stranger == nil {
          state.uses += 1
          state.worlds[name]?.lastUse = state.uses
        }
        return .world(named.world)
      }
      if let stranger { return .refusal(Self.refused(stranger, name)) }
      state.uses += 1
      if state.forgotten.contains(Self.hash(name)) { return .refusal(forgotten(name)) }
      if let refusal = makeRoom(for: name, in: &state) { return .refusal(refusal) }
      let world = World(begun(name, as: state.tenant))
      state.worlds[name] = Named(world: world, lastUse: state.uses)
      return .world(world)
    }
  }

  /// The response of a control route, in the world that is meant.
  ///
  /// - Parameters:
  ///   - showsSecrets: whether the caller may see passwords and tokens.
  ///   - address: the world's, by which they ask.
  package func control(
    _ request: HTTPRequestMessage, _ visit: WorldVisit, showsSecrets: Bool, at address: String
  ) async -> HTTPResponseMessage {
    switch (request.method, request.url.path) {
    case ("GET", WorldRoutes.worlds): return .json(WorldRoutes.list(names, limit: limit))
    case ("DELETE", WorldRoutes.world), ("POST", WorldRoutes.reset):
      // A client that resets a world knows that it was forgotten, or need not know.
      if let name = visit.name { state.withLock { _ = $0.forgotten.remove(Self.hash(name)) } }
      guard request.method == "DELETE", let name = visit.name, name != "default" else { break }
      state.withLock { $0.worlds[name] = nil }
      return .empty(204)
    default: break
    }
    switch world(visit.name, stranger: visit.stranger) {
    case .world(let world): return await world.control(request, showsSecrets: showsSecrets, at: address)
    case .refusal(let response): return response
    }
  }

  /// Serves another tenant from now on, such as the same file once it was changed: every world is reset, with its clock as it is.
  package func serve(_ tenant: MockTenant) async {
    let worlds = state.withLock { state in
      state.tenant = tenant
      return state.worlds.values.map(\.world)
    }
    for world in [usual] + worlds { await world.reset(as: tenant) }
  }

  /// The tenant that is served now.
  package var tenant: MockTenant { state.withLock { $0.tenant } }

  private var names: [String] { state.withLock { $0.worlds.keys.sorted() } }

  private func begun(_ name: String, as tenant: MockTenant) -> WorldBeginning {
    var beginning = beginning
    beginning.tenant = tenant
    beginning.seed = beginning.seed.map { $0 ^ Self.hash(name) }
    beginning.tell = { [trail] names in trail.add(names, of: name) }
    if let tell = beginning.tellsActs { beginning.tellsActs = { act in tell(act.inWorld(name)) } }
    return beginning
  }

  // MARK: Forgetting

  /// Forgets a world if the limit is reached; the refusal if that would go unnoticed.
  private func makeRoom(for name: String, in state: inout State) -> HTTPResponseMessage? {
    guard state.worlds.count >= limit, let oldest = state.worlds.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else { return nil }
    guard state.forgotten.count < Self.forgottenLimit else {
      return ControlRefusal(
        "no room for the world '\(name)': \(limit) worlds are in use, and \(Self.forgottenLimit) were forgotten",
        suggestion: "forget worlds that are done with DELETE \(WorldRoutes.world)", status: 503
      ).response
    }
    state.worlds[oldest] = nil
    state.forgotten.insert(Self.hash(oldest))
    return nil
  }

  private static func refused(_ stranger: String, _ name: String) -> HTTPResponseMessage {
    ControlRefusal(
      "a page of \(stranger) cannot begin the world '\(name)'",
      suggestion: "begin it with a client that is not a web page, or allow the origin by a redirect URI or --allow-origin", status: 403
    ).response
  }

  private func forgotten(_ name: String) -> HTTPResponseMessage {
    ControlRefusal(
      "the world '\(name)' was forgotten: more than \(limit) worlds were used, and it was the one not used for longest",
      suggestion: "POST \(WorldRoutes.reset) in it starts it again; forget worlds that are done with DELETE \(WorldRoutes.world)",
      status: 410
    ).response
  }

  private static func hash(_ name: String) -> UInt64 {
    var hash = FNV1a()
    hash.combine(name.utf8)
    return hash.value
  }
}
