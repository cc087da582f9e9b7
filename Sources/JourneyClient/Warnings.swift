/// Where a server strayed from its protocol though the walk goes on: each sentence once, and not without end.
package struct Warnings: Sendable, Hashable {
  /// How many there are at most, of one action.
  package static let limit = 100

  package private(set) var sentences: [String]

  /// - Parameter sentences: those of an earlier stage.
  package init(_ sentences: [String] = []) { self.sentences = sentences }

  /// Adds a sentence that is not there yet, while there is room.
  package mutating func add(_ sentence: String) {
    guard sentences.count < Self.limit, !sentences.contains(sentence) else { return }
    sentences.append(sentence)
  }
}
