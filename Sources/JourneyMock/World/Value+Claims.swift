import JourneyModel

extension [Value.Member] {
  /// Gives the claim at this path a value, making the maps on the way; `nil` removes it.
  ///
  /// - Parameter path: names from the outermost one on; at least one.
  mutating func setMember(at path: ArraySlice<String>, to value: Value?) {
    guard let name = path.first else { return }
    var inner = value
    if path.count > 1 {
      var members: [Value.Member] = if case .map(let members)? = first(where: { $0.name == name })?.value { members } else { [] }
      members.setMember(at: path.dropFirst(), to: value)
      inner = members.isEmpty ? nil : .map(members)
    }
    guard let inner else {
      removeAll { $0.name == name }
      return
    }
    if let place = firstIndex(where: { $0.name == name }) {
      self[place].value = inner
    } else {
      append(Value.Member(name, inner))
    }
  }
}
