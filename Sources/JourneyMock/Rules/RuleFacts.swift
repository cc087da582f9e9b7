import Diagnostics
import LocatedYAML
import TenantDecisions

/// The facts that a tenant's rules can read, as conditions look them up.
///
/// Names are kept as bits of as many slots as they need, so their number is not limited.
struct RuleFacts {
  /// Those that every tenant has, unless it declares them itself.
  private static let builtIn: [DecisionFact] = [
    DecisionFact(name: "account.groups", kind: .names), DecisionFact(name: "account.factors", kind: .names),
    DecisionFact(name: "session.zones", kind: .names), DecisionFact(name: "session.behaviors", kind: .names),
    DecisionFact(name: "session.risk", kind: .word(["low", "medium", "high"])),
    DecisionFact(name: "session.device", kind: .word(["unknown", "registered", "managed"])),
    DecisionFact(
      name: "session.platform", kind: .word(["other", "windows", "macos", "linux", "chromeos", "ios", "android"])),
  ]
  /// Those of people that only rules read.
  static let ofPeople = Set(builtIn.filter(\.isOfPerson).map(\.name))
  /// The authenticators that people have.
  static let factors = "account.factors"
  /// The group of everybody.
  static let everyone = DecisionAtom.member(fact: "account.groups", "Everyone")

  private(set) var facts: [String: DecisionFact] = [:]
  /// What names in conditions mean.
  private(set) var names = Names()
  private var places: [Slot: (fact: String, first: Int)] = [:]
  private var words: [String: [String]] = [:]
  private var count = 0

  init(_ definition: TenantDefinition) {
    for fact in Self.builtIn { facts[fact.name] = fact }
    let apps = definition.clients.map(\.id) + definition.rules.apps.map(\.name.value)
    facts[DecisionFact.client] = DecisionFact(name: DecisionFact.client, kind: .word(apps.isEmpty ? ["none"] : apps))
    for fact in definition.facts { facts[fact.name.value] = DecisionFact(fact) }
    for (name, meaning) in definition.rules.open {
      facts["open.\(name.value)"] = DecisionFact(name: "open.\(name.value)", kind: .open, meaning: meaning)
    }
    let known = Self.namesInConditions(definition.rules.conditions)
    for fact in facts.values.sorted(by: { $0.name < $1.name }) { declare(fact, definition, known) }
  }

  /// The names that a fact can hold, where the file lists them; `nil` for any.
  ///
  /// People have authenticators, and whatever else the flow's own words for them are.
  static func listed(_ fact: String, in definition: TenantDefinition) -> [String]? {
    let authenticators = fact == factors ? definition.rules.authenticators.map(\.name.value) : []
    guard let words = written(fact, in: definition) else { return authenticators.isEmpty ? nil : authenticators }
    return words + authenticators.filter { !words.contains($0) }
  }

  private static func written(_ fact: String, in definition: TenantDefinition) -> [String]? {
    if let names = definition.rules.names.first(where: { $0.fact.value == fact }) { return names.names.map(\.name.value) }
    for declared in definition.facts where declared.name.value == fact {
      if case .set(let words) = declared.kind { return words }
    }
    return nil
  }

  private mutating func declare(_ fact: DecisionFact, _ definition: TenantDefinition, _ known: [String: [String]]) {
    let slot = Slot(scope: .device, index: count)
    var slots = 1
    let kind: FactDefinition.Kind
    switch fact.kind {
    case .word(let words): kind = .word(words)
    case .flag, .open: kind = .flag
    case .names:
      var words = Self.listed(fact.name, in: definition) ?? known[fact.name] ?? []
      if fact.name == Self.everyone.fact, !words.contains("Everyone") { words.append("Everyone") }
      kind = .set(words)
      slots = words.count / 64 + 1
    }
    let rule = FactRule(name: fact.name, slot: slot, kind: kind)
    names.facts[fact.name] = rule
    words[fact.name] = rule.words
    for place in 0..<slots { places[Slot(scope: .device, index: count + place)] = (fact.name, place * 64) }
    count += slots
  }

  /// What conditions compare each fact with by `has`: a fact whose names are not listed can hold any of them.
  private static func namesInConditions(_ conditions: [YAMLScalar]) -> [String: [String]] {
    var names: [String: Set<String>] = [:]
    for condition in conditions {
      let tokens = Self.tokens(of: condition)
      for place in tokens.indices.dropFirst().dropLast()
      where tokens[place].text == GuardKeyword.has.rawValue {
        names[tokens[place - 1].text, default: []].insert(tokens[place + 1].text)
      }
    }
    return names.mapValues { $0.sorted() }
  }

  private static func tokens(of condition: YAMLScalar) -> [GuardToken] {
    var lexer = GuardLexer(condition.text)
    do throws(GuardFault) {
      return try lexer.tokens()
    } catch {
      // It is reported where it is parsed.
      return []
    }
  }

  /// A condition as a file writes it; `nil` for one that reads something else than facts.
  func condition(_ scalar: YAMLScalar) throws(GuardFault) -> Condition<DecisionAtom>? {
    var parser = try GuardParser(scalar.text, names: names)
    return condition(try parser.condition())
  }

  /// A condition as rules ask for it; `nil` for one that reads something else than facts.
  func condition(_ condition: Guard) -> Condition<DecisionAtom>? {
    switch condition {
    case .constant(let flag): return .constant(flag)
    case .not(let inner): return self.condition(inner).map { .not($0) }
    case .all(let parts), .any(let parts):
      let known = parts.compactMap { self.condition($0) }
      guard known.count == parts.count else { return nil }
      if case .all = condition { return .all(known) } else { return .any(known) }
    case .atom(let atom): return self.condition(atom)
    }
  }

  private func condition(_ atom: GuardAtom) -> Condition<DecisionAtom>? {
    switch atom {
    case .fact(let slot, let value):
      guard let name = places[slot]?.fact, let fact = facts[name] else { return nil }
      switch fact.kind {
      case .word(let words): return .atom(.word(fact: name, words[Int(value)]))
      case .flag: return value == 1 ? .atom(.flag(fact: name)) : .not(.atom(.flag(fact: name)))
      case .open: return value == 1 ? .atom(.open(fact: name)) : .not(.atom(.open(fact: name)))
      case .names: return nil
      }
    case .member(let slot, let bit):
      guard let (name, first) = places[slot], let words = words[name] else { return nil }
      let member = DecisionAtom.member(fact: name, words[first + bit.trailingZeroBitCount])
      return member == Self.everyone ? .always : .atom(member)
    case .account, .timer, .full, .attribute, .answer: return nil
    }
  }
}

extension DecisionFact {
  fileprivate init(_ fact: FactDefinition) {
    let kind: Kind =
      switch fact.kind {
      case .word(let words): .word(words)
      case .set: .names
      case .flag: .flag
      }
    self.init(name: fact.name.value, kind: kind)
  }
}
