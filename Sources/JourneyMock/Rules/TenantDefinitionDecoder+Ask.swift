import Diagnostics
import JourneyLanguage
import LocatedYAML
import TenantDecisions

/// The keys of what a rule asks for.
private enum AskKey: String, CaseIterable {
  case kinds, chains
  case anyOf = "any_of"
}

/// The keys of what a proof has to be, but for its properties.
private enum NeedKey: String, CaseIterable {
  case types, methods, only, not, required, again
}

extension TenantDefinitionDecoder {
  /// What a rule asks for; the authenticators that it names are to be looked up.
  mutating func ask(_ node: YAMLNode, _ authenticators: inout [Located<String>]) -> RuleAsk? {
    guard let mapping = mapping(node, "'ask'") else { return nil }
    checkKeys(mapping, AskKey.self, of: "'ask'")
    var ask = RuleAsk()
    for entry in mapping.entries {
      switch AskKey(rawValue: entry.name) {
      case .kinds: ask.kinds = kinds(entry.value)
      case .anyOf:
        reportNothing(in: entry.value, "'any_of' names at least one way")
        for item in items(entry.value, "the ways of 'any_of'") {
          if let needs = needs(item, &authenticators) { ask.anyOf.append(needs) }
        }
      case .chains:
        reportNothing(in: entry.value, "'chains' names at least one chain")
        for item in items(entry.value, "chains") { ask.chains.append(chain(item, &authenticators)) }
      case nil: continue
      }
    }
    if mapping.entries.isEmpty {
      report(.emptyValue, "'ask' asks for nothing; write 'kinds', 'any_of' or 'chains'", mapping.range)
    }
    return ask
  }

  private mutating func reportNothing(in node: YAMLNode, _ message: String) {
    guard case .sequence(let sequence) = node, sequence.items.isEmpty else { return }
    report(.emptyValue, message, sequence.range)
  }

  private mutating func kinds(_ node: YAMLNode) -> Int? {
    guard let scalar = scalar(node, "'kinds'") else { return nil }
    if let kinds = Int(scalar.text), (1...2).contains(kinds) { return kinds }
    report(.badValue, "'kinds' is 1 or 2, found '\(scalar.text)'", scalar.range)
    return nil
  }

  private mutating func needs(_ node: YAMLNode, _ authenticators: inout [Located<String>]) -> [ProofKind: ProofNeed]? {
    guard let mapping = mapping(node, "a way of 'any_of'") else { return nil }
    checkKeys(mapping, ProofKind.self, of: "a way of 'any_of'")
    if mapping.entries.isEmpty { report(.emptyValue, "a way of 'any_of' names at least one kind of proof", mapping.range) }
    var needs: [ProofKind: ProofNeed] = [:]
    for entry in mapping.entries {
      guard let kind = ProofKind(rawValue: entry.name) else { continue }
      needs[kind] = entry.value.isNothing ? ProofNeed() : need(entry.value, &authenticators)
    }
    return needs
  }

  private mutating func need(_ node: YAMLNode, _ authenticators: inout [Located<String>]) -> ProofNeed? {
    guard let mapping = mapping(node, "a proof") else { return nil }
    checkKeys(mapping, among: NeedKey.allCases.map(\.rawValue) + ProofProperty.allCases.map(\.rawValue), of: "a proof")
    var need = ProofNeed()
    for entry in mapping.entries {
      switch NeedKey(rawValue: entry.name) {
      case .types: need.types = Set(texts(entry.value, "a type").map(\.value))
      case .methods: need.methods = Set(texts(entry.value, "a method").map(\.value))
      case .only: need.only = named(entry.value, &authenticators)
      case .not: need.not = named(entry.value, &authenticators)
      case .required: need.isRequired = flag(entry.value, "'required'") ?? true
      case .again: need.again = seconds(entry.value)
      case nil:
        if let property = ProofProperty(rawValue: entry.name), flag(entry.value, "'\(entry.name)'") == true {
          need.properties.insert(property)
        }
      }
    }
    return need
  }

  private mutating func chain(_ node: YAMLNode, _ authenticators: inout [Located<String>]) -> [Set<String>] {
    var chain: [Set<String>] = []
    for step in items(node, "the steps of a chain") { chain.append(named(step, &authenticators)) }
    if chain.isEmpty { report(.emptyValue, "a chain has at least one step", node.range) }
    return chain
  }

  private mutating func named(_ node: YAMLNode, _ authenticators: inout [Located<String>]) -> Set<String> {
    let names = texts(node, "an authenticator")
    authenticators += names
    return Set(names.map(\.value))
  }

  /// A span of time in seconds.
  mutating func seconds(_ node: YAMLNode) -> Int? {
    DurationText.decode(node, diagnostics: &diagnostics).map { Int($0.components.seconds) }
  }
}
