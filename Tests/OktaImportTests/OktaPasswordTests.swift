import Encodings
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// What password policies and their rules become.
struct OktaPasswordTests {
  private static func words(_ kind: RuleKind, _ org: MadeOrg, _ place: Int = 0) throws -> [String: String]? {
    let rule = try #require(try org.imported().tenant.lists[kind]?.first?.rules[place])
    guard case .set(let words) = rule.outcome else { return nil }
    return words
  }

  private static func settings(_ old: String, _ new: String) -> MadeOrg {
    MadeOrg(password: MadeOrg.passwords.replacing(old, with: new))
  }

  private static let usual = [
    "min_length": "8", "lower_case": "1", "upper_case": "1", "numbers": "1", "without": "username", "history": "4", "locked_after": "10",
    "unlocked_after": "never", "change": "allowed", "recovery_factors": "email and question", "recovery_mail_life": "60m",
    "recovery_question": "4 letters",
  ]

  @Test func `settings are words of the password rules`() throws {
    #expect(try Self.words(.password, MadeOrg()) == Self.usual)
  }

  @Test(arguments: [
    ("\"minLength\": 8", "\"minLength\": 12", "min_length", "12"), ("\"minLowerCase\": 1", "\"minLowerCase\": 0", "lower_case", nil),
    ("\"minUpperCase\": 1", "\"minUpperCase\": 2", "upper_case", "2"), ("\"minNumber\": 1", "\"minNumber\": 0", "numbers", nil),
    ("\"minSymbol\": 0", "\"minSymbol\": 1", "symbols", "1"), ("\"excludeUsername\": true", "\"excludeUsername\": false", "without", nil),
    ("\"excludeAttributes\": []", "\"excludeAttributes\": [\"lastName\"]", "without", "username and last name"),
    ("\"exclude\": false", "\"exclude\": true", "common_passwords", "refused"),
    ("\"minSymbol\": 0", "\"minSymbol\": 0, \"maxConsecutiveCharacters\": 3", "repeated", "at most 3"),
    ("\"maxAgeDays\": 0", "\"maxAgeDays\": 60", "max_age", "60d"),
    ("\"expireWarnDays\": 0", "\"expireWarnDays\": 15", "warned_before", "15d"),
    ("\"minAgeMinutes\": 0", "\"minAgeMinutes\": 30", "min_age", "30m"), ("\"historyCount\": 4", "\"historyCount\": 0", "history", nil),
    ("\"maxAttempts\": 10", "\"maxAttempts\": 0", "locked_after", "never"),
    ("\"autoUnlockMinutes\": 0", "\"autoUnlockMinutes\": 2", "unlocked_after", "2m"),
    ("\"showLockoutFailures\": false", "\"showLockoutFailures\": true", "lock_shown", "yes"),
    ("Channels\": []", "Channels\": [\"EMAIL\"]", "lock_notice", "email"),
  ])
  func `another setting is another word, and nothing else`(_ old: String, _ new: String, _ word: String, _ value: String?) throws {
    var expected = Self.usual
    expected[word] = value
    #expect(try Self.words(.password, Self.settings(old, new)) == expected)
    _ = try MadeOrg.mock(Self.settings(old, new).imported().tenant)
  }

  private static func reset(_ requirement: String, unlock: String = "ALLOW") -> String {
    "{\"passwordChange\": {\"access\": \"DENY\"}, \"selfServicePasswordReset\": {\"access\": \"ALLOW\"\(requirement)}, "
      + "\"selfServiceUnlock\": {\"access\": \"\(unlock)\"}}"
  }

  private static func legacy(_ methods: String, _ stepUp: String = "{\"required\": false}") -> String {
    reset(", \"requirement\": {\"accessControl\": \"LEGACY\", \"primary\": {\"methods\": \(methods)}, \"stepUp\": \(stepUp)}")
  }

