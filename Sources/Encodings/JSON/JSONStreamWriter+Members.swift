extension JSONStreamWriter {
  /// Writes a member that is a string.
  package mutating func member(_ name: String, _ text: String) {
    self.name(name)
    value(text)
  }

  /// Writes a member that is a whole number.
  package mutating func member(_ name: String, _ number: Int) {
    self.name(name)
    value(number)
  }

  /// Writes a member that is `true` or `false`.
  package mutating func member(_ name: String, _ isTrue: Bool) {
    self.name(name)
    value(isTrue)
  }

  /// Writes a member whose value is a tree already.
  package mutating func member(_ name: String, _ tree: JSONValue) {
    self.name(name)
    value(tree)
  }

  /// Writes a member that is an object.
  package mutating func member<Failure: Error>(
    _ name: String, object writeMembers: (inout JSONStreamWriter) throws(Failure) -> Void
  ) throws(Failure) {
    self.name(name)
    try object(writeMembers)
  }

  /// Writes a member that is an array.
  package mutating func member<Failure: Error>(
    _ name: String, array writeElements: (inout JSONStreamWriter) throws(Failure) -> Void
  ) throws(Failure) {
    self.name(name)
    try array(writeElements)
  }
}
