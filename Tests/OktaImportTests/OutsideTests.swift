import JourneyMock
import Encodings
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// What is said to be outside of what people are asked for: nothing that could change who may sign in.
struct OutsideTests {
  private static let org = MadeOrg(app: [("A", "null", MadeOrg.two)])

  /// The list in which the report has a member of an object.
  private static func list(_ imported: OktaImporter, _ object: String, _ path: String) -> [ImportList] {
    imported.report.objects.filter { $0.name == object }.flatMap { $0.members() }.filter { "\($0.path)" == path }.map(\.mark.list)
  }

  @Test(arguments: [
    ("\"key\": \"webauthn\", ", "\"settings\": {\"userVerification\": \"REQUIRED\"}", "\"settings\": {\"userVerification\": \"WEIRD\"}"),
    (
      "\"key\": \"okta_verify\", ", "\"settings\": {\"userVerification\": \"REQUIRED\"}",
      "\"settings\": {\"channelBinding\": {\"required\": \"WEIRD\"}}"
    ),
    ("\"key\": \"okta_verify\", ", "\"settings\": {\"userVerification\": \"REQUIRED\"}", "\"settings\": {\"moon\": \"full\"}"),
  ])
  func `a setting of an authenticator that is not known is not understood, and what is asked for is not known`(
    _ key: String, _ old: String, _ new: String
  ) throws {
    let answers = try Self.org.lists.map { name, text in
      let parts = text.components(around: key)
      let changed = parts.count == 2 ? parts[0] + key + parts[1].replacing(old, with: new, maxReplacements: 1) : text
      return SourceAnswer(file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)", body: try JSONReader.read(changed))
    }
    let imported = try OktaImporter(SourceFolder(answers: answers), name: "made")
    #expect(imported.report.findings.contains { $0.id.hasPrefix("not understood: authenticator") }, "\(imported.report.findings.map(\.id))")
    #expect(try MadeOrg.decision(MadeOrg.mock(imported.tenant), app: "portal", FactValues()).demand == "not known")
  }

  @Test func `a policy of registration that may be switched off leaves who may register open`() throws {
    let status = "\"id\": \"n1\", \"type\": \"PROFILE_ENROLLMENT\", \"status\": "
    let imported = try Self.org.imported([("\(status)\"ACTIVE\"", "\(status)\"WEIRD\"")])
    #expect(Self.list(imported, "Default Policy", "status").contains(.notUnderstood))
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    let values = FactValues(words: ["session.client": "portal"])
    #expect(MadeOrg.decision(rules.sequence(of: .registration), rules, values).demand == "not known")
    #expect(imported.tenant.policies.contains { $0.name == "registration" && $0.value == "false" })
  }

  @Test(arguments: [
    #"{"people": {"groups": {"include": ["g1"]}}}"#, #"{"people": {"groups": {"include": ["gAll"], "exclude": ["g1"]}}}"#,
    #"{"people": {"users": {"exclude": ["00u1"]}}}"#,
  ])
  func `a default policy that names anybody else than everybody is not understood`(_ conditions: String) throws {
    let everybody = "{\"people\": {\"groups\": {\"include\": [\"gAll\"]}}}"
    for type in ["OKTA_SIGN_ON", "MFA_ENROLL", "PASSWORD"] {
      let answers = try Self.org.lists.map { name, text in
        let changed = name == "policies?type=\(type)" ? text.replacing(everybody, with: conditions) : text
        return SourceAnswer(file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)", body: try JSONReader.read(changed))
      }
      let imported = try OktaImporter(SourceFolder(answers: answers), name: "made")
      #expect(imported.report.findings.contains { $0.id.hasPrefix("not understood: ") && $0.id.contains("people") }, "\(type)")
      let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
      let kind = type == "PASSWORD" ? RuleKind.password : type == "MFA_ENROLL" ? .enrolment : .session
      #expect(MadeOrg.decision(rules.sequence(of: kind), rules, FactValues()).demand == "not known", "\(type)")
    }
  }

  @Test(arguments: [
    ("\"requireFactor\": false", "\"requireFactor\": false, \"factorPromptMode\": \"WEIRD\""),
    ("\"reauthenticateIn\": \"PT12H\"", "\"reauthenticateIn\": \"PT12H\", \"inactivityPeriod\": \"WEIRD\""),
    ("\"signOnMode\": \"OPENID_CONNECT\"", "\"signOnMode\": \"WEIRD\""),
    (
      "\"selfServicePasswordReset\": {\"access\": \"DENY\"}",
      "\"selfServicePasswordReset\": {\"access\": \"WEIRD\", \"requirement\": {\"x\": 1}}"
    ),
    ("\"usage\": \"POLICY\"", "\"usage\": \"WEIRD\""), ("\"type\": \"OKTA_GROUP\"", "\"type\": \"WEIRD\""),
    ("\"type\": \"OKTA\"", "\"type\": \"OKTA\", \"moon\": 1"),
  ])
  func `a word that no list of the API has is never outside`(_ old: String, _ new: String) throws {
    let imported = try Self.org.imported([(old, new)])
    let weird = imported.report.objects.flatMap { object in
      object.members().filter { object.value($0.path) == "WEIRD" || "\($0.path)".hasSuffix("moon") }.map { ($0.path, $0.mark.list) }
    }
    #expect(!weird.isEmpty && weird.allSatisfy { $0.1 == .notUnderstood }, "\(weird)")
  }

  @Test func `who is in a group by a rule is open and not outside`() throws {
    let rule =
      #"[{"id": "0pr1", "type": "group_rule", "name": "R", "status": "ACTIVE", "conditions": {"expression": {"value": "x"}}, "#
      + #""actions": {"assignUserToGroups": {"groupIds": ["g1"]}}}]"#
    let answers = try Self.org.folder().answers.filter { $0.file != "groups/rules.json" }
    let more = SourceAnswer(file: "groups-rules.json", body: try JSONReader.read(rule))
    let imported = try OktaImporter(SourceFolder(answers: answers + [more]), name: "made")
    #expect(Self.list(imported, "R", "conditions.expression.value") == [.open])
  }
}

extension String {
  /// What is in front of a text and what follows it; the whole where it is not there once.
  fileprivate func components(around text: String) -> [String] {
    let parts = split(separator: text, omittingEmptySubsequences: false).map(String.init)
    return parts.count == 2 ? parts : [self]
  }
}
