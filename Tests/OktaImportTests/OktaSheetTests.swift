import Diagnostics
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Policies of real organizations as the API answered them, and what they come to for single people, worked out by hand.
struct OktaSheetTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var org: MadeOrg
    var values: FactValues
    /// `nil` where several may decide and ask for the same, or it is not known.
    var rule: String?
    var demand: String
  }

  private static let zone = #"{"people": {"users": {"exclude": []}}, "network": {"connection": "ZONE", "include": ["z1"]}}"#
  private static let anywhere = #"{"people": {"users": {"exclude": []}}, "network": {"connection": "ANYWHERE"}}"#
  private static let registered = #"{"device": {"registered": true}}"#
  private static let managed = #"{"device": {"registered": true, "managed": true}}"#

  /// Two kinds of proof in a zone, one elsewhere; two rules below are never reached.
  private static let zones = MadeOrg(
    app: [("Allow-2FA", zone, MadeOrg.two), ("Allow-1FA", anywhere, MadeOrg.one), ("Deny-All", anywhere, MadeOrg.deny)],
    catchAll: MadeOrg.two)
  /// The vendor's own examples of devices.
  private static let deviceA = MadeOrg(app: [("Managed", managed, MadeOrg.one)], catchAll: MadeOrg.two)
  private static let deviceB = MadeOrg(app: [("Registered", registered, MadeOrg.one)], catchAll: MadeOrg.deny)
  private static let inserted = MadeOrg(
    app: [("Registered", registered, MadeOrg.one), ("Any device", anywhere, MadeOrg.two)], catchAll: MadeOrg.deny)
  private static let desktop = MadeOrg(
    app: [
      (
        "Desktop", #"{"platform": {"include": [{"type": "DESKTOP", "os": {"type": "OTHER", "expression": ""}}], "exclude": []}}"#,
        #"{"access": "ALLOW", "verificationMethod": {"type": "AUTH_METHOD_CHAIN", "chains": [{"authenticationMethods": [{"key": "okta_email"}], "#
          + #""reauthenticateIn": "PT0S", "next": [{"authenticationMethods": [{"key": "okta_password"}], "reauthenticateIn": "PT0S"}]}]}}"#
      )
    ], catchAll: MadeOrg.two)
  private static let expression = MadeOrg(
    app: [
      (
        "Engineering", #"{"elCondition": {"condition": "user.profile.department == 'Engineering'"}}"#,
        MadeOrg.assurance("2FA", again: "PT2H")
      )
    ],
    catchAll: MadeOrg.assurance("2FA"))

  private static func zones(_ zones: Set<String>) -> FactValues { FactValues(names: ["session.zones": zones]) }
  private static func word(_ fact: String, _ word: String) -> FactValues { FactValues(words: ["session.\(fact)": word]) }
  private static func flag(_ flag: String, _ isSo: Bool) -> FactValues { FactValues(flags: ["open.\(flag)": isSo]) }

  @Test(arguments: [
    Row(testDescription: "5.1 in the zone", org: zones, values: zones(["Office"]), rule: "Allow-2FA", demand: "two kinds of proof"),
    Row(testDescription: "5.1 elsewhere", org: zones, values: zones([]), rule: "Allow-1FA", demand: "any one proof"),
    Row(
      testDescription: "5.2 A, registered and not managed", org: deviceA, values: word("device", "registered"), rule: "Catch-all Rule",
      demand: "two kinds of proof"),
    Row(testDescription: "5.2 A, managed", org: deviceA, values: word("device", "managed"), rule: "Managed", demand: "any one proof"),
    Row(
      testDescription: "5.2 B, registered", org: deviceB, values: word("device", "registered"), rule: "Registered", demand: "any one proof"),
    Row(
      testDescription: "5.2 B, no Okta Verify", org: deviceB, values: word("device", "unknown"), rule: "Catch-all Rule", demand: "denied"),
    Row(
      testDescription: "5.3 B, no Okta Verify", org: inserted, values: word("device", "unknown"), rule: "Any device",
      demand: "two kinds of proof"),
    Row(testDescription: "5.5 iOS", org: desktop, values: word("platform", "ios"), rule: "Catch-all Rule", demand: "two kinds of proof"),
    Row(
      testDescription: "5.5 a desktop: what 'other' takes is not known", org: desktop, values: word("platform", "other"), rule: nil,
      demand: "not known"),
    Row(
      testDescription: "5.5 an unknown desktop, as the org says", org: desktop, values: flag("other_platform", true), rule: "Desktop",
      demand: "email, then password"),
    Row(
      testDescription: "5.7 Engineering", org: expression, values: flag("department", true), rule: "Engineering",
      demand: "two kinds of proof"),
    Row(
      testDescription: "5.7 another department", org: expression, values: flag("department", false), rule: "Catch-all Rule",
      demand: "two kinds of proof"),
    Row(
      testDescription: "5.7 department unknown: the same either way", org: expression, values: FactValues(), rule: nil,
      demand: "two kinds of proof"),
  ])
  func `a worked example`(_ row: Row) throws {
    let mock = try MadeOrg.mock(row.org.imported().tenant)
    let decision = try MadeOrg.decision(mock, app: "portal", row.values)
    #expect(decision.rule == row.rule)
    #expect(decision.demand == row.demand)
  }

  @Test func `5.1: rules below one for everybody never decide`() throws {
    let warnings = try MadeOrg.mock(Self.zones.imported().tenant).ruleWarnings().map(\.message)
    #expect(
      warnings.filter { $0.contains("never decides") }.map { String($0.prefix(20)) } == ["rule 'Deny-All' neve", "rule 'Catch-all Rule"])
  }

  private static let first = [("ANY", "1", MadeOrg.anyFactor), ("LOW", "2", MadeOrg.anyFactor), ("MEDIUM", "3", MadeOrg.anyFactor)]
  private static let second = [("MEDIUM", "1", MadeOrg.anyFactor), ("HIGH", "3", MadeOrg.anyFactor)]

  @Test(arguments: [
    (first, ["Staff"], "high", "1"), (first, ["Staff"], "low", "1"), (second, ["Staff"], "high", "3"),
    (second, ["Staff"], "low", "Default Rule"),
    (second, [], "high", "Default Rule"),
  ])
  func `5.8: a policy none of whose rules fits is passed over`(
    _ rules: [(String, String, String)], _ groups: [String], _ risk: String, _ expected: String
  ) throws {
    let org = MadeOrg(session: rules.map { ($0.1, "{\"riskScore\": {\"level\": \"\($0.0)\"}}", $0.2) })
    let read = try #require(try MadeOrg.mock(org.imported().tenant).ruleSet)
    let values = FactValues(words: ["session.risk": risk], names: ["account.groups": Set(groups)])
    #expect(MadeOrg.decision(read.sequence(of: .session), read, values).rule == expected)
  }

  @Test(arguments: [
    (["password", "otp", "email"], true), (["password", "email", "sms"], false), (["password", "question"], false),
    (["password", "okta_verify_code"], true),
  ])
  func `5.6: a password, and no mail or phone`(_ given: [String], _ isEnough: Bool) throws {
    let action = MadeOrg.assurance(
      "2FA",
      #"{"knowledge": {"required": true, "types": ["password"], "reauthenticateIn": "PT0S"}, "possession": {"required": false, "#
        + #""excludedAuthenticationMethods": [{"key": "okta_email", "method": "email"}, {"key": "phone_number", "method": "sms"}, "#
        + #"{"key": "phone_number", "method": "voice"}], "userPresence": "REQUIRED", "userVerification": "OPTIONAL"}}"#)
    let tenant = try MadeOrg(app: [("R", "null", action)]).imported().tenant
    guard case .ask(let ask)? = tenant.lists[.app]?.first?.rules.first?.outcome else {
      Issue.record("no demand")
      return
    }
    #expect(ask.isMet(by: tenant.authenticators.filter { given.contains($0.name) }) == isEnough)
  }

  @Test(arguments: [
    (["password", "otp"], true), (["passkey"], true), (["otp"], false), (["password", "email"], false), (["password", "token"], true),
  ])
  func `5.4: one of two chains`(_ given: [String], _ isEnough: Bool) throws {
    let action =
      #"{"access": "ALLOW", "verificationMethod": {"type": "AUTH_METHOD_CHAIN", "chains": ["#
      + #"{"authenticationMethods": [{"key": "webauthn", "userVerification": "REQUIRED", "method": "webauthn"}], "reauthenticateIn": "PT43800H"}, "#
      + #"{"authenticationMethods": [{"key": "okta_password", "method": "password"}], "reauthenticateIn": "PT43800H", "next": ["#
      + #"{"authenticationMethods": [{"key": "custom_otp", "method": "otp"}, {"key": "google_otp", "method": "otp"}, "#
      + #"{"key": "webauthn", "userVerification": "REQUIRED", "method": "webauthn"}], "reauthenticateIn": "PT43800H"}]}]}}"#
    let tenant = try MadeOrg(app: [("R", "null", action)]).imported().tenant
    guard case .ask(let ask)? = tenant.lists[.app]?.first?.rules.first?.outcome else {
      Issue.record("no demand")
      return
    }
    #expect(ask.isMet(by: tenant.authenticators.filter { given.contains($0.name) }) == isEnough)
  }

  @Test func `5.11: what is required, offered or not allowed`() throws {
    let org = MadeOrg(
      enrolment: #"{"type": "AUTHENTICATORS", "authenticators": [{"key": "okta_password", "enroll": {"self": "REQUIRED"}}, "#
        + #"{"key": "phone_number", "enroll": {"self": "REQUIRED", "gracePeriod": {"type": "BY_DATE_TIME", "expiry": "2025-01-01T18:30:45.000Z"}}}, "#
        + #"{"key": "okta_verify", "enroll": {"self": "OPTIONAL"}}, {"key": "okta_email", "enroll": {"self": "NOT_ALLOWED"}}]}"#)
    let imported = try org.imported()
    guard case .set(let words)? = imported.tenant.lists[.enrolment]?.first?.rules.first?.outcome else {
      Issue.record("no words")
      return
    }
    #expect(words["password"] == "required")
    #expect(words["sms"] == "required" && words["voice"] == "required")
    #expect(words["okta_verify_push"] == "optional")
    #expect(words["email"] == "not_allowed")
    #expect(words["otp"] == "not_allowed", "what a policy does not name may not be set up")
    let assumed = imported.report.findings.filter { $0.id.contains("gracePeriod") }
    #expect(
      assumed.allSatisfy { $0.id.hasPrefix("assumed: enrolment policy 'Default Policy': settings.authenticators[1].enroll.gracePeriod") })
    #expect(assumed.count == 2)
  }

  @Test(arguments: [("CHALLENGE", true), ("LOGIN", true), ("NEVER", false), ("NEVER_INCLUDING_RECOVERY", false)])
  func `2.5: whether people are asked to set anything up`(_ word: String, _ isAsked: Bool) throws {
    let outcome = try #require(try MadeOrg(settingUp: word).imported().tenant.lists[.enrolment]?.first?.rules.first?.outcome)
    #expect((outcome == .deny) == !isAsked)
  }
}
