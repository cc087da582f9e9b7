import TenantDecisions

/// The page on rules as a program: it runs through every person, situation and value of open flags, one after the other.
///
/// Written from the page alone. It takes the types of rules from the product, and none of the product's answers.
struct PageOracle {
  /// Everything that is so.
  typealias World = Set<DecisionAtom>
  /// For each of some sequences of lists the place of the deciding rule; `nil` where none decides.
  typealias Row = [Int?]

  /// One person in one situation, with every way in which open flags can be.
  struct Case {
    let values: FactValues
    let worlds: [World]
  }

  /// What rules ask for together.
  struct Asked: Hashable {
    var isDenied = false
    /// For each set of the tenant's authenticators whether it is enough.
    var enough: [Bool]
    /// What is written, but for how long proofs are good.
    var words: Set<RuleAsk> = []
  }

  /// What is found of one row of a table.
  struct Finding {
    /// Whether somebody is in it whatever open flags are.
    var isSure = false
    /// Whether other sets of authenticators are enough for somebody in it if a flag is not as here.
    var isNotKnown = false
    /// Whether something else is written for somebody in it if a flag is not as here.
    var isWrittenOtherwise = false
  }

  let rules: TenantRules
  /// Those of the session, then those of each app.
  let sequences: [[DecisionList]]
  let cases: [Case]
  /// Every set of the tenant's authenticators, the empty one first.
  let sets: [[KnownAuthenticator]]
  /// By case and world, for each sequence.
  private(set) var places: [[Row]] = []
  private var asked: [[Asked]] = []

  /// - Parameters:
  ///   - names: for facts that hold names those that are told apart; by default those that rules read.
  ///   - given: what is fixed of person and situation.
  init(_ rules: TenantRules, names: [String: Set<String>] = [:], given: FactValues = FactValues()) {
    self.rules = rules
    sequences =
      [rules.lists[.session] ?? []]
      + rules.apps.map { app in rules.lists[.app]?.first { $0.name == app.list }.map { [$0] } ?? [] }
    var names = names
    for atom in Self.atoms(of: rules) {
      if case .member(let fact, let name) = atom { names[fact, default: []].insert(name) }
    }
    sets = rules.authenticators.reduce([[]]) { sets, one in sets + sets.map { $0 + [one] } }
    cases = Self.everybody(rules, names, given).map { Case(values: $0, worlds: Self.worlds($0, rules)) }
      .filter { one in !rules.impossible.contains { Self.holds($0, in: one.worlds[0]) } }
    asked = sequences.map { lists in lists.flatMap(\.rules).map { asked($0.outcome) } }
    places = cases.map { one in one.worlds.map { world in sequences.map { Self.deciding($0, in: world) } } }
  }

  private static func atoms(of rules: TenantRules) -> [DecisionAtom] {
    let lists = rules.lists.values.flatMap { $0 }
    return (lists.map(\.condition) + lists.flatMap(\.rules).map(\.condition) + rules.impossible).flatMap(atoms)
  }

  private static func atoms(of condition: Condition<DecisionAtom>) -> [DecisionAtom] {
    switch condition {
    case .constant: []
    case .atom(let atom): [atom]
    case .not(let inner): atoms(of: inner)
    case .all(let parts), .any(let parts): parts.flatMap(atoms)
    }
  }

  /// Whether a rule reads a fact.
  func reads(_ fact: String) -> Bool { Self.atoms(of: rules).contains { $0.fact == fact } }

  private static func everybody(_ rules: TenantRules, _ names: [String: Set<String>], _ given: FactValues) -> [FactValues] {
    let read = Set(atoms(of: rules).map(\.fact))
    return rules.facts.values.sorted { $0.name < $1.name }.reduce(into: [given]) { all, fact in
      switch fact.kind {
      case .names where given.names[fact.name] == nil:
        let sets = (names[fact.name] ?? []).sorted().reduce([[]]) { sets, name in sets + sets.map { $0 + [name] } }
        all = all.flatMap { one in sets.map { one.updated(with: FactValues(names: [fact.name: Set($0)])) } }
      case .word(let words) where given.words[fact.name] == nil && read.contains(fact.name):
        all = all.flatMap { one in words.map { one.updated(with: FactValues(words: [fact.name: $0])) } }
      case .flag where given.flags[fact.name] == nil && read.contains(fact.name):
        all = all.flatMap { one in [false, true].map { one.updated(with: FactValues(flags: [fact.name: $0])) } }
      case .names, .word, .flag, .open: break
      }
    }
  }

