import Diagnostics
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Three orgs, each with twenty faults that people make in its configuration: every one is reported where this says.
struct PlantedOrgFaultTests {
  /// What reports a fault.
  enum Output: String, Sendable, CaseIterable {
    /// The report of the import.
    case report
    /// `journey check`.
    case check
    case outcomes
    /// `journey diff` with the org as it is meant.
    case diff
    /// The promise that all people can sign in with what they may set up, in every situation.
    case promise
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    /// What is wrong, in words.
    var testDescription: String
    var output: Output
    /// A part of what it says, which it does not say of the org as it is meant.
    var says: String
    var plant: @Sendable (inout MadeOrg) -> Void = { _ in }
    /// Texts of the answers, with what is in their place.
    var changes: [(String, String)] = []

    init(_ text: String, _ output: Output, _ says: String, _ changes: [(String, String)]) {
      (testDescription, self.output, self.says, self.changes) = (text, output, says, changes)
    }

    init(_ text: String, _ output: Output, _ says: String, plant: @escaping @Sendable (inout MadeOrg) -> Void) {
      (testDescription, self.output, self.says, self.plant) = (text, output, says, plant)
    }
  }

  /// Everything that an output says of an imported org, a line each.
  private static func lines(_ output: Output, of imported: OktaImporter, meant: OktaImporter, denied: Set<String>) throws -> [String] {
    if output == .report { return imported.report.findings.map { "\($0.id): \($0.reason)" } }
    let (mock, diagnostics) = try MadeOrg.load(imported.tenant)
    if output == .check { return (diagnostics + (mock?.ruleWarnings() ?? [])).map(\.message) }
    let rules = try #require(mock?.ruleSet, "\(diagnostics.map(\.message))")
    switch output {
    case .outcomes:
      return OutcomeTables(rules).byList().flatMap { table in
        table.rows.map { "\(table.title): \($0.rule): \($0.who): \($0.asked) \($0.again) (\($0.remark))" }
      }
    case .diff:
      let difference = try MadeOrg.difference(meant, imported)
      return difference.changes.map { "\($0.shift): \($0.sentence): \($0.places.map(\.who))" } + difference.renames.map(\.sentence)
        + difference.doubts.flatMap(\.reasons).map { "not known: \($0)" }
    case .promise:
      let check = SignInCheck(rules, means: .maySetUp, except: denied)
      return rules.situations.flatMap { situation in
        rules.apps.map { app in
          switch check.answer(for: .always, in: app, situation.values) {
          case .everybody: "\(situation.name): kept"
          case .not(let failure): "\(situation.name): \(failure.line)"
          case .notKnown(let reason): "\(situation.name): not known: \(reason)"
          }
        }
      }
    case .report, .check: return []
    }
  }

  /// - Parameter denied: the rules that deny by intention.
  private static func expectReported(_ fault: Fault, of org: MadeOrg, denied: Set<String>) throws {
    var faulty = org
    fault.plant(&faulty)
    let meant = try org.imported()
    let lines = try Self.lines(fault.output, of: faulty.imported(fault.changes), meant: meant, denied: denied)
    #expect(lines.contains { $0.contains(fault.says) }, "\(lines.joined(separator: "\n"))")
    #expect(try !Self.lines(fault.output, of: meant, meant: meant, denied: denied).contains { $0.contains(fault.says) })
    #expect(try Self.lines(.promise, of: meant, meant: meant, denied: denied).allSatisfy { $0.hasSuffix(": kept") })
  }

  // MARK: A plain org

  private static let setUp = """
    {"type": "AUTHENTICATORS", "authenticators": [{"key": "okta_password", "enroll": {"self": "REQUIRED"}}, \
    {"key": "okta_email", "enroll": {"self": "OPTIONAL"}}, {"key": "phone_number", "enroll": {"self": "OPTIONAL"}}, \
    {"key": "google_otp", "enroll": {"self": "OPTIONAL"}}, {"key": "webauthn", "enroll": {"self": "OPTIONAL"}}]}
    """
  private static let password = #"{"knowledge": {"types": ["password"]}}"#
  private static let strong = #"{"possession": {"phishingResistant": "REQUIRED"}}"#

