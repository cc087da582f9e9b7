import JourneyMock
import OktaImport
import TenantImport
import Testing

/// What an imported app may ask for.
struct OktaScopeTests {
  private static let refresh = #""grant_types": ["authorization_code", "interaction_code", "refresh_token"]"#
  private static let usual = ["openid", "profile", "email", "address", "phone"]

  private static func imported(_ types: String) throws -> OktaImporter { try MadeOrg().imported([(refresh, types)]) }
  private static func scopes(_ imported: OktaImporter) -> [String] { imported.tenant.apps.first { $0.name == "portal" }?.scopes ?? [] }

  @Test func `an app whose grant types have a refresh token may ask for one`() throws {
    let imported = try MadeOrg().imported()
    #expect(Self.scopes(imported) == Self.usual + ["offline_access"])
    let mock = try MadeOrg.mock(imported.tenant)
    #expect(mock.clients.map(\.scopes) == [Self.scopes(imported)])
    #expect(Self.scopes(try Self.imported(#""grant_types": ["authorization_code"]"#)) == Self.usual)
    #expect(Self.scopes(try Self.imported(#""grant_types": []"#)) == Self.usual)
  }

  @Test func `that every app may ask for the usual scopes is assumed`() throws {
    let imported = try MadeOrg().imported()
    #expect(imported.report.gaps.contains { $0.list == .assumed && $0.what == "scopes of apps" })
    let app = try #require(imported.report.objects.first { $0.kind == "app" && $0.name == "Portal" })
    let types = app.members().filter { "\($0.path)".hasPrefix("settings.oauthClient.grant_types") }
    #expect(types.map(\.mark.list) == [.outside, .outside, .understood])
  }

  @Test(arguments: [#""pkce_required": true"#, #""grant_types": null"#, #""grant_types": "refresh_token""#, #""grant_types": {"a": 1}"#])
  func `where the grant types are not known there is no refresh token, and the report says so`(_ types: String) throws {
    let imported = try Self.imported(types)
    #expect(Self.scopes(imported) == Self.usual)
    #expect(imported.report.findings.map(\.id).contains("missing: grant types of the app 'Portal'"))
  }

  @Test func `an app that stands in for those of browsers has the usual scopes too`() throws {
    let imported = try MadeOrg().imported([
      (
        #""label": "Portal", "status": "ACTIVE", "signOnMode": "OPENID_CONNECT""#,
        #""label": "Portal", "status": "ACTIVE", "signOnMode": "SAML_2_0""#
      )
    ])
    #expect(Self.scopes(imported) == Self.usual)
  }
}
