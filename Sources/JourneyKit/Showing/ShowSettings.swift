/// What is shown of a tenant.
public struct ShowSettings: Sendable {
  /// Where the project is.
  public var run = RunSettings()
  /// The tenant; `nil` for the default one.
  public var tenant: String?
  /// Keys of the tenant, or paths such as `screens.signIn`; empty for everything.
  public var paths: [String] = []
  /// Whether each value is a line with its path, as `changes` takes it.
  public var isByPath = false

  public init() {}
}
