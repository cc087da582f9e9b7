import TenantDecisions

/// What the product answers about a random rule set, next to what the page says.
struct PageComparison {
  let oracle: PageOracle
  private let seed: UInt64
  /// Where one app is asked for, `session.client` is that app.
  private let oracles: [PageOracle]
  private var rules: TenantRules { oracle.rules }

  init(seed: UInt64) {
    self.seed = seed
    let oracle = PageOracle(WiderRules.rules(seed: seed))
    self.oracle = oracle
    oracles = oracle.rules.apps.map { app in
      oracle.reads("session.client") ? PageOracle(oracle.rules, given: FactValues(words: ["session.client": app.name])) : oracle
    }
  }

  /// Those of each app joined with the session's, and each alone.
  private var picks: [(picked: [Int], sequences: [RuleSequence])] {
    let apps = rules.apps.enumerated().map { place, app in (place + 1, rules.sequences(of: app)) }
    return [([0], [rules.sequence(of: .session)])]
      + rules.apps.enumerated().compactMap { place, app in app.list.map { ([place + 1], [rules.sequence(ofAppList: $0)]) } }
      // An app without a list is asked by the session's rules alone.
      + apps.map { place, sequences in (sequences.count == 1 ? [0] : [0, place], sequences) }
  }

  private func isMet(_ demand: RuleDemand, as asked: PageOracle.Asked) -> Bool {
    (demand == .deny) == asked.isDenied && oracle.sets.map { demand.isMet(by: $0) } == asked.enough
  }
}

/// Single people.
extension PageComparison {
  func decisions() -> [String] {
    picks.flatMap { picked, sequences in
      let decider = RuleDecider(sequences, facts: rules.facts)
      var seen: Set<[PageOracle.Row]> = []
      return oracle.cases.indices.compactMap { place in
        let rows = oracle.places[place].map { world in picked.map { world[$0] } }
        let values = oracle.cases[place].values
        return difference(decider, decider.decision(values), rows, picked, isNew: seen.insert(rows).inserted).map {
          "\(picked) \(values): \($0)"
        }
      }
    }
  }

  private func difference(
    _ decider: RuleDecider, _ decision: RuleDecision, _ rows: [PageOracle.Row], _ picked: [Int], isNew: Bool
  ) -> String? {
    let paths: [DecisionPath]
    switch decision {
    case .known(_, let all), .notKnown(let all): paths = all
    case .tooManyPaths: return "too many paths"
    }
    // The world in which the flag is not set is the first.
    for (isSet, row) in zip([false, true], rows) where paths.filter({ $0.flags.allSatisfy { $0.isSet == isSet } }).map(\.rules) != [row] {
      return "open.x \(isSet): \(paths), and by the page \(row)"
    }
    guard isNew else { return nil }
    let asked = rows.map { oracle.asked($0, of: picked) }
    for path in paths where !isMet(decider.demand(of: path), as: oracle.asked(path.rules, of: picked)) {
      return "\(path.rules) asks for \(decider.demand(of: path)), by the page \(oracle.asked(path.rules, of: picked).words)"
    }
    switch decision {
    case .known(let demand, _):
      return asked.allSatisfy { isMet(demand, as: $0) } ? nil : "known as \(demand), and by the page \(asked.map(\.words))"
    case .notKnown, .tooManyPaths: return asked[0] != asked[1] ? nil : "not known, and by the page \(asked[0].words)"
    }
  }

  func asks() -> [String] {
    rules.lists.values.flatMap { $0.flatMap(\.rules) }.flatMap { rule -> [String] in
      guard case .ask(let ask) = rule.outcome else { return [] }
      return oracle.sets.filter { ask.isMet(by: $0) != PageOracle.isEnough($0, for: ask) }.map { "\(ask): \($0.map(\.name))" }
    }
  }
}

/// Everybody.
extension PageComparison {
  func regions() throws -> [String] {
    try picks.flatMap { picked, sequences in
      let findings = oracle.findings(picked)
      let regions = try RuleRegions(sequences, of: rules)
      var lines: [String] = []
      if regions.outcomes.map(\.rules) != sorted(findings.keys) {
        lines.append("\(picked): \(regions.outcomes.map(\.rules)), and by the page \(sorted(findings.keys))")
      }
      for outcome in regions.outcomes {
        let asked = oracle.asked(outcome.rules, of: picked)
        if !isMet(outcome.demand, as: asked) { lines.append("\(outcome.rules): \(outcome.demand), and by the page \(asked.words)") }
        guard let finding = findings[outcome.rules] else { continue }
        if (outcome.reach == .decides) != finding.isSure { lines.append("\(picked) \(outcome.rules): \(outcome.reach)") }
        if let line = wrong(outcome.isNotKnown, finding) { lines.append("\(picked) \(outcome.rules): \(line)") }
        for world in PageOracle.worlds(outcome.example, rules) {
          let row = picked.map { PageOracle.deciding(oracle.sequences[$0], in: world) }
          if row != outcome.rules { lines.append("\(picked) \(outcome.rules): \(row) with \(outcome.example)") }
          if rules.impossible.contains(where: { PageOracle.holds($0, in: world) }) {
            lines.append("\(picked) \(outcome.rules): nobody is as \(outcome.example), by \(rules.impossible)")
          }
        }
      }
      return lines + (picked.count == 1 ? reaches(regions, picked, findings) : [])
    }
  }

