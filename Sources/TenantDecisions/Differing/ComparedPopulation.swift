/// The people of a population, for two versions of rules.
struct ComparedPopulation: Sendable {
  let classes: PeopleClasses
  private let lacking: LackingProofs
  /// What it is asked about people in addition to what the rules read; `nil` where the population does not have it.
  let factors: Condition<DecisionAtom>?

  init(_ population: Population, _ merged: MergedRules) {
    let factors = merged.before.factorAtoms.union(merged.now.factorAtoms)
    // People may be called by the names of either version.
    var former: [DecisionAtom: [DecisionAtom]] = [:]
    for rename in merged.renames {
      former[.member(fact: rename.fact, rename.now), default: []].append(.member(fact: rename.fact, rename.before))
      former[.word(fact: rename.fact, rename.now), default: []].append(.word(fact: rename.fact, rename.before))
    }
    let read = merged.before.readAtoms.union(merged.now.readAtoms).union(merged.rules.facts.values.wordAtoms)
    classes = PeopleClasses(population, reading: read.union(factors), former: former, facts: merged.rules.facts)
    lacking = LackingProofs(merged.before, merged.now)
    let hasFactors = population.columns.contains { $0.fact == ProofConditions.fact }
    self.factors = hasFactors ? .any(factors.sorted { "\($0)" < "\($1)" }.map { .atom($0) }) : nil
  }

  /// The people who are affected by a change that is about those who have no suitable authenticator; `nil` for any other change.
  func lacking(_ shift: DemandShift, _ pair: DecidingPair) -> LackingProofs.People? {
    lacking.people(shift, pair).map { people in
      factors == nil ? LackingProofs.People(sure: .constant(false), most: .always) : people
    }
  }

  /// Of a change of which it is not worked out who is affected.
  var unknown: Headcount { Headcount(notKnownOf: classes.counts) }
}
