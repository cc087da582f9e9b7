extension JSONValue {
  /// The value of the member with this name; `nil` if there is none or this is not an object.
  ///
  /// Of several members with the name the last counts, which is what servers and browsers make of such a text.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    var index = members.count
    // In place: a member that is handed to a closure is copied first.
    while index > 0 {
      index -= 1
      if members[index].name == name { return members[index].value }
    }
    return nil
  }

  /// The element at an index from 0; `nil` if there is none or this is not an array.
  package subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text of a string; `nil` for all else, numbers included.
  package var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// `nil` for all but `true` and `false`.
  package var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The number where it is spelled as a whole one and fits; `nil` for `1.0`, `1e3` and all other values.
  package var intValue: Int? {
    guard case .number(let spelling) = self else { return nil }
    return Int(spelling)
  }

  /// The number as the nearest binary fraction; `nil` for all other values.
  package var doubleValue: Double? {
    guard case .number(let spelling) = self else { return nil }
    return Double(spelling)
  }

  /// The elements in order; `nil` if this is not an array.
  package var arrayValue: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members in the order of the text; `nil` if this is not an object.
  package var objectValue: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// Whether this is the literal `null`, which is not the same as a member that is missing.
  package var isNull: Bool {
    self == .null
  }
}
