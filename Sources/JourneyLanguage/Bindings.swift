package import Diagnostics
package import Encodings
package import JourneyModel

/// What names mean at one point of a walk, and what functions draw on.
package struct Bindings: Sendable {
  /// The variables by name; `account`, `secret`, `env` are maps among them.
  package var values: [String: Value]
  /// Where random values come from; two walks of one seed draw the same.
  package var generator: SeededGenerator
  /// What `now()` is.
  package var now: Instant
  /// What functions made up so far, such as addresses and digits, which other walks have not; no secrets.
  package private(set) var generated: Set<String> = []

  package init(values: [String: Value], generator: SeededGenerator, now: Instant) {
    self.values = values
    self.generator = generator
    self.now = now
  }

  /// Shorter texts, such as two digits, stand in too many others.
  private static let shortestGenerated = 4

  func isGenerated(_ value: Value) -> Bool {
    guard case .text(let text) = value else { return false }
    return generated.contains(text)
  }

  mutating func keep(generated value: Value) {
    guard case .text(let text) = value, text.utf8.count >= Self.shortestGenerated else { return }
    generated.insert(text)
  }
}

/// A template could not be bound when its turn came.
package struct BindingFailure: Error, Sendable, Hashable {
  /// Lower case, without a full stop, e.g. `'code' has no value yet`.
  package var message: String
  package var range: SourceRange

  package init(_ message: String, at range: SourceRange) {
    self.message = message
    self.range = range
  }
}