  @Test(arguments: [
    (MadeOrg.noReset, ["reset": "denied", "unlock": "denied"]),
    (legacy(#"["email"]"#), ["reset": "email", "mail_life": "60m", "unlock": "allowed"]),
    (legacy(#"["EMAIL", "sms", "push"]"#), ["reset": "email or sms or push", "mail_life": "60m", "unlock": "allowed"]),
    (legacy(#"["sms"]"#, #"{"required": true}"#), ["reset": "sms", "step_up": "another authenticator", "unlock": "allowed"]),
    (
      legacy(#"["voice"]"#, #"{"required": true, "methods": ["security_question"]}"#),
      ["reset": "voice", "step_up": "question of 4 letters", "unlock": "allowed"]
    ),
    // Where it names no methods, those of the policy count.
    (legacy("[]"), ["reset": "email", "mail_life": "60m", "unlock": "allowed"]),
    (
      legacy(#"["otp"], "methodConstraints": [{"method": "otp", "allowedAuthenticators": [{"key": "google_otp"}]}]"#),
      ["reset": "google_otp", "unlock": "allowed"]
    ),
    (
      legacy(#"["otp"], "methodConstraints": [{"method": "otp", "allowedAuthenticators": [{"key": "rsa_token"}]}]"#),
      ["reset": "with no authenticator", "unlock": "allowed"]
    ),
    (
      reset(#", "requirement": {"accessControl": "AUTH_POLICY", "primary": {"methods": ["sms"]}}"#, unlock: "DENY"),
      ["reset": "by the account management rules", "unlock": "denied"]
    ),
    (reset(""), ["reset": "email", "mail_life": "60m", "step_up": "question of 4 letters", "unlock": "allowed"]),
    (
      reset(", \"settings\": {\"allowRecoveryEmailWithoutEnrollment\": true}"),
      ["reset": "email", "mail_life": "60m", "step_up": "question of 4 letters", "unlock": "allowed", "mail_without_enrolment": "allowed"]
    ),
  ])
  func `how people recover is words of the recovery rules`(_ actions: String, _ expected: [String: String]) throws {
    let org = MadeOrg(recovering: actions)
    #expect(try Self.words(.recovery, org) == expected)
    #expect(try Self.words(.password, org)?["change"] == (actions == MadeOrg.noReset ? "allowed" : "denied"))
    _ = try MadeOrg.mock(org.imported().tenant)
  }

  @Test func `a method whose authenticator is for signing in alone, or not active, is none`() throws {
    let org = MadeOrg(recovering: Self.legacy(#"["email", "sms"]"#))
    let answers = try org.lists.map { name, text in
      SourceAnswer(
        file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)",
        body: try JSONReader.read(
          text.replacing(
            "\"name\": \"Phone\", \"settings\": {\"allowedFor\": \"any\"}",
            with: "\"name\": \"Phone\", \"settings\": {\"allowedFor\": \"sso\"}")))
    }
    let imported = try OktaImporter(SourceFolder(answers: answers), name: "made")
    guard case .set(let words)? = imported.tenant.lists[.recovery]?.first?.rules.first?.outcome else {
      Issue.record("no words")
      return
    }
    #expect(words["reset"] == "email")
    #expect(
      imported.report.findings.contains {
        $0.id.hasPrefix(
          "assumed: password rule 'Default Policy/Default Rule': actions.selfServicePasswordReset.requirement.primary.methods[1]")
      })
  }

  @Test(arguments: [
    reset(", \"requirement\": {\"primary\": {\"methods\": [\"email\"]}, \"stepUp\": {\"required\": false}}"), legacy(#"["email"]"#, "{}"),
    legacy(#"["pigeon"]"#), MadeOrg.noReset.replacing("DENY", with: "MAYBE"),
  ])
  func `what is not said or not understood of recovery is not known`(_ actions: String) throws {
    let imported = try MadeOrg(recovering: actions).imported()
    #expect(imported.tenant.open.map(\.name) == ["default_rule_is_as_read"])
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    #expect(MadeOrg.decision(rules.sequence(of: .recovery), rules, FactValues()).demand == "not known")
  }

  @Test func `settings that are not there are the API's defaults, and that is said`() throws {
    let org = MadeOrg(password: #"{"password": {"complexity": {"minNumber": null}}}"#)
    let words = try #require(try Self.words(.password, org))
    #expect(words["min_length"] == "8" && words["symbols"] == "1" && words["numbers"] == "1" && words["history"] == nil)
    let findings = try org.imported().report.findings
    #expect(
      findings.contains {
        $0.id == "assumed: settings that the password policy 'Default Policy' does not have" && $0.reason.contains("minSymbol 1")
      })
    #expect(findings.contains { $0.id == "assumed: password policy 'Default Policy': settings.password.complexity.minNumber" })
  }

  @Test func `an action that is not there is denied, and that is said`() throws {
    let org = MadeOrg(recovering: #"{"passwordChange": {"access": "ALLOW"}}"#)
    #expect(try Self.words(.recovery, org) == ["reset": "denied", "unlock": "denied"])
    #expect(try org.imported().report.findings.contains { $0.id.hasPrefix("assumed: 'actions.selfServiceUnlock' of the password rule") })
  }

  private static let office =
    #"{"network": {"connection": "ZONE", "include": ["z1"]}, "people": {"users": {"include": ["00u1"]}, "groups": {"include": ["g1"], "exclude": ["g2"]}}}"#

  @Test(arguments: [
    (["Staff"], ["Office"], true, "reset: google_otp or email, step_up: question of 4 letters"),
    (["Staff", "Vendors"], ["Office"], true, "reset: denied"),
    (["Staff"], [], true, "reset: denied"), ([], ["Office"], nil, "reset: denied"), (["Staff"], ["Office"], nil, "not known"),
  ])
  func `5.9: who may reset a password`(_ groups: [String], _ zones: [String], _ either: Bool?, _ expected: String) throws {
    let rule = Self.legacy(
      #"["otp", "email"], "methodConstraints": [{"method": "otp", "allowedAuthenticators": [{"key": "google_otp"}]}]"#,
      #"{"required": true, "methods": ["security_question"]}"#)
    let tenant = try MadeOrg(recovery: [("Self-service", Self.office, rule)]).imported().tenant
    let rules = try #require(try MadeOrg.mock(tenant).ruleSet)
    let values = FactValues(
      names: ["account.groups": Set(groups), "session.zones": Set(zones)], flags: either.map { ["open.users_or_groups": $0] } ?? [:])
    let demand = MadeOrg.decision(rules.sequence(of: .recovery), rules, values).demand
    #expect(demand.contains(expected), "\(demand)")
  }

  @Test(arguments: [
    (legacy(#"["email"]"#), ["recovery: true", "unlock: true", "reset: {life: 60m}", "lockout: {after: 10, for: 5256000m}"]),
    (MadeOrg.noReset, ["recovery: false", "unlock: false", "reset: {life: 60m}", "lockout: {after: 10, for: 5256000m}"]),
    (legacy(#"["sms"]"#), ["recovery: false", "unlock: true", "reset: {life: 60m}", "lockout: {after: 10, for: 5256000m}"]),
  ])
  func `the mock's flow takes what everybody has in common`(_ actions: String, _ expected: [String]) throws {
    let tenant = try MadeOrg(recovering: actions).imported().tenant
    #expect(tenant.policies.prefix(4).map { "\($0.name): \($0.value)" } == expected)
    _ = try MadeOrg.mock(tenant)
  }

  @Test func `where rules tell people apart the flow has the last rule's, and that is said`() throws {
    let imported = try MadeOrg(recovery: [("Staff", #"{"people": {"groups": {"include": ["g1"]}}}"#, Self.legacy(#"["email"]"#))])
      .imported()
    #expect(imported.tenant.policies.first?.value == "false")
    #expect(imported.report.findings.contains { $0.id == "assumed: passwords and recovery in the mock's flow" })
  }

  @Test func `policies for people of a directory are rules about who keeps the password`() throws {
    let org = MadeOrg()
    let answers = try org.lists.map { name, text in
      var text = text.replacing(
        "\"conditions\": {\"people\": {\"groups\": {\"include\": [\"gAll\"]}}}, \"settings\": {\"password\"",
        with: "\"conditions\": {\"authProvider\": {\"provider\": \"OKTA\"}}, \"settings\": {\"password\"")
      if name == "policies?type=PASSWORD" {
        let other = text.dropFirst().dropLast().replacing("w1", with: "w2").replacing("OKTA", with: "LDAP").replacing(
          "\"minLength\": 8", with: "\"minLength\": 14")
        text = "[\(text.dropFirst().dropLast()), \(other)]"
      }
      return SourceAnswer(file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)", body: try JSONReader.read(text))
    }
    let rules = try #require(org.lists.first { $0.name == "policies/w1/rules" }?.text.replacing("w1", with: "w2"))
    let more = SourceAnswer(file: "more.json", url: "https://made.okta.test/api/v1/policies/w2/rules", body: try JSONReader.read(rules))
    let imported = try OktaImporter(SourceFolder(answers: answers + [more]), name: "made")
    #expect(imported.tenant.open.isEmpty, "\(imported.tenant.open)")
    let read = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    for (word, length) in [("okta", "min_length: 8"), ("ldap", "min_length: 14")] {
      let demand = MadeOrg.decision(read.sequence(of: .password), read, FactValues(words: ["account.auth_provider": word])).demand
      #expect(demand.contains(length), "\(word): \(demand)")
    }
  }
}
