import JourneyTestSupport
import TenantDecisions
import Testing

/// Two rule sets made at random: whoever is asked for something else is told, and nobody else is.
struct RuleDifferencePropertyTests {
  @Test func `whoever has to give other proofs is found, one by one`() throws {
    let rounds = MutationRounds(usual: 60, of: "pairs of rule sets")
    var count = (changed: 0, same: 0, lockedOut: 0)
    for round in 0..<rounds.count {
      let seed = rounds.seed &+ UInt64(round)
      var random = RandomRules(seed: seed)
      var first = random.rules()
      // A third has no rules of enrolment.
      if seed % 3 != 0 { first.lists[.enrolment] = random.enrolment() }
      let before = DecisionOracle(rules: first, groups: RandomRules.groups, zones: RandomRules.zones)
      var changed = random.rules()
      // Half of the pairs differ in the app's rules alone, as most changes do.
      if seed % 2 == 0 { changed.lists[.session] = before.rules.lists[.session] }
      changed.lists[.enrolment] = seed % 4 == 0 ? random.enrolment() : first.lists[.enrolment]
      changed.impossible = before.rules.impossible
      if seed % 3 == 0 { changed.lacking = seed % 9 == 0 ? .deny : .passOver }
      let now = DecisionOracle(rules: changed, groups: RandomRules.groups, zones: RandomRules.zones)
      let difference = RuleDifference(before.rules, now.rules)
      var (proofs, proofsNow) = (ProofsEnough(oracle: before), ProofsEnough(oracle: now))
      #expect(difference.doubts.isEmpty)
      for world in before.people.flatMap(before.both) {
        let all = difference.changes.filter { change in
          change.kind != .enrolment && change.places.contains { before.holds($0.people ?? .always, world) }
        }
        let changes = all.filter { !$0.id.contains(":enrolment:") }
        let (told, enough, enoughNow) = (!changes.isEmpty, proofs.sets(world), proofsNow.sets(world))
        let isOther = enough != enoughNow
        #expect(told || !isOther, "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(world) is not told")
        // What was enough and is not any more is never told as less.
        let isWorse = changes.contains { Self.worse.contains($0.shift) }
        #expect(isWorse || enough.isSubset(of: enoughNow), "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(world) is told as less")
        let isSame =
          before.demand(world) == now.demand(world) && Self.again(before, world) == Self.again(now, world)
          && before.later(world) == now.later(world)
        #expect(!told || !isSame, "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(world) is told")
        let letIn = (before.letsInWithPassword(world), now.letsInWithPassword(world))
        let (seedText, isLockedOut) = ("JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(world)", letIn.0 && !letIn.1)
        #expect(!isLockedOut || all.contains { $0.shift == .closed || $0.shift == .closedToLacking }, "\(seedText) is locked out")
        #expect(isLockedOut || !all.contains { $0.id.hasSuffix(":enrolment:locked-out") }, "\(seedText) is not locked out")
        let isLetIn = !letIn.0 && letIn.1 && before.letsInWithPassword(world, maySetUpAll: true)
        #expect(!isLetIn || all.contains { $0.shift == .opened || $0.shift == .openedToLacking }, "\(seedText) is let in")
        #expect(!letIn.0 && letIn.1 || !all.contains { $0.id.hasSuffix(":enrolment:let-in") }, "\(seedText) is not let in")
        if isLockedOut { count.lockedOut += 1 }
        if isOther { count.changed += 1 } else { count.same += 1 }
      }
    }
    #expect(count.changed > 0 && count.same > 0 && count.lockedOut > 0, "\(count)")
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

  /// As many rules without one that forbids to set something up: no change is of enrolment.
  @Test func `where enrolment rules forbid nothing, they change nothing`() {
    let rounds = MutationRounds(usual: 30, of: "pairs of rule sets")
    for round in 0..<rounds.count {
      let seed = rounds.seed &+ UInt64(round)
      var random = RandomRules(seed: seed)
      var (before, now) = (random.rules(), random.rules())
      now.impossible = before.impossible
      let without = RuleDifference(before, now)
      let rules = [DecisionRule(name: "All", condition: .always, text: "", outcome: .set(["email": "optional"]))]
      before.lists[.enrolment] = [DecisionList(name: "All", rules: rules)]
      now.lists[.enrolment] = before.lists[.enrolment]
      #expect(RuleDifference(before, now) == without, "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1")
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

extension DecisionOracle {
  /// Whether a person gets in who has nothing but a password, and what the enrolment rules let them set up.
  fileprivate func letsInWithPassword(_ world: World, maySetUpAll: Bool = false) -> Bool {
    for rule in [deciding(.session, world), deciding(.app, world)] {
      guard let rule, rule.outcome != .deny else {
        if rule == nil { continue }
        return false
      }
      guard case .ask(let ask) = rule.outcome else { continue }
      switch ask.lacking ?? rules.lacking {
      case .passOver: continue
      case .deny: if !isMet(ask, rules.authenticators.filter { $0.name == "password" }) { return false }
      case .setUp:
        let usable = rules.authenticators.filter { $0.name == "password" || maySetUpAll || isAllowed($0, world) }
        if !isMet(ask, usable) { return false }
      }
    }
    return true
  }

  private func isAllowed(_ authenticator: KnownAuthenticator, _ world: World) -> Bool {
    switch deciding(.enrolment, world)?.outcome {
    case .deny: false
    case .set(let words): words[authenticator.name] != "not_allowed" && words[authenticator.type] != "not_allowed"
    case .ask, nil: true
    }
  }
}