  /// What is said of each rule of one sequence.
  private func reaches(_ regions: RuleRegions, _ picked: [Int], _ findings: [PageOracle.Row: PageOracle.Finding]) -> [String] {
    oracle.sequences[picked[0]].flatMap(\.rules).indices.flatMap { place -> [String] in
      let expected: RuleReach = findings[[place]].map { $0.isSure ? .decides : .mayNever } ?? .never
      let reach = regions.reach(ofRule: place)
      let isNotKnown = wrong(regions.isNotKnown(ofRule: place), findings[[place]] ?? PageOracle.Finding())
      return (reach == expected ? [] : ["\(picked): rule \(place) is '\(reach)', by the page '\(expected)'"])
        + (isNotKnown.map { ["\(picked): rule \(place): \($0)"] } ?? [])
    }
  }

  /// Known if the same words are asked whatever the flag is, and not known if other authenticators are enough.
  private func wrong(_ isNotKnown: Bool, _ finding: PageOracle.Finding) -> String? {
    if isNotKnown, !finding.isWrittenOtherwise { return "not known, and the same is asked for" }
    return !isNotKnown && finding.isNotKnown ? "known, and something else is asked for" : nil
  }

  private func sorted(_ rows: some Sequence<PageOracle.Row>) -> [PageOracle.Row] {
    rows.sorted { $0.map { $0 ?? .max }.lexicographicallyPrecedes($1.map { $0 ?? .max }) }
  }

  func tables() -> [String] {
    let tables = OutcomeTables(rules).byList()
    let used = [(2, "Console"), (1, "Portal"), (0, "Session rules")].filter { !oracle.sequences[$0.0].flatMap(\.rules).isEmpty }
    let byList = used.flatMap { sequence, title -> [String] in
      guard let table = tables.first(where: { $0.title.hasSuffix(title) }) else { return ["no table of \(title)"] }
      let findings = oracle.findings([sequence])
      // The last row is about those whom no rule takes.
      let rest: [(PageOracle.Row, PageOracle.Finding?)] = findings[[nil]].map { [([nil], $0)] } ?? []
      return difference(table, oracle.sequences[sequence].flatMap(\.rules).indices.map { ([$0], findings[[$0]]) } + rest, [sequence])
    }
    return byList
      + rules.apps.enumerated().flatMap { place, app -> [String] in
        guard let table = OutcomeTables(rules).byClient(app.name) else { return ["no table of \(app.name)"] }
        let picked = app.list == nil ? [0] : [0, place + 1]
        let findings = oracles[place].findings(picked)
        return difference(table, sorted(findings.keys).map { ($0, findings[$0]) }, picked)
      }
  }

  private func difference(_ table: OutcomeTable, _ rows: [(PageOracle.Row, PageOracle.Finding?)], _ picked: [Int]) -> [String] {
    guard table.rows.count == rows.count else { return ["\(table.title): \(table.rows.map(\.rule)), and by the page \(rows.map(\.0))"] }
    return zip(table.rows, rows).flatMap { row, expected -> [String] in
      let reach: OutcomeRow.Note? = expected.1.map { $0.isSure ? nil : .mayNeverDecide } ?? .neverDecides
      var lines =
        row.notes.filter { $0 != .notKnown } == [reach].compactMap { $0 }
        ? [] : ["'\(row.rule)': \(row.notes), by the page \(reach as Any)"]
      if let line = wrong(row.notes.contains(.notKnown), expected.1 ?? PageOracle.Finding()) { lines.append("'\(row.rule)': \(line)") }
      if (row.asked == "denied") != oracle.asked(expected.0, of: picked).isDenied { lines.append("'\(row.rule)': \(row.asked)") }
      return lines.map { "\(table.title): \($0)" }
    }
  }
}

