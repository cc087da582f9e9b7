import Encodings
import JourneyTestSupport
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Plans over the org of `fixtures/imports/okta-heron` that hide what they do, each written by hand.
struct OktaPlanTests {
  /// One resource of a plan; texts are JSON.
  struct Resource: Sendable {
    var address: String
    var actions: String
    var before = "null"
    var after = "null"
    var unknown = "{}"
    var sensitive = "{}"
    var expressions = "{}"

    var change: String {
      """
      {"address": "\(address)", "mode": "managed", "type": "\(address.prefix { $0 != "." })", "change": {"actions": \(actions), \
      "before": \(before), "after": \(after), "after_unknown": \(unknown), "before_sensitive": {}, "after_sensitive": \(sensitive)}}
      """
    }

    var configured: String { "{\"address\": \"\(address)\", \"mode\": \"managed\", \"expressions\": \(expressions)}" }
  }

  private static func plan(_ resources: [Resource]) throws -> OktaPlan {
    let text = """
      {"format_version": "1.2", "resource_changes": [\(resources.map(\.change).joined(separator: ", "))], "configuration": {"root_module": \
      {"resources": [\(resources.map(\.configured).joined(separator: ", "))]}}}
      """
    return OktaPlan(try TerraformPlan(Array(text.utf8)), over: try folder())
  }

  private static func folder() throws -> SourceFolder { try SourceFolder(reading: "\(Fixtures.packageRoot)/\(HeronTests.folder)") }

  private static func difference(_ plan: OktaPlan) throws -> RuleDifference {
    try MadeOrg.difference(HeronTests.imported(), OktaImporter(folder(), name: "heron", plan: plan))
  }

  private static let deny = """
    "name": "New", "access": "DENY", "factor_mode": "2FA", "type": "ASSURANCE", "status": "ACTIVE", "policy_id": "rstheronpayroll00000"
    """
  private static let portal = #""id": "0oaheronportal000000", "label": "Portal", "status": "ACTIVE""#

  @Test(arguments: [
    Resource(
      address: "okta_app_oauth.portal", actions: "[\"update\"]",
      before: "{\(portal), \"authentication_policy\": \"rstheronportal000000\"}",
      after: "{\(portal), \"authentication_policy\": \"rstheronconsole00000\"}", sensitive: "{\"authentication_policy\": true}"),
    Resource(
      address: "okta_policy_device_assurance_windows.w", actions: "[\"update\"]", before: "{\"id\": \"daeheronencrypted000\", \"disk\": 1}",
      after: "{\"id\": \"daeheronencrypted000\", \"disk\": 0}"),
    Resource(
      address: "okta_app_signon_policy_rule.new", actions: "[\"create\"]", after: "{\(deny)}",
      unknown: "{\"id\": true, \"priority\": true}",
      expressions: "{\"priority\": {\"references\": [\"local.first\"]}}"),
    Resource(
      address: "okta_group_rule.new", actions: "[\"create\"]", after: #"{"name": "New", "status": "ACTIVE", "expression_value": "true"}"#,
      unknown: "{\"id\": true, \"group_assignments\": true}"),
    Resource(
      address: "okta_policy_profile_enrollment_apps.new", actions: "[\"create\"]", after: #"{"policy_id": "rstheronregister0000"}"#,
      unknown: "{\"id\": true, \"apps\": true}"),
    Resource(
      address: "okta_app_signon_policy_rule.new", actions: "[\"create\"]", after: "{\(deny), \"priority\": 1}", sensitive: "true"),
  ])
  func `what a plan does not say is not known`(_ resource: Resource) throws {
    let plan = try Self.plan([resource])
    let difference = try Self.difference(plan)
    #expect(!difference.doubts.isEmpty, "\(difference.changes.map(\.sentence))")
    #expect(!plan.lines.joined().contains("'New'") || resource.sensitive == "{}")
  }

