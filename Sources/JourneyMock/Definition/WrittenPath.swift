package import LocatedYAML

/// A path through a tenant as it is written, as far as it leads.
///
/// Names in a path are joined by dots, and may have dots themselves. An item of a list is found by its name: its text, or its `value`, `rule`,
/// `list`, `name`, `id` or `key`. An option is found in whatever group it is, and a rule in its list without the word `rules`.
package struct WrittenPath: Sendable, Hashable {
  /// One entry of a map, or one item of a list.
  package struct Step: Sendable, Hashable {
    /// As the path says it; `nil` where it does not, as it does not say in which group an option is, or that a rule is one of `rules`.
    package var name: String?
    /// Its place in the map or list.
    package var index: Int
  }

  package let steps: [Step]
  /// What of the path is not there; empty if it leads to a value.
  package let rest: String

  /// The names that the path says, as far as it leads.
  package var names: [String] { steps.compactMap(\.name) }

  /// The ways to read a path, of several those that lead farthest; never empty.
  package static func all(_ path: String, in node: YAMLNode) -> [WrittenPath] {
    let ways = ways(path[...], in: node)
    let least = ways.map(\.rest.count).min()
    return ways.filter { $0.rest.count == least }
  }

  private static func ways(_ rest: Substring, in node: YAMLNode) -> [WrittenPath] {
    let found: [WrittenPath] = children(of: node).flatMap { child -> [WrittenPath] in
      guard let name = child.steps[0].name else {
        return ways(rest, in: child.value).filter { !$0.steps.isEmpty }.map { $0.after(child.steps) }
      }
      if rest == name { return [WrittenPath(steps: child.steps, rest: "")] }
      guard rest.hasPrefix(name + ".") else { return [] }
      return ways(rest.dropFirst(name.count + 1), in: child.value).map { $0.after(child.steps) }
    }
    return found.isEmpty ? [WrittenPath(steps: [], rest: String(rest))] : found
  }

  private func after(_ steps: [Step]) -> WrittenPath { WrittenPath(steps: steps + self.steps, rest: rest) }

  /// What a map or list has, by every name that it may be called by.
  private static func children(of node: YAMLNode) -> [(steps: [Step], value: YAMLNode)] {
    switch node {
    case .scalar: return []
    case .mapping(let mapping):
      let entries: [(steps: [Step], value: YAMLNode)] = mapping.entries.enumerated().map { ([Step(name: $1.name, index: $0)], $1.value) }
      guard mapping["list"] != nil, let rules = mapping.entries.firstIndex(where: { $0.name == "rules" }) else { return entries }
      return entries + [([Step(name: nil, index: rules)], mapping.entries[rules].value)]
    case .sequence(let sequence):
      return sequence.items.enumerated().flatMap { index, item -> [(steps: [Step], value: YAMLNode)] in
        guard item.itemNames.isEmpty else { return item.itemNames.map { ([Step(name: $0, index: index)], item) } }
        guard let entries = item.mapping?.entries, let options = entries.firstIndex(where: { $0.name == "options" }) else { return [] }
        return [([Step(name: nil, index: index), Step(name: nil, index: options)], entries[options].value)]
      }
    }
  }
}

extension YAMLNode {
  /// What an item of a list may be called in a path, each once; empty if it has no name.
  package var itemNames: [String] {
    switch self {
    case .scalar(let scalar): return [scalar.text]
    case .sequence: return []
    case .mapping(let mapping):
      let names = ["value", "rule", "list", "name", "id", "key"].compactMap { mapping[$0]?.scalar?.text }
      return names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element)
    }
  }
}
