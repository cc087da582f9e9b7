import Diagnostics
import JourneyMock
import LocatedYAML

extension ShownTenant {
  /// The part with `***` in the place of what accounts and apps prove themselves by.
  static func concealed(_ node: YAMLNode, of part: TenantPart, _ definition: TenantDefinition) -> YAMLNode {
    guard case .mapping(let mapping) = node else { return node }
    return switch part {
    case .accounts: .mapping(mapping.mapping { concealed($0) { definition.isShown(ofAccounts: $0) } })
    case .clients: .mapping(mapping.mapping { concealed($0) { TenantDefinition.isShown(ofApps: $0) } })
    default: node
    }
  }

  private static func concealed(_ node: YAMLNode, isShown: (String) -> Bool) -> YAMLNode {
    guard case .mapping(let mapping) = node else { return node }
    let entries = mapping.entries.map { entry in
      isShown(entry.name)
        ? entry
        : YAMLMapping.Entry(
          key: entry.key, value: .scalar(YAMLScalar(text: "***", style: .doubleQuoted, kind: .text, range: entry.value.range)))
    }
    return .mapping(YAMLMapping(entries: entries, range: mapping.range))
  }
}

extension YAMLNode {
  /// The node without texts in languages that the tenant does not have: only what it extends may have them.
  func without(_ languages: Set<String>, in part: TenantPart) -> YAMLNode {
    guard [.messages, .mails, .sms, .screens].contains(part), !languages.isEmpty else { return self }
    switch self {
    case .scalar: return self
    case .sequence(let list):
      return .sequence(YAMLSequence(items: list.items.map { $0.without(languages, in: part) }, range: list.range))
    case .mapping(let mapping):
      let entries = mapping.entries.filter { !languages.contains($0.name) }
      return .mapping(
        YAMLMapping(
          entries: entries.map { YAMLMapping.Entry(key: $0.key, value: $0.value.without(languages, in: part)) }, range: mapping.range))
    }
  }
}

extension YAMLMapping {
  /// The same keys with other values.
  fileprivate func mapping(_ value: (YAMLNode) -> YAMLNode) -> YAMLMapping {
    YAMLMapping(entries: entries.map { Entry(key: $0.key, value: value($0.value)) }, range: range)
  }
}
