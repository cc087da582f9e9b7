import Diagnostics
import JourneyMock
import LocatedYAML

/// A mock tenant as a file could say it without extending anything.
struct ShownTenant: Sendable {
  /// Why nothing is shown.
  struct Problem: Error {
    let message: String
    let advice: NameAdvice?
  }

  /// A path from the tenant to a value, key by key, and that value.
  struct Place: Sendable {
    var keys: [String]
    var value: YAMLNode
  }

  /// The keys of the tenant, in the order of a file.
  let parts: [Place]

  init(_ definition: TenantDefinition) {
    let texts = definition.messages.flatMap(\.text.texts).compactMap { $0.language?.value }
    let foreign = Set(texts).subtracting(definition.languages.isEmpty ? ["en"] : definition.languages.map(\.value))
    parts = TenantPart.allCases.compactMap { part in
      guard part != .extends, part != .changes, let value = definition.written.part(part) else { return nil }
      return Place(keys: [part.rawValue], value: Self.concealed(value, of: part, definition).without(foreign, in: part))
    }
  }

  /// What a path leads to, whose names are joined by dots and may have dots themselves.
  func found(_ path: String) throws(Problem) -> Place {
    let whole = YAMLMapping(
      entries: parts.map { YAMLMapping.Entry(key: Located($0.keys[0], at: $0.value.range), value: $0.value) }, range: parts[0].value.range)
    var place = Place(keys: [], value: .mapping(whole))
    var rest = path[...]
    while !rest.isEmpty {
      let entries = place.value.mapping?.entries ?? []
      let known = entries.filter { rest == $0.name || rest.hasPrefix($0.name + ".") }.max { $0.name.count < $1.name.count }
      guard let known else {
        let name = String(rest.prefix { $0 != "." })
        let owner = place.keys.isEmpty ? "the tenant" : "'\(place.keys.joined(separator: "."))'"
        throw Problem(message: "\(owner) has no '\(name)'", advice: NameAdvice(for: name, among: entries.map(\.name)))
      }
      place = Place(keys: place.keys + [known.name], value: known.value)
      rest = rest.dropFirst(known.name.count + 1)
    }
    return place
  }

  /// As YAML.
  ///
  /// - Parameter isByPath: whether each value is a line of its own with its whole path.
  func text(_ place: Place, isByPath: Bool) -> String {
    if isByPath { return Self.lines(place).joined() }
    // A place in the middle of a tenant gets the keys above it.
    let heads = place.keys.enumerated().map { String(repeating: "  ", count: $0.offset) + YAMLText.scalar($0.element) + ":" }
    let indent = 2 * (place.keys.count - 1)
    let value = place.value
    if value.mapping?.entries.isEmpty == false || Self.isLongList(value) {
      return heads.joined(separator: "\n") + "\n" + value.block(indent: indent + 2, depth: max(0, 3 - place.keys.count))
    }
    return heads.joined(separator: "\n") + " " + value.inLine + "\n"
  }

  private static func isLongList(_ node: YAMLNode) -> Bool {
    guard case .sequence(let list) = node else { return false }
    return list.items.contains { $0.scalar == nil }
  }

  private static func lines(_ place: Place) -> [String] {
    if case .mapping(let mapping) = place.value, !mapping.entries.isEmpty {
      return mapping.entries.flatMap { lines(Place(keys: place.keys + [$0.name], value: $0.value)) }
    }
    return [YAMLText.scalar(place.keys.joined(separator: ".")) + ": " + place.value.inLine + "\n"]
  }
}
