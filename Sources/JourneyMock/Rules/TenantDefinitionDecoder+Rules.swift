import Diagnostics
import LocatedYAML
import TenantDecisions

/// The keys of a list of rules.
private enum RuleListKey: String, CaseIterable {
  case list, rules
  case condition = "for"
}

/// The keys of a rule.
private enum RuleKey: String, CaseIterable {
  case rule, id, when, deny, ask, again, unused, lacking, set
}

extension TenantDefinitionDecoder {
  /// `rules`: lists by kind.
  mutating func rules(_ node: YAMLNode, into rules: inout RulesDefinition) {
    guard let mapping = mapping(node, "rules") else { return }
    checkKeys(mapping, RuleKind.self, of: "rules")
    for entry in mapping.entries {
      guard let kind = RuleKind(rawValue: entry.name) else { continue }
      var lists: [RuleListDefinition] = []
      for item in items(entry.value, "lists of rules") {
        if let list = ruleList(item) { lists.append(list) }
      }
      rules.lists[kind] = lists
      reportRepeated(lists.map(\.name), "list")
    }
  }

  private mutating func ruleList(_ node: YAMLNode) -> RuleListDefinition? {
    guard let mapping = mapping(node, "a list of rules") else { return nil }
    checkKeys(mapping, RuleListKey.self, of: "a list of rules")
    guard let nameNode = mapping["list"] else {
      report(.missingKey, "a list of rules needs 'list', its name", mapping.range)
      return nil
    }
    guard let name = text(nameNode, "a list's name") else { return nil }
    guard let rulesNode = mapping["rules"] else {
      report(.missingKey, "list '\(name.value)' needs 'rules'", name.range)
      return nil
    }
    var rules: [RuleDefinition] = []
    for item in items(rulesNode, "rules") {
      if let rule = rule(item) { rules.append(rule) }
    }
    let condition = mapping["for"].flatMap { scalar($0, "a condition") }
    return RuleListDefinition(name: name, condition: condition, rules: rules)
  }

  private mutating func rule(_ node: YAMLNode) -> RuleDefinition? {
    guard let mapping = mapping(node, "a rule") else { return nil }
    checkKeys(mapping, RuleKey.self, of: "a rule")
    guard let nameNode = mapping["rule"] else {
      report(.missingKey, "a rule needs 'rule', its name", mapping.range)
      return nil
    }
    guard let name = text(nameNode, "a rule's name") else { return nil }
    var authenticators: [Located<String>] = []
    guard let outcome = outcome(of: name, mapping, &authenticators) else { return nil }
    return RuleDefinition(
      name: name, id: mapping["id"].flatMap { text($0, "a rule's id") }, condition: mapping["when"].flatMap { scalar($0, "a condition") },
      outcome: outcome, authenticators: authenticators)
  }

  private mutating func outcome(
    of name: Located<String>, _ mapping: YAMLMapping, _ authenticators: inout [Located<String>]
  ) -> RuleOutcome? {
    let said = [RuleKey.deny, .ask, .set].filter { mapping[$0.rawValue] != nil }
    guard let key = said.first, said.count == 1 else {
      let found = said.isEmpty ? "found none" : "found \(said.map(\.rawValue).joined(separator: " and "))"
      report(
        said.isEmpty ? .missingKey : .clashingKeys, "rule '\(name.value)' needs one of deny, ask and set, \(found)", name.range)
      return nil
    }
    for other in [RuleKey.again, .unused, .lacking] where key != .ask {
      if let stray = mapping.entries.first(where: { $0.name == other.rawValue }) {
        report(.clashingKeys, "'\(other.rawValue)' has no effect without 'ask'", stray.key.range)
      }
    }
    guard let node = mapping[key.rawValue] else { return nil }
    switch key {
    case .ask:
      guard var ask = ask(node, &authenticators) else { return nil }
      if let again = mapping["again"] { ask.again = seconds(again) }
      if let unused = mapping["unused"] { ask.unused = seconds(unused) }
      if let lacking = mapping["lacking"].flatMap({ text($0, "'lacking'") }) {
        ask.lacking = word(lacking, LackingProof.self, "word for 'lacking'")
      }
      return .ask(ask)
    case .set: return settings(node).map { .set($0) }
    case .deny, .rule, .id, .when, .again, .unused, .lacking:
      guard let denies = flag(node, "'deny'") else { return nil }
      if !denies { report(.badValue, "a rule denies or asks; leave 'deny' out where it does not deny", node.range) }
      return .deny
    }
  }

  private mutating func settings(_ node: YAMLNode) -> [String: String]? {
    guard let mapping = mapping(node, "'set'") else { return nil }
    var settings: [String: String] = [:]
    for entry in mapping.entries {
      if let value = scalar(entry.value, "a word") { settings[entry.name] = value.text }
    }
    return settings
  }

  /// The items of a list; anything else is reported.
  mutating func items(_ node: YAMLNode, _ what: String) -> [YAMLNode] {
    guard case .sequence(let sequence) = node else {
      report(.wrongType, "\(what) are a list, found \(Self.kind(of: node))", node.range)
      return []
    }
    return sequence.items
  }

  /// Reports a name that came before.
  mutating func reportRepeated(_ names: [Located<String>], _ what: String) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name.value).inserted {
      report(.duplicateName, "there are two \(what)s '\(name.value)'", name.range)
    }
  }
}
