import Diagnostics
import LocatedYAML

extension TenantDefinitionDecoder {
  /// A tenant with what its `changes` say about it and about what it extends. What leads nowhere is reported.
  mutating func changed(_ tenant: TenantDefinition, extending base: TenantDefinition) -> TenantDefinition {
    let words = PolicyWords(of: tenant, extending: base)
    for problem in words.problems { report(.badValue, problem.message, problem.range, suggestion: problem.suggestion) }
    var tenant = tenant
    tenant.policy.removeAll { words.names.contains($0.name.value) }
    let lines = words.lines + tenant.changes
    guard !lines.isEmpty else { return tenant }
    let languages = tenant.languages.isEmpty ? base.languageNames : tenant.languageNames
    var changes = TenantChanges(of: tenant.written.extending(base.written), in: Set(languages))
    for entry in lines {
      do throws(WrittenChange.Problem) { try changes.apply(WrittenChange(entry)) } catch {
        report(.unknownName, error.message, entry.key.range, suggestion: error.suggestion)
      }
    }
    var changed = TenantDefinition(name: tenant.name)
    changed.changedElements = changes.elements
    let known = diagnostics.count
    for part in TenantPart.allCases {
      guard let node = changes.changed(part) else { continue }
      decode(part, node, into: &changed)
      if TenantPart.wholes.contains(part) { changed.settings[part] = node }
    }
    changed.policy.removeAll { words.names.contains($0.name.value) }
    for index in diagnostics.indices[known...] where diagnostics[index].id == .misplacedKey {
      diagnostics[index].suggestion = "the path to an edge is 'flow.STATE.FORM.EDGE'"
    }
    changed.isPolicyWhole = changes.parts[.policy] != nil
    changed.written = WrittenTenant(whole: changes.parts)
    (changed.base, changed.damaged) = (tenant.base, diagnostics.count == known ? [] : Set(changes.parts.keys))
    return changed.extending(tenant)
  }
}
