package import LocatedYAML

/// The keys of a tenant as they are written, those of what it extends included: what `changes` changes and `journey show` prints.
///
/// It keeps the files' own trees, and puts them together only on demand.
package struct WrittenTenant: Sendable {
  /// Those of the tenant's own file first.
  private var files: [[TenantPart: YAMLNode]] = [[:]]

  package init() {}

  /// What the tenant's own file says.
  subscript(part: TenantPart) -> YAMLNode? {
    get { files[0][part] }
    set { files[0][part] = newValue }
  }

  func extending(_ base: WrittenTenant) -> WrittenTenant {
    var merged = self
    merged.files += base.files
    return merged
  }

  /// A part with everything that the tenant extends; `nil` if no file has it.
  package func part(_ part: TenantPart) -> YAMLNode? {
    let nodes = files.compactMap { $0[part] }
    guard let own = nodes.first else { return nil }
    return switch part.joining {
    case .whole: own
    case .names: nodes.dropFirst().reduce(own) { Self.joined($0, $1, deep: false) }
    case .paths: nodes.dropFirst().reduce(own) { Self.joined($0, $1, deep: true) }
    case .items: .sequence(YAMLSequence(items: nodes.reversed().flatMap(\.listItems), range: own.range))
    }
  }

  /// The base with what the own map says in the place of what has the same name.
  private static func joined(_ own: YAMLNode, _ base: YAMLNode, deep: Bool) -> YAMLNode {
    guard case .mapping(let own) = own, case .mapping(let base) = base else { return own }
    let kept = base.entries.compactMap { entry -> YAMLMapping.Entry? in
      guard let value = own[entry.name] else { return entry }
      return deep && value.mapping != nil && entry.value.mapping != nil
        ? YAMLMapping.Entry(key: entry.key, value: joined(value, entry.value, deep: true)) : nil
    }
    let added = own.entries.filter { entry in !kept.contains { $0.name == entry.name } }
    return .mapping(YAMLMapping(entries: kept + added, range: own.range))
  }
}

extension YAMLNode {
  /// The items of a list; of a single value, it alone.
  fileprivate var listItems: [YAMLNode] {
    if case .sequence(let sequence) = self { sequence.items } else { [self] }
  }
}
