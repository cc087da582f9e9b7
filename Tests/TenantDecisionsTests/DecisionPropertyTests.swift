import JourneyTestSupport
import TenantDecisions
import Testing

/// Rule sets made at random: what the layer says of everybody at once is what the oracle finds one by one.
struct DecisionPropertyTests {
  @Test func `decisions, reach and what is not known are what running through everything finds`() throws {
    let rounds = MutationRounds(usual: 60, of: "rule sets")
    var count = (never: 0, mayNever: 0, notKnown: 0)
    for round in 0..<rounds.count {
      let seed = rounds.seed &+ UInt64(round)
      var random = RandomRules(seed: seed)
      let oracle = DecisionOracle(rules: random.rules(), groups: RandomRules.groups, zones: RandomRules.zones)
      let compared = Compared(oracle: oracle)
      try compared.reach(&count, seed)
      let differences = try compared.differences()
      #expect(differences.isEmpty, "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(differences.prefix(3))")
      count.notKnown += oracle.people.contains(where: oracle.isNotKnown) ? 1 : 0
    }
    #expect(count.never > rounds.count / 20 && count.mayNever > rounds.count / 40 && count.notKnown > rounds.count / 40, "\(count)")
  }
}

/// One rule set in the layer and in the oracle.
private struct Compared {
  let oracle: DecisionOracle
  let sequences: [RuleSequence]

  init(oracle: DecisionOracle) {
    self.oracle = oracle
    sequences = [oracle.rules.sequence(of: .session), oracle.rules.sequence(ofAppList: "Portal")]
  }

  func reach(_ count: inout (never: Int, mayNever: Int, notKnown: Int), _ seed: UInt64) throws {
    for sequence in sequences {
      let regions = try RuleRegions([sequence], of: oracle.rules)
      for (place, entry) in sequence.entries.enumerated() {
        let found = regions.reach(ofRule: place)
        switch oracle.reach(entry.rule, sequence.kind) {
        case .decides: #expect(found == .decides, "JOURNEY_SEED=\(seed): \(entry.rule.name)")
        case .never:
          #expect(found == .never, "JOURNEY_SEED=\(seed): \(entry.rule.name)")
          count.never += 1
        case .mayNever:
          #expect(found == .mayNever, "JOURNEY_SEED=\(seed): \(entry.rule.name)")
          count.mayNever += 1
        }
      }
    }
  }

  /// What differs, person by person, and in the outcomes of everybody.
  func differences() throws -> [String] {
    let regions = try RuleRegions(sequences, of: oracle.rules)
    let decider = RuleDecider(sequences, facts: oracle.rules.facts)
    var differences: [String] = []
    var hanging: Set<DecisionOracle.Deciding> = []
    var everything: Set<DecisionOracle.Deciding> = []
    var demanded: Set<DecisionOracle.Deciding> = []
    for world in oracle.people {
      let ways = Set(oracle.both(world).map { oracle.deciding($0) })
      everything.formUnion(ways)
      if oracle.isNotKnown(world) { hanging.formUnion(ways) }
      let decision = decider.decision(values(world))
      if !isRight(decision, world, ways) { differences.append("\(world): \(decision), expected \(ways)") }
      if Set(regions.outcomes(values(world)).map { names($0.rules) }) != ways { differences.append("\(world): regions, expected \(ways)") }
      for world in oracle.both(world) where demanded.insert(oracle.deciding(world)).inserted { differences += demands(decider, world) }
    }
    if Set(regions.outcomes.map { names($0.rules) }) != everything { differences.append("outcomes, expected \(everything)") }
    if Set(regions.outcomes.filter(\.isNotKnown).map { names($0.rules) }) != hanging {
      differences.append("not known, expected \(hanging)")
    }
    // People who cannot be may be ruled out by facts that these rules do not read.
    for outcome in regions.outcomes where oracle.rules.impossible.isEmpty && !oracle.people.contains(where: { reaches($0, outcome) }) {
      differences.append("example of \(outcome.rules)")
    }
    return differences
  }

  /// Whether somebody with the facts of an outcome's example gets that outcome.
  private func reaches(_ world: DecisionOracle.World, _ outcome: RuleRegions.Outcome) -> Bool {
    let example = outcome.example
    let isOne =
      world.groups == example.names["account.groups"] ?? [] && world.zones == example.names["session.zones"] ?? []
      && world.risk == example.words["session.risk"] ?? "low"
    let isSet = example.flags["open.x"]
    return isOne && oracle.both(world).contains { (isSet == nil || $0.isSet == isSet) && oracle.deciding($0) == names(outcome.rules) }
  }

  private func demands(_ decider: RuleDecider, _ world: DecisionOracle.World) -> [String] {
    var facts = values(world)
    facts.flags["open.x"] = world.isSet
    guard case .known(let demand, _) = decider.decision(facts) else { return ["\(world): not known although the flag is set"] }
    let authenticators = RandomRules.authenticators
    return DecisionOracle.subsets(of: authenticators.map(\.name)).compactMap { names in
      let given = authenticators.filter { names.contains($0.name) }
      return demand.isMet(by: given) == oracle.isMet(given, world) ? nil : "\(world) with \(names): \(demand)"
    }
  }

  private func isRight(_ decision: RuleDecision, _ world: DecisionOracle.World, _ ways: Set<DecisionOracle.Deciding>) -> Bool {
    switch decision {
    case .known(_, let paths): !oracle.isNotKnown(world) && Set(paths.map { names($0.rules) }) == ways
    case .notKnown(let paths): oracle.isNotKnown(world) && Set(paths.map { names($0.rules) }) == ways
    case .tooManyPaths: false
    }
  }

  private func names(_ rules: [Int?]) -> DecisionOracle.Deciding {
    let names = zip(sequences, rules).map { sequence, place in place.map { sequence.entries[$0].rule.name } ?? "-" }
    return DecisionOracle.Deciding(session: names[0], app: names[1])
  }

  private func values(_ world: DecisionOracle.World) -> FactValues {
    FactValues(words: ["session.risk": world.risk], names: ["account.groups": world.groups, "session.zones": world.zones])
  }
}
