public import JourneyRunner

/// A case of which two logs say different things, as something that it reads was changed between the runs.
public struct DifferingCase: Sendable, Hashable {
  public var id: String
  /// The first that is not the same.
  public var input: RunInput
  /// The places, from 0, of the two logs.
  public var first: Int
  public var second: Int
}
