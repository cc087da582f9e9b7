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

  package init(values: [String: Value], generator: SeededGenerator, now: Instant) {
    self.values = values
    self.generator = generator
    self.now = now
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
