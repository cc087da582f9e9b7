import Diagnostics
import LocatedYAML

extension TenantDefinitionDecoder {
  /// A tenant with what its `changes` say about it and about what it extends. What leads nowhere is reported.
  mutating func changed(_ tenant: TenantDefinition, extending base: TenantDefinition) -> TenantDefinition {
    guard !tenant.changes.isEmpty else { return tenant }
    let all = tenant.written.extending(base.written)
    var (parts, names): ([TenantPart: YAMLNode], [TenantPart: Set<String>]) = ([:], [:])
    var changed = TenantDefinition(name: tenant.name)
    for entry in tenant.changes {
      let change = WrittenChange(entry)
      do throws(WrittenChange.Problem) {
        let (part, rest) = try change.part()
        guard let node = parts[part] ?? all.part(part) else {
          throw WrittenChange.Problem(message: "the tenant that is extended has no '\(part.rawValue)'")
        }
        let element = try Self.element(rest, of: node, change, part)
        let applied = try change.applied(to: node, at: rest, in: Substring(part.rawValue))
        // An empty part would be taken for one that the tenant leaves to what it extends.
        guard !applied.isEmpty else {
          throw WrittenChange.Problem(message: "'\(part.rawValue)' would be empty: its last entry cannot be removed")
        }
        parts[part] = applied
        names[part, default: []].insert(element)
        changed.changedElements.append(ChangedElement(what: part.elementName, name: Located(element, at: change.path.range)))
      } catch {
        diagnostics.append(
          Diagnostic(
            .unknownName, error.message + (error.advice?.expected ?? ""), at: entry.key.range, suggestion: error.advice?.suggestion))
      }
    }
    let known = diagnostics.count
    for part in TenantPart.allCases {
      guard let node = parts[part], let names = names[part] else { continue }
      decode(part, Self.only(names, of: node, part), into: &changed)
      if TenantPart.wholes.contains(part) { changed.settings[part] = node }
    }
    (changed.base, changed.damaged) = (tenant.base, diagnostics.count == known ? [] : Set(parts.keys))
    return changed.extending(tenant)
  }

  /// The element of a part that a path is about, e.g. a screen. It has to be there, and stays.
  private static func element(
    _ rest: Substring, of node: YAMLNode, _ change: WrittenChange, _ part: TenantPart
  ) throws(WrittenChange.Problem) -> String {
    let names = node.mapping?.entries.map(\.name) ?? []
    let known = names.filter { rest == $0 || rest.hasPrefix($0 + ".") }.max { $0.count < $1.count }
    guard part.joining != .whole else { return known ?? "" }
    guard let known else {
      let name = String(rest.prefix { $0 != "." })
      let advice = NameAdvice(for: name, among: names)
      throw WrittenChange.Problem(
        message: "unknown \(part.elementName) '\(name)'", advice: advice)
    }
    guard rest != known || change.value != nil else {
      throw WrittenChange.Problem(message: "\(part.elementName) '\(known)' cannot be removed as a whole")
    }
    return known
  }

  /// Of what is put together by names those that changed; everything else is there already.
  private static func only(_ names: Set<String>, of node: YAMLNode, _ part: TenantPart) -> YAMLNode {
    guard case .mapping(let mapping) = node, part.joining != .whole else { return node }
    return .mapping(YAMLMapping(entries: mapping.entries.filter { names.contains($0.name) }, range: mapping.range))
  }
}
