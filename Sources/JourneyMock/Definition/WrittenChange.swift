import Diagnostics
import LocatedYAML

/// A line of `changes`: a path through a tenant as it is written, and what comes in its place.
struct WrittenChange {
  /// Why a path leads nowhere.
  struct Problem: Error {
    let message: String
    var suggestion: String?

    init(_ message: String, suggestion: String? = nil) {
      self.message = message
      self.suggestion = suggestion
    }

    init(_ message: String, _ advice: NameAdvice, otherwise suggestion: String? = nil) {
      self.message = message + advice.expected
      self.suggestion = advice.suggestion ?? suggestion
    }
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
  func part() throws(Problem) -> (part: TenantPart, rest: String) {
    let name = path.value.prefix { $0 != "." }
    let possible = TenantPart.allCases.filter(\.isChangeable)
    guard let part = TenantPart(rawValue: String(name)) else {
      throw Problem("a tenant has no '\(name)' that could be changed", NameAdvice(for: String(name), among: possible.map(\.rawValue)))
    }
    guard possible.contains(part) else {
      throw Problem("'\(name)' cannot be changed below 'changes'; write '\(name)' as a key of its own")
    }
    let rest = path.value.dropFirst(name.count + 1)
    guard rest.contains(where: { $0 != "." }) else {
      throw Problem("'\(name)' is not a whole path: add what changes, for example '\(name).NAME'")
    }
    return (part, String(rest))
  }

  /// The one way to read the rest of the path.
  func read(_ rest: String, in node: YAMLNode, of part: TenantPart) throws(Problem) -> WrittenPath {
    let ways = WrittenPath.all(rest, in: node)
    guard let way = ways.first, let other = ways.dropFirst().first else { return ways[0] }
    let differing = zip(way.steps, other.steps).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
    let place = Self.place(part, way.steps[..<differing])
    guard way.names != other.names else {
      throw Problem("'\(place)' has several '\(way.names.last ?? "")'", suggestion: "write the whole list")
    }
    let names = [way, other].compactMap { $0.steps[differing].name }.sorted { $0.count > $1.count }
    throw Problem(
      "in '\(place)' this may be '\(names.first ?? "")' or something of '\(names.last ?? "")'",
      suggestion: "write what it changes of '\(part.rawValue)' below '\(part.rawValue)', as a key of its own")
  }

  /// The tree with the change.
  ///
  /// What the path goes through keeps its place: what a standard may say, as texts in languages that the tenant does not have, is judged by it.
  func applied(to node: YAMLNode, at way: WrittenPath, of part: TenantPart) throws(Problem) -> YAMLNode {
    try applied(to: node, at: way, from: 0, of: part)
  }

  private func applied(to node: YAMLNode, at way: WrittenPath, from depth: Int, of part: TenantPart) throws(Problem) -> YAMLNode {
    guard depth < way.steps.count else { return try adding(to: node, at: way, of: part) }
    let (index, isLast) = (way.steps[depth].index, way.rest.isEmpty && depth + 1 == way.steps.count)
    switch node {
    case .scalar: return node
    case .mapping(let mapping):
      var entries = mapping.entries
      let entry = entries[index]
      if !isLast {
        entries[index] = YAMLMapping.Entry(key: entry.key, value: try applied(to: entry.value, at: way, from: depth + 1, of: part))
      } else if let value {
        // What is the same already is where it was.
        guard value.inLine != entry.value.inLine else { return node }
        entries[index] = YAMLMapping.Entry(key: Located(entry.name, at: path.range), value: value)
      } else {
        entries.remove(at: index)
      }
      return .mapping(YAMLMapping(entries: entries, range: mapping.range))
    case .sequence(let sequence):
      var items = sequence.items
      if !isLast {
        items[index] = try applied(to: items[index], at: way, from: depth + 1, of: part)
      } else if let value {
        items.remove(at: index)
        if let double = items.flatMap(\.itemNames).first(where: value.itemNames.contains) {
          let place = Self.place(part, way.steps[..<depth])
          throw Problem("'\(place)' has '\(double)' already", suggestion: "to remove this one, write 'null'")
        }
        items.insert(value, at: index)
      } else {
        items.remove(at: index)
      }
      return .sequence(YAMLSequence(items: items, range: sequence.range))
    }
  }

  /// What a path is called as far as it goes, e.g. `screens.signIn.forms`.
  static func place(_ part: TenantPart, _ steps: some Sequence<WrittenPath.Step>) -> String {
    ([part.rawValue] + steps.compactMap(\.name)).joined(separator: ".")
  }
}

extension TenantPart {
  /// Whether `changes` may lead into it.
  package var isChangeable: Bool {
    switch joining {
    case .names, .paths: true
    case .items: false
    case .whole: ![.tenant, .extends, .speaks, .issuer, .languages, .start, .changes, .lacking, .limits, .impossible].contains(self)
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
