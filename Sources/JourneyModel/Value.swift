/// Any value that a scenario, a token or a server can name: the one value tree above the dialects.
///
/// Maps keep their order and may repeat a name; lookups find the first. A number keeps its spelling.
public indirect enum Value: Sendable, Hashable {
  case null
  case bool(Bool)
  /// A number as JSON writes it, e.g. `1.10`.
  case number(String)
  case text(String)
  case list([Value])
  case map([Member])
  /// A text that reaches no output.
  case secret(Secret)

  /// One named value of a map.
  public struct Member: Sendable, Hashable {
    public var name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }
}

extension Value {
  /// The value under this name; `nil` if this is not a map or has no such member.
  public subscript(name: String) -> Value? {
    guard case .map(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The element at this place, counted from 0; `nil` if this is not a list or is shorter.
  public subscript(index: Int) -> Value? {
    guard case .list(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text of a text; `nil` for everything else, secrets included.
  public var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// What a person calls this kind of value in a message, e.g. `a list`.
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .map: "a map"
    case .secret: "a secret"
    }
  }

  /// Whether it contains a secret.
  public var holdsSecret: Bool {
    switch self {
    case .secret: true
    case .list(let elements): elements.contains(where: \.holdsSecret)
    case .map(let members): members.contains { $0.value.holdsSecret }
    case .null, .bool, .number, .text: false
    }
  }

  /// Every secret in it.
  public var secrets: [Secret] {
    switch self {
    case .secret(let secret): [secret]
    case .list(let elements): elements.flatMap(\.secrets)
    case .map(let members): members.flatMap(\.value.secrets)
    case .null, .bool, .number, .text: []
    }
  }

  /// The value as in a message: texts in single quotes, the rest as JSON writes it, secrets as `***`.
  public var quoted: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let spelling): spelling
    case .text(let text): "'\(text)'"
    case .list(let elements): "[" + elements.map(\.quoted).joined(separator: ", ") + "]"
    case .map(let members): "{" + members.map { "\($0.name): \($0.value.quoted)" }.joined(separator: ", ") + "}"
    case .secret: "***"
    }
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  public init(integerLiteral number: Int) { self = .number(String(number)) }
}
