import Diagnostics
import LocatedYAML

extension TenantDefinitionDecoder {
  mutating func facts(_ node: YAMLNode) -> [FactDefinition] {
    guard let mapping = mapping(node, "facts") else { return [] }
    var facts: [FactDefinition] = []
    for entry in mapping.entries {
      if let kind = factKind(entry.value) { facts.append(FactDefinition(name: entry.key, kind: kind)) }
    }
    return facts
  }

  private mutating func factKind(_ node: YAMLNode) -> FactDefinition.Kind? {
    switch node {
    case .sequence: return words(node).map { .word($0) }
    case .mapping(let mapping):
      checkKeys(mapping, among: ["set_of"], of: "a fact")
      return mapping["set_of"].flatMap { words($0) }.map { .set($0) }
    case .scalar(let scalar):
      if scalar.text == "flag" { return .flag }
      report(.wrongType, "a fact is a list of words, {set_of: […]} or 'flag', found '\(scalar.text)'", scalar.range)
      return nil
    }
  }

  private mutating func words(_ node: YAMLNode) -> [String]? {
    let words = texts(node, "a word")
    guard !words.isEmpty, words.count <= FactDefinition.mostWords else {
      report(.badValue, "a fact has one to \(FactDefinition.mostWords) words", node.range)
      return nil
    }
    return words.map(\.value)
  }

  mutating func accounts(_ node: YAMLNode) -> [AccountDefinition] {
    guard let mapping = mapping(node, "accounts") else { return [] }
    var accounts: [AccountDefinition] = []
    for entry in mapping.entries {
      guard let members = self.mapping(entry.value, "an account") else { continue }
      let claims = members["claims"].flatMap { self.mapping($0, "claims") }
      let rest = members.entries.filter { $0.name != "claims" }
      accounts.append(AccountDefinition(name: entry.key, members: rest, claims: claims))
    }
    return accounts
  }

  mutating func counters(_ node: YAMLNode) -> [CounterDefinition] {
    guard let mapping = mapping(node, "counters") else { return [] }
    var counters: [CounterDefinition] = []
    for entry in mapping.entries {
      guard let keys = self.mapping(entry.value, "a counter") else { continue }
      checkKeys(keys, among: ["of", "limit", "full"], of: "a counter")
      let full = keys["full"].flatMap { edge(entry.key, $0, keys: EdgeKey.ofConsequence) }
      guard let scope = scope(keys, of: entry.key), let limit = required("limit", in: keys, of: entry.key) else { continue }
      counters.append(CounterDefinition(name: entry.key, scope: scope, limit: limit, full: full))
    }
    return counters
  }

  mutating func timers(_ node: YAMLNode) -> [TimerDefinition] {
    guard let mapping = mapping(node, "timers") else { return [] }
    var timers: [TimerDefinition] = []
    for entry in mapping.entries {
      guard let keys = self.mapping(entry.value, "a timer") else { continue }
      checkKeys(keys, among: ["of", "lasts", "over"], of: "a timer")
      let over = keys["over"].flatMap { edge(entry.key, $0, keys: EdgeKey.ofExpiry) }
      guard let scope = scope(keys, of: entry.key), let lasts = required("lasts", in: keys, of: entry.key) else { continue }
      timers.append(TimerDefinition(name: entry.key, scope: scope, lasts: lasts, over: over))
    }
    return timers
  }

  private mutating func scope(_ keys: YAMLMapping, of name: Located<String>) -> FactScope? {
    guard let text = required("of", in: keys, of: name) else { return nil }
    return word(Located(text.text, at: text.range), FactScope.self, "scope")
  }

  private mutating func required(_ key: String, in keys: YAMLMapping, of name: Located<String>) -> YAMLScalar? {
    guard let node = keys[key] else {
      report(.missingKey, "'\(name.value)' needs '\(key)'", name.range)
      return nil
    }
    return scalar(node, "'\(key)'")
  }
}
