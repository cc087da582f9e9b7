import Encodings
import JourneyTestSupport
import OktaImport
import TenantImport
import Testing

/// Each member that is understood or open lives: another value is another mock.
struct MemberLifeTests {
  /// Members of which another value need not show: kinds of objects; another user is a named person too; a managed device is registered.
  private static let quiet: Set<String> = ["key", "type", "system", "users", "registered"]

  static let org = MadeOrg(
    app: [
      (
        "Everything",
        #"{"people": {"users": {"include": ["00u1"], "exclude": ["00u2"]}, "groups": {"include": ["g1"], "exclude": ["g2"]}}, "#
          + #""network": {"connection": "ZONE", "include": ["z1"], "exclude": ["z2"]}, "riskScore": {"level": "LOW"}, "#
          + #""device": {"registered": true, "managed": true, "assurance": {"include": ["d1"]}}, "userType": {"include": ["t2"], "exclude": []}, "#
          + #""platform": {"include": [{"type": "MOBILE", "os": {"type": "IOS"}}]}, "elCondition": {"condition": "user.isMagic"}}"#,
        #"{"access": "ALLOW", "verificationMethod": {"type": "ASSURANCE", "factorMode": "2FA", "reauthenticateIn": "PT2H", "constraints": [{"#
          + #""knowledge": {"types": ["password"], "required": true, "reauthenticateIn": "PT1H"}, "possession": {"types": ["app"], "methods": ["otp"], "#
          + #""required": true, "deviceBound": "REQUIRED", "hardwareProtection": "OPTIONAL", "phishingResistant": "OPTIONAL", "userVerification": "OPTIONAL", "#
          + #""userPresence": "REQUIRED", "excludedAuthenticationMethods": [{"key": "okta_email", "method": "email"}]}}]}}"#
      )
    ],
    session: [
      (
        "Session", #"{"riskScore": {"level": "HIGH"}, "risk": {"behaviors": ["b1"]}}"#,
        #"{"access": "ALLOW", "primaryFactor": "PASSWORD_IDP", "requireFactor": true, "factorPromptMode": "SESSION", "factorLifetime": 15}"#
      )
    ], enrolment: #"{"type": "AUTHENTICATORS", "authenticators": [{"key": "okta_email", "enroll": {"self": "REQUIRED"}}]}"#,
    password: MadeOrg.passwords.replacing(
      "\"excludeAttributes\": []", with: #""excludeAttributes": ["firstName"], "maxConsecutiveCharacters": 3, "oelStatement": "x""#
    ).replacing("Channels\": []", with: "Channels\": [\"EMAIL\"]"),
    recovery: [
      (
        "Office", #"{"network": {"connection": "ZONE", "include": ["z1"]}}"#,
        #"{"passwordChange": {"access": "ALLOW"}, "selfServicePasswordReset": {"access": "ALLOW", "requirement": {"accessControl": "LEGACY", "#
          + #""primary": {"methods": ["email", "otp"], "methodConstraints": [{"method": "otp", "allowedAuthenticators": [{"key": "google_otp"}]}]}, "#
          + #""stepUp": {"required": true, "methods": ["security_question"]}}, "settings": {"allowRecoveryEmailWithoutEnrollment": true}}, "#
          + #""selfServiceUnlock": {"access": "ALLOW"}}"#
      ),
      (
        "Staff", #"{"people": {"groups": {"include": ["g1"]}}}"#,
        #"{"passwordChange": {"access": "ALLOW"}, "selfServicePasswordReset": {"access": "ALLOW"}, "selfServiceUnlock": {"access": "ALLOW"}}"#
      ),
    ],
    registering: MadeOrg.registration.replacing("\"targetGroupIds\": null", with: "\"targetGroupIds\": [\"g1\"]")
      .replacing("Hooks\": null", with: "Hooks\": [{\"inlineHookId\": \"h1\"}], \"enrollAuthenticatorTypes\": [\"password\"]"),
    routing: [
      (
        "Partners", #"{"userIdentifier": {"type": "IDENTIFIER", "patterns": [{"matchType": "SUFFIX", "value": "partner.test"}]}}"#,
        #"{"idpSelectionType": "SPECIFIC", "providers": [{"type": "OIDC", "id": "0oa1"}, {"type": "OKTA"}], "shouldFallBackToOkta": true}"#
      ),
      (
        "Dynamic", #"{"network": {"connection": "ZONE", "include": ["z1"]}}"#,
        #"{"idpSelectionType": "DYNAMIC", "matchCriteria": [{"propertyName": "name", "providerExpression": "login.identifier"}], "shouldFallBackToOkta": false}"#
      ),
    ])