  /// Everything that is so where these are the values: once for each way in which open flags can be that have none.
  static func worlds(_ values: FactValues, _ rules: TenantRules) -> [World] {
    var worlds: [World] = [Set(values.names.flatMap { fact, names in names.map { .member(fact: fact, $0) } })]
    for fact in rules.facts.values {
      switch (fact.kind, values.flags[fact.name]) {
      case (.names, _), (.flag, nil), (.flag, false?), (.open, false?): break
      case (.word(let words), _): worlds = worlds.map { $0.union([.word(fact: fact.name, values.words[fact.name] ?? words[0])]) }
      case (.flag, true?): worlds = worlds.map { $0.union([.flag(fact: fact.name)]) }
      case (.open, true?): worlds = worlds.map { $0.union([.open(fact: fact.name)]) }
      case (.open, nil): worlds += worlds.map { $0.union([.open(fact: fact.name)]) }
      }
    }
    return worlds
  }

  static func holds(_ condition: Condition<DecisionAtom>, in world: World) -> Bool {
    switch condition {
    case .constant(let flag): flag
    case .atom(let atom): world.contains(atom)
    case .not(let inner): !holds(inner, in: world)
    case .all(let parts): !parts.contains { !holds($0, in: world) }
    case .any(let parts): parts.contains { holds($0, in: world) }
    }
  }

  /// "A list whose `for` does not hold, or none of whose rules holds, is passed over. The first rule whose `when` holds decides."
  static func deciding(_ lists: [DecisionList], in world: World) -> Int? {
    var place = 0
    for list in lists {
      if holds(list.condition, in: world), let rule = list.rules.firstIndex(where: { holds($0.condition, in: world) }) {
        return place + rule
      }
      place += list.rules.count
    }
    return nil
  }
}

/// What is asked for.
extension PageOracle {
  /// "What a session's rules and an app's rules ask for is added up. A refusal outweighs everything."
  func asked(_ row: Row, of picked: [Int]) -> Asked {
    zip(picked, row).reduce(into: Asked(enough: sets.map { _ in true })) { sum, one in
      guard let place = one.1 else { return }
      let more = asked[one.0][place]
      sum.isDenied = sum.isDenied || more.isDenied
      sum.enough = zip(sum.enough, more.enough).map { $0 && $1 }
      sum.words = sum.isDenied ? [] : sum.words.union(more.words)
    }
  }

  private func asked(_ outcome: RuleOutcome) -> Asked {
    guard case .ask(var ask) = outcome else { return Asked(isDenied: true, enough: sets.map { _ in false }) }
    let enough = sets.map { Self.isEnough($0, for: ask) }
    ask.again = nil
    ask.lacking = ask.lacking ?? rules.lacking
    ask.anyOf = ask.anyOf.map { needs in
      needs.mapValues { need in
        var need = need
        need.again = nil
        return need
      }
    }
    return Asked(enough: enough, words: [ask])
  }

  /// Whether a set of authenticators is enough for what one rule asks for.
  static func isEnough(_ set: [KnownAuthenticator], for ask: RuleAsk) -> Bool {
    let isWalked = ask.chains.contains { chain in chain.allSatisfy { step in set.contains { step.contains($0.name) } } }
    guard ask.chains.isEmpty || isWalked else { return false }
    guard !ask.anyOf.isEmpty else { return Set(set.flatMap(\.proves)).count >= ask.kinds ?? 0 }
    return ask.anyOf.contains { needs in
      // "`required: false`: no such proof has to be given, but what does not fit does not count."
      let counting = set.filter { one in needs.allSatisfy { kind, need in need.isRequired || !one.proves.contains(kind) || fits(one, need) }
      }
      let isWhole = needs.allSatisfy { kind, need in
        !need.isRequired || counting.contains { $0.proves.contains(kind) && fits($0, need) }
      }
      return isWhole && Set(counting.flatMap(\.proves)).count >= ask.kinds ?? 0
    }
  }

