import Diagnostics
import Encodings
import IDXSpeech
import JourneyMock
import JourneyTestSupport
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// A small org in which tests write the rules of one app, sessions and enrolment.
struct MadeOrg {
  /// The app's rules in the order of their priority, without the catch-all: JSON of `conditions` and of `actions.appSignOn`.
  var app: [(name: String, conditions: String, action: String)] = []
  /// What the catch-all rule does; `nil` for none.
  var catchAll: String? = MadeOrg.one
  /// Rules of a session policy for a group, above the default policy: JSON of `conditions` and of `actions.signon`.
  var session: [(name: String, conditions: String, action: String)] = []
  /// Settings of the default policy of enrolment.
  var enrolment = "{\"type\": \"AUTHENTICATORS\", \"authenticators\": []}"
  /// What the rule of that policy says of setting something up.
  var settingUp = "CHALLENGE"
  /// Settings of the default policy of passwords.
  var password = MadeOrg.passwords
  /// Rules of that policy above its default rule: JSON of `conditions` and of `actions`.
  var recovery: [(name: String, conditions: String, actions: String)] = []
  /// What the default rule of that policy does.
  var recovering = MadeOrg.noReset
  /// What the rule of the default policy of registration does.
  var registering = MadeOrg.registration
  /// Rules of routing above the default one: JSON of `conditions` and of `actions.idp`.
  var routing: [(name: String, conditions: String, action: String)] = []
  /// Kinds of lists that are left out.
  var without: Set<String> = []

  static let one = assurance("1FA")
  static let two = assurance("2FA")
  static let passwords = """
    {"password": {"complexity": {"minLength": 8, "minLowerCase": 1, "minUpperCase": 1, "minNumber": 1, "minSymbol": 0, "excludeUsername": true, \
    "dictionary": {"common": {"exclude": false}}, "excludeAttributes": []}, "age": {"maxAgeDays": 0, "expireWarnDays": 0, "minAgeMinutes": 0, \
    "historyCount": 4}, "lockout": {"maxAttempts": 10, "autoUnlockMinutes": 0, "showLockoutFailures": false, "userLockoutNotificationChannels": []}}, \
    "recovery": {"factors": {"okta_email": {"status": "ACTIVE", "properties": {"recoveryToken": {"tokenLifetimeMinutes": 60}}}, \
    "okta_sms": {"status": "INACTIVE"}, "okta_call": {"status": "INACTIVE"}, "recovery_question": {"status": "ACTIVE", "properties": \
    {"complexity": {"minLength": 4}}}}}, "delegation": {"options": {"skipUnlock": false}}}
    """
  static let registration = """
    {"access": "ALLOW", "unknownUserAction": "REGISTER", "profileAttributes": [{"name": "email", "label": "Mail", "required": true}], \
    "activationRequirements": {"emailVerification": true}, "progressiveProfilingAction": "ENABLED", "allowedIdentifiers": ["login"], \
    "targetGroupIds": null, "preRegistrationInlineHooks": null, "uiSchemaId": "uis1"}
    """
  static let noReset =
    #"{"passwordChange": {"access": "ALLOW"}, "selfServicePasswordReset": {"access": "DENY"}, "selfServiceUnlock": {"access": "DENY"}}"#
  static let deny = "{\"access\": \"DENY\"}"
  static let anyFactor =
    #"{"access": "ALLOW", "primaryFactor": "PASSWORD_IDP_ANY_FACTOR", "requireFactor": false, "rememberDeviceByDefault": false, "#
    + #""session": {"usePersistentCookie": false, "maxSessionIdleMinutes": 120, "maxSessionLifetimeMinutes": 480}}"#

  /// An assurance with these constraints, e.g. `{"knowledge": {"types": ["password"]}}`.
  static func assurance(_ factors: String, _ constraints: String = "", again: String = "PT12H") -> String {
    """
    {"access": "ALLOW", "verificationMethod": {"type": "ASSURANCE", "factorMode": "\(factors)", "reauthenticateIn": "\(again)", \
    "constraints": [\(constraints)]}}
    """
  }

  private static func link(_ path: String) -> String { "\"_links\": {\"self\": {\"href\": \"https://made.okta.test/api/v1/\(path)\"}}" }

