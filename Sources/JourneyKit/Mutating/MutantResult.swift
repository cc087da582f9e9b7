public import Diagnostics

/// The result of one mutant.
public struct MutantResult: Sendable {
  public enum Outcome: Sendable, Hashable {
    /// A case that was green fails; says which.
    case noticed(by: String)
    /// These cases exercised the change, at least one, and all of them passed nevertheless.
    case survived(walkedBy: [String])
    /// No case exercised what was changed.
    case notWalked
    /// The tenant's own checks refuse it, so that nothing had to be walked; says what they say.
    case refused(String)
  }

  /// Stable: names, and no places.
  public let id: String
  /// The operator's name, e.g. `drop-say`.
  public let operation: String
  /// The place of the changed element.
  public let place: SourceRange
  /// What a person would now meet, lower case, without a full stop.
  public let sentence: String
  public let outcome: Outcome
  /// Why it need not be noticed, if the list of allowed mutants has it.
  public internal(set) var allowed: String?

  /// Whether nothing noticed it, though something should have.
  public var isMissed: Bool { allowed == nil && isUnnoticed }

  var isUnnoticed: Bool {
    switch outcome {
    case .survived, .notWalked: true
    case .noticed, .refused: false
    }
  }
}
