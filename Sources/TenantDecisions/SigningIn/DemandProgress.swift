/// What is demanded of one person in one situation, with what they may set up on the way.
package struct PersonalDemand: Sendable, Hashable {
  package var demand: RuleDemand
  /// The authenticators that enrolment rules let the person set up.
  package var settable: Set<String>

  package init(_ demand: RuleDemand, settable: Set<String>) {
    self.demand = demand
    self.settable = settable
  }
}

/// How far a person has come with what is demanded of them, and what brings them further.
package struct DemandProgress: Sendable, Hashable {
  /// Of more authenticators it cannot be worked out.
  package static let mostAuthenticators = ProofSet.mostAuthenticators

  /// Whether they get in.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// Something has to be given first.
    case open
    /// Nothing more is asked.
    case met
    /// A rule refuses them, or they have no suitable authenticator and may not set one up.
    case denied
  }

  package var state: State
  /// The authenticators of theirs that can be given next.
  package var usable: Set<String> = []
  /// Those that they can set up next. Empty where what they have is enough.
  package var settable: Set<String> = []
}

extension TenantRules {
  /// How far a person has come.
  ///
  /// - Parameters:
  ///   - proven: the names of the authenticators that were given in this journey.
  ///   - has: the names of those that the person has.
  package func progress(_ personal: PersonalDemand, proven: Set<String>, has: Set<String>) -> DemandProgress {
    guard case .ask(let all) = personal.demand else { return DemandProgress(state: personal.demand == .deny ? .denied : .met) }
    let given = authenticators.filter { proven.contains($0.name) }
    let rest = authenticators.filter { !proven.contains($0.name) }
    let usable = rest.filter { has.contains($0.name) || personal.settable.contains($0.name) }
    let sets = ProofSet.groups(of: usable, upTo: ProofSet.mostTogether(of: usable.count)) ?? []
    // What the person does not have counts only where it may be set up.
    func isEnough(_ asks: Set<RuleAsk>, _ set: [KnownAuthenticator]) -> Bool {
      asks.allSatisfy { ask in
        ask.isMet(by: given + (ask.whenLacking == .setUp ? set : set.filter { has.contains($0.name) }))
      }
    }
    let asks = all.filter { ask in ask.whenLacking != .passOver || sets.contains { isEnough([ask], $0) } }
    if isEnough(asks, []) { return DemandProgress(state: .met) }
    let enough = sets.filter { isEnough(asks, $0) }
    let own = enough.filter { set in set.allSatisfy { has.contains($0.name) } }
    guard !enough.isEmpty else { return DemandProgress(state: .denied) }
    let alternatives = Self.alternatives(of: asks)
    // A chain of which a later step was given first cannot be gone through in its order any more, where another one can.
    let inOrder = alternatives.filter { asks in asks.flatMap(\.chains).allSatisfy { Self.isBegunInOrder($0, proven) } }
    let next = (inOrder.isEmpty ? alternatives : inOrder).reduce(into: Set<String>()) { next, asks in
      let least = Self.least((own.isEmpty ? enough : own).filter { isEnough(asks, $0) })
      next.formUnion(least.flatMap { first(of: $0, asks, proven) })
    }
    return DemandProgress(
      state: .open, usable: next.intersection(has), settable: own.isEmpty ? next.subtracting(has) : [])
  }

  private static func isBegunInOrder(_ chain: [Set<String>], _ proven: Set<String>) -> Bool {
    chain.drop { !$0.isDisjoint(with: proven) }.allSatisfy { $0.isDisjoint(with: proven) }
  }

  /// As many ways through chains are looked at each for itself.
  private static let mostAlternatives = 64

  /// Each choice of one chain where there are several: a longer one is a way too, also next to a shorter one.
  private static func alternatives(of asks: Set<RuleAsk>) -> [Set<RuleAsk>] {
    let all = asks.reduce([Set<RuleAsk>()]) { alternatives, ask in
      guard ask.chains.count > 1 else { return alternatives.map { $0.union([ask]) } }
      return ask.chains.flatMap { chain in
        var one = ask
        one.chains = [chain]
        return alternatives.map { $0.union([one]) }
      }
    }
    return all.count > mostAlternatives ? [asks] : all
  }

  /// Those of a set that can be given first: of chains, what their next step asks for.
  private func first(of set: [KnownAuthenticator], _ asks: Set<RuleAsk>, _ proven: Set<String>) -> [String] {
    let names = set.map(\.name)
    let steps = asks.flatMap(\.chains).filter { chain in
      chain.allSatisfy { step in !step.isDisjoint(with: proven) || !step.isDisjoint(with: names) }
    }.compactMap { chain in chain.first { $0.isDisjoint(with: proven) } }
    return steps.isEmpty ? names : names.filter { name in steps.contains { $0.contains(name) } }
  }

