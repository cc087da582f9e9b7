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
          before.demand(world) == now.demand(world) && before.again(world) == now.again(world)
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

  /// Whose rules let them in with less than before is not told that more is asked, and the other way round.
  @Test func `what is asked of who has something is never less where more is told`() {
    let rounds = MutationRounds(usual: 60, of: "pairs of rule sets")
    var count = (more: 0, less: 0, other: 0)
    for round in 0..<rounds.count {
      let seed = rounds.seed &+ UInt64(round)
      var random = RandomRules(seed: seed)
      var (first, second) = (random.rules(), random.rules())
      second.impossible = first.impossible
      if seed % 2 == 0 { second.lists[.session] = first.lists[.session] }
      if seed % 3 != 0 { first.lacking = .passOver }
      if seed % 5 != 0 { second.lacking = .passOver }
      let (before, now) = [first, second].map { DecisionOracle(rules: $0, groups: RandomRules.groups, zones: RandomRules.zones) }.pair
      let changes = RuleDifference(first, second).changes
      var seen: Set<[DecisionOracle.Deciding]> = []
      for world in before.people.flatMap(before.both) where seen.insert([before.deciding(world), now.deciding(world)]).inserted {
        let told = Set(changes.filter { $0.places.contains { before.holds($0.people ?? .always, world) } }.map(\.shift))
        let place = "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(world)"
        if told == [.more] {
          count.more += 1
          #expect(!now.isEasier(than: before, world), "\(place) is told that more is asked")
        } else if told == [.less] {
          count.less += 1
          #expect(!before.isEasier(than: now, world), "\(place) is told that less is asked")
        } else if told == [.other] {
          count.other += 1
        }
      }
    }
    #expect(count.more > 0 && count.less > 0 && count.other > 0, "\(count)")
  }

  /// What happens to some people for both values of a flag is known; where it happens for one of them alone, it depends on the flag.
  @Test func `it depends on an open flag exactly where the two values of the flag differ`() {
    let rounds = MutationRounds(usual: 60, of: "pairs of rule sets")
    var count = (known: 0, open: 0)
    for round in 0..<rounds.count {
      let seed = rounds.seed &+ UInt64(round)
      var random = RandomRules(seed: seed)
      let (first, second) = (random.rules(), random.rules())
      var changed = second
      changed.impossible = first.impossible
      let oracle = DecisionOracle(rules: first, groups: RandomRules.groups, zones: RandomRules.zones)
      let changes = RuleDifference(first, changed).changes.filter { !$0.id.contains(":enrolment:") }
      for change in changes {
        let same = changes.filter { $0.shift == change.shift }
        func meet(_ changes: [RuleChange], _ world: DecisionOracle.World) -> Bool {
          changes.contains { $0.places.contains { oracle.holds($0.people ?? .always, world) } }
        }
        let isCertain = oracle.people.contains { person in
          let both = oracle.both(person)
          return both.contains { meet([change], $0) } && both.allSatisfy { meet(same, $0) }
        }
        #expect(change.isKnown == isCertain, "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(change.id)")
        if isCertain { count.known += 1 } else { count.open += 1 }
      }
    }
    #expect(count.known > 0 && count.open > 0, "\(count)")
  }

  /// The flag of the second version is another one, which may be so or not of each person, whatever that of the first version is.
  @Test func `what depends on a flag that means something else is not known, and nothing else`() {
    let rounds = MutationRounds(usual: 60, of: "pairs of rule sets")
    var count = (told: 0, doubtful: 0, same: 0)
    for round in 0..<rounds.count {
      let seed = rounds.seed &+ UInt64(round)
      var random = RandomRules(seed: seed)
      var (first, second) = (random.rules(), random.rules())
      if seed % 2 == 0 { second.lists[.session] = first.lists[.session] }
      second.impossible = first.impossible
      first.facts["open.x"]?.meaning = "hired in this year"
      second.facts["open.x"]?.meaning = "hired in this month"
      let (before, now) = [first, second].map { DecisionOracle(rules: $0, groups: RandomRules.groups, zones: RandomRules.zones) }.pair
      let difference = RuleDifference(first, second)
      var (proofs, proofsNow) = (ProofsEnough(oracle: before), ProofsEnough(oracle: now))
      let readsFlag = before.readsFlag && now.readsFlag
      for person in before.people {
        for world in before.both(person) {
          // A flag that one version alone reads is the same one.
          let worldsNow = readsFlag ? now.both(person) : [world]
          let others = worldsNow.map { !before.isSame(world, as: now, $0) }
          let isOther = worldsNow.contains { proofsNow.sets($0) != proofs.sets(world) }
          let told = difference.changes.contains { $0.places.contains { before.holds($0.people ?? .always, world) } }
          let isDoubtful = difference.doubts.contains { before.holds($0.people ?? .always, world) }
          let place = "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(world)"
          #expect(!told || others.allSatisfy(\.self), "\(place) is told, and may be asked for the same")
          #expect(told || isDoubtful || !isOther, "\(place) may be asked for something else")
          #expect(!isDoubtful || others.contains(true), "\(place) is asked for the same either way")
          if told { count.told += 1 } else if isDoubtful { count.doubtful += 1 } else { count.same += 1 }
        }
      }
    }
    #expect(count.told > 0 && count.doubtful > 0 && count.same > 0, "\(count)")
  }

  /// Situations and people that the tenant has by name.
  @Test func `a change names the situations and people that it is about, one by one`() throws {
    let rounds = MutationRounds(usual: 40, of: "pairs of rule sets")
    var count = (situations: 0, others: 0, lockedOut: 0)
    for round in 0..<rounds.count {
      let seed = rounds.seed &+ UInt64(round)
      var random = RandomRules(seed: seed)
      var (first, second) = (random.rules(), random.rules())
      second.impossible = first.impossible
      let situations: [(String, FactValues)] = [
        ("ordinary", FactValues(words: ["session.risk": "low"], names: ["session.zones": ["office"]])),
        ("abroad", FactValues(words: ["session.risk": "medium"], names: ["session.zones": ["abroad"]])),
        ("stolen", FactValues(words: ["session.risk": "high"])),
      ]
      for (name, values) in situations {
        first.setSituation(name, values)
        second.setSituation(name, values)
      }
      let possible = Set(DecisionOracle(rules: first, groups: RandomRules.groups, zones: RandomRules.zones).people.map(\.groups))
      let people = DecisionOracle.subsets(of: RandomRules.groups).filter(possible.contains).map { groups in
        let proofs: Set<String> = groups.count % 2 == 0 ? ["password"] : ["password", "totp"]
        return RuledPerson(
          name: groups.sorted().joined(separator: "+"), values: FactValues(names: ["account.groups": groups, "account.factors": proofs]))
      }
      (first.people, second.people) = (people, people)
      let (before, now) = [first, second].map { DecisionOracle(rules: $0, groups: RandomRules.groups, zones: RandomRules.zones) }.pair
      let worlds = before.people.flatMap(before.both)
      for change in RuleDifference(first, second).changes where change.kind == nil && !change.id.contains(":enrolment:") {
        let met = worlds.filter { world in change.places.contains { before.holds($0.people ?? .always, world) } }
        let place = "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(change.id)"
        let named = situations.filter { situation in
          met.contains { ($0.zones, $0.risk) == (situation.1.names["session.zones"] ?? [], situation.1.words["session.risk"]) }
        }.map(\.0)
        #expect(change.known.situations == named, "\(place)")
        #expect(change.known.otherSituations == situations.map(\.0).filter { !named.contains($0) }, "\(place)")
        for person in people where change.known.people.contains(person.name) {
          let own = met.filter { $0.groups == person.values.names["account.groups"] }
          #expect(!own.isEmpty, "\(place) is not about \(person.name)")
          let has = RandomRules.authenticators.filter { person.values.names["account.factors"]?.contains($0.name) ?? false }
          guard [.closed, .closedToLacking].contains(change.shift) else { continue }
          let isLost = own.contains { before.letsIn($0, with: has) && !now.letsIn($0, with: has) }
          #expect(isLost, "\(place) does not lock \(person.name) out")
          count.lockedOut += 1
        }
        count.situations += named.count
        count.others += change.known.otherSituations.count
      }
    }
    #expect(count.situations > 0 && count.others > 0 && count.lockedOut > 0, "\(count)")
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
}