  private static func fits(_ one: KnownAuthenticator, _ need: ProofNeed) -> Bool {
    (need.types.isEmpty || need.types.contains(one.type)) && (need.methods.isEmpty || need.methods.contains(one.method))
      && (need.only.isEmpty || need.only.contains(one.name)) && !need.not.contains(one.name)
      && need.properties.allSatisfy(one.properties.contains)
  }

  /// The rows of a table of some sequences, with what is noted of each.
  func findings(_ picked: [Int]) -> [Row: Finding] {
    var findings: [Row: Finding] = [:]
    var either: Set<[Row]> = []
    for worlds in places {
      let rows = worlds.map { world in picked.map { world[$0] } }
      for row in rows { findings[row, default: Finding()].isSure = findings[row]?.isSure == true || rows.allSatisfy { $0 == row } }
      if rows.contains(where: { $0 != rows[0] }) { either.insert(rows) }
    }
    for rows in either {
      let asked = rows.map { self.asked($0, of: picked) }
      for (row, here) in zip(rows, asked) {
        if asked.contains(where: { $0.enough != here.enough || $0.isDenied != here.isDenied }) { findings[row]?.isNotKnown = true }
        if asked.contains(where: { $0 != here }) { findings[row]?.isWrittenOtherwise = true }
      }
    }
    return findings
  }
}

/// Getting in.
extension PageOracle {
  /// For each set of authenticators whether it is enough by the rules of a row, where people who have no suitable authenticator may be passed over.
  func least(_ row: Row, of picked: [Int]) -> [Bool] {
    let outcomes = zip(picked, row).compactMap { sequence, place in place.map { sequences[sequence].flatMap(\.rules)[$0].outcome } }
    return sets.map { set in
      outcomes.allSatisfy { outcome in
        guard case .ask(let ask) = outcome else { return false }
        return ask.lacking ?? rules.lacking == .passOver || Self.isEnough(set, for: ask)
      }
    }
  }

  /// Whether a person gets into an app by what they have, or may set up, or a rule keeps them out of which that is intended.
  func canSignIn(_ world: World, sequence: Int, mayingSetUp: Bool, except exceptions: Set<String>) -> Bool {
    let have = rules.authenticators.filter { world.contains(.member(fact: "account.factors", $0.name)) }
    let enrolment = rules.lists[.enrolment] ?? []
    let forbidden: (KnownAuthenticator) -> Bool =
      switch Self.deciding(enrolment, in: world).map({ enrolment.flatMap(\.rules)[$0].outcome }) {
      case .deny?: { _ in true }
      case .set(let words)?: { words[$0.name] == "not_allowed" || words[$0.type] == "not_allowed" }
      case .ask?, nil: { _ in false }
      }
    let all = mayingSetUp ? rules.authenticators.filter { have.contains($0) || !forbidden($0) } : have
    let letsIn = [0, sequence].compactMap { sequence -> (isIntended: Bool, isOpen: Bool)? in
      let lists = sequences[sequence]
      guard let place = Self.deciding(lists, in: world) else { return nil }
      let (list, rule) = lists.flatMap { list in list.rules.map { (list.name, $0) } }[place]
      let isIntended = exceptions.contains("\(sequence == 0 ? "session" : "app")/\(list)/\(rule.id ?? rule.name)")
      guard case .ask(let ask) = rule.outcome else { return (isIntended, false) }
      return switch ask.lacking ?? rules.lacking {
      case .passOver: (isIntended, true)
      case .deny: (isIntended, Self.isEnough(have, for: ask))
      case .setUp: (isIntended, Self.isEnough(all, for: ask))
      }
    }
    // Whom such a rule lets in nowhere by intention is nobody's concern.
    return letsIn.allSatisfy(\.isOpen) || letsIn.contains { $0.isIntended && !$0.isOpen }
  }
}
