extension MockTenant {
  /// The screens that locked accounts see: those to which a full counter of the account leads that sets a fact or starts a timer of the
  /// account, and those of edges that are taken only while that fact or timer is so.
  package var lockScreens: Set<String> {
    let counters = graph.tables.counters.filter { $0.slot.scope == .account && !atoms(lockedBy: $0).isEmpty }
    let locks = Set(counters.flatMap { atoms(lockedBy: $0) })
    let edges = graph.everyForm.flatMap(\.edges).filter { edge in
      edge.condition.decided { locks.contains($0) ? false : nil } == false && edge.condition.decided { _ in nil } == nil
    }
    return Set((counters.map(\.target) + edges.map(\.target)).compactMap { screen(of: $0) })
  }

  /// What a full counter makes of an account, as conditions ask for it.
  private func atoms(lockedBy counter: CounterRule) -> [GuardAtom] {
    counter.effects.compactMap { effect in
      switch EffectParts(effect, in: graph.tables).makesTrue {
      case .fact(let slot, let word): slot.scope == .account ? .fact(slot, equals: word) : nil
      case .timer(let slot, .running): slot.scope == .account ? .timer(slot, .running) : nil
      case .timer, .member, .attribute, .full, .account, .answer, nil: nil
      }
    }
  }

  private func screen(of target: Target) -> String? {
    guard case .state(let place) = target else { return nil }
    return graph.states[place].screen.map { compiled.rules[$0].id }
  }
}
