import Diagnostics
import LocatedYAML

extension TenantDefinition {
  /// Notes the parts in which the YAML reader left something out.
  mutating func damage(by diagnostics: [Diagnostic], in mapping: YAMLMapping) {
    for diagnostic in diagnostics where diagnostic.severity == .error {
      guard let range = diagnostic.range, range.file == mapping.range.file else { continue }
      let entry = mapping.entries.last { $0.key.range.start <= range.start }
      if let part = entry.flatMap({ TenantPart(rawValue: $0.name) }) { damaged.insert(part) }
    }
  }

  /// Whether something may be missing only because it is in a part that could not be read completely, which is reported.
  func mayCause(_ diagnostic: Diagnostic) -> Bool {
    guard !damaged.isEmpty else { return false }
    return !damaged.isDisjoint(with: Self.parts(askedBy: diagnostic.id))
  }

  /// The parts whose names a diagnostic may miss.
  private static func parts(askedBy id: DiagnosticID) -> Set<TenantPart> {
    let texts: Set<TenantPart> = [.attributes, .secrets, .flow]
    let sent: Set<TenantPart> = [.mails, .sms]
    let causes: [DiagnosticID: Set<TenantPart>] = [
      .unknownState: [.flow], .missingScreen: [.screens], .unknownWidget: [.screens],
      .unknownForm: [.screens, .flow, .everywhere],
      .unknownName: texts.union(sent).union([.facts, .counters, .timers, .messages]),
      .badCondition: texts.union(sent).union([.facts, .policy, .counters, .timers]),
      .unboundVariable: texts, .unknownKey: texts.union([.facts, .languages]), .badValue: [.facts],
      .missingLanguage: [.languages], .missingKey: [.clients, .start],
      .unusedName: Set(TenantPart.allCases), .neverTrue: Set(TenantPart.allCases), .unreachableEdge: Set(TenantPart.allCases),
    ]
    return causes[id] ?? []
  }
}
