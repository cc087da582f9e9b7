import TenantDecisions

/// What a tenant's rules decide, found by running through every person, every situation and every open flag.
///
/// It knows no regions and no diagrams, and shares no code with what it is compared with but the rules themselves: it is written from the
/// page on rules, as slowly as that page reads.
struct DecisionOracle {
  /// One person in one situation, with all open flags set.
  struct World: Hashable {
    var groups: Set<String>
    var zones: Set<String>
    var risk: String
    var isSet: Bool
  }

  /// The names of the deciding rules of the session and of the app; `-` where none decides.
  struct Deciding: Hashable {
    var session: String
    var app: String
  }

  enum Reach { case decides, never, mayNever }

  let rules: TenantRules
  let groups: [String]
  let zones: [String]

  static let risks = ["low", "medium", "high"]

  /// Everybody who can be, everywhere, without the open flag.
  var people: [World] {
    Self.subsets(of: groups).flatMap { groups in
      Self.subsets(of: zones).flatMap { zones in Self.risks.map { World(groups: groups, zones: zones, risk: $0, isSet: false) } }
    }.filter { world in !rules.impossible.contains { holds($0, world) } }
  }

  static func subsets(of names: [String]) -> [Set<String>] {
    (0..<(1 << names.count)).map { bits in Set(names.indices.filter { bits & (1 << $0) != 0 }.map { names[$0] }) }
  }

  func holds(_ condition: Condition<DecisionAtom>, _ world: World) -> Bool {
    switch condition {
    case .constant(let flag): return flag
    case .not(let inner): return !holds(inner, world)
    case .all(let parts):
      for part in parts where !holds(part, world) { return false }
      return true
    case .any(let parts):
      for part in parts where holds(part, world) { return true }
      return false
    case .atom(.member("account.groups", let name)): return world.groups.contains(name)
    case .atom(.member("session.zones", let name)): return world.zones.contains(name)
    case .atom(.word(_, let word)): return world.risk == word
    case .atom(.open): return world.isSet
    case .atom: fatalError("no such atom in random rules")
    }
  }

  /// Tries the lists in order; one that is not for this person, or none of whose rules holds, is passed over.
  func deciding(_ kind: RuleKind, _ world: World) -> DecisionRule? {
    for list in rules.lists[kind] ?? [] {
      guard holds(list.condition, world) else { continue }
      for rule in list.rules where holds(rule.condition, world) { return rule }
    }
    return nil
  }

  func deciding(_ world: World) -> Deciding {
    Deciding(session: deciding(.session, world)?.name ?? "-", app: deciding(.app, world)?.name ?? "-")
  }

  /// The worlds in which an open flag that nobody set can leave a person.
  func both(_ world: World) -> [World] {
    [true, false].map { World(groups: world.groups, zones: world.zones, risk: world.risk, isSet: $0) }
  }

  /// What is asked for, as texts that are equal where people are asked for the same; how long it is good does not count.
  func demand(_ world: World) -> Set<String> {
    let outcomes = [deciding(.session, world), deciding(.app, world)].compactMap { $0?.outcome }
    if outcomes.contains(.deny) { return ["deny"] }
    let asks = outcomes.compactMap { if case .ask(let ask) = $0 { ask } else { nil } }
    var texts: Set<String> = []
    for ask in asks {
      // A number of kinds alone says nothing next to a demand that needs more, or as much and says of what.
      let isNumber = ask.anyOf.isEmpty && ask.chains.isEmpty
      let isSaid = asks.contains { other in
        let says = !other.anyOf.isEmpty || !other.chains.isEmpty
        let isMore = leastKinds(other) > leastKinds(ask) || (leastKinds(other) == leastKinds(ask) && says)
        // Who is passed over by one is asked for the other, and who may set up for one may be refused by the other.
        return isMore && lacking(other) != .passOver && (lacking(ask) != .deny || lacking(other) == .deny)
      }
      if !isNumber || (leastKinds(ask) > 0 && !isSaid) { texts.insert(text(ask)) }
    }
    return texts
  }

