import Encodings

/// How much tests may arrange in a world: what they send must not fill the memory.
enum ArrangedBytes {
  /// Of answers of their own and faults together.
  static let limit = 8 * 1024 * 1024
}

extension WorldContents {
  /// Refuses one more answer or fault that exceeds the limit.
  func makeRoom(for size: Int) throws(ControlRefusal) {
    guard answers.size + state.faults.size + size > ArrangedBytes.limit else { return }
    throw ControlRefusal(
      "the answers and faults of the world would have more than \(ArrangedBytes.limit) bytes, which is the most",
      suggestion: "DELETE /__journey/answers and DELETE /__journey/faults remove them", status: 413)
  }
}
