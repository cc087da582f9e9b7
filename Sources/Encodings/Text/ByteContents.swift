extension [UInt8] {
  /// Whether the bytes of a text are somewhere in it.
  package func contains(bytes text: String) -> Bool {
    let text = Array(text.utf8)
    guard let first = text.first, count >= text.count else { return false }
    return indices.dropLast(text.count - 1).contains { self[$0] == first && self[$0..<($0 + text.count)].elementsEqual(text) }
  }
}
