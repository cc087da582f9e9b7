import JourneyModel

/// What became of a push: the words of the fact `session.push`, which the graph sets to `waiting` and the person's device answers.
enum PushState: String {
  case none, waiting, accepted, rejected

  static let fact = "session.push"
}

extension WorldState {
  /// What the person does with every push that waits on their device; `false` where none waits.
  mutating func answerPush(accepts: Bool, account name: String?) -> Bool {
    guard let fact = tables.push, let waiting = fact.place(of: .waiting), let answer = fact.place(of: accepts ? .accepted : .rejected)
    else {
      return false
    }
    var isAnswered = false
    let people = accounts
    sessions.update { session in
      guard session.scope.facts[fact.slot.index] == waiting else { return }
      if let name, session.account.map({ people[$0].name }) != name { return }
      session.scope.facts[fact.slot.index] = answer
      isAnswered = true
    }
    return isAnswered
  }
}

extension Explorer {
  /// The situation once a push that waits is answered, either way.
  func afterPush(_ situation: Situation) -> [Situation] {
    guard let fact = graph.tables.push, let waiting = fact.place(of: .waiting), situation.session.facts[fact.slot.index] == waiting else {
      return []
    }
    return [PushState.accepted, .rejected].compactMap { answer in
      guard let word = fact.place(of: answer) else { return nil }
      var later = situation
      later.session.facts[fact.slot.index] = word
      return later
    }
  }
}

extension TenantGraph.Tables {
  /// The fact with the state of a push, if the tenant declares it.
  var push: FactRule? { facts.first { $0.name == PushState.fact } }
}

extension FactRule {
  fileprivate func place(of state: PushState) -> UInt64? { words.firstIndex(of: state.rawValue).map(UInt64.init) }
}
