import JourneyModel

extension Explorer.Situation {
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

  /// Whether it is so; `nil` if an answer decides.
  func isTrue(_ atom: GuardAtom) -> Bool? {
    switch atom {
    case .account: account != nil
    case .fact(let slot, let word): (scope(slot.scope)?.facts[slot.index] ?? 0) == word
    case .member(let slot, let bit): (scope(slot.scope)?.facts[slot.index] ?? 0) & bit != 0
    case .timer(let slot, let phase): (scope(slot.scope)?.timers[slot.index] ?? .off).phase == phase
    case .full(let slot): scope(slot.scope)?.counters[slot.index] == Int.max
    case .attribute(let slot): scope(slot.scope)?.attributes[slot.index] != nil
    case .answer: nil
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

  /// What it can be after a form's answer to what a set holds.
  func after(_ asked: AnsweredSet) -> [Explorer.Situation] {
    guard let bits = scope(asked.slot.scope)?.facts[asked.slot.index] else { return [self] }
    return asked.possibleBits(after: bits).sorted().map { possible in
      var next = self
      next.change(asked.slot.scope) { $0.facts[asked.slot.index] = possible }
      return next
    }
  }

  /// What it can be once the rules are worked out, whatever they demand.
  func after(_ places: DemandPlaces, _ demands: DemandTable?) -> [Explorer.Situation] {
    guard let demands else { return [self] }
    return demands.results(proven: session.facts[places.proven.index], had: DemandTable.Had(account, places)).map { bits in
      var next = self
      next.session.set(bits, at: places)
      return next
    }
  }

  /// What an edge does to it; gives the counter that is full by it.
  ///
  /// - Parameter leftOut: the answers that are not there to be kept.
  mutating func apply(_ effect: Effect, in tables: TenantGraph.Tables, leavingOut leftOut: LeftOutAnswers = .none) -> CounterRule? {
    switch effect {
    case .setFact(let slot, let word): change(slot.scope) { $0.facts[slot.index] = word }
    case .addMember(let slot, let bit): change(slot.scope) { $0.facts[slot.index] |= bit }
    case .removeMember(let slot, let bit): change(slot.scope) { $0.facts[slot.index] &= ~bit }
    case .setAttribute(.attribute(let slot), let source):
      let text = text(source, leftOut)
      change(slot.scope) { $0.attributes[slot.index] = text }
    case .startTimer(let index):
      let slot = tables.timers[index].slot
      change(slot.scope) { $0.timers[slot.index] = .running(until: Instant(milliseconds: 0)) }
    case .clearTimer(let index):
      let slot = tables.timers[index].slot
      change(slot.scope) { $0.timers[slot.index] = .off }
    case .clearCounter(let index):
      let slot = tables.counters[index].slot
      change(slot.scope) { $0.counters[slot.index] = 0 }
    case .count(let index):
      let rule = tables.counters[index]
      // There is nothing to count of nobody.
      guard let counted = scope(rule.slot.scope)?.counters[rule.slot.index] else { return nil }
      let isFull = counted == Int.max || counted + 1 >= rule.limit
      change(rule.slot.scope) { $0.counters[rule.slot.index] = isFull ? Int.max : counted + 1 }
      return isFull ? rule : nil
    case .create(let assignments):
      let texts = assignments.map { text($0.source, leftOut) }
      account = ScopeState(.account, in: tables)
      device = ScopeState(.device, in: tables)
      for (assignment, text) in zip(assignments, texts) {
        if case .attribute(let slot) = assignment.target { change(slot.scope) { $0.attributes[slot.index] = text } }
      }
    case .forgetAccount: (account, device) = (nil, nil)
    case .forgetSession:
      (account, device) = (nil, nil)
      session = ScopeState(.session, in: tables)
    case .setAttribute(.claim, _), .takeMembers, .evaluateRules, .send, .say: break
    }
    return nil
  }
}

extension Explorer.Situation {
  /// A text that is kept, without what it says; `nil` where there is none.
  private func text(_ source: ValueSource, _ leftOut: LeftOutAnswers) -> String? {
    switch source {
    case .literal, .newTOTP, .newNumber: ""
    case .answer(let path): leftOut.contains(path) ? nil : ""
    case .attribute(let slot): scope(slot.scope)?.attributes[slot.index]
    case .nothing: nil
    }
  }
}

/// What is assumed of the answers while a form's edges are tried.
struct Answers {
  private var assumed: [AnswerTest: Bool] = [:]
  /// Whether nothing was answered.
  private(set) var isNothing = false

  /// Nothing is assumed yet.
  static let any = Answers()
  /// Nothing was answered, as in a state that decides at once.
  static let none: Answers = {
    var answers = Answers()
    answers.isNothing = true
    return answers
  }()

  /// Whether the answer passes the test; `nil` if it may or may not.
  func answer(to test: AnswerTest, in situation: Explorer.Situation) -> Bool? {
    if isNothing { return false }
    switch test.comparison {
    case .equalsAttribute(let slot), .equalsTOTP(let slot):
      if situation.scope(slot.scope)?.attributes[slot.index] == nil { return false }
    case .present, .equals, .equalsAnswer, .equalsCode, .has, .matches: break
    }
    return assumed[test]
  }

  /// The same with one more assumption; `nil` if that cannot be.
  func assuming(_ test: AnswerTest, _ isTrue: Bool) -> Answers? {
    if isTrue {
      for (other, isSo) in assumed where other.path == test.path {
        // A text is one word at a time, and what is not there equals nothing.
        if isSo, case .equals = other.comparison, case .equals = test.comparison { return nil }
        if !isSo, case .present = other.comparison { return nil }
      }
    }
    var further = self
    further.assumed[test] = isTrue
    return further
  }
}
