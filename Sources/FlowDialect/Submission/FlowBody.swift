import JourneyModel

/// A form's body while it is put together: a widget's id is cut at its dots, each part a level deeper.
struct FlowBody {
  /// Two ids of which one would have to be a value and an object at once.
  struct Clash: Error, Sendable, Hashable {
    let first: String
    let second: String
  }

  private var root: [Node] = []

  /// One name of a level, with the id that made it.
  private struct Node {
    let name: String
    let id: String
    var content: Content
  }

  private indirect enum Content {
    case value(Value)
    case level([Node])
  }

  /// Puts a value under an id; dots at the ends or in a row make empty names, as the SDKs do.
  mutating func set(_ id: String, to value: Value) throws(Clash) {
    let path = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String(Substring($0)) }
    try Self.insert(path[...], id: id, value, into: &root)
  }

  /// The body, an object.
  var value: Value { .map(Self.members(root)) }

  private static func insert(_ path: ArraySlice<String>, id: String, _ value: Value, into level: inout [Node]) throws(Clash) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    guard let place = level.firstIndex(where: { $0.name == name }) else {
      var content = Content.value(value)
      if !rest.isEmpty {
        var deeper: [Node] = []
        try insert(rest, id: id, value, into: &deeper)
        content = .level(deeper)
      }
      level.append(Node(name: name, id: id, content: content))
      return
    }
    guard case .level(var deeper) = level[place].content, !rest.isEmpty else { throw Clash(first: level[place].id, second: id) }
    try insert(rest, id: id, value, into: &deeper)
    level[place].content = .level(deeper)
  }

  private static func members(_ level: [Node]) -> [Value.Member] {
    level.map { node in
      switch node.content {
      case .value(let value): Value.Member(node.name, value)
      case .level(let deeper): Value.Member(node.name, .map(members(deeper)))
      }
    }
  }
}