  static let plain = MadeOrg(
    app: [
      ("Risky", #"{"riskScore": {"level": "HIGH"}}"#, MadeOrg.deny),
      ("Staff", #"{"people": {"groups": {"include": ["g1"]}}}"#, MadeOrg.assurance("2FA", password, again: "PT2H")),
      ("Office", #"{"network": {"connection": "ZONE", "include": ["z1"]}}"#, MadeOrg.one),
    ], catchAll: MadeOrg.two, enrolment: setUp)

  private static let plainFaults: [Fault] = [
    Fault("a deny for everybody above the others", .check, "rule 'Risky' never decides") {
      $0.app.insert(("All", "null", MadeOrg.deny), at: 0)
    },
    Fault("a catch-all that was meant last comes second", .check, "rule 'Staff' never decides") {
      $0.app.insert(("Rest", "null", MadeOrg.one), at: 1)
    },
    Fault("the default rule is not there", .report, "missing: catch-all rule of the policy 'Portal'") { $0.catchAll = nil },
    Fault("every rule denies", .check, "list 'Portal' lets no person in") { org in
      for place in org.app.indices { org.app[place].action = MadeOrg.deny }
      org.catchAll = MadeOrg.deny
    },
    Fault("a group is in and out", .check, "rule 'Staff' never decides") {
      $0.app[1].conditions = #"{"people": {"groups": {"include": ["g1"], "exclude": ["g1"]}}}"#
    },
    Fault("two rules with the same condition", .check, "rule 'Again' never decides") {
      $0.app.insert(("Again", $0.app[1].conditions, MadeOrg.one), at: 2)
    },
    Fault("the order of two rules is wrong", .diff, "less: some people in group Staff are asked for less in") { $0.app.swapAt(1, 2) },
    Fault("the rule against risk is gone", .diff, "opened: some people who were refused can now sign in to") { $0.app.remove(at: 0) },
    Fault("one proof in place of two for the rest", .diff, "less: ") { $0.catchAll = MadeOrg.one },
    Fault("people are asked again once a session in place of every two hours", .diff, "asked again less often") {
      $0.app[1].action = MadeOrg.assurance("2FA", password, again: "PT43800H")
    },
    Fault("another group than was meant", .diff, "group Vendors") {
      $0.app[1].conditions = #"{"people": {"groups": {"include": ["g2"]}}}"#
    },
    Fault("a group that was deleted", .report, "missing: app rule 'Portal/Staff'") {
      $0.app[1].conditions = #"{"people": {"groups": {"include": ["g7"]}}}"#
    },
    Fault("a zone that was deleted", .report, "missing: app rule 'Portal/Office'") {
      $0.app[2].conditions = #"{"network": {"connection": "ZONE", "include": ["z7"]}}"#
    },
    Fault("a zone that is switched off", .outcomes, "inactive_zones") {
      $0.app[2].conditions = #"{"network": {"connection": "ZONE", "include": ["z3"]}}"#
    },
    Fault("a level of risk that there is not", .report, "not understood: app rule 'Portal/Risky'") {
      $0.app[0].conditions = #"{"riskScore": {"level": "HIHG"}}"#
    },
    Fault("the factors are a word that there is not", .report, "not understood: app rule 'Portal/Staff'") {
      $0.app[1].action = MadeOrg.assurance("3FA", password)
    },
    Fault("nothing but a password may be set up", .promise, "cannot sign in to 'portal'") {
      $0.enrolment = #"{"type": "AUTHENTICATORS", "authenticators": [{"key": "okta_password", "enroll": {"self": "REQUIRED"}}]}"#
    },
    Fault("nothing is ever set up", .promise, "cannot sign in to 'portal'") { $0.settingUp = "NEVER" },
    Fault("the office is at another address", .diff, "not known: what 'zone Office' means has changed", [("192.0.2.0/24", "192.0.2.0/25")]),
    Fault("passwords may be shorter", .diff, "password rules", [("\"minLength\": 8", "\"minLength\": 4")]),
  ]

  @Test(arguments: plainFaults) func `a fault in a plain org is reported`(_ fault: Fault) throws {
    try Self.expectReported(fault, of: Self.plain, denied: ["app/Portal/Risky"])
  }

  // MARK: Many groups, and policies that are passed over

  private static let always = MadeOrg.anyFactor.replacing(
    "\"requireFactor\": false", with: "\"requireFactor\": true, \"factorPromptMode\": \"ALWAYS\"")

  static let groups = MadeOrg(
    app: [
      ("Break glass", #"{"people": {"users": {"include": ["00umade"]}}}"#, MadeOrg.assurance("1FA", password)),
      (
        "Vendors out",
        #"{"people": {"groups": {"include": ["g2"], "exclude": ["g1"]}}, "network": {"connection": "ZONE", "exclude": ["z1"]}}"#,
        MadeOrg.deny
      ),
      ("Vendors", #"{"people": {"groups": {"include": ["g2"]}}}"#, MadeOrg.assurance("2FA", strong)),
      ("Staff", #"{"people": {"groups": {"include": ["g1"]}}}"#, MadeOrg.two),
    ], catchAll: MadeOrg.deny,
    session: [
      ("Outside", #"{"network": {"connection": "ZONE", "exclude": ["z1"]}}"#, always),
      ("Low", #"{"riskScore": {"level": "LOW"}}"#, MadeOrg.anyFactor),
    ], enrolment: setUp)

  private static let groupFaults: [Fault] = [
    Fault(
      "the exception for emergencies is below the rule that it is for", .diff,
      "closed: some people in group Vendors can no longer sign in to"
    ) {
      $0.app.insert($0.app.remove(at: 0), at: 3)
    },
    Fault("the exception for emergencies is for another person", .diff, "named person") {
      $0.app[0].conditions = #"{"people": {"users": {"include": ["00uother"]}}}"#
    },
    Fault(
      "the exception for emergencies is gone", .diff, "closed: "
    ) {
      $0.app.remove(at: 0)
    },
    Fault("people in two groups are no longer spared", .diff, "closed: ") {
      $0.app[1].conditions = #"{"people": {"groups": {"include": ["g2"]}}, "network": {"connection": "ZONE", "exclude": ["z1"]}}"#
    },
    Fault("the zone is the wrong way round", .diff, "zone Office") {
      $0.app[1].conditions = $0.app[1].conditions.replacing("exclude\": [\"z1", with: "include\": [\"z1")
    },
    Fault("a rule for a group is below one for a wider group", .check, "rule 'Vendors at risk' never decides") {
      $0.app.insert(
        ("Vendors at risk", #"{"people": {"groups": {"include": ["g2"]}}, "riskScore": {"level": "HIGH"}}"#, MadeOrg.deny), at: 3)
    },
    Fault("a group without an exclusion takes the rule below", .check, "rule 'Vendors' never decides") {
      $0.app[1].conditions = #"{"people": {"groups": {"include": ["g2"]}}}"#
    },
    Fault("everybody in place of a group", .check, "rule 'Catch-all Rule' never decides") {
      $0.app[3].conditions = #"{"people": {"groups": {"include": ["gAll"]}}}"#
    },
    Fault("the rest is let in", .diff, "opened: ") { $0.catchAll = MadeOrg.two },
    Fault("phishing-resistant was meant, and is optional", .diff, "less: some people in group Vendors are asked for less in") {
      $0.app[2].action = MadeOrg.assurance("2FA", #"{"possession": {"phishingResistant": "OPTIONAL"}}"#)
    },
    Fault("what is phishing-resistant may not be set up", .promise, "'app/Portal/Vendors' asks for") {
      $0.enrolment = setUp.replacing(
        #"{"key": "webauthn", "enroll": {"self": "OPTIONAL"}}"#, with: #"{"key": "webauthn", "enroll": {"self": "NOT_ALLOWED"}}"#)
    },
    Fault(
      "security keys are switched off", .promise, "cannot sign in to 'portal'",
      [
        (
          "\"key\": \"webauthn\", \"type\": \"security_key\", \"status\": \"ACTIVE\"",
          "\"key\": \"webauthn\", \"type\": \"security_key\", \"status\": \"INACTIVE\""
        )
      ]),
    Fault("a session rule for everybody above the others", .check, "rule 'Low' never decides") {
      $0.session.insert(("All", "null", MadeOrg.anyFactor), at: 0)
    },
    Fault("a session rule denies all risks but low ones", .diff, "can no longer sign in to") {
      $0.session.append(("Rest", "null", MadeOrg.deny))
    },
    Fault(
      "a second factor of sessions is asked for once", .diff, "seldomer: some people in group Staff are asked again less often in",
      [("\"factorPromptMode\": \"ALWAYS\"", "\"factorPromptMode\": \"SESSION\", \"factorLifetime\": 600")]),
    Fault("a second factor of sessions is no longer asked for", .diff, "less: ") { $0.session[0].action = MadeOrg.anyFactor },
    Fault(
      "a session policy names a group that was deleted", .report, "missing: session policy 'G'",
      [
        (
          "\"name\": \"G\", \"priority\": 1, \"system\": false, \"conditions\": {\"people\": {\"groups\": {\"include\": [\"g1\"]}}}",
          "\"name\": \"G\", \"priority\": 1, \"system\": false, \"conditions\": {\"people\": {\"groups\": {\"include\": [\"g7\"]}}}"
        )
      ]),
    Fault("a group was deleted and made again", .diff, "not known: what 'group Vendors' means has changed", [("\"g2\"", "\"g20\"")]),
    Fault("a group has another name", .diff, "group 'Vendors' is called 'Partners' now", [("\"Vendors\"", "\"Partners\"")]),
    Fault(
      "two rules have one priority", .report, "priority",
      [("\"name\": \"Vendors\", \"priority\": 2", "\"name\": \"Vendors\", \"priority\": 1")]),
  ]

  @Test(arguments: groupFaults) func `a fault in an org with many groups is reported`(_ fault: Fault) throws {
    try Self.expectReported(fault, of: Self.groups, denied: ["app/Portal/Vendors out", "app/Portal/Catch-all Rule"])
  }

  // MARK: Devices, risk and chains

  private static func chain(_ first: String, _ second: String) -> String {
    """
    {"access": "ALLOW", "verificationMethod": {"type": "AUTH_METHOD_CHAIN", "reauthenticateIn": "PT2H", "chains": [{"authenticationMethods": \
    [\(first)], "next": [{"authenticationMethods": [\(second)]}]}]}}
    """
  }
  private static let knows = #"{"key": "okta_password", "method": "password"}"#
  private static let code = #"{"key": "google_otp", "method": "otp"}"#

  static let devices = MadeOrg(
    app: [
      ("High", #"{"riskScore": {"level": "HIGH"}}"#, MadeOrg.deny),
      (
        "Managed", #"{"device": {"registered": true, "managed": true}}"#,
        MadeOrg.assurance("1FA", #"{"possession": {"deviceBound": "REQUIRED"}}"#)
      ),
      ("Phones", #"{"platform": {"include": [{"type": "MOBILE", "os": {"type": "IOS"}}]}}"#, MadeOrg.assurance("2FA", strong)),
    ], catchAll: chain(knows, code), enrolment: setUp)

  private static let deviceFaults: [Fault] = [
    Fault("the chain is the other way round", .outcomes, "otp, then password") { $0.catchAll = chain(code, knows) },
    Fault("the chain has no method", .report, "not understood: app rule 'Portal/Catch-all Rule'") { $0.catchAll = chain("", code) },
    Fault("the chain names an authenticator that there is not", .report, "not understood: app rule 'Portal/Catch-all Rule'") {
      $0.catchAll = chain(knows, #"{"key": "google_opt", "method": "otp"}"#)
    },
    Fault("the second step of the chain is switched off", .promise, "no one can sign in to 'portal': denied by 'app/Portal/Catch-all Rule'")
    {
      $0.catchAll = chain(knows, #"{"key": "rsa_token", "method": "otp"}"#)
    },
    Fault("the second step of the chain may not be set up", .promise, "cannot sign in to 'portal'") {
      $0.enrolment = setUp.replacing(
        #""key": "google_otp", "enroll": {"self": "OPTIONAL"}"#, with: #""key": "google_otp", "enroll": {"self": "NOT_ALLOWED"}"#)
    },
    Fault("a second way of the chain asks for a text message", .diff, "less: some people are asked for less in") {
      $0.catchAll = chain(knows, code + #", {"key": "phone_number", "method": "sms"}"#)
    },
    Fault("the last rule denies", .promise, "denied by 'app/Portal/Catch-all Rule'") { $0.catchAll = MadeOrg.deny },
    Fault("registered in place of managed", .diff, "device registered") { $0.app[1].conditions = #"{"device": {"registered": true}}"# },
    Fault("devices that are not managed", .outcomes, "managed_devices_too") {
      $0.app[1].conditions = #"{"device": {"registered": true, "managed": false}}"#
    },
    Fault("a device check that was deleted", .report, "missing: app rule 'Portal/Managed'") {
      $0.app[1].conditions = #"{"device": {"registered": true, "assurance": {"include": ["d7"]}}}"#
    },
    Fault("a device check that nobody asked for", .outcomes, "device_encrypted") {
      $0.app[1].conditions = #"{"device": {"registered": true, "managed": true, "assurance": {"include": ["d1"]}}}"#
    },
    Fault("medium risk in place of high", .diff, "risk high") { $0.app[0].conditions = #"{"riskScore": {"level": "MEDIUM"}}"# },
    Fault("any risk is denied", .check, "list 'Portal' lets no person in") { $0.app[0].conditions = #"{"riskScore": {"level": "ANY"}}"# },
    Fault("the rule against risk is below the one for managed devices", .diff, "device managed") { $0.app.swapAt(0, 1) },
    Fault("platforms of which it is not said what they are", .outcomes, "other_platform") {
      $0.app[2].conditions = #"{"platform": {"include": [{"type": "OTHER", "os": {"type": "OTHER", "expression": ""}}]}}"#
    },
    Fault("a platform that there is not", .report, "open: app rule 'Portal/Phones': conditions.platform.include[0].os.type") {
      $0.app[2].conditions = #"{"platform": {"include": [{"type": "MOBILE", "os": {"type": "SYMBIAN"}}]}}"#
    },
    Fault("an expression that nobody reads", .outcomes, "department") {
      $0.app[2].conditions = #"{"elCondition": {"condition": "user.profile.department == 'x'"}}"#
    },
    Fault("a new condition of the vendor", .report, "not understood: app rule 'Portal/Phones'") {
      $0.app[2].conditions = #"{"moonPhase": {"level": "FULL"}}"#
    },
    Fault("managed devices may give a text message", .diff, "less: some people are asked for less in") {
      $0.app[1].action = MadeOrg.assurance("1FA", #"{"possession": {"deviceBound": "OPTIONAL"}}"#)
    },
    Fault(
      "everybody may register", .diff, "registration rules", [("\"unknownUserAction\": \"REGISTER\"", "\"unknownUserAction\": \"DENY\"")]),
  ]

  @Test(arguments: deviceFaults) func `a fault in an org with devices, risk and chains is reported`(_ fault: Fault) throws {
    try Self.expectReported(fault, of: Self.devices, denied: ["app/Portal/High"])
  }

  @Test func `each org has twenty faults, and every output reports some`() {
    #expect([Self.plainFaults, Self.groupFaults, Self.deviceFaults].map(\.count) == [20, 20, 20])
    let all = Self.plainFaults + Self.groupFaults + Self.deviceFaults
    for output in Output.allCases { #expect(all.contains { $0.output == output }, "\(output)") }
  }
}
