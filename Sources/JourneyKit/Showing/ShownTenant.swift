import Diagnostics
import JourneyMock
import LocatedYAML

/// A mock tenant as a file could say it that extends nothing but a standard.
struct ShownTenant: Sendable {
  /// Why nothing is shown.
  struct Problem: Error {
    let message: String
    var advice: NameAdvice?
  }

  /// A path from the tenant to a value, key by key, and that value.
  struct Place: Sendable {
    var keys: [String]
    var value: YAMLNode
  }

  /// Everything that is shown, by the keys of a file.
  let tree: YAMLMapping

  /// - Parameter isConcealed: whether passwords, keys and secrets are `***`.
  init(_ definition: TenantDefinition, isConcealed: Bool = true) {
    let entries = TenantPart.allCases.compactMap { part -> YAMLMapping.Entry? in
      let value = part == .extends ? definition.written.standardName : definition.written.part(part)
      guard part != .changes, let value else { return nil }
      let shown = isConcealed ? Self.concealed(value, of: part, definition) : value
      return YAMLMapping.Entry(
        key: Located(part.rawValue, at: value.range), value: Self.withoutForeignTexts(shown, of: part, definition))
    }
    tree = YAMLMapping(entries: entries, range: definition.name.range)
  }

  /// The keys of the tenant, in the order of a file.
  var parts: [Place] { tree.entries.map { Place(keys: [$0.name], value: $0.value) } }

  /// What a path leads to; of an item of a list, the whole list.
  func found(_ path: String) throws(Problem) -> Place {
    guard let way = WrittenPath.all(path, in: .mapping(tree)).first else { throw Problem(message: "nothing is at '\(path)'") }
    var place = Place(keys: [], value: .mapping(tree))
    for name in way.names {
      guard let value = place.value.mapping?[name] else { break }
      place = Place(keys: place.keys + [name], value: value)
    }
    guard !way.rest.isEmpty else { return place }
    let name = String(way.rest.prefix { $0 != "." })
    guard !way.names.isEmpty || name != TenantPart.changes.rawValue else {
      throw Problem(message: "'changes' is not printed: its values are where they belong, for example below 'screens'")
    }
    let owner = way.names.isEmpty ? "the tenant" : "'\(way.names.joined(separator: "."))'"
    let names = way.names == place.keys ? place.value.mapping?.entries.map(\.name) ?? [] : []
    throw Problem(message: "\(owner) has no '\(name)'", advice: NameAdvice(for: name, among: names))
  }

  /// The places as YAML, those below one key under it together; a place in the middle of the tenant has the keys above it.
  func text(_ places: [Place]) -> String {
    var whole = YAMLMapping(entries: [], range: tree.range)
    for place in places { whole = whole.setting(place.keys[...], to: place.value) }
    return whole.entries.map { entry in
      let longest = places.filter { $0.keys.first == entry.name }.map(\.keys.count).max() ?? 1
      // Each key above a value has a line, and so has what is the value's own.
      return YAMLNode.mapping(YAMLMapping(entries: [entry], range: entry.value.range)).block(depth: max(3, longest + 1))
    }.joined(separator: "\n")
  }
}

extension YAMLMapping {
  /// The map with a value at these keys, one in the other.
  fileprivate func setting(_ keys: ArraySlice<String>, to value: YAMLNode) -> YAMLMapping {
    guard let key = keys.first else { return self }
    var entries = entries
    let index = entries.firstIndex { $0.name == key }
    let old = self[key]?.mapping ?? YAMLMapping(entries: [], range: value.range)
    let new = keys.count == 1 ? value : .mapping(old.setting(keys.dropFirst(), to: value))
    let entry = Entry(key: Located(key, at: value.range), value: new)
    if let index { entries[index] = entry } else { entries.append(entry) }
    return YAMLMapping(entries: entries, range: range)
  }
}
