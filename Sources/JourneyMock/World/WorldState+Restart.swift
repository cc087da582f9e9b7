extension WorldState {
  /// Puts a journey in the first state, with nothing known but what its request contains.
  ///
  /// - Parameters:
  ///   - account: who is signed in already; `nil` if the person is not signed in.
  ///   - given: facts of the session and their words; what the tenant does not declare is passed over.
  package func restart(_ session: inout Session, account: Int? = nil, given: [(fact: String, word: String)]) {
    session.state = tenant.graph.start
    session.account = account
    session.scope = ScopeState(.session, in: tables)
    for (name, word) in given {
      guard let fact = tables.facts.first(where: { $0.name == name && $0.slot.scope == .session }),
        let place = fact.words.firstIndex(of: word)
      else { continue }
      session.scope.facts[fact.slot.index] = UInt64(place)
    }
  }
}
