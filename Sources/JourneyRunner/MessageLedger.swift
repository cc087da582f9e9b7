internal import JourneyModel

/// The messages of one screen, and which of them a step expected.
struct MessageLedger {
  let messages: [Message]
  /// Indices of messages that a step of this response expected, earlier steps' included.
  private(set) var expected: Set<Int>
  /// Indices of the messages that fulfilled an expectation of this step; each expectation needs its own message.
  private(set) var taken: Set<Int> = []
  /// Indices that a failure already shows, so that they are not reported twice.
  private(set) var excused: Set<Int> = []

  init(_ messages: [Message], expectedBefore: Set<Int>) {
    self.messages = messages
    expected = expectedBefore
  }

  mutating func take(_ index: Int) {
    expected.insert(index)
    taken.insert(index)
  }

  mutating func expect(_ indices: some Sequence<Int>) { expected.formUnion(indices) }
  mutating func excuse(_ indices: some Sequence<Int>) { excused.formUnion(indices) }

  /// The messages that fail the step because no step expected them.
  var unexpected: [Message] {
    messages.indices.compactMap { index in
      let message = messages[index]
      return message.level.mustBeExpected && !expected.contains(index) && !excused.contains(index) ? message : nil
    }
  }
}
