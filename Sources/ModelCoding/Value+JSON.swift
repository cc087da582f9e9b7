package import Encodings
package import JourneyModel

extension Value {
  /// The same value, as the model holds it.
  ///
  /// Where an object repeats a name only its last member is kept: a lookup in a map finds the first one, but readers
  /// of JSON go by the last, and both have to find the same.
  package init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let spelling): self = .number(spelling)
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.map { Value($0) })
    case .object(let members):
      self = .map(members.withoutOverridden.map { Member($0.name, Value($0.value)) })
    }
  }
}

extension JSONValue {
  /// The same value as JSON; secrets become the text `***`.
  package init(_ value: JourneyModel.Value) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let spelling): self = .number(spelling)
    case .text(let text): self = .string(text)
    case .list(let elements): self = .array(elements.map { JSONValue($0) })
    case .map(let members): self = .object(members.map { Member($0.name, JSONValue($0.value)) })
    case .secret(let secret): self = .string(secret.description)
    }
  }
}

extension [JSONValue.Member] {
  /// The members that a lookup can find: of those with the same name the last.
  fileprivate var withoutOverridden: [JSONValue.Member] {
    guard repeatsName else { return self }
    var names = Set(map(\.name))
    return reversed().filter { names.remove($0.name) != nil }.reversed()
  }

  private var repeatsName: Bool {
    // A few names are compared faster than they are hashed.
    guard count <= 8 else { return Set(map(\.name)).count < count }
    return indices.contains { index in (0..<index).contains { self[$0].name == self[index].name } }
  }
}
