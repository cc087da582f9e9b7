/// What was found of one promise on one tenant, in a line.
public struct JudgedPromise: Sendable, Hashable {
  /// The id of the promise.
  public var promise: String
  public var tenant: String
  public var verdict: Verdict
  /// How much was looked at, the way that breaks it, or why it is not known.
  public var note: String

  /// Whether it is kept.
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    case kept, broken
    case unknown = "not known"
  }
}
