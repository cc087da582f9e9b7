import Diagnostics
import JourneyMock
import LocatedYAML

extension ShownTenant {
  /// The part with `***` in the place of what accounts and apps prove themselves by.
  static func concealed(_ node: YAMLNode, of part: TenantPart, _ definition: TenantDefinition) -> YAMLNode {
    guard case .mapping(let mapping) = node else { return node }
    return switch part {
    case .accounts: .mapping(mapping.mapping { concealed($1) { definition.isShown(ofAccounts: $0) } })
    case .clients: .mapping(mapping.mapping { concealed($1) { !TenantDefinition.isHidden(ofApps: $0) } })
    default: node
    }
  }

  private static func concealed(_ node: YAMLNode, isShown: (String) -> Bool) -> YAMLNode {
    guard case .mapping(let mapping) = node else { return node }
    return .mapping(
      mapping.mapping { name, value in
        isShown(name) ? value : .scalar(YAMLScalar(text: HiddenSecret.mask, style: .doubleQuoted, kind: .text, range: value.range))
      })
  }

  /// The part without texts in languages that the tenant does not have: only what a standard says may have them.
  static func withoutForeignTexts(_ node: YAMLNode, of part: TenantPart, _ definition: TenantDefinition) -> YAMLNode {
    guard [.messages, .mails, .sms, .screens].contains(part), case .mapping(let mapping) = node else { return node }
    let texts = definition.messages.flatMap(\.text.texts).compactMap { $0.language?.value }
    let foreign = Set(texts).subtracting(definition.languageNames)
    let standard = definition.written.standard.part(part)?.mapping
    return .mapping(
      mapping.mapping { name, value in standard?[name]?.inLine == value.inLine ? value : value.without(foreign) })
  }
}

extension YAMLNode {
  /// The node without keys that are one of these languages.
  fileprivate func without(_ languages: Set<String>) -> YAMLNode {
    switch self {
    case .scalar: self
    case .sequence(let list): .sequence(YAMLSequence(items: list.items.map { $0.without(languages) }, range: list.range))
    case .mapping(let mapping):
      .mapping(
        YAMLMapping(
          entries: mapping.entries.filter { !languages.contains($0.name) }
            .map { YAMLMapping.Entry(key: $0.key, value: $0.value.without(languages)) }, range: mapping.range))
    }
  }
}

extension YAMLMapping {
  /// The same keys with other values.
  fileprivate func mapping(_ value: (String, YAMLNode) -> YAMLNode) -> YAMLMapping {
    YAMLMapping(entries: entries.map { Entry(key: $0.key, value: value($0.name, $0.value)) }, range: range)
  }
}
