import Diagnostics
import Encodings
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// What rules ask for.
struct OktaDemandTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// JSON of `actions.appSignOn`, or of `actions.signon`.
    var json: String
    /// As tables write it.
    var asked: String
    var again = "once a session"
    var list = ImportList.understood
  }

  private static func row(_ name: String, _ json: String, _ asked: String, again: String = "every 12h", _ list: ImportList = .understood)
    -> Row
  {
    Row(testDescription: name, json: json, asked: asked, again: again, list: list)
  }

  private static func possession(_ members: String) -> String { MadeOrg.assurance("2FA", "{\"possession\": {\(members)}}") }

  private static let assurances = [
    row("any one", MadeOrg.assurance("1FA"), "any one proof"), row("any two", MadeOrg.assurance("2FA"), "two kinds of proof"),
    row("a password", MadeOrg.assurance("1FA", #"{"knowledge": {"types": ["password"]}}"#), "password"),
    row(
      "a password and another", MadeOrg.assurance("2FA", #"{"knowledge": {"types": ["PASSWORD"]}}"#), "password and another kind of proof"),
    row(
      "either of two",
      MadeOrg.assurance("1FA", #"{"knowledge": {"types": ["password"]}}, {"possession": {"phishingResistant": "REQUIRED"}}"#),
      "password or something they have that is phishing-resistant"),
    row(
      "device-bound", possession(#""deviceBound": "REQUIRED", "required": true"#),
      "something they have that is device-bound and another kind of proof"),
    row(
      "hardware", possession(#""hardwareProtection": "REQUIRED""#),
      "something they have that is hardware-protected and another kind of proof"),
    row(
      "hardware, and the device checks who holds it",
      possession(#""deviceBound": "REQUIRED", "hardwareProtection": "REQUIRED", "userVerification": "REQUIRED""#),
      "something they have that is device-bound and hardware-protected and verifies the user and another kind of proof"),
    row(
      "an app in hardware, and the device checks who holds it",
      possession(#""types": ["app"], "hardwareProtection": "REQUIRED", "userVerification": "REQUIRED""#),
      "hardware-protected app that verifies the user and another kind of proof"),
    row(
      "optional properties", possession(#""deviceBound": "OPTIONAL", "userPresence": "OPTIONAL""#),
      "something they have and another kind of proof"),
    row(
      "the device checks who holds it", possession(#""userVerification": "REQUIRED""#),
      "something they have that verifies the user and another kind of proof"),
    row(
      "by PIN or fingerprint", possession(#""userVerification": "REQUIRED", "userVerificationMethods": ["BIOMETRICS"]"#),
      "something they have that verifies the user and another kind of proof", .assumed),
    row("a type by a method", possession(#""types": ["phone"], "methods": ["sms"]"#), "phone by sms and another kind of proof"),
    row(
      "allowed authenticators", possession(#""authenticationMethods": [{"key": "google_otp"}, {"key": "okta_verify", "method": "push"}]"#),
      "okta_verify_push or otp and another kind of proof"),
    row(
      "excluded ones, as recorded",
      possession(
        #""required": false, "excludedAuthenticationMethods": [{"key": "okta_email", "method": "email"}, {"key": "phone_number", "method": "sms"}]"#
      ),
      "two kinds of proof (if it is something they have: not email or sms)"),
    row(
      "a span of its own", MadeOrg.assurance("1FA", #"{"knowledge": {"types": ["password"], "reauthenticateIn": "PT0S"}}"#),
      "password every time"),
    row("every time", MadeOrg.assurance("1FA", again: "PT0S"), "any one proof", again: "every time"),
    row("once a session", MadeOrg.assurance("1FA", again: "PT43800H"), "any one proof", again: "once a session"),
    row("odd spans", MadeOrg.assurance("1FA", again: "P1DT2H10M"), "any one proof", again: "every 1d2h10m"),
    row("refused", MadeOrg.deny, "denied", again: ""),
    row(
      "an authenticator that is switched off", possession(#""authenticationMethods": [{"key": "rsa_token"}]"#), "denied", again: "",
      .assumed),
  ]
  private static func chains(_ chains: String) -> String {
    "{\"access\": \"ALLOW\", \"verificationMethod\": {\"type\": \"AUTH_METHOD_CHAIN\", \"chains\": [\(chains)]}}"
  }
  private static let inOrder = [
    row(
      "two chains, as recorded",
      chains(
        #"{"authenticationMethods": [{"key": "webauthn", "method": "webauthn", "userVerification": "REQUIRED"}], "reauthenticateIn": "PT43800H"}, "#
          + #"{"authenticationMethods": [{"key": "okta_password", "method": "password"}], "reauthenticateIn": "PT43800H", "#
          + #""next": [{"authenticationMethods": [{"key": "custom_otp"}, {"key": "google_otp", "method": "otp"}], "reauthenticateIn": "PT43800H"}]}"#
      ),
      "passkey; or password, then otp or token", again: "once a session"),
    row(
      "spans that differ",
      chains(
        #"{"authenticationMethods": [{"key": "okta_password"}], "reauthenticateIn": "PT2H", "next": [{"authenticationMethods": [{"key": "okta_email"}], "#
          + #""reauthenticateIn": "PT1H"}]}"#), "password, then email", again: "every 1h", .assumed),
  ]

  @Test(arguments: assurances + inOrder) func `an app's rule asks for what its assurance says`(_ row: Row) throws {
    let rules = try MadeOrg(app: [("R", "null", row.json)]).rules()
    #expect(rules.count == 1)
    let rule = try #require(rules.first)
    guard case .ask(let ask) = rule.outcome else { return #expect(row.asked == "denied") }
    #expect(RuleWording.text(ask) == row.asked)
    #expect(RuleWording.again(ask.again) == row.again)
  }

  @Test(arguments: assurances + inOrder) func `each of its members is in the list of what is made of it`(_ row: Row) throws {
    let objects = try MadeOrg(app: [("R", "null", row.json)]).imported().report.objects
    let object = try #require(objects.first { $0.name == "Portal/R" })
    #expect(object.worst == row.list, "\(object.members().map { "\($0.path): \($0.mark)" })")
  }

  @Test(arguments: [
    ("a demand of a kind that nobody knows", #"{"access": "ALLOW", "verificationMethod": {"type": "ID_PROOFING", "id": "x"}}"#),
    ("a constraint that nobody knows", MadeOrg.assurance("2FA", #"{"possession": {"moonlight": "REQUIRED"}}"#)),
    ("a type that nobody knows", MadeOrg.assurance("2FA", #"{"possession": {"types": ["telepathy"]}}"#)),
    ("a span that nobody knows", MadeOrg.assurance("2FA", again: "soon")),
    (
      "constraints that are no list",
      #"{"access": "ALLOW", "verificationMethod": {"type": "ASSURANCE", "factorMode": "1FA", "constraints": {"a": "b"}}}"#
    ),
    ("no access", "{}"),
  ])
  func `what a rule asks for and is not understood is not known`(_ name: String, _ json: String) throws {
    let imported = try MadeOrg(app: [("R", "null", json)], catchAll: nil).imported()
    let rules = try #require(imported.tenant.lists[.app]?.first?.rules)
    #expect(rules.prefix(2).map(\.name) == ["R", "R (not known)"])
    #expect(imported.tenant.open.map(\.name) == ["r_is_as_read"])
    let mock = try MadeOrg.mock(imported.tenant)
    #expect(try MadeOrg.decision(mock, app: "portal", FactValues()).demand == "not known")
  }

  private static let sessions = [
    row("any factor", MadeOrg.anyFactor, "any one proof"),
    row("a password", #"{"access": "ALLOW", "primaryFactor": "PASSWORD_IDP", "requireFactor": false}"#, "password"),
    row(
      "a second factor every time",
      #"{"access": "ALLOW", "primaryFactor": "PASSWORD_IDP", "requireFactor": true, "factorPromptMode": "ALWAYS"}"#,
      "password and another kind of proof", again: "every time"),
    row(
      "a second factor for a while",
      #"{"access": "ALLOW", "primaryFactor": "PASSWORD_IDP_ANY_FACTOR", "requireFactor": true, "factorPromptMode": "SESSION", "factorLifetime": 15}"#,
      "two kinds of proof", again: "every 15m", .assumed),
    row(
      "a second factor for a while, and a password for as long as the session",
      #"{"access": "ALLOW", "primaryFactor": "PASSWORD_IDP", "requireFactor": true, "factorPromptMode": "SESSION", "factorLifetime": 15}"#,
      "password and something they have", again: "once a session"),
    row(
      "a second factor once a device",
      #"{"access": "ALLOW", "primaryFactor": "PASSWORD_IDP_ANY_FACTOR", "requireFactor": true, "factorPromptMode": "DEVICE"}"#,
      "two kinds of proof", .assumed),
    row("refused", #"{"access": "DENY"}"#, "denied"),
  ]

  @Test(arguments: sessions) func `a session's rule asks for what it says`(_ row: Row) throws {
    let imported = try MadeOrg(session: [("R", "null", row.json)]).imported()
    let list = try #require(imported.tenant.lists[.session]?.first)
    #expect(list.name == "G")
    #expect(list.condition.written == "account.groups has Staff")
    #expect(list.rules.map { RuleWording.text(RuleDemand([$0.outcome])) } == [row.asked])
    if case .ask(let ask)? = list.rules.first?.outcome, row.again != "every 12h" { #expect(RuleWording.again(ask.again) == row.again) }
    #expect(try #require(imported.report.objects.first { $0.name == "G/R" }).worst == row.list)
  }
}

/// What authenticators are worth, and which of them count.
struct OktaAuthenticatorTests {
  private static func imported(_ authenticators: String, _ methods: (key: String, text: String)...) throws -> OktaImporter {
    var answers = try MadeOrg().folder().answers.filter { $0.file != "authenticators.json" }
    let base = "https://made.okta.test/api/v1/authenticators"
    answers.append(SourceAnswer(file: "a.json", url: base, body: try JSONReader.read(authenticators)))
    for (key, text) in methods {
      answers.append(SourceAnswer(file: "\(key).json", url: "\(base)/\(key)/methods", body: try JSONReader.read(text)))
    }
    return try OktaImporter(SourceFolder(answers: answers), name: "made")
  }

  private static func one(_ key: String, _ more: String = "", status: String = "ACTIVE", name: String = "N") -> String {
    "{\"id\": \"\(key)\", \"key\": \"\(key)\", \"type\": \"x\", \"status\": \"\(status)\", \"name\": \"\(name)\"\(more)}"
  }

  @Test(arguments: [
    ("active", one("okta_email"), ["email"]), ("switched off", one("okta_email", status: "INACTIVE"), []),
    ("for recovery alone", one("okta_email", #", "settings": {"allowedFor": "recovery"}"#), []),
    ("for nothing", one("okta_email", #", "settings": {"allowedFor": "none"}"#), []),
    ("for signing in", one("okta_email", #", "settings": {"allowedFor": "sso"}"#), ["email"]),
    ("methods that were not fetched", one("phone_number"), ["sms", "voice"]), ("of no known key", one("telepathy"), []),
    ("a custom one, by its name", one("custom_otp", name: "Blue token"), ["blue_token"]),
  ])
  func `only what people may use to sign in is in the mock`(_ what: String, _ json: String, _ names: [String]) throws {
    let other = Self.one("okta_password", name: "P")
    #expect(try Self.imported("[\(other), \(json)]").tenant.authenticators.map(\.name) == ["password"] + names)
  }

  @Test func `a method that is switched off does not count`() throws {
    let methods = #"[{"type": "sms", "status": "ACTIVE"}, {"type": "voice", "status": "INACTIVE"}]"#
    #expect(try Self.imported("[\(Self.one("phone_number"))]", ("phone_number", methods)).tenant.authenticators.map(\.name) == ["sms"])
  }

  @Test(arguments: [("REQUIRED", true), ("PREFERRED", true), ("DISCOURAGED", false)])
  func `a key counts as two kinds where the device checks who holds it`(_ word: String, _ isTwo: Bool) throws {
    let methods = #"[{"type": "webauthn", "status": "ACTIVE", "settings": {"userVerification": "\#(word)"}}]"#
    let imported = try Self.imported("[\(Self.one("webauthn"))]", ("webauthn", methods))
    #expect(imported.tenant.authenticators.map { $0.proves.count == 2 } == [isTwo])
    #expect(imported.tenant.authenticators.map { $0.properties.contains(.userVerification) } == [isTwo])
    let isAssumed = imported.report.findings.contains {
      $0.id.hasPrefix("assumed: authenticator method 'N/webauthn': settings.userVerification")
    }
    #expect(isAssumed == (word == "PREFERRED"))
  }
}
