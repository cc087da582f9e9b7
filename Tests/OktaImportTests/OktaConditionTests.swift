import Diagnostics
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// What conditions of rules become.
struct OktaConditionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// JSON of `conditions`.
    var json: String
    /// As the mock's file writes it.
    var written: String
    /// The open flags that it brings.
    var flags: [String] = []
    /// Where the worst of its members is.
    var list = ImportList.understood
  }

  private static func row(
    _ name: String, _ json: String, _ written: String, flags: [String] = [], _ list: ImportList = .understood
  ) -> Row { Row(testDescription: name, json: json, written: written, flags: flags, list: list) }

  private static let people = [
    row("a group", #"{"people": {"groups": {"include": ["g1"]}}}"#, "account.groups has Staff"),
    row(
      "one of two groups", #"{"people": {"groups": {"include": ["g1", "g2"]}}}"#, "account.groups has Staff or account.groups has Vendors"),
    row("everybody", #"{"people": {"groups": {"include": ["gAll"]}}}"#, "true"),
    row(
      "in no excluded group", #"{"people": {"groups": {"include": ["g1"], "exclude": ["g2"]}}}"#,
      "account.groups has Staff and not account.groups has Vendors"),
    row("a user", #"{"people": {"users": {"include": ["00umadeuser000000001"]}}}"#, "account.named == 'person caeb7534'"),
    row(
      "an excluded user", #"{"people": {"users": {"exclude": ["00umadeuser000000001"]}, "groups": {"include": ["g1"]}}}"#,
      "account.groups has Staff and not account.named == 'person caeb7534'"),
    row(
      "users and groups: whether one is enough is not documented",
      #"{"people": {"users": {"include": ["00umadeuser000000001"]}, "groups": {"include": ["g1"]}}}"#,
      "(account.groups has Staff and account.named == 'person caeb7534') or "
        + "((account.groups has Staff or account.named == 'person caeb7534') and open.users_or_groups)", flags: ["users_or_groups"], .open),
    row("no users", #"{"people": {"users": {"exclude": []}}}"#, "true"),
    row("a type of users", #"{"userType": {"include": ["t2"], "exclude": []}}"#, "account.user_type == 'partner'"),
    row(
      "a group that is not there", #"{"people": {"groups": {"include": ["gGone1234"]}}}"#, "open.group_1234", flags: ["group_1234"],
      .missing),
  ]
  private static let request = [
    row("anywhere", #"{"network": {"connection": "ANYWHERE"}}"#, "true"),
    row("in a zone", #"{"network": {"connection": "ZONE", "include": ["z1"]}}"#, "session.zones has Office"),
    row(
      "in one zone and not in another", #"{"network": {"connection": "ZONE", "include": ["z1"], "exclude": ["z2"]}}"#,
      "session.zones has Office and not session.zones has Lab"),
    row(
      "in any zone", #"{"network": {"connection": "ZONE", "include": ["ALL_ZONES"]}}"#,
      "(session.zones has Closed and open.inactive_zones) or session.zones has Lab or session.zones has Office",
      flags: ["inactive_zones"], .open),
    row(
      "in a zone that is switched off", #"{"network": {"connection": "ZONE", "include": ["z3"]}}"#,
      "session.zones has Closed and open.inactive_zones", flags: ["inactive_zones"], .open),
    row(
      "a network of Classic orgs", #"{"network": {"connection": "ON_NETWORK"}}"#, "open.connection_of_portal_r",
      flags: ["connection_of_portal_r"],
      .notUnderstood),
    row("any risk", #"{"riskScore": {"level": "ANY"}}"#, "true"),
    row("a risk, in lower case", #"{"riskScore": {"level": "high"}}"#, "session.risk == high", .open),
    row("registered", #"{"device": {"registered": true}}"#, "session.device in [registered, managed]", .open),
    row("managed", #"{"device": {"registered": true, "managed": true}}"#, "session.device == managed", .open),
    row(
      "registered and not managed", #"{"device": {"registered": true, "managed": false}}"#,
      "session.device == registered or (session.device == managed and open.managed_devices_too)", flags: ["managed_devices_too"], .open),
    row(
      "device assurance", #"{"device": {"registered": true, "assurance": {"include": ["d1"]}}}"#,
      "session.device in [registered, managed] and open.device_encrypted", flags: ["device_encrypted"], .open),
    row("a behavior", #"{"risk": {"behaviors": ["b1"]}}"#, "session.behaviors has 'New Device'", .open),
    row("no behaviors", #"{"risk": {"behaviors": []}}"#, "true"),
    row("a browser", #"{"authContext": {"authType": "ANY"}, "identityProvider": {"provider": "ANY"}}"#, "true"),
    row("RADIUS", #"{"authContext": {"authType": "RADIUS"}}"#, "open.authtype", flags: ["authtype"], .open),
  ]
  private static let platforms = [
    row("a system", #"{"platform": {"include": [{"type": "MOBILE", "os": {"type": "IOS"}}], "exclude": []}}"#, "session.platform == ios"),
    row(
      "the Mac by its old name", #"{"platform": {"include": [{"type": "DESKTOP", "os": {"type": "OSX"}}]}}"#, "session.platform == macos"),
    row("any", #"{"platform": {"include": [{"type": "ANY", "os": {"type": "ANY"}}]}}"#, "true"),
    row(
      "phones", #"{"platform": {"include": [{"type": "MOBILE", "os": {"type": "ANY"}}]}}"#,
      "session.platform in [ios, android] or (session.platform == other and open.other_platform)", flags: ["other_platform"]),
    row(
      "other desktops, as recorded", #"{"platform": {"include": [{"type": "DESKTOP", "os": {"type": "OTHER", "expression": ""}}]}}"#,
      "not session.platform in [ios, android] and open.other_platform", flags: ["other_platform"], .open),
    row(
      "a version", #"{"platform": {"include": [{"type": "MOBILE", "os": {"type": "IOS", "version": {"value": "17"}}}]}}"#,
      "session.platform == ios and open.value_of_portal_r", flags: ["value_of_portal_r"], .notUnderstood),
  ]
  private static let expressions = [
    row(
      "an expression", #"{"elCondition": {"condition": "user.profile.department == 'Engineering'"}}"#, "open.department",
      flags: ["department"], .open),
    row("the level of risk", #"{"elCondition": {"condition": "security.risk.level == 'HIGH'"}}"#, "session.risk == high", .open),
    row(
      "a behavior by its name", #"{"elCondition": {"condition": "security.behaviors.contains('New Device')"}}"#,
      "session.behaviors has 'New Device'", .open),
    row(
      "a behavior that is not there", #"{"elCondition": {"condition": "security.behaviors.contains('Velocity')"}}"#,
      "open.security_behaviors_contains", flags: ["security_behaviors_contains"], .open),
    row(
      "a condition that nobody knows", #"{"moonPhase": {"include": ["FULL"]}}"#, "open.include_of_portal_r", flags: ["include_of_portal_r"],
      .notUnderstood),
    row("nothing", "null", "true"),
  ]

  @Test(arguments: people + request + platforms + expressions)
  func `a condition is what the mock's file says`(_ row: Row) throws {
    let org = MadeOrg(app: [("R", row.json, MadeOrg.deny)])
    let rule = try #require(try org.rules().first)
    #expect(rule.condition.written == row.written)
    let imported = try org.imported()
    #expect(imported.tenant.open.map(\.name) == row.flags)
    let object = try #require(imported.report.objects.first { $0.name == "Portal/R" })
    #expect(object.worst == row.list, "\(object.members().map { "\($0.path): \($0.mark)" })")
  }

  @Test(arguments: people + request + platforms + expressions)
  func `a mock with the condition loads, and its rule reads the same`(_ row: Row) throws {
    let mock = try MadeOrg.mock(MadeOrg(app: [("R", row.json, MadeOrg.deny)]).imported().tenant)
    let read = try #require(mock.ruleSet?.lists[.app]?.first?.rules.first)
    #expect(read.condition == .always ? row.written == "true" : read.text == row.written)
  }

  @Test func `one thing that configuration does not decide is one flag`() throws {
    let expression = #"{"elCondition": {"condition": "user.isMagic"}}"#
    let org = MadeOrg(app: [("A", expression, MadeOrg.deny), ("B", expression, MadeOrg.two)])
    #expect(try org.imported().tenant.open.map(\.name) == ["ismagic"])
  }

  @Test func `an expression keeps its text, without its texts`() throws {
    let json = #"{"elCondition": {"condition": "user.login == 'jane.doe@made.test' && user.ip == '192.0.2.7'"}}"#
    let text = try #require(try MadeOrg(app: [("R", json, MadeOrg.deny)]).imported().tenant.open.first?.text)
    #expect(text.hasPrefix("user.login == '…' && user.ip == '…', in part, digest "))
  }
}
