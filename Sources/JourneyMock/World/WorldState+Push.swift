import JourneyModel

extension WorldState {
  /// What the person does with every push that waits on their device; `false` where none waits.
  mutating func answerPush(accepts: Bool, account name: String?) -> Bool {
    guard let fact = tables.push, let waiting = fact.place(of: .waiting), let answer = fact.place(of: accepts ? .accepted : .rejected)
    else {
      return false
    }
    var answered: [String] = []
    let people = accounts
    sessions.update { session in
      guard session.scope.facts[fact.slot.index] == waiting else { return }
      if let name, session.account.map({ people[$0].name }) != name { return }
      session.scope.facts[fact.slot.index] = answer
      answered.append(session.id)
    }
    for id in answered { tellPush(accepts, in: id) }
    return !answered.isEmpty
  }

  /// Accepts what one journey waits for on the person's device; `false` where it waits for nothing.
  package mutating func acceptPush(of id: String) -> Bool {
    guard let fact = tables.push, let waiting = fact.place(of: .waiting), let accepted = fact.place(of: .accepted),
      var session = sessions[id], session.scope.facts[fact.slot.index] == waiting
    else { return false }
    session.scope.facts[fact.slot.index] = accepted
    sessions.keep(session)
    tellPush(true, in: id)
    return true
  }
}
