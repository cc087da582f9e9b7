extension JSONValue {
  /// The path of the first member whose object has another one of the same name, e.g. `forms[0].label`; `nil` if there is none.
  package var repeatedMember: String? {
    guard let path = repeatedPath else { return nil }
    let text = path.joined(separator: ".").replacing(".[", with: "[")
    return text.utf8.count > Self.longestPath ? String(text.prefix(Self.longestPath / 4)) + "…" : text
  }

  /// More bytes of a path say nothing to a person.
  private static let longestPath = 200

  /// The names and `[indices]` that lead to the member.
  private var repeatedPath: [String]? {
    switch self {
    case .null, .bool, .number, .string: return nil
    case .array(let elements):
      for index in elements.indices {
        if let path = elements[index].repeatedPath { return ["[\(index)]"] + path }
      }
      return nil
    case .object(let members):
      if let name = Self.repeatedName(in: members) { return [name] }
      for member in members {
        if let path = member.value.repeatedPath { return [member.name] + path }
      }
      return nil
    }
  }

  /// Few names are compared in place; a set of them costs more than all comparisons.
  private static func repeatedName(in members: [Member]) -> String? {
    guard members.count > 12 else {
      for index in members.indices.dropFirst() {
        for other in 0..<index where members[other].name == members[index].name { return members[index].name }
      }
      return nil
    }
    var names: Set<String> = []
    return members.first { !names.insert($0.name).inserted }?.name
  }
}
