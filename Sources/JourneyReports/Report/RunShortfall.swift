import JourneyRunner

/// What keeps a run from saying anything good, though no case of it is red: formats that list cases show it as one that ended in an error.
struct RunShortfall: Sendable, Hashable {
  /// The case's name.
  static let name = "the run"

  /// A word for its kind.
  let kind: String
  let message: String

  /// `nil` for a run that walked all that it was to walk.
  init?(_ report: Report) {
    switch report.verdict {
    case .interrupted(let interruption):
      kind = interruption.rawValue
      message = report.end == nil ? "the log ends before the run did" : "the run was \(interruption.rawValue), so the result is incomplete"
    case .empty where report.start?.mayBeEmpty != true:
      kind = "nothing-selected"
      message = "no scenario was selected, so nothing was run"
    case .empty, .filesRefused, .broken, .failed, .passed: return nil
    }
  }
}
