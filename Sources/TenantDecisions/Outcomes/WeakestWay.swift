/// The weakest proofs with which people get into an app, and the rules that allow it.
package struct WeakestWay: Sendable, Hashable {
  package var app: String
  package var isForAdministrators: Bool
  /// The authenticators that are enough; `nil` where those of the tenant are never enough, or nothing is known.
  package var proofs: [KnownAuthenticator]?
  /// The deciding rules, the session's first.
  package var rules: [String]
  /// What about it is not known; `nil` for nothing.
  package var doubt: Doubt?
  /// Whether a rule asks for more, but not of people who have no suitable authenticator.
  package var isPassedOver = false
  /// Whether people who have no suitable authenticator may set it up on the way.
  package var setsUp = false
  /// Whether rules of enrolment keep some people from that.
  package var limitsSettingUp = false
  /// One person and situation of this kind.
  package var example = FactValues()
  /// The open flags on which it depends whether these rules decide.
  package var openFlags: [String] = []

  package enum Doubt: Sendable, Hashable {
    /// Whether these rules decide depends on an open flag.
    case openFlag
    /// The rules or the authenticators have too many combinations.
    case tooMuch
  }
}

extension OutcomeTables {
  /// For each app, those of administrators first, among the people and situations that are given.
  ///
  /// - Parameters:
  ///   - apps: in the order written.
  ///   - rules: those of the tenant, with its authenticators.
  package func weakest(_ apps: [RuledApp], of rules: TenantRules) -> [WeakestWay] {
    let sets = ProofSet.all(of: rules.distinctAuthenticators(besides: rules.askedWords))
    return (apps.filter(\.isForAdministrators) + apps.filter { !$0.isForAdministrators }).map { app in
      var way = WeakestWay(app: app.name, isForAdministrators: app.isForAdministrators, proofs: nil, rules: [], doubt: .tooMuch)
      guard let sets, let (sequences, outcomes, flags) = outcomes(ofApp: app) else { return way }
      way.doubt = nil
      let ways = outcomes.compactMap { outcome -> (set: ProofSet, outcome: RuleRegions.Outcome)? in
        let demand = RuleDemand.least(
          zip(sequences, outcome.rules).map { sequence, place in place.map { sequence.entries[$0].rule.outcome } })
        return sets.first { demand.isMet(by: $0.authenticators) }.map { (set: $0, outcome: outcome) }
      }
      // Of ways that are as weak, one of which it is known that its rules decide.
      let order = ways.map { $0.set.strength + [$0.outcome.reach == .mayNever ? 1 : 0] }
      guard let first = ways.indices.min(by: { order[$0].lexicographicallyPrecedes(order[$1]) }) else { return way }
      let weakest = ways[first]
      way.doubt = weakest.outcome.reach == .mayNever ? .openFlag : nil
      way.isPassedOver = !weakest.outcome.demand.isMet(by: weakest.set.authenticators)
      way.proofs = weakest.set.authenticators
      way.example = example(weakest.outcome, sequences)
      way.openFlags = way.doubt == nil ? [] : flags[weakest.outcome.rules] ?? []
      way.setsUp = zip(sequences, weakest.outcome.rules).contains { sequence, place in
        guard let place, case .ask(let ask) = sequence.entries[place].rule.outcome else { return false }
        return ask.whenLacking == .setUp
      }
      way.limitsSettingUp = ProofConditions.limitsSettingUp(rules)
      way.rules = zip(sequences, weakest.outcome.rules).map { sequence, place in place.map { sequence.entries[$0].rule.name } ?? "(no rule)"
      }
      return way
    }
  }
}