extension [DecisionOracle] {
  fileprivate var pair: (DecisionOracle, DecisionOracle) { (self[0], self[1]) }
}

extension DecisionOracle {
  fileprivate var readsFlag: Bool {
    rules.lists.values.joined().flatMap { [$0.condition] + $0.rules.map(\.condition) }.contains { condition in
      condition.atoms.contains(.open(fact: "open.x"))
    }
  }

  /// Whether the same is asked of a person in a world of this version as in one of the other.
  fileprivate func isSame(_ world: World, as other: DecisionOracle, _ otherWorld: World) -> Bool {
    demand(world) == other.demand(otherWorld) && later(world) == other.later(otherWorld)
      && again(world) == other.again(otherWorld)
  }

  /// How long what each deciding rule asks for is good. A rule that asks for nothing asks for nothing again.
  fileprivate func again(_ world: World) -> [Int?] {
    [RuleKind.session, .app].map { kind in
      guard case .ask(let ask)? = deciding(kind, world)?.outcome else { return nil }
      return ask.isBare && (ask.kinds ?? 0) == 0 ? nil : ask.again
    }
  }

  /// Whether a person gets in who has nothing but a password, and what the enrolment rules let them set up.
  fileprivate func letsInWithPassword(_ world: World, maySetUpAll: Bool = false) -> Bool {
    letsIn(world, with: rules.authenticators.filter { $0.name == "password" }, maySetUpAll: maySetUpAll)
  }

