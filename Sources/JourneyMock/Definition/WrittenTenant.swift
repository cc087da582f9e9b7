package import LocatedYAML

/// The keys of a tenant as they are written, those of what it extends included: what `changes` changes and `journey show` prints.
///
/// It keeps the files' own trees, and puts them together only on demand.
package struct WrittenTenant: Sendable {
  /// What one file says, or what its `changes` make of it and of all files below.
  private struct Layer: Sendable {
    var parts: [TenantPart: YAMLNode] = [:]
    /// Whether a part of it counts instead of what the files below say.
    var isWhole = false
  }

  /// Those of the tenant's own file first.
  private var layers = [Layer()]

  package init() {}

  /// Parts that count instead of what files say.
  init(whole parts: [TenantPart: YAMLNode]) {
    layers = [Layer(parts: parts, isWhole: true)]
  }

  /// What the tenant's own file says.
  subscript(part: TenantPart) -> YAMLNode? {
    get { layers[0].parts[part] }
    set { layers[0].parts[part] = newValue }
  }

  func extending(_ base: WrittenTenant) -> WrittenTenant {
    var merged = self
    merged.layers += base.layers
    return merged
  }

  /// A part with everything that the tenant extends; `nil` if no file has it.
  package func part(_ part: TenantPart) -> YAMLNode? {
    var nodes: [YAMLNode] = []
    for layer in layers {
      guard let node = layer.parts[part] else { continue }
      nodes.append(node)
      if layer.isWhole { break }
    }
    guard let own = nodes.first else { return nil }
    return switch part.joining {
    case .whole: own
    case .names: nodes.dropFirst().reduce(own) { Self.joined($0, $1, deep: false) }
    case .paths: nodes.dropFirst().reduce(own) { Self.joined($0, $1, deep: true) }
    case .items: .sequence(YAMLSequence(items: nodes.reversed().flatMap(\.listItems), range: own.range))
    }
  }

  /// What the last file of the project extends, e.g. `journey-flow/standard`; `nil` if it does not say.
  package var standardName: YAMLNode? {
    layers.lazy.compactMap { $0.parts[.extends] }.first { !$0.namesFile }
  }

  /// What no file of the project says.
  package var standard: WrittenTenant {
    var standard = WrittenTenant()
    let last = layers.firstIndex { $0.parts[.extends].map { !$0.namesFile } ?? false }
    standard.layers = last.map { Array(layers[($0 + 1)...]) } ?? []
    return standard
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

  /// Whether it is the name of a file of the project.
  fileprivate var namesFile: Bool { scalar.map { $0.text.hasSuffix(".yaml") || $0.text.hasSuffix(".yml") } ?? false }
}