  private static func rule(
    _ policy: String, _ type: String, _ place: Int, _ name: String, _ conditions: String, _ actions: String, system: Bool = false
  ) -> String {
    """
    {"id": "rul\(policy)\(place)", "type": "\(type)", "status": "ACTIVE", "name": "\(name)", "priority": \(system ? 99 : place), \
    "system": \(system), "conditions": \(conditions), "actions": \(actions), \(link("policies/\(policy)/rules/rul\(policy)\(place)"))}
    """
  }

  private static func policy(_ id: String, _ type: String, _ name: String, group: String?, system: Bool, more: String = "") -> String {
    let conditions = group.map { "{\"people\": {\"groups\": {\"include\": [\"\($0)\"]}}}" } ?? "null"
    return """
      {"id": "\(id)", "type": "\(type)", "status": "ACTIVE", "name": "\(name)", "priority": \(system ? 9 : 1), "system": \(system), \
      "conditions": \(conditions)\(more), \(link("policies/\(id)"))}
      """
  }

  private static let groups = """
    [{"id": "gAll", "type": "BUILT_IN", "objectClass": ["okta:user_group"], "profile": {"name": "Everyone"}},
     {"id": "g1", "type": "OKTA_GROUP", "objectClass": ["okta:user_group"], "profile": {"name": "Staff"}},
     {"id": "g2", "type": "OKTA_GROUP", "objectClass": ["okta:user_group"], "profile": {"name": "Vendors"}}]
    """
  private static let zones = """
    [{"id": "z1", "type": "IP", "name": "Office", "status": "ACTIVE", "usage": "POLICY", "gateways": [{"type": "CIDR", "value": "192.0.2.0/24"}]},
     {"id": "z2", "type": "IP", "name": "Lab", "status": "ACTIVE", "usage": "POLICY", "gateways": [{"type": "CIDR", "value": "198.51.100.0/24"}]},
     {"id": "z3", "type": "IP", "name": "Closed", "status": "INACTIVE", "usage": "POLICY", "gateways": [{"type": "CIDR", "value": "203.0.113.0/24"}]}]
    """
  private static let authenticators = """
    [{"id": "a1", "key": "okta_password", "type": "password", "status": "ACTIVE", "name": "Password"},
     {"id": "a2", "key": "okta_email", "type": "email", "status": "ACTIVE", "name": "Email", "settings": {"allowedFor": "any"}},
     {"id": "a3", "key": "phone_number", "type": "phone", "status": "ACTIVE", "name": "Phone", "settings": {"allowedFor": "any"}},
     {"id": "a4", "key": "google_otp", "type": "app", "status": "ACTIVE", "name": "Google Authenticator"},
     {"id": "a5", "key": "okta_verify", "type": "app", "status": "ACTIVE", "name": "Okta Verify", "settings": {"userVerification": "REQUIRED"}},
     {"id": "a6", "key": "webauthn", "type": "security_key", "status": "ACTIVE", "name": "Key", "settings": {"userVerification": "REQUIRED"}},
     {"id": "a7", "key": "security_question", "type": "security_question", "status": "ACTIVE", "name": "Question", "settings": {"allowedFor": "any"}},
     {"id": "a8", "key": "custom_otp", "type": "security_key", "status": "ACTIVE", "name": "Token"},
     {"id": "a9", "key": "rsa_token", "type": "security_key", "status": "INACTIVE", "name": "RSA"}]
    """
  private static func methods(_ types: String...) -> String {
    "[\(types.map { "{\"type\": \"\($0)\", \"status\": \"ACTIVE\"}" }.joined(separator: ", "))]"
  }
  private static let apps = """
    [{"id": "app1", "name": "oidc_client", "label": "Portal", "status": "ACTIVE", "signOnMode": "OPENID_CONNECT",
      "settings": {"oauthClient": {"grant_types": ["authorization_code", "interaction_code", "refresh_token"]}},
      "_links": {"accessPolicy": {"href": "https://made.okta.test/api/v1/policies/p1"}, "profileEnrollment": {"href": "https://made.okta.test/api/v1/policies/n1"}}},
     {"id": "app2", "name": "saasure", "label": "Okta Admin Console", "status": "ACTIVE", "signOnMode": "OPENID_CONNECT",
      "_links": {"accessPolicy": {"href": "https://made.okta.test/api/v1/policies/p1"}, "profileEnrollment": {"href": "https://made.okta.test/api/v1/policies/n1"}}}]
    """

  /// By the names of lists, as the API answers them.
  var lists: [(name: String, text: String)] {
    var lists = [
      ("groups", Self.groups), ("groups/rules", "[]"), ("zones", Self.zones), ("authenticators", Self.authenticators), ("apps", Self.apps),
      ("authenticators/a3/methods", Self.methods("sms", "voice")),
      ("authenticators/a5/methods", Self.methods("totp", "push", "signed_nonce")),
      ("behaviors", "[{\"id\": \"b1\", \"type\": \"ANOMALOUS_DEVICE\", \"name\": \"New Device\", \"status\": \"ACTIVE\"}]"),
      (
        "device-assurances",
        "[{\"id\": \"d1\", \"name\": \"Encrypted\", \"platform\": \"WINDOWS\", \"diskEncryptionType\": {\"include\": [\"FULL\"]}}]"
      ),
      (
        "meta/types/user",
        "[{\"id\": \"t1\", \"name\": \"user\", \"default\": true}, {\"id\": \"t2\", \"name\": \"partner\", \"default\": false}]"
      ),
    ]
    let catchAll =
      catchAll.map { [Self.rule("p1", "ACCESS_POLICY", 99, "Catch-all Rule", "null", "{\"appSignOn\": \($0)}", system: true)] } ?? []
    let rules =
      app.enumerated().map { Self.rule("p1", "ACCESS_POLICY", $0, $1.name, $1.conditions, "{\"appSignOn\": \($1.action)}") } + catchAll
    lists.append(("policies?type=ACCESS_POLICY", "[\(Self.policy("p1", "ACCESS_POLICY", "Portal", group: nil, system: true))]"))
    lists.append(("policies/p1/rules", "[\(rules.joined(separator: ", "))]"))
    let sessions = session.enumerated().map { Self.rule("s1", "SIGN_ON", $0, $1.name, $1.conditions, "{\"signon\": \($1.action)}") }
    let ofGroup = sessions.isEmpty ? [] : [Self.policy("s1", "OKTA_SIGN_ON", "G", group: "g1", system: false)]
    let all = (ofGroup + [Self.policy("s2", "OKTA_SIGN_ON", "Default Policy", group: "gAll", system: true)]).joined(separator: ", ")
    lists.append(("policies?type=OKTA_SIGN_ON", "[\(all)]"))
    if !sessions.isEmpty { lists.append(("policies/s1/rules", "[\(sessions.joined(separator: ", "))]")) }
    let last = Self.rule("s2", "SIGN_ON", 0, "Default Rule", "null", "{\"signon\": \(Self.anyFactor)}", system: true)
    lists.append(("policies/s2/rules", "[\(last)]"))
    let enrolling = Self.policy("e1", "MFA_ENROLL", "Default Policy", group: "gAll", system: true, more: ", \"settings\": \(enrolment)")
    lists.append(("policies?type=MFA_ENROLL", "[\(enrolling)]"))
    let enrolment = Self.rule("e1", "MFA_ENROLL", 0, "Default Rule", "null", "{\"enroll\": {\"self\": \"\(settingUp)\"}}", system: true)
    lists.append(("policies/e1/rules", "[\(enrolment)]"))
    let passwords = Self.policy("w1", "PASSWORD", "Default Policy", group: "gAll", system: true, more: ", \"settings\": \(password)")
    lists.append(("policies?type=PASSWORD", "[\(passwords)]"))
    let recovering =
      recovery.enumerated().map { Self.rule("w1", "PASSWORD", $0, $1.name, $1.conditions, $1.actions) }
      + [Self.rule("w1", "PASSWORD", 99, "Default Rule", "null", recovering, system: true)]
    lists.append(("policies/w1/rules", "[\(recovering.joined(separator: ", "))]"))
    let registration = Self.policy("n1", "PROFILE_ENROLLMENT", "Default Policy", group: nil, system: true)
    lists.append(("policies?type=PROFILE_ENROLLMENT", "[\(registration)]"))
    let rule = Self.rule("n1", "PROFILE_ENROLLMENT", 99, "Catch-all Rule", "null", "{\"profileEnrollment\": \(registering)}", system: true)
    lists.append(("policies/n1/rules", "[\(rule)]"))
    lists.append(
      ("policies?type=IDP_DISCOVERY", "[\(Self.policy("i1", "IDP_DISCOVERY", "Idp Discovery Policy", group: nil, system: true))]"))
    let here = #"{"idp": {"idpSelectionType": "SPECIFIC", "providers": [{"type": "OKTA"}], "shouldFallBackToOkta": false}}"#
    let routes =
      routing.enumerated().map { Self.rule("i1", "IDP_DISCOVERY", $0, $1.name, $1.conditions, "{\"idp\": \($1.action)}") }
      + [Self.rule("i1", "IDP_DISCOVERY", 99, "Default Rule", "null", here, system: true)]
    lists.append(("policies/i1/rules", "[\(routes.joined(separator: ", "))]"))
    return lists.filter { !without.contains($0.0) }
  }

  func folder() throws -> SourceFolder {
    SourceFolder(
      answers: try lists.map { name, text in
        SourceAnswer(file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)", body: try JSONReader.read(text))
      })
  }

  func imported() throws -> OktaImporter { try OktaImporter(folder(), name: "made") }

  /// With texts of its answers replaced.
  func imported(_ changes: [(String, String)]) throws -> OktaImporter {
    var found = 0
    let answers = try lists.map { name, text in
      let changed = changes.reduce(text) { $0.replacing($1.0, with: $1.1) }
      found += changed == text ? 0 : 1
      return SourceAnswer(file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)", body: try JSONReader.read(changed))
    }
    #expect(changes.isEmpty || found > 0, "\(changes) changes nothing")
    return try OktaImporter(SourceFolder(answers: answers), name: "made")
  }

  /// What differs between the mocks of two imports.
  static func difference(_ before: OktaImporter, _ now: OktaImporter) throws -> RuleDifference {
    let rules = try [before, now].map { try #require(try mock($0.tenant).ruleSet) }
    return RuleDifference(rules[0], rules[1])
  }

  /// The app's rules but the catch-all, as the mock's file has them.
  func rules() throws -> [DecisionRule] {
    try (imported().tenant.lists[.app]?.first { $0.name == "Portal" }?.rules ?? []).filter { $0.name != "Catch-all Rule" }
  }
}

