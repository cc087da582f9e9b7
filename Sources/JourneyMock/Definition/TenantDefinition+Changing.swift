package import Diagnostics
import LocatedYAML

extension TenantDefinition {
  /// This tenant with what its `changes` say about it and about what it extends. What leads nowhere is reported.
  func changing(_ base: TenantDefinition, _ keys: SpeechKeys, diagnostics: inout [Diagnostic]) -> TenantDefinition {
    guard !changes.isEmpty else { return self }
    let all = written.extending(base.written)
    var (parts, names): ([TenantPart: YAMLNode], [TenantPart: Set<String>]) = ([:], [:])
    var changed = TenantDefinition(name: name)
    for entry in changes {
      let change = WrittenChange(entry)
      do throws(WrittenChange.Problem) {
        let (part, rest) = try change.part()
        guard let node = parts[part] ?? all.part(part) else {
          throw WrittenChange.Problem(message: "the tenant that is extended has no '\(part.rawValue)'")
        }
        let element = try Self.element(rest, of: node, change, part)
        parts[part] = try change.applied(to: node, at: rest, in: Substring(part.rawValue))
        names[part, default: []].insert(element)
        changed.changedElements.append(ChangedElement(what: part.elementName, name: Located(element, at: change.path.range)))
      } catch {
        diagnostics.append(
          Diagnostic(
            .unknownName, error.message + (error.advice?.expected ?? ""), at: entry.key.range, suggestion: error.advice?.suggestion))
      }
    }
    var decoder = TenantDefinitionDecoder(keys: keys) { _, _ in nil }
    for part in TenantPart.allCases {
      guard let node = parts[part], let names = names[part] else { continue }
      decoder.decode(part, Self.only(names, of: node, part), into: &changed)
    }
    diagnostics += decoder.diagnostics
    (changed.base, changed.damaged) = (self.base, decoder.diagnostics.isEmpty ? [] : Set(parts.keys))
    return changed.extending(self)
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
        message: "there is no \(part.elementName) '\(name)' to change", advice: advice)
    }
    guard rest != known || change.value != nil else {
      throw WrittenChange.Problem(message: "\(part.elementName) '\(known)' cannot be taken away as a whole")
    }
    return known
  }

  /// Of what is put together by names those that changed; everything else is there already.
  private static func only(_ names: Set<String>, of node: YAMLNode, _ part: TenantPart) -> YAMLNode {
    guard case .mapping(let mapping) = node, part.joining != .whole else { return node }
    return .mapping(YAMLMapping(entries: mapping.entries.filter { names.contains($0.name) }, range: mapping.range))
  }
}

/// What `changes` changed, at the place of the path.
package struct ChangedElement: Sendable {
  /// E.g. `screen`.
  package var what: String
  package var name: Located<String>
}