  /// The sets that no other one is part of.
  private static func least(_ sets: [[KnownAuthenticator]]) -> [[KnownAuthenticator]] {
    let names = sets.map { Set($0.map(\.name)) }
    return sets.indices.filter { place in !names.contains { $0.isStrictSubset(of: names[place]) } }.map { sets[$0] }
  }
}

extension TenantRules {
  /// What is demanded where these are the facts of the person and of the request.
  ///
  /// Throws what it depends on where it is not known.
  package func demand(of person: FactValues, in situation: FactValues, at app: RuledApp) throws(UndecidedRules) -> PersonalDemand {
    var values = complete(person, isOfPerson: true).updated(with: complete(situation, isOfPerson: false))
    values.words[DecisionFact.client] = app.name
    let demand = try decided(sequences(of: app), values)
    let enrolment = try decided([sequence(of: .enrolment)], values)
    return PersonalDemand(demand, settable: Self.settable(by: enrolment, ProofConditions(self)))
  }

  /// Everything that can be demanded of users at the apps where journeys begin, each once.
  ///
  /// - Returns: those of the apps whose rules do not combine too many facts, and the names of the other apps.
  package func possibleDemands() -> (demands: [PersonalDemand], notKnown: [String]) {
    var found: [PersonalDemand] = []
    var seen: Set<PersonalDemand> = []
    var notKnown: [String] = []
    let proofs = ProofConditions(self)
    var areKnown: [String?: Bool] = [:]
    for app in apps where app.isClient {
      let sequences = sequences(of: app) + [sequence(of: .enrolment)]
      // Apps with the same rules demand the same, unless one of the rules reads which app it is.
      let readsApp = sequences.contains { $0.entries.contains { $0.condition.atoms.contains { $0.fact == DecisionFact.client } } }
      var isKnown = readsApp ? nil : areKnown[app.list]
      if isKnown == nil {
        do throws(DiagramLimit) {
          found += try possibleDemands(of: sequences, at: app, proofs).filter { seen.insert($0).inserted }
          isKnown = true
        } catch { isKnown = false }
      }
      areKnown[app.list] = isKnown
      if isKnown == false { notKnown.append(app.name) }
    }
    return (found, notKnown)
  }

  private func possibleDemands(
    of sequences: [RuleSequence], at app: RuledApp, _ proofs: ProofConditions
  ) throws(DiagramLimit) -> [PersonalDemand] {
    let here = Condition<DecisionAtom>.atom(.word(fact: DecisionFact.client, app.name))
    let regions = try RuleRegions(combining: sequences, of: self, given: [here], limit: RuleRegions.mostNodes)
    return regions.reached.sorted().map { place in
      let outcomes = zip(sequences, regions.combinations[place]).map { sequence, place in
        place.map { sequence.entries[$0].rule.outcome }
      }
      return PersonalDemand(RuleDemand(outcomes.dropLast()), settable: Self.settable(by: RuleDemand(outcomes.suffix(1)), proofs))
    }
  }

  private func decided(_ sequences: [RuleSequence], _ values: FactValues) throws(UndecidedRules) -> RuleDemand {
    switch RuleDecider(sequences, facts: facts).decision(values) {
    case .known(let demand, _): return demand
    case .notKnown(let paths):
      throw UndecidedRules(flags: Set(paths.flatMap(\.flags).map(\.name)).sorted())
    case .tooManyPaths: throw UndecidedRules(flags: [])
    }
  }

  private static func settable(by enrolment: RuleDemand, _ proofs: ProofConditions) -> Set<String> {
    switch enrolment {
    case .deny: return proofs.settable(by: .deny)
    case .set(let words): return proofs.settable(by: .set(words))
    case .ask: return proofs.settable(by: nil)
    }
  }
}

/// What rules demand depends on open flags that are not set, or a flow has no screen for it.
package struct UndecidedRules: Error, Sendable, Hashable {
  /// Their names, with `open.`; empty where there are too many to follow.
  package var flags: [String] = []
  /// The authenticators that a person could go on with, for none of which the flow has a screen; empty where it has one.
  package var unshown: [String] = []

  package init(flags: [String] = [], unshown: [String] = []) { (self.flags, self.unshown) = (flags, unshown) }
}
