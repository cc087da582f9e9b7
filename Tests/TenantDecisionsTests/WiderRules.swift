import TenantDecisions

/// Random rule sets with everything that the page on rules has, in the size of `RandomRules`.
struct WiderRules {
  private var random: SeededRandom
  private var rules: TenantRules

  static let devices = ["unknown", "registered", "managed"]

  static func rules(seed: UInt64) -> TenantRules {
    var base = RandomRules(seed: seed)
    var wider = WiderRules(random: SeededRandom(state: seed &* 31 &+ 7), rules: base.rules())
    wider.widen()
    return wider.rules
  }

  private mutating func widen() {
    for fact in [
      DecisionFact(name: "account.factors", kind: .names), DecisionFact(name: "account.staff", kind: .flag),
      DecisionFact(name: "session.device", kind: .word(Self.devices)),
      DecisionFact(name: "session.client", kind: .word(["portal", "console", "bare"])),
    ] { rules.facts[fact.name] = fact }
    rules.lacking = pick(LackingProof.allCases)
    for place in rules.authenticators.indices where chance(3) {
      rules.authenticators[place].properties.formSymmetricDifference([pick(ProofProperty.allCases)])
    }
    if chance(4) { rules.authenticators[number(2...3)].proves.insert(.inherence) }
    for place in rules.authenticators.indices where chance(6) { rules.authenticators[place].type = pick(rules.authenticators).type }
    widenApps()
    widenSession()
    let other = chance(2) ? otherAtoms() : []
    for kind in [RuleKind.session, .app] { rules.lists[kind] = rules.lists[kind]?.map { widened($0, other) } }
    if chance(3) { rules.lists[.enrolment] = enrolment() }
    let before = rules.impossible
    rules.impossible = before.map { widened($0, other.filter { $0.fact.hasPrefix("account.") }) }
    if PageOracle(rules).cases.isEmpty { rules.impossible = before }
  }

  /// Two apps that journeys can begin at or not, and one without rules.
  private mutating func widenApps() {
    let all = rules.lists[.app]?.first?.rules ?? []
    let cut = number(0...all.count)
    rules.lists[.app] = [
      DecisionList(name: "Portal", condition: chance(4) ? .atom(group()) : .always, rules: Array(all[..<cut])),
      DecisionList(name: "Console", rules: Array(all[cut...])),
    ]
    rules.apps = [
      RuledApp(name: "portal", list: "Portal"), RuledApp(name: "console", list: "Console", isForAdministrators: true, isClient: false),
      RuledApp(name: "bare", list: nil),
    ]
  }

  /// Up to three lists, any of them for some people, networks or a flag alone.
  private mutating func widenSession() {
    guard var lists = rules.lists[.session], !lists.isEmpty, chance(2) else { return }
    let last = lists.removeLast()
    let cut = number(0...last.rules.count)
    lists.append(DecisionList(name: "Second", condition: last.condition, rules: Array(last.rules[..<cut])))
    lists.append(DecisionList(name: "Third", condition: chance(3) ? .not(.atom(group())) : .always, rules: Array(last.rules[cut...])))
    if chance(3) {
      lists[1].condition = .any([.atom(.open(fact: "open.x")), .atom(.member(fact: "session.zones", pick(RandomRules.zones)))])
    }
    rules.lists[.session] = lists
  }

  private mutating func otherAtoms() -> [DecisionAtom] {
    switch number(0...3) {
    case 0: Self.devices.map { .word(fact: "session.device", $0) }
    case 1: ["portal", "console"].map { .word(fact: "session.client", $0) }
    case 2: ["password", "passkey"].map { .member(fact: "account.factors", $0) }
    default: [.flag(fact: "account.staff")]
    }
  }

  private mutating func widened(_ list: DecisionList, _ other: [DecisionAtom]) -> DecisionList {
    var list = list
    list.condition = widened(list.condition, other)
    let hasOneName = chance(4)
    for place in list.rules.indices {
      list.rules[place].condition = widened(list.rules[place].condition, other)
      if hasOneName {
        list.rules[place].id = list.rules[place].name
        list.rules[place].name = "\(list.name) rule"
      }
      if case .ask(let ask) = list.rules[place].outcome { list.rules[place].outcome = .ask(widened(ask)) }
      // The same as above, but for what is not compared.
      if place > 0, chance(5) { list.rules[place].outcome = list.rules[place - 1].outcome }
      if chance(8), case .ask(var ask) = list.rules[place].outcome {
        ask.again = ask.again == nil ? 0 : nil
        ask.lacking = ask.lacking == nil ? rules.lacking : nil
        list.rules[place].outcome = .ask(ask)
      }
    }
    return list
  }

  private mutating func widened(_ condition: Condition<DecisionAtom>, _ other: [DecisionAtom]) -> Condition<DecisionAtom> {
    switch condition {
    case .constant(let flag): .constant(flag)
    case .atom(let atom): .atom(!other.isEmpty && chance(4) ? pick(other) : atom)
    case .not(let inner): .not(widened(inner, other))
    case .all(let parts): .all(parts.map { widened($0, other) })
    case .any(let parts): .any(parts.map { widened($0, other) })
    }
  }

  private mutating func widened(_ ask: RuleAsk) -> RuleAsk {
    var ask = ask
    if chance(5) { ask.lacking = pick(LackingProof.allCases) }
    if chance(8) { ask.chains = [(0..<number(1...3)).map { _ in Set((0..<number(1...2)).map { _ in pick(rules.authenticators).name }) }] }
    for place in ask.anyOf.indices {
      if chance(3) { ask.anyOf[place][.inherence] = need() }
      if chance(4) { ask.anyOf[place][pick(ProofKind.allCases)] = need() }
    }
    return ask
  }

  private mutating func need() -> ProofNeed {
    var need = ProofNeed()
    switch number(0...3) {
    case 0: need.properties = [pick(ProofProperty.allCases), pick(ProofProperty.allCases)]
    case 1: need.not = [pick(rules.authenticators).name]
    case 2: need.only = [pick(rules.authenticators).name, pick(rules.authenticators).name]
    default: need.types = [pick(rules.authenticators).type]
    }
    if chance(3) { need.again = number(0...1) * 7200 }
    need.isRequired = !chance(3)
    return need
  }

  private mutating func enrolment() -> [DecisionList] {
    let all = (0..<number(1...2)).map { place in
      let words = [pick([rules.authenticators[4].type, pick(rules.authenticators).name]): pick(["not_allowed", "required"])]
      return DecisionRule(
        name: "e\(place)", condition: chance(2) ? .always : chance(2) ? .atom(.open(fact: "open.x")) : .atom(group()), text: "",
        outcome: chance(4) ? .deny : .set(words))
    }
    return [DecisionList(name: "Setting up", condition: chance(2) ? .atom(group()) : .always, rules: all)]
  }

  private mutating func group() -> DecisionAtom { .member(fact: "account.groups", pick(RandomRules.groups)) }
  private mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  private mutating func chance(_ one: Int) -> Bool { number(1...one) == 1 }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }
}
