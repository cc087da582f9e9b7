import Diagnostics
import LocatedYAML

/// A line of `changes`: a path through a tenant as it is written, and what comes in its place.
///
/// Names in a path are joined by dots, and may have dots themselves. An item of a list is found by its name: its text, or its `value`, `rule`,
/// `list`, `name`, `id` or `key`.
struct WrittenChange {
  /// Why a path leads nowhere.
  struct Problem: Error {
    let message: String
    var advice: NameAdvice?
  }

  /// The path, at its place in the file.
  let path: Located<String>
  /// The value; `nil` if what is there is taken away.
  let value: YAMLNode?

  init(_ entry: YAMLMapping.Entry) {
    path = entry.key
    value = entry.value.scalar?.kind == .null ? nil : entry.value
  }

  /// The part of the tenant that it is about, and the rest of the path.
  func part() throws(Problem) -> (part: TenantPart, rest: Substring) {
    let name = path.value.prefix { $0 != "." }
    let possible = TenantPart.allCases.filter(\.isChangeable)
    guard let part = TenantPart(rawValue: String(name)) else {
      throw Problem(
        message: "a tenant has no '\(name)' that could be changed", advice: NameAdvice(for: String(name), among: possible.map(\.rawValue)))
    }
    guard possible.contains(part), path.value.dropFirst(name.count + 1).contains(where: { $0 != "." }) else {
      throw Problem(
        message: possible.contains(part)
          ? "'\(name)' is not a whole path: add what changes, for example '\(name).NAME'"
          : "'\(name)' cannot be changed below 'changes'; write '\(name)' as a key of its own")
    }
    return (part, path.value.dropFirst(name.count + 1))
  }

  /// The tree with the change; `place` says where in the path it is.
  ///
  /// What the path goes through keeps its place: what a standard may say, as texts in languages that the tenant does not have, is judged by it.
  func applied(to node: YAMLNode, at rest: Substring, in place: Substring) throws(Problem) -> YAMLNode {
    switch node {
    case .mapping(let mapping): try applied(to: mapping, at: rest, in: place)
    case .sequence(let sequence): try applied(to: sequence, at: rest, in: place)
    case .scalar: throw Problem(message: "'\(place)' is a single value, which has no '\(rest)'")
    }
  }

  private func applied(to mapping: YAMLMapping, at rest: Substring, in place: Substring) throws(Problem) -> YAMLNode {
    var entries = mapping.entries
    guard let index = Self.index(of: rest, among: entries.map(\.name)) else {
      // A map is a new element, such as a widget whose name may have dots; of a single value the name may not.
      guard let value, value.mapping != nil || !rest.contains("."), place.contains(".") else {
        throw Self.missing(rest, among: entries.map(\.name), in: place)
      }
      entries.append(YAMLMapping.Entry(key: Located(String(rest), at: path.range), value: value))
      return .mapping(YAMLMapping(entries: entries, range: mapping.range))
    }
    let entry = entries[index]
    if rest.count > entry.name.count {
      let inner = try applied(to: entry.value, at: rest.dropFirst(entry.name.count + 1), in: "\(place).\(entry.name)"[...])
      entries[index] = YAMLMapping.Entry(key: entry.key, value: inner)
    } else if let value {
      entries[index] = YAMLMapping.Entry(key: Located(entry.name, at: path.range), value: value)
    } else {
      entries.remove(at: index)
    }
    return .mapping(YAMLMapping(entries: entries, range: mapping.range))
  }

  private func applied(to sequence: YAMLSequence, at rest: Substring, in place: Substring) throws(Problem) -> YAMLNode {
    var items = sequence.items
    let names = items.map { $0.itemNames }
    let all = names.flatMap(\.self)
    guard let name = Self.index(of: rest, among: all).map({ all[$0] }), let index = names.firstIndex(where: { $0.contains(name) }) else {
      throw Self.missing(rest, among: names.compactMap(\.first), in: place)
    }
    guard names.count(where: { $0.contains(name) }) == 1 else {
      throw Problem(message: "'\(place)' has several '\(name)': write the whole list")
    }
    if rest.count > name.count {
      items[index] = try applied(to: items[index], at: rest.dropFirst(name.count + 1), in: "\(place).\(name)"[...])
    } else if let value {
      items[index] = value
    } else {
      items.remove(at: index)
    }
    return .sequence(YAMLSequence(items: items, range: sequence.range))
  }

  /// The name that the rest of a path begins with; of several the longest.
  private static func index(of rest: Substring, among names: [String]) -> Int? {
    names.indices.filter { rest == names[$0] || rest.hasPrefix(names[$0] + ".") }.max { names[$0].count < names[$1].count }
  }

  private static func missing(_ rest: Substring, among names: [String], in place: Substring) -> Problem {
    let name = String(rest.prefix { $0 != "." })
    return Problem(message: "'\(place)' has no '\(name)'", advice: NameAdvice(for: name, among: names, none: "it is empty"))
  }
}

extension TenantPart {
  /// Whether `changes` may lead into it.
  fileprivate var isChangeable: Bool {
    switch joining {
    case .names, .paths: true
    case .items: false
    case .whole: ![.tenant, .extends, .speaks, .issuer, .languages, .start, .changes, .lacking].contains(self)
    }
  }

  /// What one of its elements is called in messages, e.g. `screen`.
  var elementName: String {
    switch self {
    case .screens: "screen"
    case .flow: "state"
    case .sms: "sms"
    default: rawValue.hasSuffix("s") ? String(rawValue.dropLast()) : rawValue
    }
  }
}

extension YAMLNode {
  /// What an item of a list may be called in a path.
  fileprivate var itemNames: [String] {
    switch self {
    case .scalar(let scalar): [scalar.text]
    case .mapping(let mapping): ["value", "rule", "list", "name", "id", "key"].compactMap { mapping[$0]?.scalar?.text }
    case .sequence: []
    }
  }
}
