import Encodings

/// The path of something else in the same body: `$.name`, `$.name.value[3]` or a bare name.
struct IDXReference: Sendable, Hashable {
  var name: String
  /// The place in a list; `nil` if the name means one object.
  var index: Int?

  /// `nil` for any other path, of which none was ever seen.
  init?(_ path: String) {
    var rest = Substring(path)
    if rest.hasPrefix("$.") { rest = rest.dropFirst(2) }
    let name = rest.prefix { $0 != "." && $0 != "[" }
    guard !name.isEmpty else { return nil }
    self.name = String(name)
    rest = rest.dropFirst(name.count)
    if rest.hasPrefix(".value") { rest = rest.dropFirst(".value".count) }
    guard !rest.isEmpty else { return }
    guard rest.hasPrefix("["), rest.hasSuffix("]"), let index = Int(rest.dropFirst().dropLast()), index >= 0 else { return nil }
    self.index = index
  }

  /// What is there; `nil` for nothing.
  func resolve(in body: JSONValue) -> JSONValue? {
    guard let member = body[name] else { return nil }
    let value = member["value"] ?? member
    return index.map { value[$0] } ?? value
  }
}