/// Imported tenants as mocks.
extension MadeOrg {
  static func mock(_ tenant: ImportedTenant) throws -> MockTenant { try mock(tenant.yaml) }

  static func mock(_ text: String) throws -> MockTenant {
    let (mock, diagnostics) = try load(text)
    try #require(diagnostics.filter { $0.severity == .error }.isEmpty, "\(DiagnosticRenderer().render(diagnostics))")
    return try #require(mock)
  }

  static func load(_ tenant: ImportedTenant) throws -> (MockTenant?, [Diagnostic]) { try load(tenant.yaml) }

  static func load(_ text: String) throws -> (MockTenant?, [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let mock = MockTenant.load(SourceFile(name: "made.yaml", text: text), speeches: .oktaIDX, diagnostics: &diagnostics) {
      _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("no such file")
    }
    return (mock, diagnostics)
  }

  /// What decides for a person in a situation, as the mock's rules have it.
  ///
  /// - Returns: the rule's name, `nil` where several may decide; and what is asked for.
  static func decision(_ mock: MockTenant, app: String, _ values: FactValues) throws -> (rule: String?, demand: String) {
    let rules = try #require(mock.ruleSet)
    let list = try #require(rules.apps.first { $0.name == app }?.list)
    return decision(rules.sequence(ofAppList: list), rules, values)
  }

  static func decision(_ sequence: RuleSequence, _ rules: TenantRules, _ values: FactValues) -> (rule: String?, demand: String) {
    let all = rules.complete(values, isOfPerson: true).updated(with: rules.complete(values, isOfPerson: false))
    switch RuleDecider([sequence], facts: rules.facts).decision(all) {
    case .known(let demand, let paths):
      let names = paths.map { path in path.rules[0].map { sequence.entries[$0].rule.name } ?? "-" }
      return (names.count == 1 ? names[0] : nil, RuleWording.text(demand))
    case .notKnown: return (nil, "not known")
    case .tooManyPaths: return (nil, "too many paths")
    }
  }
}