/// Getting in.
extension PageComparison {
  func weakest() -> [String] {
    let ways = OutcomeTables(rules).weakest(rules.apps, of: rules)
    return rules.apps.enumerated().flatMap { place, app -> [String] in
      guard let way = ways.first(where: { $0.app == app.name }) else { return ["no way into \(app.name)"] }
      let oracle = oracles[place]
      let picked = app.list == nil ? [0] : [0, place + 1]
      let findings = oracle.findings(picked)
      let least = findings.keys.map { (row: $0, enough: oracle.least($0, of: picked)) }
      let enough = oracle.sets.indices.filter { set in least.contains { $0.enough[set] } }
      guard let proofs = way.proofs?.map(\.name) else {
        return enough.isEmpty && way.doubt == nil ? [] : ["\(way), and by the page somebody gets in"]
      }
      guard let set = enough.first(where: { Set(oracle.sets[$0].map(\.name)) == Set(proofs) }) else {
        return ["\(way), which is not enough"]
      }
      if let weaker = enough.first(where: { $0 != set && Set(oracle.sets[$0].map(\.name)).isStrictSubset(of: proofs) }) {
        return ["\(way), and by the page \(oracle.sets[weaker].map(\.name)) is enough"]
      }
      let allowing = least.filter { $0.enough[set] }
      var lines = (way.doubt == .openFlag) == !allowing.contains { findings[$0.row]?.isSure == true } ? [] : ["\(way): doubt"]
      let named = allowing.filter { one in
        zip(picked, one.row).map { sequence, rule in rule.map { oracle.sequences[sequence].flatMap(\.rules)[$0].name } ?? "(no rule)" }
          == way.rules
      }
      if !named.contains(where: {
        oracle.asked($0.row, of: picked).enough[set] == !way.isPassedOver && findings[$0.row]?.isSure == (way.doubt == nil)
      }) {
        lines.append("\(way): by the page \(named)")
      }
      return lines
    }
  }

  /// Of one of the apps, with both of what people may use.
  func signingIn() -> [String] {
    var random = SeededRandom(state: seed ^ 0xA5A5)
    let place = Int(seed % UInt64(rules.apps.count))
    let app = rules.apps[place]
    let situation = situation(&random)
    let groups = RandomRules.groups.shuffled(using: &random).map { Condition.atom(DecisionAtom.member(fact: "account.groups", $0)) }
    let who: Condition<DecisionAtom> = Bool.random(using: &random) ? .always : .any([groups[0], .not(groups[1])])
    let paths = rules.lists.flatMap { kind, lists in
      lists.flatMap { list in list.rules.map { "\(kind.rawValue)/\(list.name)/\($0.id ?? $0.name)" } }
    }
    let exceptions = Set(paths.sorted().filter { _ in Int.random(in: 0...5, using: &random) == 0 })
    var given = situation.updated(with: FactValues(words: ["session.client": app.name, "session.device": "unknown"]))
    given.words["session.risk"] = situation.words["session.risk"] ?? "low"
    let names = ["account.groups": Set(RandomRules.groups), "account.factors": Set(rules.authenticators.map(\.name))]
    let oracle = PageOracle(rules, names: names, given: given)
    let people = oracle.cases.filter { PageOracle.holds(who, in: $0.worlds[0]) }
    return SignInCheck.Means.allCases.compactMap { means in
      let answer = SignInCheck(rules, means: means, except: exceptions).answer(for: who, in: app, situation)
      let getIn = people.map { one in
        one.worlds.map { oracle.canSignIn($0, sequence: place + 1, mayingSetUp: means == .maySetUp, except: exceptions) }
      }
      let isOpen = getIn.contains { $0.contains(false) }
      let isRight =
        switch answer {
        case .everybody(let count): !isOpen && (count == 0) == people.isEmpty
        case .notKnown: isOpen && !getIn.contains { !$0.contains(true) }
        case .not(let failure):
          zip(people, getIn).contains { !$1.contains(true) }
            && zip(people, getIn).allSatisfy { one, getsIn in
              !getsIn.contains(true) || !(failure.people.map { PageOracle.holds($0, in: one.worlds[0]) } ?? false)
            }
        }
      return isRight ? nil : "\(app.name) \(situation) \(who) by \(means) except \(exceptions): \(answer)"
    }
  }

  private func situation(_ random: inout SeededRandom) -> FactValues {
    let zones = Set(RandomRules.zones.filter { _ in Bool.random(using: &random) })
    var situation = FactValues(names: ["session.zones": zones])
    if Bool.random(using: &random) { situation.words["session.risk"] = ["low", "medium", "high"].randomElement(using: &random) }
    if Int.random(in: 0...4, using: &random) == 0 { situation.flags["open.x"] = Bool.random(using: &random) }
    return situation
  }
}
