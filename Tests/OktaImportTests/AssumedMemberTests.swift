import Encodings
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Members of which the import only assumes what they do: another value is not known, and never "no difference".
struct AssumedMemberTests {
  private static func enrolling(_ enroll: String, _ more: String = "") -> MadeOrg {
    MadeOrg(enrolment: #"{"type": "AUTHENTICATORS", "authenticators": [{"key": "webauthn", "enroll": \#(enroll)\#(more)}]}"#)
  }

  private static func asking(_ constraints: String) -> MadeOrg { MadeOrg(app: [("R", "null", MadeOrg.assurance("2FA", constraints))]) }

  private static func staying(_ value: String) -> MadeOrg {
    MadeOrg(app: [("R", "null", action(staying: value))])
  }

  private static func action(staying value: String) -> String {
    MadeOrg.two.replacing("\"verificationMethod\"", with: "\"keepMeSignedIn\": \(value), \"verificationMethod\"")
  }

  private static func chain(_ first: String, _ second: String) -> MadeOrg {
    let method =
      #"{"type": "AUTH_METHOD_CHAIN", "chains": [{"authenticationMethods": [{"key": "okta_password", "method": "password"}], "#
      + #""reauthenticateIn": "\#(first)", "next": [{"authenticationMethods": [{"key": "okta_email", "method": "email"}], "#
      + #""reauthenticateIn": "\#(second)"}]}]}"#
    return MadeOrg(app: [("R", "null", #"{"access": "ALLOW", "verificationMethod": \#(method)}"#)])
  }

  /// Nothing is set up at a sign-in, whatever the policy says of an authenticator; `nil` for nothing.
  private static func never(_ word: String?) -> MadeOrg {
    let lines = word.map { "{\"key\": \"google_otp\", \"enroll\": {\"self\": \"\($0)\"}}" } ?? ""
    return MadeOrg(enrolment: "{\"type\": \"AUTHENTICATORS\", \"authenticators\": [\(lines)]}", settingUp: "NEVER")
  }

  private static func resetting(_ primary: String) -> MadeOrg {
    MadeOrg(
      recovering: #"{"passwordChange": {"access": "ALLOW"}, "selfServicePasswordReset": {"access": "ALLOW", "requirement": "#
        + #"{"accessControl": "LEGACY", \#(primary), "stepUp": {"required": false}}}, "selfServiceUnlock": {"access": "DENY"}}"#)
  }

  /// The settings of passwords without what they have to be.
  private static let withoutComplexity = MadeOrg.passwords.replacing("\"complexity\"", with: "\"complexities\"")

  private static let verify = "\"name\": \"Okta Verify\", \"settings\": {\"userVerification\": \"REQUIRED\"}"

  private static func verifying(_ settings: String) -> (String, String) {
    (verify, "\"name\": \"Okta Verify\", \"settings\": {\(settings)}")
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: MadeOrg
    var now: MadeOrg
    var member: String
    var object: String
    var what: String
  }

  private static let graceful = #"{"self": "REQUIRED", "gracePeriod": {"type": "BY_DATE_TIME", "expiry": "2099-01-01T00:00:00.000Z"}}"#
  private static let policy = "enrolment policy 'Default Policy'"

  private static let rows: [Row] = [
    Row(
      testDescription: "a grace period that is gone", before: enrolling(graceful), now: enrolling(#"{"self": "REQUIRED"}"#),
      member: "gracePeriod", object: policy, what: "is gone"),
    Row(
      testDescription: "another grace period", before: enrolling(graceful),
      now: enrolling(#"{"self": "REQUIRED", "gracePeriod": {"type": "BY_SKIP_COUNT", "skipCount": 1}}"#), member: "gracePeriod",
      object: policy, what: "has changed"),
    Row(
      testDescription: "other security keys", before: enrolling(#"{"self": "OPTIONAL"}"#, #", "constraints": {"aaguidGroups": ["g1"]}"#),
      now: enrolling(#"{"self": "OPTIONAL"}"#, #", "constraints": {"aaguidGroups": ["g2"]}"#), member: "constraints", object: policy,
      what: "has changed"),
    Row(
      testDescription: "a promotion", before: enrolling(#"{"self": "OPTIONAL"}"#),
      now: enrolling(#"{"self": "OPTIONAL", "promotion": {"skipCount": 0, "cooldown": {"type": "BY_SIGN_IN"}}}"#), member: "promotion",
      object: policy, what: "is new"),
    Row(
      testDescription: "a PIN in place of a fingerprint",
      before: asking(#"{"possession": {"userVerification": "REQUIRED", "userVerificationMethods": ["BIOMETRICS"]}}"#),
      now: asking(#"{"possession": {"userVerification": "REQUIRED", "userVerificationMethods": ["PIN"]}}"#),
      member: "userVerificationMethods", object: "app rule 'Portal/R'", what: "has changed"),
    Row(
      testDescription: "people are asked whether to stay signed in", before: staying(#"{"postAuth": "NOT_ALLOWED"}"#),
      now: staying(#"{"postAuth": "ALLOWED", "postAuthPromptFrequency": "PT168H"}"#), member: "keepMeSignedIn",
      object: "app rule 'Portal/R'", what: "is new"),
    Row(
      testDescription: "what people have may not be set up any more", before: never("OPTIONAL"), now: never("NOT_ALLOWED"), member: "self",
      object: policy, what: "has changed"),
    Row(
      testDescription: "what people have is not named any more", before: never("OPTIONAL"), now: never(nil), member: "self", object: policy,
      what: "has changed"),
    Row(
      testDescription: "no method for recovery", before: resetting(#""primary": {"methods": ["email"]}"#),
      now: resetting(#""primary": {"methods": []}"#), member: "methods", object: "password rule 'Default Policy/Default Rule'",
      what: "is gone"),
    Row(
      testDescription: "a method for recovery where none was named", before: resetting(#""primary": null"#),
      now: resetting(#""primary": {"methods": ["email"]}"#), member: "methods", object: "password rule 'Default Policy/Default Rule'",
      what: "is new"),
    Row(
      testDescription: "the times of a chain's steps are swapped", before: chain("PT1H", "PT12H"), now: chain("PT12H", "PT1H"),
      member: "reauthenticateIn", object: "app rule 'Portal/R'", what: "has changed"),
  ]

  private static func expect(_ difference: RuleDifference, _ member: String, _ object: String, _ what: String) {
    #expect(difference.changes.isEmpty, "\(difference.changes.map(\.sentence))")
    let sentences = Set(difference.doubts.map(\.sentence))
    let sentence =
      "it is not known what a change does to people: '\(member)' of the \(object) \(what), and the import only assumes what it does"
    #expect(sentences == [sentence])
  }

  @Test(arguments: rows) func `a member that is assumed and changed is not known`(_ row: Row) throws {
    let (before, now) = (try row.before.imported(), try row.now.imported())
    Self.expect(try MadeOrg.difference(before, now), row.member, row.object, row.what)
    #expect(try MadeOrg.difference(now, now).doubts == [])
  }

  @Test(arguments: [
    (
      #""userVerification": "REQUIRED", "channelBinding": {"style": "NUMBER_CHALLENGE", "required": "NEVER"}"#,
      #""userVerification": "REQUIRED", "channelBinding": {"style": "NUMBER_CHALLENGE", "required": "ALWAYS"}"#, "channelBinding",
      "has changed"
    ),
    (#""userVerification": "PREFERRED""#, #""userVerification": "REQUIRED", "tokenLifetimeInMinutes": 5"#, "userVerification", "is gone"),
    (#""userVerification": "REQUIRED", "tokenLifetimeInMinutes": 5"#, "", "userVerification", "is gone"),
    ("", #""userVerification": "REQUIRED", "tokenLifetimeInMinutes": 5"#, "userVerification", "is new"),
    (#""userVerification": "PREFERRED""#, "", "userVerification", "is gone"),
    (
      #""userVerification": "REQUIRED", "tokenLifetimeInMinutes": 5"#, #""userVerification": "REQUIRED", "tokenLifetimeInMinutes": 1"#,
      "tokenLifetimeInMinutes", "is new"
    ),
    (
      #""userVerification": "REQUIRED", "enableAutofillUI": false"#, #""userVerification": "REQUIRED", "enableAutofillUI": true"#,
      "enableAutofillUI", "has changed"
    ),
  ])
  func `a setting of an authenticator that is assumed and changed is not known`(
    _ old: String, _ new: String, _ member: String, _ what: String
  ) throws {
    let (before, now) = (try MadeOrg().imported([Self.verifying(old)]), try MadeOrg().imported([Self.verifying(new)]))
    Self.expect(try MadeOrg.difference(before, now), member, "authenticator 'okta_verify'", what)
    let status = #""key": "okta_verify", "type": "app", "status": "#
    let off = ("\(status)\"ACTIVE\"", "\(status)\"INACTIVE\"")
    #expect(try MadeOrg().imported([Self.verifying(old), off]).tenant.assumed.keys.allSatisfy { $0.hasPrefix("enrolment policy") })
  }

  @Test func `an app that asks people to consent is not known, and one that is trusted is`() throws {
    func imported(_ word: String) throws -> OktaImporter {
      try MadeOrg().imported([("\"grant_types\"", "\"consent_method\": \"\(word)\", \"grant_types\"")])
    }
    let (none, trusted, asked) = (try MadeOrg().imported(), try imported("TRUSTED"), try imported("REQUIRED"))
    #expect(try MadeOrg.difference(none, trusted).doubts == [])
    Self.expect(try MadeOrg.difference(trusted, asked), "consent_method", "app 'portal'", "is new")
  }

  @Test func `a method of a passkey that does not say whether it verifies the person any more is not known`() throws {
    let answers = try MemberLifeTests.sources("heron")
    let without = try answers.map { answer in
      var answer = answer
      let text = JSONWriter.text(of: answer.body).replacing(#","settings":{"userVerification":"REQUIRED"}}]"#, with: "}]")
      if answer.url?.hasSuffix("webauthn0000/methods") == true { answer.body = try JSONReader.read(text) }
      return answer
    }
    let imports = try [answers, without].map { try OktaImporter(SourceFolder(answers: $0), name: "made") }
    Self.expect(
      RuleDifference(try ImportedRules.of(imports[0]), try ImportedRules.of(imports[1])), "userVerification",
      "authenticator method 'webauthn/webauthn'", "is gone")
  }

  @Test(arguments: [("a promotion", "promotion"), ("a number challenge", "channelBinding")])
  func `what changes a screen is not outside`(_ name: String, _ member: String) throws {
    let org = Self.enrolling(#"{"self": "OPTIONAL", "promotion": {"skipCount": 3}}"#)
    let imported = try org.imported([Self.verifying(#""channelBinding": {"style": "NUMBER_CHALLENGE", "required": "ALWAYS"}"#)])
    let lists = imported.report.objects.flatMap { $0.members() }.filter { "\($0.path)".contains(member) }.map(\.mark.list)
    #expect(Set(lists) == [.assumed])
  }

  @Test(
    arguments: [
      (MadeOrg(password: withoutComplexity), "'minLength' of the password policy 'Default Policy' is gone"),
      (
        MadeOrg(enrolment: #"{"type": "FACTORS", "factors": {"fido_webauthn": {"enroll": {"self": "OPTIONAL"}}}}"#),
        "'type' of the enrolment policy 'Default Policy' is new"
      ),
    ])
  func `a default that is taken, and a policy of older orgs, are not known`(_ org: MadeOrg, _ what: String) throws {
    let difference = try MadeOrg.difference(try MadeOrg().imported(), try org.imported())
    let sentence = "it is not known what a change does to people: \(what), and the import only assumes what it does"
    #expect(difference.doubts.map(\.sentence).contains(sentence), "\(difference.doubts.map(\.sentence))")
  }

  @Test func `an older policy says nothing of the password`() throws {
    let org = MadeOrg(enrolment: #"{"type": "FACTORS", "factors": {"fido_webauthn": {"enroll": {"self": "OPTIONAL"}}}}"#)
    let rules = try ImportedRules.of(try org.imported())
    let words = try #require(rules.sequence(of: .enrolment).entries.first?.rule.outcome)
    guard case .set(let settings) = words else {
      Issue.record("\(words)")
      return
    }
    #expect(!settings.keys.contains { $0.hasSuffix("password") })
    #expect(settings.values.contains("optional"))
  }

  @Test func `an import without any says so, and one that does not say it is compared without`() throws {
    let all = ["okta_password", "okta_email", "phone_number", "google_otp", "okta_verify", "webauthn", "security_question", "custom_otp"]
    let lines = all.map { "{\"key\": \"\($0)\", \"enroll\": {\"self\": \"OPTIONAL\"}}" }
    let open = MadeOrg(enrolment: "{\"type\": \"AUTHENTICATORS\", \"authenticators\": [\(lines.joined(separator: ", "))]}")
    let (none, some) = (try open.imported(), try Self.enrolling(Self.graceful).imported())
    #expect(none.tenant.yaml.contains("\nassumed: {}\n"))
    var rules = [try ImportedRules.of(none), try ImportedRules.of(some)]
    #expect(rules[0].assumed == [:] && rules[1].assumed?.count == 2)
    rules[0].assumed = nil
    #expect(RuleDifference(rules[0], rules[1]).doubts == [])
  }

  @Test func `authenticators in another order are the same`() throws {
    func org(_ keys: [String]) -> MadeOrg {
      let lines = keys.map { "{\"key\": \"\($0)\", \"enroll\": {\"self\": \"REQUIRED\", \"gracePeriod\": {\"type\": \"\($0)\"}}}" }
      return MadeOrg(enrolment: "{\"type\": \"AUTHENTICATORS\", \"authenticators\": [\(lines.joined(separator: ", "))]}")
    }
    let (one, other) = (try org(["webauthn", "okta_email"]).imported(), try org(["okta_email", "webauthn"]).imported())
    #expect(one.tenant.assumed == other.tenant.assumed)
  }

  @Test func `a rule with another name is the same one, and a member that is changed with the name is not known`() throws {
    let org = Self.staying(#"{"postAuth": "ALLOWED"}"#)
    #expect(try MadeOrg.difference(org.imported(), org.imported([("\"name\": \"R\"", "\"name\": \"S\"")])).doubts == [])
    let changed = try org.imported([
      ("\"name\": \"R\"", "\"name\": \"S\""), (#""postAuth": "ALLOWED""#, #""postAuth": "ALLOWED", "postAuthPromptFrequency": "PT1H""#),
    ])
    let difference = try MadeOrg.difference(org.imported(), changed)
    #expect(difference.doubts.map { $0.assumed?.difference } == [.gone, .new])
  }

  @Test func `a rule that one version alone has is reported itself`() throws {
    let without = MadeOrg(catchAll: MadeOrg.one)
    let (before, now) = (try without.imported(), try Self.staying(#"{"postAuth": "ALLOWED"}"#).imported())
    for (old, new) in [(before, now), (now, before)] {
      let difference = try MadeOrg.difference(old, new)
      #expect(!difference.changes.isEmpty)
      #expect(difference.doubts == [])
    }
  }

  @Test func `a member that another rule has now is not known of both`() throws {
    func org(_ first: String, _ second: String) -> MadeOrg {
      func action(_ value: String) -> String { Self.action(staying: "{\"postAuth\": \"\(value)\"}") }
      return MadeOrg(app: [("A", #"{"people": {"groups": {"include": ["g1"]}}}"#, action(first)), ("B", "null", action(second))])
    }
    let difference = try MadeOrg.difference(org("ALLOWED", "NOT_ALLOWED").imported(), org("NOT_ALLOWED", "ALLOWED").imported())
    #expect(difference.doubts.map { $0.assumed?.name } == ["Portal/A", "Portal/B"])
    #expect(difference.doubts.map(\.apps) == [["portal", "okta-admin-console"], ["portal", "okta-admin-console"]])
  }
}

/// Whatever changes in an org, the comparison says something.
struct ChangedMemberTests {
  /// Members of the fixture of which another value is no difference for anybody, with the reason why.
  private static let method = "app rule actions.appSignOn.verificationMethod"
  private static let silent = [
    "app policy _embedded.resourceType": "one word of it counts, which no other policy has",
    "\(method).chains[].authenticationMethods[].userVerification": "the passkey always verifies the person",
    "\(method).constraints[].possession.excludedAuthenticationMethods[].method": "calls are switched off",
    "\(method).inactivityPeriod": "its rule asks for everything every time",
    "app settings.oauthClient.grant_types[]": "whether an app gets refresh tokens asks people for nothing",
    "group profile.name": "some groups are named by no rule",
    "password rule actions.selfServicePasswordReset.type": "it repeats the name of the action",
  ]
  /// Of the object itself: names, places in an order that stays as it is, and kinds that its key or list says as well.
  private static let ownSilent: Set<String> = ["name", "priority", "system", "type"]
  private static let lists: [ImportList] = [.understood, .open, .assumed]
  /// As many values of one member are tried, in several objects.
  private static let most = 3

  private static func path(_ object: SourceObject, _ path: MemberPath) -> String? {
    let name = "\(object.kind) \(MemberLists.path(path))"
    return silent[name] != nil || path.steps.count == 1 && ownSilent.contains("\(path)") ? nil : name
  }

  @Test func `another value of any member of the fixture is a change, or not known`() throws {
    let answers = try MemberLifeTests.sources("heron")
    let imported = try OktaImporter(SourceFolder(answers: answers), name: "made")
    let rules = try ImportedRules.of(imported)
    var tried: [String: Int] = [:]
    for object in imported.report.objects {
      for member in object.members() where Self.lists.contains(member.mark.list) {
        guard let path = Self.path(object, member.path), tried[path, default: 0] < Self.most, let value = object.value(member.path) else {
          continue
        }
        for other in MemberLifeTests.others(value) {
          let changed = MemberLifeTests.answers(answers, object, member.path, other)
          let now: OktaImporter
          do throws(OktaImporter.Refusal) { now = try OktaImporter(SourceFolder(answers: changed), name: "made") } catch { continue }
          tried[path, default: 0] += 1
          let difference = RuleDifference(rules, try ImportedRules.of(now))
          let isTold = !difference.changes.isEmpty || !difference.doubts.isEmpty || !difference.renames.isEmpty
          #expect(isTold, "\(path) of '\(object.name)': \(value) → \(other)")
        }
      }
    }
    #expect(tried.count > 50, "\(tried.count)")
  }
}
