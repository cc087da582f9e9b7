import Encodings

/// One value of a body that is no list and no object, and the way to it.
struct WireLeaf {
  /// A member's name, or a place in a list.
  enum Step: Hashable {
    case member(String)
    case element(Int)
  }

  let way: [Step]
  let value: JSONValue

  /// The way with all places of a list alike: `$.remediation.value[].name`.
  var path: String {
    way.reduce(into: "$") { path, step in
      switch step {
      case .member(let name): path += ".\(name)"
      case .element: path += "[]"
      }
    }
  }

  /// All of a body, in its order.
  static func all(in body: JSONValue, below way: [Step] = []) -> [WireLeaf] {
    switch body {
    case .object(let members): members.flatMap { all(in: $0.value, below: way + [.member($0.name)]) }
    case .array(let elements): elements.enumerated().flatMap { all(in: $1, below: way + [.element($0)]) }
    case .null, .bool, .number, .string: [WireLeaf(way: way, value: body)]
    }
  }

  /// Another value of the same kind.
  var changed: JSONValue {
    switch value {
    case .bool(let flag): .bool(!flag)
    case .number: .number("7319")
    case .string: .string("changed by a test")
    case .null, .array, .object: .string("changed by a test")
    }
  }
}

extension JSONValue {
  /// The same with another value at the end of a way; without the member or element for `nil`.
  func replacing(_ way: ArraySlice<WireLeaf.Step>, with value: JSONValue?) -> JSONValue {
    guard let step = way.first else { return value ?? self }
    let rest = way.dropFirst()
    switch (self, step) {
    case (.object(var members), .member(let name)):
      guard let place = members.firstIndex(where: { $0.name == name }) else { return self }
      if rest.isEmpty, value == nil {
        members.remove(at: place)
      } else {
        members[place].value = members[place].value.replacing(rest, with: value)
      }
      return .object(members)
    case (.array(var elements), .element(let place)):
      if rest.isEmpty, value == nil {
        elements.remove(at: place)
      } else {
        elements[place] = elements[place].replacing(rest, with: value)
      }
      return .array(elements)
    default: return self
    }
  }
}
