/// What a tenant that was imported is compared with.
public struct VerifySettings: Sendable {
  /// Where the project is.
  public var run = RunSettings()
  /// The tenant, whose mock is an import or extends one.
  public var tenant: String
  /// The folder with today's responses of the vendor's management API; `nil` to read the org itself.
  public var config: String?
  /// The address of the org; `nil` if nothing is sent.
  public var org: String?
  /// How the org is read.
  public var access = OrgAccess(secret: "OKTA_TOKEN")
  /// Whether the org's own evaluator is asked which rules decide.
  public var simulates = false

  public init(tenant: String) { self.tenant = tenant }
}
