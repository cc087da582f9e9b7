/// An entry of the list of changes that are to come: an id, and what was agreed to.
package struct AllowedChange: Sendable, Hashable {
  package var id: String
  /// The new texts that were agreed to; empty where the entry names none.
  package var texts: [String]
  package var reason: String

  package init(id: String, texts: [String] = [], reason: String) {
    self.id = id
    self.texts = texts
    self.reason = reason
  }
}

/// An entry of the list of changes that are to come which names no change, or agreed to another text than the one that came.
package struct MissingChange: Sendable, Hashable {
  package var id: String
  /// What was agreed to, and what came instead; both empty where nothing came.
  package var agreed: [String] = []
  package var found: [String] = []

  /// One line: the id, and which texts differ.
  package var line: String {
    guard !agreed.isEmpty || !found.isEmpty else { return id }
    return "\(id): allowed \(Self.list(agreed)), found \(Self.list(found))"
  }

  private static func list(_ texts: [String]) -> String {
    texts.isEmpty ? "no text" : texts.map { "'\($0)'" }.joined(separator: ", ")
  }
}
