/// What a person meets after all kinds of rules have decided: the union of what they ask for.
package enum RuleDemand: Sendable, Hashable {
  case deny
  /// All of these have to be satisfied; an empty set asks for nothing.
  case ask(Set<RuleAsk>)
  /// What the kinds that ask for no proof decide.
  case set([String: String])

  /// The union of what some rules decide; a refusal outweighs everything.
  ///
  /// - Parameter outcomes: `nil` where no rule decided.
  package init(_ outcomes: [RuleOutcome?]) {
    var asks: Set<RuleAsk> = []
    var settings: [String: String] = [:]
    for outcome in outcomes {
      switch outcome {
      case nil: continue
      case .deny?:
        self = .deny
        return
      case .ask(let ask)?: asks.insert(ask)
      case .set(let words)?: settings.merge(words) { first, _ in first }
      }
    }
    self = asks.isEmpty && !settings.isEmpty ? .set(settings) : .ask(Self.needed(asks))
  }

  /// Without those that ask for nothing, or for nothing that another one does not ask for of all the same people.
  private static func needed(_ asks: Set<RuleAsk>) -> Set<RuleAsk> {
    asks.filter { ask in
      guard ask.isBare else { return true }
      guard ask.leastKinds > 0, ask.again == nil, ask.unused == nil else { return ask.leastKinds > 0 }
      return !asks.contains { $0.isOfAll(of: ask) && ($0.leastKinds, $0.isBare ? 0 : 1) > (ask.leastKinds, 0) }
    }
  }

  /// Without how long proofs are good: two demands that are the same once show the same screens.
  package var once: RuleDemand {
    guard case .ask(let asks) = self else { return self }
    return .ask(Self.needed(Set(asks.map(\.once))))
  }

  /// Whether these authenticators are enough.
  package func isMet(by given: [KnownAuthenticator]) -> Bool {
    switch self {
    case .deny: false
    case .ask(let asks): asks.allSatisfy { $0.isMet(by: given) }
    case .set: true
    }
  }

  /// What some rules ask of people who have no suitable authenticator.
  package static func least(_ outcomes: [RuleOutcome?]) -> RuleDemand {
    RuleDemand(outcomes.map { outcome in if case .ask(let ask)? = outcome, ask.whenLacking == .passOver { nil } else { outcome } })
  }
}
