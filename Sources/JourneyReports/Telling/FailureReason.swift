import JourneyModel
import JourneyRunner

/// What makes two failures the same to a person: what was looked at and what was there, not where, and not what should have been.
///
/// Journeys that expect many different screens may all get to one new screen, and yet it is one cause.
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
      let found = mismatches.map { "\($0.kind.rawValue)\n\($0.subject.sentence)\n\($0.actual)" }
      key = (found + [Self.page(last.standing)]).joined(separator: "\n")
      expected = mismatches.map(\.expected).joined(separator: "; ")
    }
  }

  /// What distinguishes the page on which a case failed: its drawing is shown with one of each.
  private static func page(_ standing: Standing?) -> String {
    guard case .screen(let screen)? = standing else { return "" }
    let words = screen.facts.filter { ["title", "heading"].contains($0.name) }.compactMap(\.value.text)
    return ([screen.id.text] + words).joined(separator: "\n")
  }

  static func == (left: FailureReason, right: FailureReason) -> Bool { left.key == right.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
