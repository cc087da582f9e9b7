/// Which tenants are drawn, and what walks them.
public struct MapSettings: Sendable {
  /// The scenarios that are walked, and on which tenants.
  public var run = RunSettings()
  /// The tenants that are drawn, each on the map of a mock if it is `acme-staging=acme`; empty for those that a scenario is walked on.
  public var tenants: [String] = []
  /// An event log in place of a walk; `nil` to walk.
  public var log: String?

  public init() {}
}
