/// A case of which two logs say different things, as its scenario or its mock was changed between the runs.
public struct DifferingCase: Sendable, Hashable {
  /// What is not the same.
  public enum Subject: Sendable, Hashable {
    case scenario, tenant
  }

  public var id: String
  public var tenant: String
  public var subject: Subject
  /// The places, from 0, of the two logs.
  public var first: Int
  public var second: Int
}