  private func leastKinds(_ ask: RuleAsk) -> Int {
    if let kinds = ask.kinds { return kinds }
    if !ask.chains.isEmpty { return 1 }
    return !ask.anyOf.isEmpty && ask.anyOf.allSatisfy { needs in needs.values.contains { $0.isRequired } } ? 1 : 0
  }

  /// What the app's rule asks for again while a session lasts; `nil` for nothing.
  func later(_ world: World) -> String? {
    guard case .ask(let ask)? = deciding(.app, world)?.outcome, ask.again != nil else { return nil }
    return text(ask)
  }

  private func text(_ ask: RuleAsk) -> String {
    let needs = ask.anyOf.map { needs in
      needs.map { kind, need in
        "\(kind) \(need.types.sorted()) \(need.methods.sorted()) \(need.only.sorted()) \(need.not.sorted()) \(need.isRequired) "
          + "\(need.properties.map(\.rawValue).sorted())"
      }.sorted()
    }
    return "\(ask.kinds ?? -1) \(needs) \(ask.chains.map { $0.map { $0.sorted() } }) \(lacking(ask))"
  }

  /// What happens to people who have no suitable authenticator: what the rule says, or else the tenant.
  private func lacking(_ ask: RuleAsk) -> LackingProof { ask.lacking ?? rules.lacking }

  /// Whether some proofs are enough for all that is asked in this world.
  func isMet(_ given: [KnownAuthenticator], _ world: World) -> Bool {
    for rule in [deciding(.session, world), deciding(.app, world)] {
      switch rule?.outcome {
      case .deny: return false
      case .ask(let ask): if !isMet(ask, given) { return false }
      case .set, nil: continue
      }
    }
    return true
  }

  func isMet(_ ask: RuleAsk, _ given: [KnownAuthenticator]) -> Bool {
    if !ask.chains.isEmpty {
      guard ask.chains.contains(where: { steps in steps.allSatisfy { step in given.contains { step.contains($0.name) } } }) else {
        return false
      }
    }
    var choices: [[KnownAuthenticator]] = ask.anyOf.isEmpty ? [given] : []
    for needs in ask.anyOf {
      var counting = given
      for (kind, need) in needs where !need.isRequired { counting.removeAll { $0.proves.contains(kind) && !isRight($0, need) } }
      let required = needs.filter { $0.value.isRequired }
      if required.allSatisfy({ kind, need in counting.contains { $0.proves.contains(kind) && isRight($0, need) } }) {
        choices.append(counting)
      }
    }
    return choices.contains { counting in
      ProofKind.allCases.count { kind in counting.contains { $0.proves.contains(kind) } } >= (ask.kinds ?? 0)
    }
  }

  private func isRight(_ one: KnownAuthenticator, _ need: ProofNeed) -> Bool {
    if !need.types.isEmpty && !need.types.contains(one.type) { return false }
    if !need.methods.isEmpty && !need.methods.contains(one.method) { return false }
    if !need.only.isEmpty && !need.only.contains(one.name) { return false }
    if need.not.contains(one.name) { return false }
    for property in need.properties where !one.properties.contains(property) { return false }
    return true
  }
}

/// Of single rules.
extension DecisionOracle {
  /// Whether a rule of a kind ever decides: somebody reaches it with the flag and without it.
  ///
  /// It is not enough that one person reaches it with the flag and another without: the flag may be different for each of them.
  func reach(_ rule: DecisionRule, _ kind: RuleKind) -> Reach {
    let reaching = people.map { person in both(person).count { deciding(kind, $0)?.name == rule.name } }
    return reaching.contains(2) ? .decides : reaching.contains(1) ? .mayNever : .never
  }

  /// Whether what is asked of somebody depends on the flag.
  func isNotKnown(_ world: World) -> Bool { Set(both(world).map { demand($0) }).count > 1 }
}
