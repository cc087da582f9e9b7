/// Why JSON is not a part of the model, and where.
package struct ModelCodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One step from a value into what it holds.
  package enum Step: Sendable, Hashable {
    case member(String)
    case index(Int)
  }

  /// What is wrong with the value at the path.
  package enum Reason: Sendable, Hashable {
    /// Another kind of value; both as a message calls them, e.g. `a text`.
    case wrongKind(found: String, expected: String)
    /// A member that every such object has.
    case missing
    /// A word that is not one of these.
    case unknownWord(String, possible: [String])
    /// An object of another shape; what it should have been.
    case wrongShape(expected: String)
  }

  /// From the outermost value inwards; empty for the value itself.
  package var path: [Step]
  package var reason: Reason

  package init(_ reason: Reason, path: [Step] = []) {
    self.reason = reason
    self.path = path
  }

  package var description: String { "\(reason.text) at \(pathText)" }

  /// The path as `ValuePath` reads it, e.g. `$.forms[2].id`.
  package var pathText: String {
    path.reduce("$") { text, step in
      switch step {
      case .member(let name): text + ValuePath.Step.member(name).text
      case .index(let index): text + ValuePath.Step.index(index).text
      }
    }
  }

  /// The same error, seen from one step further out.
  func inside(_ step: Step) -> ModelCodingError { ModelCodingError(reason, path: [step] + path) }
}

extension ModelCodingError.Reason {
  /// The reason as a diagnostic says it, without the place.
  package var text: String {
    switch self {
    case .wrongKind(let found, let expected): "found \(found), expected \(expected)"
    case .missing: "a member is missing"
    case .unknownWord(let word, let possible):
      "unknown word '\(word)', expected one of " + possible.map { "'\($0)'" }.joined(separator: ", ")
    case .wrongShape(let expected): "expected \(expected)"
    }
  }
}
