import Encodings
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Policies of real organizations and of the vendor's own pages, as a person meets them: the screens of the served mock, worked out by hand.
struct SheetScreenTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var org: MadeOrg
    /// Besides a password.
    var has: Set<String> = []
    var values = FactValues()
    /// What is shown, by what was given before.
    var screens: [(after: Set<String>, shows: ServedWalk.Screen)]
  }

  private static let zone = #"{"people": {"users": {"exclude": []}}, "network": {"connection": "ZONE", "include": ["z1"]}}"#
  private static let anywhere = #"{"people": {"users": {"exclude": []}}, "network": {"connection": "ANYWHERE"}}"#
  private static let registered = #"{"device": {"registered": true}}"#
  private static let managed = #"{"device": {"registered": true, "managed": true}}"#

  private static func settings(_ keys: String...) -> String {
    let entries = keys.map { "{\"key\": \"\($0)\", \"enroll\": {\"self\": \"OPTIONAL\"}}" }
    return "{\"type\": \"AUTHENTICATORS\", \"authenticators\": [\(entries.joined(separator: ", "))]}"
  }

  private static func zones(_ keys: String...) -> MadeOrg {
    let entries = keys.map { "{\"key\": \"\($0)\", \"enroll\": {\"self\": \"OPTIONAL\"}}" }
    return MadeOrg(
      app: [("Allow-2FA", zone, MadeOrg.two), ("Allow-1FA", anywhere, MadeOrg.one), ("Deny-All", anywhere, MadeOrg.deny)],
      catchAll: MadeOrg.two, enrolment: "{\"type\": \"AUTHENTICATORS\", \"authenticators\": [\(entries.joined(separator: ", "))]}")
  }

  private static let deviceA = MadeOrg(app: [("Managed", managed, MadeOrg.one)], catchAll: MadeOrg.two)
  private static let deviceB = MadeOrg(app: [("Registered", registered, MadeOrg.one)], catchAll: MadeOrg.deny)
  private static let inserted = MadeOrg(
    app: [("Registered", registered, MadeOrg.one), ("Any device", anywhere, MadeOrg.two)], catchAll: MadeOrg.deny)

  private static let chainAction =
    #"{"access": "ALLOW", "verificationMethod": {"type": "AUTH_METHOD_CHAIN", "chains": ["#
    + #"{"authenticationMethods": [{"key": "webauthn", "userVerification": "REQUIRED", "method": "webauthn"}], "reauthenticateIn": "PT43800H"}, "#
    + #"{"authenticationMethods": [{"key": "okta_password", "method": "password"}], "reauthenticateIn": "PT43800H", "next": ["#
    + #"{"authenticationMethods": [{"key": "custom_otp", "method": "otp"}, {"key": "google_otp", "method": "otp"}, "#
    + #"{"key": "webauthn", "userVerification": "REQUIRED", "method": "webauthn"}], "reauthenticateIn": "PT43800H"}]}]}}"#
  private static func chains(_ keys: String...) -> MadeOrg {
    let entries = keys.map { "{\"key\": \"\($0)\", \"enroll\": {\"self\": \"OPTIONAL\"}}" }
    return MadeOrg(
      catchAll: chainAction, enrolment: "{\"type\": \"AUTHENTICATORS\", \"authenticators\": [\(entries.joined(separator: ", "))]}")
  }

  private static let desktop = MadeOrg(
    app: [
      (
        "Desktop", #"{"platform": {"include": [{"type": "DESKTOP", "os": {"type": "OTHER", "expression": ""}}], "exclude": []}}"#,
        #"{"access": "ALLOW", "verificationMethod": {"type": "AUTH_METHOD_CHAIN", "chains": [{"authenticationMethods": [{"key": "okta_email"}], "#
          + #""reauthenticateIn": "PT0S", "next": [{"authenticationMethods": [{"key": "okta_password"}], "reauthenticateIn": "PT0S"}]}]}}"#
      )
    ], catchAll: MadeOrg.two)

  private static let noMail = MadeOrg.assurance(
    "2FA",
    #"{"knowledge": {"required": true, "types": ["password"], "reauthenticateIn": "PT0S"}, "possession": {"required": false, "#
      + #""excludedAuthenticationMethods": [{"key": "okta_email", "method": "email"}, {"key": "phone_number", "method": "sms"}, "#
      + #"{"key": "phone_number", "method": "voice"}], "userPresence": "REQUIRED", "userVerification": "OPTIONAL"}}"#)

  private static func inOffice() -> FactValues { FactValues(names: ["session.zones": ["Office"]]) }
  private static func device(_ word: String) -> FactValues { FactValues(words: ["session.device": word]) }

  private static let two: [(Set<String>, ServedWalk.Screen)] = [
    ([], .choice(["password", "email"])), (["password"], .choice(["email"])), (["email"], .password), (["password", "email"], .signedIn),
  ]
  private static let one: [(Set<String>, ServedWalk.Screen)] = [
    ([], .choice(["password", "email"])), (["password"], .signedIn), (["email"], .signedIn),
  ]

  private static let rows: [Row] = [
    Row(testDescription: "5.1 {mail} in the zone", org: zones(), has: ["email"], values: inOffice(), screens: two),
    Row(testDescription: "5.1 {mail} elsewhere", org: zones(), has: ["email"], screens: one),
    Row(
      testDescription: "5.1 {} in the zone, a phone may be set up", org: zones("phone_number"), values: inOffice(),
      screens: [([], .password), (["password"], .setUp(["sms", "voice"]))]),
    // The vendor asks for the password first; the mock refuses as soon as it knows that nothing can be enough.
    Row(testDescription: "5.1 {} in the zone, nothing may be set up", org: zones(), values: inOffice(), screens: [([], .denied)]),
    Row(
      testDescription: "5.2 B on a registered device", org: deviceB, values: device("registered"),
      screens: [([], .password), (["password"], .signedIn)]),
    Row(testDescription: "5.2 B without Okta Verify", org: deviceB, has: ["email"], values: device("unknown"), screens: [([], .denied)]),
    Row(
      testDescription: "5.2 B with Okta Verify that does not run", org: deviceB, has: ["okta_verify_push", "okta_verify_code"],
      values: device("unknown"), screens: [([], .denied)]),
    Row(testDescription: "5.2 A, registered and not managed", org: deviceA, has: ["email"], values: device("registered"), screens: two),
    Row(testDescription: "5.2 A, managed", org: deviceA, has: ["email"], values: device("managed"), screens: one),
    Row(testDescription: "5.3 B without Okta Verify", org: inserted, has: ["email"], values: device("unknown"), screens: two),
    Row(
      testDescription: "5.4 {google_otp}", org: chains(), has: ["otp"],
      screens: [([], .password), (["password"], .choice(["otp"])), (["password", "otp"], .signedIn)]),
    Row(
      testDescription: "5.4 {webauthn}", org: chains(), has: ["passkey"],
      screens: [
        ([], .choice(["password", "passkey"])), (["passkey"], .signedIn), (["password"], .choice(["passkey"])),
        (["password", "passkey"], .signedIn),
      ]),
    Row(
      testDescription: "5.4 {mail}, and what fits may be set up", org: chains("google_otp", "webauthn"), has: ["email"],
      screens: [([], .password), (["password"], .setUp(["otp", "passkey"]))]),
    Row(testDescription: "5.4 {mail}, and nothing may be set up", org: chains(), has: ["email"], screens: [([], .denied)]),
    Row(
      testDescription: "5.5 {mail} on a desktop that the org calls other", org: desktop, has: ["email"],
      values: FactValues(words: ["session.platform": "other"], flags: ["open.other_platform": true]),
      screens: [([], .choice(["email"])), (["email"], .password), (["email", "password"], .signedIn)]),
    Row(
      testDescription: "5.5 {mail} on a desktop of which that is not known", org: desktop, has: ["email"],
      values: FactValues(words: ["session.platform": "other"]), screens: [([], .notKnown)]),
    Row(
      testDescription: "5.5 {mail} on iOS", org: desktop, has: ["email"], values: FactValues(words: ["session.platform": "ios"]),
      screens: two),
    Row(
      testDescription: "5.6 {google_otp, mail}", org: MadeOrg(catchAll: noMail), has: ["otp", "email"],
      screens: [([], .choice(["password", "otp"])), (["password"], .choice(["otp"])), (["otp"], .password)]),
    Row(
      testDescription: "5.6 {mail, phone}, and a code may be set up",
      org: MadeOrg(catchAll: noMail, enrolment: settings("google_otp")), has: ["email", "sms", "voice"],
      screens: [([], .password), (["password"], .setUp(["otp"]))]),
    Row(
      testDescription: "5.6 {mail, phone}, and nothing may be set up", org: MadeOrg(catchAll: noMail), has: ["email", "sms", "voice"],
      screens: [([], .denied)]),
    Row(
      testDescription: "5.6 {question}", org: MadeOrg(catchAll: noMail, enrolment: settings("google_otp")), has: ["question"],
      screens: [([], .password), (["password"], .setUp(["otp"]))]),
  ]

  @Test(arguments: rows) func `a person of a worked example meets these screens`(_ row: Row) throws {
    let screens = try Self.walked(row.org, has: row.has, row.values)
    for (after, shows) in row.screens { #expect(screens[after] == shows, "after \(after.sorted()): \(screens)") }
  }

  private static func walked(_ org: MadeOrg, has: Set<String>, _ values: FactValues) throws -> [Set<String>: ServedWalk.Screen] {
    var imported = try org.imported().tenant
    imported.accounts = []
    let account = """

      accounts:
        p0: {email: p0@made.test, password: Mock-made-0, phone: "+441632960022", totp: JBSWY3DPEHPK3PXP, question: First pet?, \
      question_key: first_pet, answer: Rex, factors: [\(has.sorted().joined(separator: ", "))]}

      """
    let tenant = try MadeOrg.mock(imported.yaml + account)
    let client = try #require(tenant.clients.firstIndex { $0.id == "portal" })
    return try ServedWalk(tenant, client: client, identifier: "p0@made.test", in: values).screens
  }

  @Test func `5.4: within a session nobody is asked again`() throws {
    guard case .ask(let ask)? = try Self.chains().imported().tenant.lists[.app]?.first?.rules.first?.outcome else {
      Issue.record("no demand")
      return
    }
    #expect(ask.again == nil)
  }

  @Test func `5.5: the chain is asked for every time`() throws {
    guard case .ask(let ask)? = try Self.desktop.imported().tenant.lists[.app]?.first?.rules.first?.outcome else {
      Issue.record("no demand")
      return
    }
    #expect(ask.again == 0)
  }

  @Test func `5.7: every 2 hours instead of every 12 is a difference, with the same screens`() throws {
    func org(_ again: String) -> MadeOrg {
      MadeOrg(
        app: [
          (
            "Engineering", #"{"elCondition": {"condition": "user.profile.department == 'Engineering'"}}"#,
            MadeOrg.assurance("2FA", again: again)
          )
        ], catchAll: MadeOrg.two)
    }
    let difference = try MadeOrg.difference(org("PT12H").imported(), org("PT2H").imported())
    #expect(difference.changes.map(\.shift) == [.oftener])
    #expect(difference.changes.first?.now.again == "every 2h" && difference.changes.first?.before.again == "every 12h")
  }

  private static let reset =
    #"{"passwordChange": {"access": "ALLOW"}, "selfServicePasswordReset": {"access": "ALLOW", "requirement": {"accessControl": "LEGACY", "#
    + #""primary": {"methods": ["otp", "email"], "methodConstraints": [{"method": "otp", "allowedAuthenticators": [{"key": "google_otp"}]}]}, "#
    + #""stepUp": {"required": true, "methods": ["security_question"]}}}, "selfServiceUnlock": {"access": "ALLOW"}}"#
  private static let recovering = MadeOrg(recovery: [
    (
      "Reset",
      #"{"people": {"users": {"include": ["00uone"]}, "groups": {"include": ["g1"], "exclude": ["g2"]}}, "network": {"connection": "ZONE", "#
        + #""include": ["z1"]}}"#, reset
    )
  ])

  struct Reset: Sendable {
    var groups: Set<String> = []
    var zones: Set<String> = ["Office"]
    /// Whether it is the user whom the rule names.
    var isNamed = false
    /// Whether one of user and group is enough; `nil` where that is not known.
    var either: Bool?
    /// `nil` where it is not known.
    var rule: String?
  }

  private static let resets: [Reset] = [
    Reset(groups: ["Staff"], either: true, rule: "Reset"), Reset(groups: ["Staff"]),
    Reset(groups: ["Staff", "Vendors"], either: true, rule: "Default Rule"),
    Reset(groups: ["Staff"], zones: [], either: true, rule: "Default Rule"), Reset(isNamed: true, either: true, rule: "Reset"),
    Reset(isNamed: true, either: false, rule: "Default Rule"), Reset(isNamed: true),
  ]

  @Test(arguments: resets) func `5.9: which rule says how a password is reset`(_ row: Reset) throws {
    let tenant = try Self.recovering.imported().tenant
    let rules = try #require(try MadeOrg.mock(tenant).ruleSet)
    let person = try #require(tenant.facts.first { $0.name == "account.named" }?.words.last)
    let values = FactValues(
      words: ["account.named": row.isNamed ? person : "nobody"],
      names: ["account.groups": row.groups, "session.zones": row.zones], flags: row.either.map { ["open.users_or_groups": $0] } ?? [:])
    #expect(MadeOrg.decision(rules.sequence(of: .recovery), rules, values).rule == row.rule)
  }

  @Test(arguments: [
    ("REGISTER", "may register", "true"), ("DENY", "refused", "false"),
  ])
  func `5.10: who may register, and that profiles are completed all the same`(_ word: String, _ said: String, _ flow: String) throws {
    let tenant = try MadeOrg(registering: MadeOrg.registration.replacing("REGISTER", with: word)).imported().tenant
    guard case .set(let words)? = tenant.lists[.registration]?.first?.rules.first?.outcome else {
      Issue.record("no words")
      return
    }
    #expect(words["new_people"] == said && words["missing_attributes"] == "asked for at sign-in")
    #expect(tenant.policies.contains { $0.name == "registration" && $0.value == flow })
    #expect(!tenant.policies.contains { $0.name == "profile" })
  }

  @Test func `5.11: what is required is set up where a rule asks for it, and that is said`() throws {
    let org = MadeOrg(
      catchAll: MadeOrg.assurance("1FA", #"{"knowledge": {"types": ["password"]}}"#),
      enrolment: #"{"type": "AUTHENTICATORS", "authenticators": [{"key": "okta_password", "enroll": {"self": "REQUIRED"}}, "#
        + #"{"key": "phone_number", "enroll": {"self": "REQUIRED", "gracePeriod": {"type": "BY_DATE_TIME", "expiry": "2025-01-01T18:30:45.000Z"}}}, "#
        + #"{"key": "okta_verify", "enroll": {"self": "OPTIONAL"}}, {"key": "okta_email", "enroll": {"self": "NOT_ALLOWED"}}]}"#)
    let screens = try Self.walked(org, has: [], FactValues())
    #expect(screens == [[]: .password, ["password"]: .signedIn])
    let findings = try org.imported().report.findings
    #expect(findings.contains { $0.id == "assumed: required authenticators in the mock's flow" })
    #expect(try !MadeOrg().imported().report.findings.contains { $0.id == "assumed: required authenticators in the mock's flow" })
  }

  @Test func `5.12: where people are sent whose identifier says it, and that staying signed in is assumed`() throws {
    let route =
      #"{"idpSelectionType": "DYNAMIC", "matchCriteria": [{"propertyName": "name", "providerExpression": "login.identifier.substringAfter('@')"}]}"#
    let org = MadeOrg(
      catchAll: MadeOrg.two.replacing(
        "\"verificationMethod\"",
        with: "\"keepMeSignedIn\": {\"postAuth\": \"ALLOWED\", \"postAuthPromptFrequency\": \"PT168H\"}, \"verificationMethod\""),
      routing: [("Dynamic", "null", route)])
    let imported = try org.imported()
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    let decision = MadeOrg.decision(rules.sequence(of: .routing), rules, FactValues())
    #expect(decision.rule == "Dynamic" && decision.demand.hasPrefix("sign_in: where the identifier says (digest "))
    let ids = imported.report.findings.map(\.id)
    #expect(ids.contains("assumed: app rule 'Portal/Catch-all Rule': actions.appSignOn.keepMeSignedIn.postAuth"))
    #expect(ids.contains("assumed: identity providers in the mock's flow"))
  }
}
