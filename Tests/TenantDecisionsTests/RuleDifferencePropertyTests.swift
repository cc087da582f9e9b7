import JourneyTestSupport
import TenantDecisions
import Testing

/// Two rule sets made at random: whoever is asked for something else is told, and nobody else is.
struct RuleDifferencePropertyTests {
  @Test func `whoever has to give other proofs is found, one by one`() throws {
    let rounds = MutationRounds(usual: 60, of: "pairs of rule sets")
    var count = (changed: 0, same: 0)
    for round in 0..<rounds.count {
      let seed = rounds.seed &+ UInt64(round)
      var random = RandomRules(seed: seed)
      let before = DecisionOracle(rules: random.rules(), groups: RandomRules.groups, zones: RandomRules.zones)
      var changed = random.rules()
      // Half of the pairs differ in the app's rules alone, as most changes do.
      if seed % 2 == 0 { changed.lists[.session] = before.rules.lists[.session] }
      changed.impossible = before.rules.impossible
      if seed % 3 == 0 { changed.lacking = seed % 9 == 0 ? .deny : .passOver }
      let now = DecisionOracle(rules: changed, groups: RandomRules.groups, zones: RandomRules.zones)
      let difference = RuleDifference(before.rules, now.rules)
      var (proofs, proofsNow) = (ProofsEnough(oracle: before), ProofsEnough(oracle: now))
      #expect(difference.doubts.isEmpty)
      for world in before.people.flatMap(before.both) {
        let changes = difference.changes.filter { change in change.places.contains { before.holds($0.people ?? .always, world) } }
        let (told, enough, enoughNow) = (!changes.isEmpty, proofs.sets(world), proofsNow.sets(world))
        let isOther = enough != enoughNow
        #expect(told || !isOther, "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(world) is not told")
        // What was enough and is not any more is never told as less.
        let isWorse = changes.contains { Self.worse.contains($0.shift) }
        #expect(isWorse || enough.isSubset(of: enoughNow), "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(world) is told as less")
        let isSame = before.demand(world) == now.demand(world) && Self.again(before, world) == Self.again(now, world)
        #expect(!told || !isSame, "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(world) is told")
        if isOther { count.changed += 1 } else { count.same += 1 }
      }
    }
    #expect(count.changed > 0 && count.same > 0, "\(count)")
  }

  private static let worse: Set<DemandShift> = [.closed, .closedToLacking, .more, .other]

  /// The sets of authenticators that are enough, once for all of whom the same rules decide.
  private struct ProofsEnough {
    let oracle: DecisionOracle
    private var known: [DecisionOracle.Deciding: Set<Set<String>>] = [:]

    init(oracle: DecisionOracle) { self.oracle = oracle }

    mutating func sets(_ world: DecisionOracle.World) -> Set<Set<String>> {
      let deciding = oracle.deciding(world)
      if let sets = known[deciding] { return sets }
      let sets = DecisionOracle.subsets(of: RandomRules.authenticators.map(\.name)).filter { names in
        oracle.isMet(RandomRules.authenticators.filter { names.contains($0.name) }, world)
      }
      known[deciding] = Set(sets)
      return Set(sets)
    }
  }

  /// How long what each deciding rule asks for is good. A rule that asks for nothing asks for nothing again.
  private static func again(_ oracle: DecisionOracle, _ world: DecisionOracle.World) -> [Int?] {
    [RuleKind.session, .app].map { kind in
      guard case .ask(let ask)? = oracle.deciding(kind, world)?.outcome else { return nil }
      return ask.isBare && (ask.kinds ?? 0) == 0 ? nil : ask.again
    }
  }
}
