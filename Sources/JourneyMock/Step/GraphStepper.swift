/// Who lets journeys go along the edges of a tenant's graph: a served world, who explores everything possible, and who proves promises.
///
/// What an effect does is written here, once. What is kept of a journey differs: a served world has the values themselves; a search keeps
/// what conditions ask for, and tries each way that this leaves open.
protocol GraphStepper {
  /// A journey while it follows an edge.
  associatedtype Journey: SteppedJourney
  associatedtype Facts: JourneyFacts
  /// A text or a claim, as far as it is kept.
  associatedtype Text

  var tables: TenantGraph.Tables { get }

  func facts(of journey: Journey) -> Facts
  /// Nothing changes where the fact is not kept, or where no person is known.
  mutating func set(_ fact: Slot, to bits: UInt64, in journey: inout Journey)
  /// What a set can be after the answer to the form, given what it was.
  func answers(to asked: AnsweredSet, after bits: UInt64, in journey: Journey) -> [UInt64]

  /// - Parameter times: `Int.max` for a counter that has reached its limit.
  mutating func set(_ counter: Slot, counted times: Int, in journey: inout Journey)
  /// Notes that a counter that is not kept is taken to have reached its limit, or not to have.
  mutating func assume(_ counter: Slot, in journey: inout Journey)

  /// - Parameter timer: its place.
  mutating func set(timer: Int, to phase: TimerPhase, in journey: inout Journey)

  /// What a text or a claim is set to.
  mutating func text(_ source: ValueSource, for target: AttributeTarget, in journey: Journey) -> Text
  mutating func set(_ target: AttributeTarget, to text: Text, from source: ValueSource, in journey: inout Journey)

  /// The journey is about a new person.
  mutating func addPerson(to journey: inout Journey)
  /// The journey has no person.
  mutating func leavePerson(of journey: inout Journey)
  /// The journey has no person, and all that it kept of itself is cleared.
  mutating func clear(_ journey: inout Journey)

  /// Sends a message, by its place; gives the other ways that this may go.
  mutating func send(_ mail: Int, in journey: inout Journey) -> [Journey]
  /// - Parameter message: its place.
  mutating func say(_ message: Int, in journey: inout Journey)
  /// What the rules can demand of the person in the situation; empty without rules, or where nothing asks.
  mutating func demands(at places: DemandPlaces, in journey: Journey) -> [DemandBits]
}

/// A journey while it follows an edge.
protocol SteppedJourney {
  /// Where the edge leads, as far as its effects are done.
  var target: Target { get set }
}

extension GraphStepper {
  /// Does everything in its order, and gives the other ways it may go in addition to that of `journey`.
  mutating func apply(_ effects: some Sequence<Effect>, to journey: inout Journey) -> [Journey] {
    var rest = effects.makeIterator()
    while let effect = rest.next() {
      let others = apply(effect, to: &journey)
      guard !others.isEmpty else { continue }
      let remaining = Array(IteratorSequence(rest))
      var ways = apply(remaining, to: &journey)
      for var other in others {
        let further = apply(remaining, to: &other)
        ways.append(other)
        ways += further
      }
      return ways
    }
    return []
  }

  /// The time of a timer is over, and it does what it does then.
  mutating func end(timer place: Int, in journey: inout Journey) {
    set(timer: place, to: .over, in: &journey)
    // Its effects touch its own scope only, where nothing is open.
    _ = apply(tables.timers[place].effects, to: &journey)
  }

  private mutating func apply(_ effect: Effect, to journey: inout Journey) -> [Journey] {
    switch effect {
    case .setFact(let slot, let word): set(slot, to: word, in: &journey)
    case .addMember(let slot, let bit): if let bits = bits(of: slot, in: journey) { set(slot, to: bits | bit, in: &journey) }
    case .removeMember(let slot, let bit): if let bits = bits(of: slot, in: journey) { set(slot, to: bits & ~bit, in: &journey) }
    case .takeMembers(let asked): return take(asked, in: &journey)
    case .setAttribute(let target, let source):
      let text = text(source, for: target, in: journey)
      set(target, to: text, from: source, in: &journey)
    case .startTimer(let place): set(timer: place, to: .running, in: &journey)
    case .clearTimer(let place): set(timer: place, to: .off, in: &journey)
    case .clearCounter(let place): set(tables.counters[place].slot, counted: 0, in: &journey)
    case .count(let place): return count(tables.counters[place], in: &journey)
    case .send(let mail): return send(mail, in: &journey)
    case .create(let assignments): create(assignments, in: &journey)
    case .forgetAccount: leavePerson(of: &journey)
    case .forgetSession: clear(&journey)
    case .evaluateRules(let places): return evaluate(places, in: &journey)
    case .say(let message): say(message, in: &journey)
    }
    return []
  }

  /// The bits of a fact; `nil` where they are not kept, or where no person is known.
  func bits(of fact: Slot, in journey: Journey) -> UInt64? { facts(of: journey).fact(fact).value }

  private mutating func take(_ asked: AnsweredSet, in journey: inout Journey) -> [Journey] {
    guard let bits = bits(of: asked.slot, in: journey) else { return [] }
    return branch(&journey, answers(to: asked, after: bits, in: journey)) { $0.set(asked.slot, to: $2, in: &$1) }
  }

  private mutating func evaluate(_ places: DemandPlaces, in journey: inout Journey) -> [Journey] {
    branch(&journey, demands(at: places, in: journey)) { stepper, way, bits in
      stepper.set(places.state, to: bits.state, in: &way)
      stepper.set(places.usable, to: bits.usable, in: &way)
      stepper.set(places.settable, to: bits.settable, in: &way)
    }
  }

  /// Goes the first way with the journey, and each other one with a copy of it.
  private mutating func branch<Way>(
    _ journey: inout Journey, _ ways: [Way], _ go: (inout Self, inout Journey, Way) -> Void
  ) -> [Journey] {
    guard let first = ways.first else { return [] }
    var others: [Journey] = []
    for way in ways.dropFirst() {
      var other = journey
      go(&self, &other, way)
      others.append(other)
    }
    go(&self, &journey, first)
    return others
  }

  /// A counter that reaches its limit stays there, and what it does then comes on top.
  private mutating func count(_ rule: CounterRule, in journey: inout Journey) -> [Journey] {
    switch facts(of: journey).counted(rule.slot) {
    case .nobodys: return []
    case .value(let times):
      let isFull = times == Int.max || times + 1 >= rule.limit
      set(rule.slot, counted: isFull ? Int.max : times + 1, in: &journey)
      return isFull ? fill(rule, in: &journey) : []
    case .unknown:
      guard !rule.effects.isEmpty || rule.target != .stay else { return [] }
      assume(rule.slot, in: &journey)
      var full = journey
      let others = fill(rule, in: &full)
      return [full] + others
    }
  }

  private mutating func fill(_ rule: CounterRule, in journey: inout Journey) -> [Journey] {
    var others = apply(rule.effects, to: &journey)
    guard rule.target != .stay else { return others }
    journey.target = rule.target
    for place in others.indices { others[place].target = rule.target }
    return others
  }

  /// The new one is made of what was known before, so that one account can be made of another.
  private mutating func create(_ assignments: [Assignment], in journey: inout Journey) {
    var texts: [Text] = []
    for assignment in assignments { texts.append(text(assignment.source, for: assignment.target, in: journey)) }
    addPerson(to: &journey)
    for (assignment, text) in zip(assignments, texts) { set(assignment.target, to: text, from: assignment.source, in: &journey) }
  }
}
