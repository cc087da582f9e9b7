import JourneyModel

extension Explorer.Situation: ScopedFacts {
  var isAboutSomebody: Bool { account != nil }

  func scope(_ scope: FactScope) -> ScopeState? {
    switch scope {
    case .account: account
    case .session: session
    case .device: device
    }
  }

  mutating func change(_ scope: FactScope, _ change: (inout ScopeState) -> Void) {
    switch scope {
    case .session: change(&session)
    case .account: if var state = account { change(&state); account = state }
    case .device: if var state = device { change(&state); device = state }
    }
  }

  /// The same situation with nothing in it that is not asked.
  func abstract(_ asked: AskedParts) -> Explorer.Situation {
    var situation = self
    situation.session = asked.abstract(session, in: state)
    situation.account = account.map { asked.abstract($0, of: .account) }
    situation.device = device.map { asked.abstract($0, of: .device) }
    return situation
  }
}

/// A situation while an edge is followed.
struct ExploredStep: SteppedJourney {
  var situation: Explorer.Situation
  var target = Target.stay
  /// The answers that are not there to be kept.
  var leftOut = LeftOutAnswers.none
}

/// Effects act on everything but identities and what texts say.
extension Explorer: GraphSearcher {
  var tables: TenantGraph.Tables { graph.tables }
  var demandTable: DemandTable? { graph.demands }

  func facts(of step: ExploredStep) -> Situation { step.situation }

  func set(_ fact: Slot, to bits: UInt64, in step: inout ExploredStep) {
    step.situation.change(fact.scope) { $0.facts[fact.index] = bits }
  }

  func set(_ counter: Slot, counted times: Int, in step: inout ExploredStep) {
    step.situation.change(counter.scope) { $0.counters[counter.index] = times }
  }

  func assume(_ counter: Slot, in step: inout ExploredStep) {}

  func set(timer place: Int, to phase: TimerPhase, in step: inout ExploredStep) {
    let slot = tables.timers[place].slot
    let state: TimerState =
      switch phase {
      case .off: .off
      case .running: .running(until: Instant(milliseconds: 0))
      case .over: .over
      }
    step.situation.change(slot.scope) { $0.timers[slot.index] = state }
  }

  func set(_ target: AttributeTarget, to isThere: Bool, from source: ValueSource, in step: inout ExploredStep) {
    guard case .attribute(let slot) = target else { return }
    step.situation.change(slot.scope) { $0.attributes[slot.index] = isThere ? "" : nil }
  }

  mutating func addPerson(to step: inout ExploredStep) {
    meet(step.situation)
    step.situation.account = ScopeState(.account, in: tables)
    step.situation.device = ScopeState(.device, in: tables)
  }

  mutating func leavePerson(of step: inout ExploredStep) {
    meet(step.situation)
    (step.situation.account, step.situation.device) = (nil, nil)
  }

  mutating func clear(_ step: inout ExploredStep) {
    leavePerson(of: &step)
    step.situation.session = ScopeState(.session, in: tables)
  }

  mutating func send(_ mail: Int, in step: inout ExploredStep) -> [ExploredStep] {
    if let state = tables.mails[mail].linkState {
      var linked = step.situation
      linked.state = state
      enter(linked)
    }
    return []
  }

  func say(_ message: Int, in step: inout ExploredStep) {}

  /// What is not there is equal to nothing.
  func canPass(_ test: AnswerTest, in step: ExploredStep) -> Bool? {
    switch test.comparison {
    case .equalsAttribute(let slot), .equalsTOTP(let slot): step.situation.isTrue(.attribute(slot))
    case .equals, .has: offers.isOffered(test, on: graph.states[step.situation.state].screen) { step.situation.isTrue($0) }
    case .present, .equalsAnswer, .equalsCode, .matches: true
    }
  }

  func completed(_ answers: AssumedAnswers, to form: GraphForm, in step: ExploredStep) -> AssumedAnswers? {
    offers.completed(answers, to: form, on: graph.states[step.situation.state].screen) { step.situation.isTrue($0) }
  }

  func notes(_ test: AnswerTest) -> Bool { false }
  func keeps(_ text: AttributeSlot) -> Bool { asked.asks(text) }
  func leftOut(in step: ExploredStep) -> LeftOutAnswers { step.leftOut }

  mutating func mayTry(_ form: GraphForm) -> Bool {
    trials += form.edges.count
    return isWithinLimit
  }
}
