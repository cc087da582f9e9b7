import JourneyModel
import JourneyRunner

/// What makes two failures the same to a person: what was looked at and what was there, not where, and not what should have been.
///
/// A new screen is met by journeys that expect many others, and is one cause all the same.
struct FailureReason: Sendable, Hashable {
  private let key: String
  /// What was expected, in one line.
  let expected: String

  init(_ failure: FailureText) {
    guard let last = failure.attempts.last else {
      (key, expected) = (failure.id, "")
      return
    }
    switch last.outcome.result {
    case .passed, .skipped: (key, expected) = (failure.id, "")
    case .broken(let breakage): (key, expected) = ("broken\n\(breakage.kind.rawValue)\n\(breakage.message)", "")
    case .failed(let mismatches):
      key = mismatches.map { "\($0.kind.rawValue)\n\($0.subject.sentence)\n\($0.actual)" }.joined(separator: "\n")
      expected = mismatches.map(\.expected).joined(separator: "; ")
    }
  }

  static func == (left: FailureReason, right: FailureReason) -> Bool { left.key == right.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
