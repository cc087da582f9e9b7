import Diagnostics
import LocatedYAML

// What a path adds, where its last name is not there yet.

extension WrittenChange {
  /// The map or list that a path leads to, with the value as its last entry.
  func adding(to node: YAMLNode, at way: WrittenPath, of part: TenantPart) throws(Problem) -> YAMLNode {
    let place = Self.place(part, way.steps)
    switch node {
    case .scalar: throw Problem("'\(place)' is a single value, which has no '\(way.rest)'")
    case .mapping(let mapping):
      // A map is a new element, such as a widget whose name may have dots; of a single value the name may not.
      guard let value, value.mapping != nil || !way.rest.contains(".") else { throw missing(way.rest, in: mapping, place) }
      if let catching = Self.lastEdge(of: mapping, at: way, of: part), way.rest != "find" {
        throw Problem(
          "a new edge comes last, and '\(catching)', which has no condition, is taken before it",
          suggestion: "write '\(place): {…}' with all edges in their order")
      }
      let entry = YAMLMapping.Entry(key: Located(way.rest, at: path.range), value: value)
      return .mapping(YAMLMapping(entries: mapping.entries + [entry], range: mapping.range))
    case .sequence(let sequence):
      guard let value, value.itemNames.contains(way.rest) else { throw missing(way.rest, in: sequence, place) }
      return .sequence(YAMLSequence(items: sequence.items + [value], range: sequence.range))
    }
  }

  /// The last edge of a form, if it has no condition, so that nothing after it is taken; `nil` if the path does not lead to a form.
  private static func lastEdge(of mapping: YAMLMapping, at way: WrittenPath, of part: TenantPart) -> String? {
    guard part == .flow && way.steps.count == 2 || part == .everywhere && way.steps.count == 1 else { return nil }
    guard let last = mapping.entries.last(where: { $0.name != "find" }), let edge = last.value.mapping else { return nil }
    return edge["when"] == nil ? last.name : nil
  }

  private func missing(_ rest: String, in mapping: YAMLMapping, _ place: String) -> Problem {
    let name = String(rest.prefix { $0 != "." })
    return Problem(
      "'\(place)' has no '\(name)'", NameAdvice(for: name, among: mapping.pathNames, none: "it is empty"),
      otherwise: value == nil ? nil : "to add it, write '\(place).\(name): {…}' with all that is below it")
  }

  private func missing(_ rest: String, in list: YAMLSequence, _ place: String) -> Problem {
    let names = list.items.compactMap(\.itemNames.first)
    let name = String(rest.prefix { $0 != "." })
    guard !names.isEmpty || list.items.isEmpty else {
      return Problem(
        "the items of '\(place)' have no names that a path could have", suggestion: "write '\(place): […]' with the whole list")
    }
    return Problem(
      "'\(place)' has no '\(name)'", NameAdvice(for: name, among: names, none: "it is empty"),
      otherwise: value == nil ? nil : "a new item has this name as its text or its 'value', 'rule', 'list', 'name', 'id' or 'key'")
  }
}

extension YAMLMapping {
  /// What a path may name in it: of a list of rules, these as well.
  fileprivate var pathNames: [String] {
    guard self["list"] != nil, case .sequence(let rules)? = self["rules"] else { return entries.map(\.name) }
    return entries.map(\.name) + rules.items.compactMap(\.itemNames.first)
  }
}