  @Test(arguments: [
    Resource(
      address: "okta_app_access_policy_assignment.console", actions: "[\"delete\"]",
      before: #"{"id": "0oaheronconsole00000", "app_id": "0oaheronconsole00000", "policy_id": "rstheronconsole00000"}"#),
    Resource(
      address: "okta_app_oauth.portal", actions: "[\"update\"]",
      before: "{\(portal), \"authentication_policy\": \"rstheronportal000000\", \"skip_authentication_policy\": true}",
      after: "{\(portal), \"authentication_policy\": \"rstheronconsole00000\", \"skip_authentication_policy\": true}"),
    Resource(
      address: "okta_policy_password_default.default", actions: "[\"delete\"]", before: #"{"id": "00pheronpassword0000"}"#),
    Resource(
      address: "okta_app_signon_policy_rule.catch_all", actions: "[\"no-op\"]",
      before: #"{"id": "rulheron000100000000", "name": "Catch-all Rule", "network_connection": "ANYWHERE", "risk_score": "ANY"}"#,
      after: #"{"id": "rulheron000100000000", "name": "Catch-all Rule", "network_connection": "ANYWHERE", "risk_score": "ANY"}"#),
  ])
  func `what the provider leaves alone changes nothing`(_ resource: Resource) throws {
    let plan = try Self.plan([resource])
    #expect(plan.differences == [])
    let difference = try Self.difference(plan)
    #expect(difference.changes.isEmpty && difference.doubts.isEmpty, "\(difference.changes.map(\.sentence)) \(difference.doubts)")
  }

  @Test(arguments: [
    ("okta_network_zone.office", #"{"id": "nzoheronoffice000000", "name": "Office", "type": "IP", "gateways": ["203.0.113.0/24"]}"#),
    ("okta_policy_mfa.contractors", #"{"id": "00pheronenrolcontra0", "name": "Contractors", "google_otp": {"enroll": "REQUIRED"}}"#),
    ("okta_app_oauth.portal", "{\(portal), \"authentication_policy\": \"rstheronconsole00000\"}"),
    ("okta_app_signon_policy_rule.contractors", #"{"id": "rulheron000700000000", "name": "Contractors", "priority": 4}"#),
    ("okta_group.gone", #"{"id": "00gherongone00000000", "name": "Gone"}"#),
  ])
  func `a plan of another state of the org is noticed`(_ address: String, _ values: String) throws {
    let plan = try Self.plan([Resource(address: address, actions: "[\"no-op\"]", before: values, after: values)])
    #expect(plan.differences.count == 1, "\(plan.differences)")
  }

  @Test func `an app that is switched off keeps its policy where the provider leaves that alone`() throws {
    let before = "\(Self.portal), \"authentication_policy\": \"rstheronportal000000\", \"skip_authentication_policy\": false"
    let after = before.replacing("ACTIVE", with: "INACTIVE").replacing("false", with: "true")
    let plan = try Self.plan([
      Resource(address: "okta_app_oauth.portal", actions: "[\"update\"]", before: "{\(before)}", after: "{\(after)}")
    ])
    let app = try #require(plan.folder.answers.flatMap { $0.body.arrayValue ?? [] }.first { $0["label"]?.stringValue == "Portal" })
    #expect(app["status"]?.stringValue == "INACTIVE")
    #expect(app["_links"]?["accessPolicy"]?["href"]?.stringValue?.hasSuffix("/rstheronportal000000") == true)
  }

  /// A resource with all rules of a policy, of which one denies contractors.
  private static func rules(_ actions: String, to policy: String, _ access: String = "DENY", sensitive: String = "{}") -> Resource {
    func values(_ policy: String, _ access: String) -> String {
      """
      {"policy_id": "\(policy)", "rule": [{"id": "rulheron000700000000", "name": "Contractors", "access": "\(access)", "priority": 1, \
      "groups_included": ["00gheroncontract0000"]}]}
      """
    }
    return Resource(
      address: "okta_app_signon_policy_rules.all", actions: actions, before: values("rstheronpayroll00000", "DENY"),
      after: values(policy, access), sensitive: sensitive)
  }

  @Test func `rules that are made again in another policy are gone from the first one`() throws {
    let plan = try Self.plan([Self.rules("[\"delete\", \"create\"]", to: "rstheronportal000000")])
    #expect(plan.lines.count == 2 && plan.lines[0].hasPrefix("removes ") && plan.lines[1].hasPrefix("adds "), "\(plan.lines)")
    let first = try #require(HeronTests.imported().tenant.lists[.app]?.first { $0.name == "Payroll sign-on" })
    let imported = try OktaImporter(Self.folder(), name: "heron", plan: plan).tenant.lists[.app]
    #expect(first.rules.contains { $0.name == "Contractors" })
    #expect(imported?.first { $0.name == "Payroll sign-on" }?.rules.contains { $0.name == "Contractors" } == false)
    #expect(imported?.first { $0.name == "Portal sign-on" }?.rules.contains { $0.name == "Contractors" } == true)
  }

  @Test func `a sensitive value in one of all rules is not used, and their names are not shown`() throws {
    let plan = try Self.plan(
      [Self.rules("[\"update\"]", to: "rstheronpayroll00000", "ALLOW", sensitive: "{\"rule\": [{\"access\": true}]}")])
    #expect(!plan.lines.joined().contains("Contractors"), "\(plan.lines)")
    #expect(try !Self.difference(plan).doubts.isEmpty)
    #expect(try Self.difference(plan).changes.allSatisfy { $0.shift != .opened })
  }

  @Test func `two resources that change one object are refused`() throws {
    let rule = #"{"id": "rulheron000700000000", "name": "Contractors", "access": "DENY"}"#
    let changed = rule.replacing("DENY", with: "ALLOW")
    let plan = try Self.plan(
      ["a", "b"].map { Resource(address: "okta_app_signon_policy_rule.\($0)", actions: "[\"update\"]", before: rule, after: changed) })
    #expect(plan.refusal?.hasPrefix("two of its resources change the same object: ") == true)
  }

  /// Three session rules for everybody above the default one: B lets in, C denies.
  private static let sessions = MadeOrg(session: [
    ("A", "{}", MadeOrg.anyFactor), ("B", "{}", MadeOrg.anyFactor), ("C", "{}", MadeOrg.deny),
  ])

  @Test func `what is moved takes the place of its number, and the others move on`() throws {
    let names = try Self.order(moving: "A", from: 1, to: 2)
    #expect(names == ["B", "A", "C"])
    #expect(try Self.order(moving: "C", from: 3, to: 1) == ["C", "A", "B"])
    #expect(try Self.order(moving: "A", from: 1, to: 9) == ["B", "C", "A"])
  }

  private static func order(moving name: String, from old: Int, to new: Int) throws -> [String] {
    let folder = try sessions.folder()
    let rules = folder.answers.flatMap { $0.body.arrayValue ?? [$0.body] }.filter { $0["actions"]?["signon"] != nil }
    let id = try #require(rules.first { $0["name"]?.stringValue == name }?["id"]?.stringValue)
    let resource = Resource(
      address: "okta_policy_rule_signon.moved", actions: "[\"update\"]",
      before: "{\"id\": \"\(id)\", \"name\": \"\(name)\", \"priority\": \(old)}",
      after: "{\"id\": \"\(id)\", \"name\": \"\(name)\", \"priority\": \(new)}")
    let text = "{\"format_version\": \"1.2\", \"resource_changes\": [\(resource.change)]}"
    let plan = OktaPlan(try TerraformPlan(Array(text.utf8)), over: folder)
    let imported = try OktaImporter(folder, name: "made", plan: plan)
    return imported.tenant.lists[.session]?.flatMap(\.rules).map(\.name).filter { ["A", "B", "C"].contains($0) } ?? []
  }
}
