import Diagnostics
import LocatedYAML
import TenantDecisions

/// What rules speak about.
extension TenantDefinitionDecoder {
  mutating func situations(_ node: YAMLNode) -> [(name: Located<String>, facts: [YAMLMapping.Entry])] {
    guard let mapping = mapping(node, "situations") else { return [] }
    var situations: [(name: Located<String>, facts: [YAMLMapping.Entry])] = []
    for entry in mapping.entries {
      if let facts = self.mapping(entry.value, "a situation") { situations.append((entry.key, facts.entries)) }
    }
    return situations
  }

  mutating func impossible(_ node: YAMLNode) -> [YAMLScalar] {
    var conditions: [YAMLScalar] = []
    for item in items(node, "conditions") {
      if let condition = scalar(item, "a condition") { conditions.append(condition) }
    }
    return conditions
  }

  mutating func ruledApps(_ node: YAMLNode) -> [RuledAppDefinition] {
    guard let mapping = mapping(node, "apps") else { return [] }
    var apps: [RuledAppDefinition] = []
    for entry in mapping.entries {
      guard let keys = self.mapping(entry.value, "an app") else { continue }
      checkKeys(keys, among: ["rules", "administrators", "others"], of: "an app")
      var app = RuledAppDefinition(name: entry.key)
      if let list = keys["rules"] { app.list = text(list, "a list of rules") }
      if let flag = keys["administrators"] { app.isForAdministrators = self.flag(flag, "'administrators'") ?? false }
      if let flag = keys["others"] { app.standsForOthers = self.flag(flag, "'others'") ?? false }
      if app.list == nil { report(.missingKey, "app '\(entry.name)' needs 'rules', the name of a list", entry.key.range) }
      apps.append(app)
    }
    return apps
  }

  /// Names, or a map of names with what each means.
  mutating func meanings(_ node: YAMLNode, _ what: String) -> [(name: Located<String>, meaning: String?)] {
    guard case .mapping(let mapping) = node else { return texts(node, what).map { ($0, nil) } }
    var names: [(name: Located<String>, meaning: String?)] = []
    for entry in mapping.entries { names.append((entry.key, entry.value.isNothing ? nil : text(entry.value, "what it means")?.value)) }
    return names
  }

  /// What an import assumes, each with a digest.
  mutating func assumed(_ node: YAMLNode) -> [(name: Located<String>, digest: String)]? {
    guard let mapping = mapping(node, "'assumed'") else { return nil }
    return mapping.entries.compactMap { entry in text(entry.value, "a digest").map { (entry.key, $0.value) } }
  }

  mutating func factNames(_ node: YAMLNode) -> [(fact: Located<String>, names: [(name: Located<String>, meaning: String?)])] {
    guard let mapping = mapping(node, "names") else { return [] }
    var facts: [(fact: Located<String>, names: [(name: Located<String>, meaning: String?)])] = []
    for entry in mapping.entries { facts.append((entry.key, meanings(entry.value, "a name"))) }
    return facts
  }

  mutating func authenticators(_ node: YAMLNode) -> [(name: Located<String>, value: KnownAuthenticator)] {
    guard let mapping = mapping(node, "authenticators") else { return [] }
    var authenticators: [(name: Located<String>, value: KnownAuthenticator)] = []
    for entry in mapping.entries {
      if let one = authenticator(entry) { authenticators.append((entry.key, one)) }
    }
    return authenticators
  }

  /// A property that an authenticator has on some devices, or in some configurations.
  private static let sometimes = "sometimes"

  private mutating func authenticator(_ entry: YAMLMapping.Entry) -> KnownAuthenticator? {
    guard let keys = mapping(entry.value, "an authenticator") else { return nil }
    checkKeys(keys, among: ["type", "method", "proves"] + ProofProperty.allCases.map(\.rawValue), of: "an authenticator")
    var one = KnownAuthenticator(name: entry.name, type: entry.name, method: entry.name, proves: [])
    for key in keys.entries {
      switch key.name {
      case "type": one.type = text(key.value, "a type")?.value ?? one.type
      case "method": one.method = text(key.value, "a method")?.value ?? one.method
      case "proves": one.proves = Set(texts(key.value, "a kind of proof").compactMap { word($0, ProofKind.self, "kind of proof") })
      default:
        guard let property = ProofProperty(rawValue: key.name) else { continue }
        if case .scalar(let word) = key.value, word.text == Self.sometimes {
          one.properties.insert(property)
          one.sometimes.insert(property)
          continue
        }
        guard let isSo = flag(key.value, "'\(key.name)'") else { continue }
        if isSo { one.properties.insert(property) } else { one.properties.remove(property) }
      }
    }
    if one.proves.isEmpty { report(.missingKey, "authenticator '\(entry.name)' needs 'proves', its kinds of proof", entry.key.range) }
    return one
  }
}
