import JourneyTestSupport

/// A project with one of the shipped tenants, and a draft that extends it.
enum DraftProject {
  /// Writes it without scenarios; returns the pair of tenants that `diff` takes.
  static func write(draft text: String, of tenant: String, to folder: TemporaryFolder) throws -> String {
    for name in ["\(tenant).yaml", "\(tenant).screens.yaml"] where tenant != "cascade" || name == "cascade.yaml" {
      try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name)
    }
    try folder.write("tenant: draft\nextends: \(tenant).yaml\nissuer: https://draft.test\n\n\(text)\n", to: "draft.yaml")
    let isOrg = tenant == "cascade"
    let client = "client: {id: cascade-portal, secret: cascade-portal-4711, redirect_uri: \"https://portal.cascade.test/callback\"}"
    try folder.write(
      """
      default: \(tenant)
      tenants:
        \(tenant): {dialect: \(isOrg ? "okta-idx" : "journey-flow"), mock: ../\(tenant).yaml\(isOrg ? ", \(client)" : "")}
        draft: {like: \(tenant), mock: ../draft.yaml}

      """, to: "journeys/tenants.yaml")
    return "\(tenant)=draft"
  }
}
