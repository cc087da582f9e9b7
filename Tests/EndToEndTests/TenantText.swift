/// Texts of tenants.yaml for projects that tests make.
enum TenantText {
  /// One tenant, acme, that is not mocked.
  static func live(at issuer: String, client: String = "web") -> String {
    """
    tenants:
      acme:
        dialect: journey-flow
        issuer: \(issuer)
        client: {id: \(client), redirect_uri: https://app.acme.test/callback}

    """
  }
}