  /// Whether a person gets in who has these, and what the enrolment rules let them set up.
  fileprivate func letsIn(_ world: World, with had: [KnownAuthenticator], maySetUpAll: Bool = false) -> Bool {
    for rule in [deciding(.session, world), deciding(.app, world)] {
      guard let rule, rule.outcome != .deny else {
        if rule == nil { continue }
        return false
      }
      guard case .ask(let ask) = rule.outcome else { continue }
      switch ask.lacking ?? rules.lacking {
      case .passOver: continue
      case .deny: if !isMet(ask, had) { return false }
      case .setUp:
        let usable = rules.authenticators.filter { had.contains($0) || maySetUpAll || isAllowed($0, world) }
        if !isMet(ask, usable) { return false }
      }
    }
    return true
  }

  /// Whether people who have a password get in with less of what they have than the other rules ask of the same people.
  fileprivate func isEasier(than other: DecisionOracle, _ world: World) -> Bool {
    let all = rules.authenticators
    let sets = DecisionOracle.subsets(of: all.map(\.name)).filter { $0.contains("password") }
    return sets.contains { had in
      let held = all.filter { had.contains($0.name) }
      guard letsIn(world, had: held, giving: held), !other.refuses(world, held) else { return false }
      return sets.contains { given in
        let given = held.filter { given.contains($0.name) }
        return letsIn(world, had: held, giving: given) && !other.letsIn(world, had: held, giving: given)
      }
    }
  }

  private func asks(_ world: World) -> [RuleAsk]? {
    let outcomes = [deciding(.session, world), deciding(.app, world)].compactMap { $0?.outcome }
    guard !outcomes.contains(.deny) else { return nil }
    return outcomes.compactMap { if case .ask(let ask) = $0 { ask } else { nil } }
  }

  private func refuses(_ world: World, _ had: [KnownAuthenticator]) -> Bool {
    asks(world)?.contains { ($0.lacking ?? rules.lacking) == .deny && !isMet($0, had) } ?? true
  }

  /// Whether these proofs are enough of a person who has those.
  private func letsIn(_ world: World, had: [KnownAuthenticator], giving given: [KnownAuthenticator]) -> Bool {
    asks(world)?.allSatisfy { ask in isMet(ask, given) || (ask.lacking ?? rules.lacking) == .passOver && !isMet(ask, had) } ?? false
  }

  private func isAllowed(_ authenticator: KnownAuthenticator, _ world: World) -> Bool {
    switch deciding(.enrolment, world)?.outcome {
    case .deny: false
    case .set(let words): words[authenticator.name] != "not_allowed" && words[authenticator.type] != "not_allowed"
    case .ask, nil: true
    }
  }
}
