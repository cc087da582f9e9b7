import Encodings
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// What registration policies and their rules become.
struct OktaRegistrationTests {
  private static func words(_ org: MadeOrg) throws -> [String: String]? {
    guard case .set(let words)? = try org.imported().tenant.lists[.registration]?.first?.rules.first?.outcome else { return nil }
    return words
  }

  private static func org(_ old: String, _ new: String) -> MadeOrg { MadeOrg(registering: MadeOrg.registration.replacing(old, with: new)) }

  private static let usual = [
    "new_people": "may register", "email_verification": "yes", "missing_attributes": "asked for at sign-in", "asks": "email",
    "identifiers": "login",
  ]

  @Test func `a rule is words of the registration rules`() throws {
    #expect(try Self.words(MadeOrg()) == Self.usual)
  }

  @Test(arguments: [
    ("\"access\": \"ALLOW\"", "\"access\": \"DENY\"", "access", "denied"), ("REGISTER", "DENY", "new_people", "refused"),
    ("Verification\": true", "Verification\": false", "email_verification", nil), ("ENABLED", "DISABLED", "missing_attributes", nil),
    ("\"required\": true", "\"required\": false", "asks", "email (optional)"),
    ("[\"login\"]", "[\"login\", \"email\"]", "identifiers", "login, then email"),
    ("GroupIds\": null", "GroupIds\": [\"g2\"]", "group", "Vendors"),
    ("GroupIds\": null", "GroupIds\": null, \"enrollAuthenticatorTypes\": [\"password\"]", "first_page", "with a password"),
  ])
  func `another member is another word, and nothing else`(_ old: String, _ new: String, _ word: String, _ value: String?) throws {
    var expected = Self.usual
    expected[word] = value
    #expect(try Self.words(Self.org(old, new)) == expected)
    _ = try MadeOrg.mock(Self.org(old, new).imported().tenant)
  }

  @Test(arguments: [
    ("\"unknownUserAction\": \"REGISTER\", ", ""), ("REGISTER", "INVITE"), ("\"required\": true", "\"x\": 1"),
    ("\"progressiveProfilingAction\": \"ENABLED\", ", ""), ("\"access\": \"ALLOW\", ", ""),
  ])
  func `what is not said or not understood is not known`(_ old: String, _ new: String) throws {
    let imported = try Self.org(old, new).imported()
    #expect(imported.tenant.open.map(\.name) == ["catch_all_rule_is_as_read"])
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    #expect(MadeOrg.decision(rules.sequence(of: .registration), rules, FactValues()).demand == "not known")
  }

  @Test func `identifiers that are not there are the API's default, and that is said`() throws {
    let org = Self.org(", \"allowedIdentifiers\": [\"login\"]", "")
    #expect(
      try org.imported().report.findings.contains {
        $0.id == "assumed: identifiers of the registration rule 'Default Policy/Catch-all Rule'"
      })
    #expect(try Self.words(org) == Self.usual)
  }

  @Test func `foreign code is open, and a group that is not in the folder is missing`() throws {
    let imported = try Self.org("Hooks\": null", "Hooks\": [{\"inlineHookId\": \"h1\"}]").imported()
    #expect(imported.report.objects.first { $0.kind == "registration rule" }?.worst == .open)
    let other = try Self.org("GroupIds\": null", "GroupIds\": [\"gone\"]").imported()
    #expect(other.report.objects.first { $0.kind == "registration rule" }?.worst == .missing)
  }

  @Test(arguments: [
    ("REGISTER", "REGISTER", ["true"]), ("REGISTER", "DENY", ["false"]), ("ENABLED", "DISABLED", ["true", "false"]),
  ])
  func `the mock's flow takes what all apps have in common`(_ old: String, _ new: String, _ values: [String]) throws {
    let tenant = try Self.org(old, new).imported().tenant
    let policies = tenant.policies.filter { ["registration", "profile"].contains($0.name) }
    #expect(policies.map(\.value) == values)
    _ = try MadeOrg.mock(tenant)
  }

  private static func imported(_ changes: [(String, String)]) throws -> OktaImporter {
    let answers = try MadeOrg().lists.map { name, text in
      SourceAnswer(
        file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)",
        body: try JSONReader.read(changes.reduce(text) { $0.replacing($1.0, with: $1.1) }))
    }
    return try OktaImporter(SourceFolder(answers: answers), name: "made")
  }

  @Test func `an app without a link to its policy is not known, and the others are`() throws {
    let link = "policies/p1\"}, \"profileEnrollment\": {\"href\": \"https://made.okta.test/api/v1/policies/n1\"}}},\n"
    let imported = try Self.imported([(link, "policies/p1\"}}},\n")])
    #expect(imported.report.findings.contains { $0.id == "missing: registration policy of the app 'portal'" })
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    for (app, isKnown) in [("portal", false), ("okta-admin-console", true)] {
      let demand = MadeOrg.decision(rules.sequence(of: .registration), rules, FactValues(words: ["session.client": app])).demand
      #expect((demand != "not known") == isKnown, "\(app): \(demand)")
    }
  }
}
