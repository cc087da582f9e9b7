import JourneyTestSupport
import Diagnostics
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// The made org of `fixtures/imports/okta-heron`.
struct HeronTests {
  static let folder = "fixtures/imports/okta-heron"

  static func imported() throws -> OktaImporter {
    try OktaImporter(SourceFolder(reading: "\(Fixtures.packageRoot)/\(folder)"), name: "heron")
  }

  @Test(arguments: ["heron.yaml", "heron.report.md", "heron.report.json"]) func `its files are as kept`(_ name: String) throws {
    let imported = try Self.imported()
    let text = name.hasSuffix(".yaml") ? imported.tenant.yaml : name.hasSuffix(".md") ? imported.report.markdown : imported.report.json
    let difference = try Golden(target: "OktaImport").difference(of: text, from: name)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `the mock loads without an error or a warning`() throws {
    let (mock, diagnostics) = try MadeOrg.load(Self.imported().tenant)
    #expect(mock != nil)
    #expect(diagnostics.map(\.message) == [])
  }

  @Test func `the same folder gives the same bytes`() throws {
    let (one, other) = (try Self.imported(), try Self.imported())
    #expect(one.tenant.yaml == other.tenant.yaml)
    #expect(one.report.json == other.report.json)
    #expect(one.report.markdown == other.report.markdown)
  }

  @Test func `no address, user, description or secret of the source is in an output`() throws {
    let imported = try Self.imported()
    let text = imported.tenant.yaml + imported.report.markdown + imported.report.json
    for secret in [
      "Heron-secret-never-written-71", "00uheron", "jane.doe", "192.0.2", "198.51.100", "okta.test", "ask jane", "0oaheron",
      "heron.example",
    ] {
      #expect(!text.contains(secret), "'\(secret)' is in an output")
    }
  }

  @Test func `the report begins with what it is, and administrators' apps come first`() throws {
    let imported = try Self.imported()
    #expect(imported.report.markdown.hasPrefix("_This page describes how the org 'heron' defends its sign-in"))
    #expect(imported.tenant.apps.prefix(3).map(\.name) == ["account-management", "okta-admin-console", "okta-dashboard"])
    #expect(imported.tenant.apps.filter(\.isForAdministrators).count == 3)
  }

  @Test func `there is somebody to walk the mock with: without a group, in each group that rules read, and for each named user`() throws {
    let accounts = try Self.imported().tenant.accounts
    #expect(accounts.map(\.name) == ["anybody", "contractors", "administrators", "employees", "person-2c6fc69a"])
    #expect(accounts.map(\.groups) == [[], ["Contractors"], ["Administrators"], ["Employees"], []])
    #expect(accounts.last?.words == ["named": "person 2c6fc69a"])
  }

  /// Who is asked for what, worked out by hand from the answers.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var app: String
    var groups: Set<String> = []
    var zones: Set<String> = []
    var words: [String: String] = [:]
    var flags: [String: Bool] = [:]
    var rule: String?
    var demand: String
  }

  private static let strong = "password and something they have that is phishing-resistant"

  @Test(arguments: [
    Row(
      testDescription: "anybody at the portal", app: "portal", flags: ["open.department": false], rule: "Catch-all Rule",
      demand: "any one proof"),
    Row(
      testDescription: "an engineer", app: "portal", flags: ["open.department": true], rule: "Engineering",
      demand: "two kinds of proof"),
    Row(testDescription: "a department that nobody knows", app: "portal", rule: nil, demand: "not known"),
    Row(
      testDescription: "high risk", app: "portal", groups: ["Contractors"], words: ["session.risk": "high"], rule: "High risk",
      demand: "denied"),
    Row(testDescription: "a contractor at home", app: "portal", groups: ["Contractors"], rule: "Contractors out", demand: strong),
    Row(
      testDescription: "a contractor in the office", app: "portal", groups: ["Contractors"], zones: ["Office"],
      flags: ["open.department": false],
      rule: "Catch-all Rule", demand: "any one proof"),
    Row(
      testDescription: "break the glass", app: "payroll", groups: ["Contractors"], words: ["account.named": "person 2c6fc69a"],
      rule: "Break glass", demand: "password"),
    Row(testDescription: "a contractor at payroll", app: "payroll", groups: ["Contractors"], rule: "Contractors", demand: "denied"),
    Row(
      testDescription: "an employee on an encrypted laptop", app: "payroll", groups: ["Employees"], words: ["session.device": "managed"],
      flags: ["open.device_encrypted_laptop": true], rule: "Encrypted laptops", demand: "something they have that is device-bound"),
    Row(
      testDescription: "an employee on a laptop of the company", app: "payroll", groups: ["Employees"],
      words: ["session.device": "managed"], rule: nil,
      demand: "not known"),
    Row(
      testDescription: "an employee elsewhere", app: "payroll", groups: ["Employees"], rule: "Employees",
      demand: "password and another kind of proof (if it is something they have: not email or sms)"
    ),
    Row(testDescription: "anybody at payroll", app: "payroll", rule: "Catch-all Rule", demand: "denied"),
    Row(
      testDescription: "an administrator", app: "okta-admin-console", groups: ["Administrators"], rule: "Administrators",
      demand: "passkey; or password, then okta_verify_push or otp"),
    Row(testDescription: "no administrator", app: "okta-admin-console", groups: ["Employees"], rule: "Catch-all Rule", demand: "denied"),
    Row(testDescription: "the wiki", app: "wiki", rule: "Catch-all Rule", demand: "two kinds of proof"),
    Row(
      testDescription: "changing what proves people", app: "account-management", rule: "Catch-all Rule",
      demand: "something they have that is phishing-resistant and another kind of proof"),
  ])
  func `who is asked for what`(_ row: Row) throws {
    let mock = try MadeOrg.mock(Self.imported().tenant)
    let values = FactValues(words: row.words, names: ["account.groups": row.groups, "session.zones": row.zones], flags: row.flags)
    let decision = try MadeOrg.decision(mock, app: row.app, values)
    #expect(decision.rule == row.rule)
    #expect(decision.demand == row.demand)
  }

  @Test(arguments: [
    Row(
      testDescription: "a contractor at home", app: "", groups: ["Contractors"], rule: "Outside",
      demand: "password and another kind of proof"),
    Row(
      testDescription: "a contractor in the office", app: "", groups: ["Contractors"], zones: ["Office"], rule: "Default Rule",
      demand: "any one proof"),
    Row(
      testDescription: "break the glass", app: "", groups: ["Contractors"], words: ["account.named": "person 2c6fc69a"],
      rule: "Default Rule",
      demand: "any one proof"),
    Row(testDescription: "an employee", app: "", groups: ["Employees"], rule: "Default Rule", demand: "any one proof"),
    Row(
      testDescription: "an address that is blocked", app: "", groups: ["Employees"], zones: ["BlockedIpZone"], rule: "Blocked",
      demand: "denied"),
  ])
  func `what every session needs`(_ row: Row) throws {
    let rules = try #require(try MadeOrg.mock(Self.imported().tenant).ruleSet)
    let values = FactValues(words: row.words, names: ["account.groups": row.groups, "session.zones": row.zones])
    let decision = MadeOrg.decision(rules.sequence(of: .session), rules, values)
    #expect(decision.rule == row.rule)
    #expect(decision.demand == row.demand)
  }
}
