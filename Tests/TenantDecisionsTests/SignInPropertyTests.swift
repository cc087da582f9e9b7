import JourneyTestSupport
import TenantDecisions
import Testing

/// Rule sets made at random: who cannot sign in is whom running through everybody finds, with every set of authenticators.
struct SignInPropertyTests {
  @Test(arguments: [SignInCheck.Means.have, .maySetUp])
  func `who cannot sign in is found, one by one`(means: SignInCheck.Means) throws {
    let rounds = MutationRounds(usual: 25, of: "rule sets")
    var count = (all: 0, not: 0, notKnown: 0)
    for round in 0..<rounds.count {
      let seed = rounds.seed &+ UInt64(round)
      var random = RandomRules(seed: seed)
      var rules = random.rules()
      if seed % 3 == 0 { rules.lacking = .passOver }
      let oracle = DecisionOracle(rules: rules, groups: RandomRules.groups, zones: RandomRules.zones)
      let persons = Self.persons(oracle, means)
      let app = try #require(rules.apps.first)
      switch SignInCheck(rules, means: means).answer(for: .always, in: app, FactValues()) {
      case .everybody:
        count.all += 1
        #expect(persons.allSatisfy { $0.cannot == [false] }, "JOURNEY_SEED=\(seed)")
      case .notKnown:
        count.notKnown += 1
        #expect(persons.allSatisfy { $0.cannot != [true] } && persons.contains { $0.cannot.count == 2 }, "JOURNEY_SEED=\(seed)")
      case .not(let failure):
        count.not += 1
        let told = persons.filter { person in failure.people.map { $0.holds(person.truth) } ?? true }
        #expect(!told.isEmpty && told.allSatisfy { $0.cannot == [true] }, "JOURNEY_SEED=\(seed): \(failure.line)")
      }
    }
    #expect(count.not > 0 && (means == .have || count.all > 0), "\(count)")
  }

  private struct Person {
    var groups: Set<String>
    var factors: Set<String>
    /// Whether the person cannot sign in, with the flag and without it.
    var cannot: Set<Bool>

    func truth(_ atom: DecisionAtom) -> Bool {
      switch atom {
      case .member("account.groups", let name): groups.contains(name)
      case .member("account.factors", let name): factors.contains(name)
      case .word(_, let word): word == "low"
      case .member, .flag, .open: false
      }
    }
  }

  /// Everybody with every set of authenticators, where nothing is said of the situation.
  private static func persons(_ oracle: DecisionOracle, _ means: SignInCheck.Means) -> [Person] {
    let worlds = oracle.people.filter { $0.zones.isEmpty && $0.risk == "low" }
    return worlds.flatMap { world in
      DecisionOracle.subsets(of: RandomRules.authenticators.map(\.name)).map { factors in
        Person(
          groups: world.groups, factors: factors, cannot: Set(oracle.both(world).map { !canSignIn(oracle, $0, with: factors, means) }))
      }
    }
  }

  private static func canSignIn(
    _ oracle: DecisionOracle, _ world: DecisionOracle.World, with factors: Set<String>, _ means: SignInCheck.Means
  ) -> Bool {
    let held = RandomRules.authenticators.filter { factors.contains($0.name) }
    for kind in [RuleKind.session, .app] {
      switch oracle.deciding(kind, world)?.outcome {
      case .deny: return false
      case .ask(let ask):
        let lacking = ask.lacking ?? oracle.rules.lacking
        if lacking == .passOver { continue }
        let given = lacking == .setUp && means == .maySetUp ? RandomRules.authenticators : held
        if !oracle.isMet(ask, given) { return false }
      case .set, nil: continue
      }
    }
    return true
  }
}