  /// The answers with another value at a place of one of them.
  private static func changed(_ value: JSONValue, at path: ArraySlice<MemberPath.Step>, to other: JSONValue) -> JSONValue {
    guard let step = path.first else { return other }
    switch (step, value) {
    case (.member(let name), .object(let members)):
      return .object(members.map { .init($0.name, $0.name == name ? changed($0.value, at: path.dropFirst(), to: other) : $0.value) })
    case (.element(let index), .array(let items)):
      return .array(items.enumerated().map { $0.offset == index ? changed($0.element, at: path.dropFirst(), to: other) : $0.element })
    default: return value
    }
  }

  static func others(_ value: JSONValue) -> [JSONValue] {
    switch value {
    case .bool(let flag): [.bool(!flag)]
    case .number: [.integer(37)]
    case .string(let text):
      [
        "2FA": "1FA", "ALLOW": "DENY", "REQUIRED": "OPTIONAL", "OPTIONAL": "REQUIRED", "LOW": "HIGH", "HIGH": "LOW", "PT2H": "PT3H",
        "PT1H": "PT4H", "ACTIVE": "INACTIVE", "INACTIVE": "ACTIVE", "email": "sms", "DENY": "ALLOW", "REGISTER": "DENY",
        "ENABLED": "DISABLED", "LEGACY": "AUTH_POLICY",
      ][text]
      .map { [.string($0)] } ?? [.string("something-else")]
    case .array(let items) where items.isEmpty: []
    case .null, .array, .object: []
    }
  }

  /// The answers with another value of a member of an object.
  static func answers(_ answers: [SourceAnswer], _ object: SourceObject, _ path: MemberPath, _ other: JSONValue) -> [SourceAnswer] {
    let json = changed(object.json, at: path.steps[...], to: other)
    return answers.map { answer in
      var answer = answer
      if let items = answer.body.arrayValue {
        answer.body = .array(items.map { $0 == object.json ? json : $0 })
      } else if answer.body == object.json {
        answer.body = json
      }
      return answer
    }
  }

  /// The mock, or why there is none.
  private static func result(_ answers: [SourceAnswer]) -> String {
    do throws(OktaImporter.Refusal) { return try OktaImporter(SourceFolder(answers: answers), name: "made").tenant.yaml } catch {
      return error.reason
    }
  }

  static func sources(_ name: String) throws -> [SourceAnswer] {
    switch name {
    case "specified": try SpecifiedOrg.answers()
    case "heron": try SourceFolder(reading: "\(Fixtures.packageRoot)/\(HeronTests.folder)").answers
    default: try org.folder().answers
    }
  }

  private static func name(_ step: MemberPath.Step) -> String? { if case .member(let name) = step { name } else { nil } }

  @Test(arguments: ["made", "specified"]) func `another value of a member in a condition or demand is another mock`(_ source: String) throws
  {
    let answers = try Self.sources(source)
    let imported = try OktaImporter(SourceFolder(answers: answers), name: "made")
    var tried = 0
    for object in imported.report.objects where object.kind.hasSuffix("rule") || object.kind.hasSuffix("policy") {
      for member in object.members() where [.understood, .open].contains(member.mark.list) {
        let names = member.path.steps.compactMap(Self.name)
        guard let first = names.first, let last = names.last, !Self.quiet.contains(last), !names.contains("users"),
          ["conditions", "actions", "settings"].contains(first), let value = object.value(member.path)
        else { continue }
        for other in Self.others(value) {
          tried += 1
          let yaml = Self.result(Self.answers(answers, object, member.path, other))
          #expect(yaml != imported.tenant.yaml, "\(object.name): \(member.path) \(value) → \(other) changes nothing")
        }
      }
    }
    #expect(tried > 80, "\(tried)")
  }

  @Test func `each member that is understood or open lives in some object`() throws {
    var lives: [String: Bool] = [:]
    for source in ["made", "specified", "heron"] {
      let answers = try Self.sources(source)
      let imported = try OktaImporter(SourceFolder(answers: answers), name: "made")
      for object in imported.report.objects {
        for member in object.members() where [.understood, .open].contains(member.mark.list) {
          let name = "\(object.kind) \(MemberLists.path(member.path))"
          guard lives[name] != true, let value = object.value(member.path) else { continue }
          for other in Self.others(value) where lives[name] != true {
            lives[name] = Self.result(Self.answers(answers, object, member.path, other)) != imported.tenant.yaml
          }
        }
      }
    }
    #expect(lives.count > 150, "\(lives.count)")
    #expect(lives.filter { !$0.value }.map(\.key).sorted() == Self.dead)
  }

  /// Members of which another value shows where there is more than one of their kind.
  private static let dead: [String] = []
}
