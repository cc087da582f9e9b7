import JourneyModel

/// Walks a graph over everything that can be so: finite facts, saturating counters, timers that run or are over, and
/// every answer taken both ways.
///
/// Accounts are distinguished only by their facts. What one journey leaves behind, the next one finds.
struct Explorer {
  let graph: TenantGraph
  let rules: [ScreenRule]
  let offers: ScreenOffers
  private(set) var edges: Set<String> = []
  private(set) var states: Set<Int> = []
  private(set) var isComplete = true
  private var seen: Set<Situation> = []
  /// Found and not yet looked at from `next` on; the nearest first.
  private var waiting: [Situation] = []
  private var next = 0
  /// Accounts and devices that a journey may find.
  private var people: Set<ScopeState>
  private var devices: Set<ScopeState>
  let asked: AskedParts
  private let limit: Int
  /// How many edges were tried: those of a form for every account if it looks one up, and for each assumed answer.
  var trials = 0
  /// How many edges may be tried for each situation of the limit.
  private static let trialsPerSituation = 25
  /// The edges that are looked for and were not yet found.
  private var missing: Set<String>
  /// The states that are looked for and were not yet found.
  private var missingStates: Set<Int>

  /// How many accounts were tried for a form that looks one up.
  private var searched: [Search: Int] = [:]

  private struct Search: Hashable {
    var form: String
    /// Without account and device.
    var situation: Situation
  }

  /// Where a journey can be, identities left out.
  struct Situation: Hashable {
    var state: Int
    var session: ScopeState
    var account: ScopeState?
    var device: ScopeState?
  }

  /// - Parameters:
  ///   - offers: what the tenant's screens offer.
  ///   - wanted: the edges of which it ends once all are found; `nil` for everything there is.
  ///   - possible: the edges and states without those that are known to be impossible; `nil` where that is not known.
  init(
    _ tenant: CompiledTenant, offers: ScreenOffers, limit: Int, wanted: Set<String>? = nil, possible: PromiseSearch.PassedParts?
  ) {
    self.offers = offers
    graph = tenant.graph
    rules = tenant.rules
    self.limit = limit
    let asked = AskedParts(graph, rules, offers)
    self.asked = asked
    people = Set(tenant.people.map { asked.abstract($0.scope, of: .account) })
    devices = [ScopeState(.device, in: tenant.graph.tables)]
    missing = wanted ?? Set(graph.everyForm.flatMap(\.edges).map(\.id))
    missingStates = wanted == nil ? Set(graph.states.indices).subtracting(graph.ruledOut) : []
    if let possible {
      missing.formIntersection(possible.edges)
      missingStates.formIntersection(possible.states)
    }
    // More can be demanded than is known, so there is more to be found.
    isComplete = tenant.graph.demands?.notKnown.isEmpty ?? true
  }

  /// Whether there is nothing more to be found.
  private var isDone: Bool { missing.isEmpty && missingStates.isEmpty }

  /// Walks until everything or nothing new is found, or until the limit.
  mutating func explore() {
    begin()
    var known = (0, 0)
    repeat {
      known = (people.count, devices.count)
      drain()
      // What was found about people may lead further from forms that look for them.
      (waiting, next) = (known == (people.count, devices.count) ? [] : Array(seen), 0)
    } while !waiting.isEmpty && isComplete && !isDone
  }

  private mutating func begin() {
    var sessions = [ScopeState(.session, in: graph.tables)]
    for fact in graph.given {
      sessions = sessions.flatMap { session in
        fact.words.indices.map { word in
          var session = session
          session.facts[fact.slot.index] = UInt64(word)
          return session
        }
      }
    }
    for session in sessions { enter(Situation(state: graph.start, session: session)) }
  }

  private mutating func drain() {
    while next < waiting.count, !isDone {
      let situation = waiting[next]
      next += 1
      guard isWithinLimit else { return }
      // A state that decides is left at once: no time passes in it. Decisions may lead in circles.
      if let decision = graph.states[situation.state].decision {
        post(decision, in: situation, answers: .none)
        continue
      }
      let step = ExploredStep(situation: situation)
      for later in afterTime(step).map(\.journey) + afterPush(step).map(\.journey) { note(later.situation) }
      for form in graph.states[situation.state].forms where isShown(form, in: situation) { post(form, in: situation, answers: .any) }
    }
  }

  /// Whether more may be tried; notes where not.
  var isWithinLimit: Bool {
    mutating get {
      if seen.count > limit || trials > Self.trialsPerSituation * limit { isComplete = false }
      return isComplete
    }
  }

  /// A situation that a journey can be in.
  mutating func enter(_ situation: Situation) {
    if states.insert(situation.state).inserted { missingStates.remove(situation.state) }
    note(situation)
  }

  private mutating func note(_ situation: Situation) {
    let situation = situation.abstract(asked)
    meet(situation)
    if seen.insert(situation).inserted { waiting.append(situation) }
  }

  /// Later journeys may find the person of a situation as the person is in it, and once something of the person is over.
  mutating func meet(_ situation: Situation) {
    var isNew = false
    if let account = situation.account { isNew = people.insert(asked.abstract(account, of: .account)).inserted }
    if let device = situation.device { isNew = devices.insert(asked.abstract(device, of: .device)).inserted || isNew }
    guard isNew else { return }
    for later in afterTime(ExploredStep(situation: situation)) { meet(later.journey.situation) }
  }

  private func isShown(_ form: GraphForm, in situation: Situation) -> Bool {
    guard let screen = graph.states[situation.state].screen, let shown = rules[screen].form(form.id) else { return false }
    return shown.condition.holds { situation.isTrue($0) ?? false }
  }

  private mutating func post(_ form: GraphForm, in situation: Situation, answers: AssumedAnswers) {
    guard !form.finds.isEmpty else {
      take(form, in: situation, answers: answers)
      return
    }
    var unknown = situation
    (unknown.account, unknown.device) = (nil, nil)
    // Who was there before is forgotten, so what differs in that alone is tried once.
    let search = Search(form: form.id, situation: unknown)
    guard searched.updateValue(people.count * devices.count, forKey: search) != people.count * devices.count else { return }
    take(form, in: unknown, answers: answers)
    for person in people {
      for device in devices {
        guard isWithinLimit else { return }
        var found = situation
        (found.account, found.device) = (person, device)
        take(form, in: found, answers: answers)
      }
    }
  }

  /// Takes every edge that some answer leads to.
  private mutating func take(_ form: GraphForm, in situation: Situation, answers: AssumedAnswers) {
    for way in answeredEdges(of: form, in: ExploredStep(situation: situation), answering: answers) {
      if edges.insert(way.edge.id).inserted { missing.remove(way.edge.id) }
      var step = ExploredStep(situation: situation, target: way.edge.target, leftOut: way.answers.leftOut)
      let others = apply(way.edge.effects, to: &step)
      for reached in [step] + others { land(reached.situation, at: reached.target, by: way.edge) }
    }
  }

  private mutating func land(_ situation: Situation, at target: Target, by edge: GraphEdge) {
    var next = situation
    meet(next)
    switch target {
    case .stay: note(next)
    case .state(let place):
      next.state = place
      enter(next)
    case .handOver:
      guard let place = edge.comeback else { return }
      next.state = place
      enter(next)
    case .finish, .refuse, .expire: break
    }
  }
}
