import JourneyModel

/// A form's body while it is put together: objects of one name become one, and no name is ever cut at its dots.
struct IDXBody: Sendable, Hashable {
  private(set) var members: [Value.Member] = []

  /// Puts a value under a name; of two objects the members are joined, of anything else the later one stays.
  mutating func set(_ name: String, to value: Value) {
    guard let place = members.firstIndex(where: { $0.name == name }) else {
      members.append(Value.Member(name, value))
      return
    }
    if case .map(let old) = members[place].value, case .map(let new) = value {
      var inner = IDXBody(members: old)
      for member in new { inner.set(member.name, to: member.value) }
      members[place].value = .map(inner.members)
    } else {
      members[place].value = value
    }
  }

  init(members: [Value.Member] = []) { self.members = members }
}
