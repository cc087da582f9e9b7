/// Which tenants are drawn, and what walks them.
public struct MapSettings: Sendable {
  /// The scenarios that are walked, and on which tenants.
  public var run = RunSettings()
  /// The tenants that are drawn; empty for those that a scenario is walked on.
  ///
  /// With `acme=acme-next` the scenarios of the mock tenant `acme` are walked on `acme-next`; if `acme-staging` is live, `acme-staging=acme`
  /// draws what it shows over the map of `acme`.
  public var tenants: [String] = []
  /// An event log in place of a walk; `nil` to walk.
  public var log: String?

  public init() {}
}
