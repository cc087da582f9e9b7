import TenantDecisions

/// Rule sets that are small enough for the oracle, and full of what real ones have: shadowed rules, exclusions, flags, impossible people.
struct RandomRules {
  private var random: SeededRandom

  static let groups = ["A", "B", "C", "D"]
  static let zones = ["office", "home", "abroad"]
  static let facts: [String: DecisionFact] = [
    "account.groups": DecisionFact(name: "account.groups", kind: .names),
    "session.zones": DecisionFact(name: "session.zones", kind: .names),
    "session.risk": DecisionFact(name: "session.risk", kind: .word(DecisionOracle.risks)),
    "open.x": DecisionFact(name: "open.x", kind: .open),
  ]
  static let authenticators = [
    KnownAuthenticator(name: "password", type: "password", method: "password", proves: [.knowledge]),
    KnownAuthenticator(name: "question", type: "question", method: "question", proves: [.knowledge]),
    KnownAuthenticator(name: "email", type: "email", method: "email", proves: [.possession]),
    KnownAuthenticator(name: "totp", type: "app", method: "otp", proves: [.possession], properties: [.presence, .deviceBound]),
    KnownAuthenticator(
      name: "passkey", type: "security_key", method: "webauthn", proves: [.possession, .inherence],
      properties: [.presence, .deviceBound, .phishingResistant, .userVerification]),
  ]

  init(seed: UInt64) { random = SeededRandom(state: seed) }

  mutating func rules() -> TenantRules {
    var rules = TenantRules()
    rules.facts = Self.facts
    rules.authenticators = Self.authenticators
    let session = number(0...4)
    rules.lists[.session] = lists(session, named: "s")
    rules.lists[.app] = [DecisionList(name: "Portal", rules: (0..<number(0...(8 - session))).map { rule("a\($0)") })]
    rules.apps = [RuledApp(name: "portal", list: "Portal")]
    if chance(3) { rules.impossible = [.all([group(), group()])] }
    if chance(6) { rules.impossible.append(.not(group())) }
    // That nobody can be is an error of the file.
    if DecisionOracle(rules: rules, groups: Self.groups, zones: []).people.isEmpty { rules.impossible = [] }
    return rules
  }

  /// Rules of enrolment, of which most rule something out by its name or type.
  mutating func enrolment() -> [DecisionList] {
    ["e", "f"].map { name in
      let rules = (0..<number(0...2)).map { place in
        let words = (0..<number(0...3)).map { _ in (pick(Self.authenticators.flatMap { [$0.name, $0.type] }), "not_allowed") }
        let outcome = chance(5) ? .deny : RuleOutcome.set(Dictionary(words + [("email", "optional")]) { first, _ in first })
        return DecisionRule(name: "\(name)\(place)", condition: chance(3) ? .always : condition(2), text: "", outcome: outcome)
      }
      return DecisionList(name: name, condition: chance(2) ? group() : .always, rules: rules)
    }
  }

  private mutating func lists(_ count: Int, named name: String) -> [DecisionList] {
    let all = (0..<count).map { rule("\(name)\($0)") }
    let cut = number(0...count)
    return [
      DecisionList(name: "First", condition: chance(2) ? group() : .always, rules: Array(all[..<cut])),
      DecisionList(name: "Second", condition: chance(4) ? condition(1) : .always, rules: Array(all[cut...])),
    ]
  }

  private mutating func rule(_ name: String) -> DecisionRule {
    DecisionRule(name: name, condition: chance(5) ? .always : condition(3), text: "", outcome: chance(4) ? .deny : .ask(ask()))
  }

  private mutating func condition(_ depth: Int) -> Condition<DecisionAtom> {
    guard depth > 0, !chance(3) else { return .atom(atom()) }
    switch number(0...3) {
    case 0: return .not(condition(depth - 1))
    case 1: return .any([condition(depth - 1), condition(depth - 1)])
    default: return .all((0..<number(1...3)).map { _ in condition(depth - 1) })
    }
  }

  private mutating func atom() -> DecisionAtom {
    switch number(0...6) {
    case 0, 1, 2: .member(fact: "account.groups", pick(Self.groups))
    case 3, 4: .member(fact: "session.zones", pick(Self.zones))
    case 5: .word(fact: "session.risk", pick(DecisionOracle.risks + ["unheard of"]))
    default: .open(fact: "open.x")
    }
  }

  private mutating func group() -> Condition<DecisionAtom> { .atom(.member(fact: "account.groups", pick(Self.groups))) }

  private mutating func ask() -> RuleAsk {
    var ask = RuleAsk(kinds: chance(4) ? nil : number(1...2))
    if chance(2) { ask.anyOf = (0..<number(1...2)).map { _ in needs() } }
    if chance(6) { ask.chains = [[["password"], [pick(Self.authenticators).name, "totp"]], [["passkey"]]] }
    if chance(3) { ask.again = number(0...2) * 3600 }
    if chance(8) { ask.lacking = pick(LackingProof.allCases) }
    return ask
  }

  private mutating func needs() -> [ProofKind: ProofNeed] {
    var needs: [ProofKind: ProofNeed] = [:]
    for _ in 0..<number(1...2) {
      var need = ProofNeed()
      if chance(3) { need.types = [pick(Self.authenticators).type] }
      if chance(5) { need.methods = [pick(Self.authenticators).method] }
      if chance(5) { need.only = [pick(Self.authenticators).name, pick(Self.authenticators).name] }
      if chance(4) { need.not = [pick(Self.authenticators).name] }
      if chance(3) { need.properties = [pick(ProofProperty.allCases)] }
      need.isRequired = !chance(4)
      needs[pick([.knowledge, .possession])] = need
    }
    return needs
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  private mutating func chance(_ one: Int) -> Bool { number(1...one) == 1 }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }
}

/// The same numbers for the same seed.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
