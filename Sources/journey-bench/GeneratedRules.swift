import TenantDecisions

/// Rules of made organisations: the same ones for the same seed.
struct GeneratedRules {
  /// How large an organisation is.
  struct Size {
    var name: String
    var apps: Int
    var lists: Int
    var rules: Int
    var groups: Int
    var zones: Int
  }

  static let sizes = [
    Size(name: "small", apps: 10, lists: 5, rules: 20, groups: 15, zones: 4),
    Size(name: "middle", apps: 60, lists: 12, rules: 100, groups: 60, zones: 10),
    Size(name: "bank", apps: 300, lists: 40, rules: 500, groups: 150, zones: 25),
  ]

  private let size: Size
  private var state: UInt64 = 30

  private init(_ size: Size) { self.size = size }

  /// The rules of an organisation of this size.
  static func rules(_ size: Size) -> TenantRules {
    var generator = GeneratedRules(size)
    return generator.rules()
  }

  /// One list in which every rule wants a group and a zone of its own, and excludes every group named so far.
  static func hostile(rules count: Int) -> TenantRules {
    let groups = (0..<count).map { Condition<DecisionAtom>.atom(.member(fact: "account.groups", "g\($0)")) }
    let rules = groups.indices.map { place in
      let zone = Condition<DecisionAtom>.atom(.member(fact: "session.zones", "z\(place)"))
      let parts = [groups[place], zone] + groups[..<place].map { .not($0) }
      return DecisionRule(name: "r\(place)", condition: .all(parts), text: "", outcome: .ask(RuleAsk(kinds: 1)))
    }
    var hostile = TenantRules()
    hostile.lists[.app] = [DecisionList(name: "Hostile", rules: rules)]
    hostile.apps = [RuledApp(name: "hostile", list: "Hostile")]
    return hostile
  }

  /// The same rules, of which the one in the middle of a list denies, or no longer does.
  static func changed(_ rules: TenantRules, _ kind: RuleKind, list place: Int) -> TenantRules {
    var changed = rules
    guard let list = rules.lists[kind]?[place] else { return changed }
    let middle = list.rules.count / 2
    changed.lists[kind]?[place].rules[middle].outcome = list.rules[middle].outcome == .deny ? .ask(RuleAsk(kinds: 2)) : .deny
    return changed
  }

  private mutating func rules() -> TenantRules {
    var rules = TenantRules()
    let words = ["session.risk": ["low", "medium", "high"], "session.device": ["unknown", "registered", "managed"]]
    for (name, words) in words { rules.facts[name] = DecisionFact(name: name, kind: .word(words)) }
    rules.facts["account.factors"] = DecisionFact(name: "account.factors", kind: .names)
    rules.authenticators = [
      KnownAuthenticator(name: "password", type: "password", method: "password", proves: [.knowledge]),
      KnownAuthenticator(name: "email", type: "email", method: "email", proves: [.possession]),
      KnownAuthenticator(name: "app", type: "app", method: "totp", proves: [.possession]),
      KnownAuthenticator(
        name: "key", type: "webauthn", method: "webauthn", proves: [.possession, .inherence],
        properties: [.presence, .phishingResistant]),
    ]
    let last = DecisionRule(name: "Catch-all", condition: .always, text: "", outcome: .ask(RuleAsk(kinds: 2)))
    rules.lists[.app] = (0..<size.lists).map { list in
      DecisionList(name: "List \(list)", rules: (0..<size.rules / size.lists).map { rule("r\($0)") } + [last])
    }
    let lists = (0..<5).map { DecisionList(name: "Session \($0)", condition: group(), rules: [rule("a"), rule("b")]) }
    rules.lists[.session] = lists + [DecisionList(name: "Default", rules: [last])]
    rules.apps = (0..<size.apps).map { RuledApp(name: "app \($0)", list: "List \($0 % size.lists)") }
    return rules
  }

  private mutating func rule(_ name: String) -> DecisionRule {
    var parts: [Condition<DecisionAtom>] = [.any((0...number(3)).map { _ in group() })]
    for _ in 0..<number(3) { parts.append(.not(group())) }
    if number(3) == 0 { parts.append(.any((0...number(2)).map { _ in zone() })) }
    if number(4) == 0 { parts.append(.not(zone())) }
    if number(4) == 0 { parts.append(.atom(.word(fact: "session.risk", "high"))) }
    if number(5) == 0 { parts.append(.atom(.word(fact: "session.device", "managed"))) }
    if number(20) == 0 { parts.append(.atom(.open(fact: "open.e\(number(1000))"))) }
    return DecisionRule(
      name: name, condition: .all(parts), text: "", outcome: number(5) == 0 ? .deny : .ask(RuleAsk(kinds: 1 + number(2))))
  }

  private mutating func group() -> Condition<DecisionAtom> { .atom(.member(fact: "account.groups", "g\(number(size.groups))")) }
  private mutating func zone() -> Condition<DecisionAtom> { .atom(.member(fact: "session.zones", "z\(number(size.zones))")) }

  /// From 0 to one below the limit.
  private mutating func number(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % limit
  }
}
