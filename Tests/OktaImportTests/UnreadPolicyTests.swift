import Encodings
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Policies and rules of kinds that the import does not read: where they are not the same, it is not known what people meet.
struct UnreadPolicyTests {
  /// An org with a policy of a type, whose rule does this.
  private static func org(_ type: String, _ action: String, status: String = "ACTIVE", lastUpdated: String = "2026-03-02") throws
    -> OktaImporter
  {
    let policy =
      #"[{"id": "u1", "type": "\#(type)", "status": "\#(status)", "name": "Web", "priority": 1, "system": false, "conditions": null, "#
      + #""lastUpdated": "\#(lastUpdated)", "_links": {"self": {"href": "https://made.okta.test/api/v1/policies/u1"}}}]"#
    let rule =
      #"[{"id": "ur1", "type": "\#(type)", "status": "ACTIVE", "name": "Button", "priority": 1, "system": false, "conditions": null, "#
      + #""lastUpdated": "\#(lastUpdated)", "actions": {"some": {"action": "\#(action)"}}, "#
      + #""_links": {"self": {"href": "https://made.okta.test/api/v1/policies/u1/rules/ur1"}}}]"#
    let more = try [("policies?type=\(type)", policy), ("policies/u1/rules", rule)].map { name, text in
      SourceAnswer(file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)", body: try JSONReader.read(text))
    }
    return try OktaImporter(SourceFolder(answers: MadeOrg().folder().answers + more), name: "made")
  }

  private static func told(_ before: OktaImporter, _ now: OktaImporter) throws -> [String] {
    let difference = try MadeOrg.difference(before, now)
    #expect(difference.changes.isEmpty)
    return difference.doubts.map { $0.sentence.replacing("it is not known what a change does to people: the ", with: "") }
  }

  private static let kinds = [
    ("USER_IDENTIFICATION", "identification"), ("SELF_SERVICE_REGISTRATION", "registration"), ("IDENTITY_CLAIM_SOURCING", "claim sourcing"),
    ("BRAND_NEW", "other brand new"),
  ]

  @Test(arguments: kinds) func `one that is new, gone or changed is not known, by name`(_ type: String, _ word: String) throws {
    let (none, one, other) = (try MadeOrg().imported(), try Self.org(type, "ALWAYS"), try Self.org(type, "NEVER"))
    let (policy, rule) = ("\(word) policy 'Web'", "\(word) rule 'Web/Button'")
    let end = ", and the import does not read it"
    #expect(try Self.told(none, one) == ["\(policy) is new\(end)", "\(rule) is new\(end)"])
    #expect(try Self.told(one, none) == ["\(policy) is gone\(end)", "\(rule) is gone\(end)"])
    #expect(try Self.told(one, other) == ["\(rule) has changed\(end)"])
    #expect(try Self.told(one, Self.org(type, "ALWAYS", lastUpdated: "2026-04-01")) == [])
    #expect(try Self.told(none, Self.org(type, "ALWAYS", status: "INACTIVE")) == [])
  }

  @Test(arguments: ["ENTITY_RISK", "POST_AUTH_SESSION", "DEVICE_SIGNAL_COLLECTION"])
  func `one that acts after sign-in, or shows no screen, is no difference`(_ type: String) throws {
    #expect(try Self.told(Self.org(type, "ALWAYS"), Self.org(type, "NEVER")) == [])
  }
}
