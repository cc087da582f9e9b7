import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// What is empty, spelled in another way, or of an unknown kind, is not known.
struct EmptyPartsTests {
  private static func constrained(_ constraint: String) -> String { MadeOrg.assurance("2FA", constraint) }

  private static func demand(_ org: MadeOrg, _ values: FactValues = FactValues()) throws -> String {
    try MadeOrg.decision(MadeOrg.mock(org.imported().tenant), app: "portal", values).demand
  }

  @Test(arguments: [
    #"{"moonPhase": {}}"#, #"{"moonPhase": []}"#, #"{"moonPhase": ""}"#, #"{"people": {"moons": []}}"#, #"{"network": {"connection": ""}}"#,
    #"{"device": {"moon": {}}}"#, #"{"people": {"users": ""}}"#, #"{"riskScore": {"level": ""}}"#,
  ])
  func `an unknown member of a condition is not understood where it is empty too`(_ conditions: String) throws {
    let org = MadeOrg(app: [("R", conditions, MadeOrg.deny)])
    #expect(try Self.demand(org) == "not known")
    #expect(try org.imported().report.findings.contains { $0.id.hasPrefix("not understood: app rule 'Portal/R': conditions.") })
  }

  @Test(arguments: [
    #"{"inherence": {}}"#, #"{"possession": {"attestation": {}}}"#, #"{"knowledge": {"types": ["password"], "moon": []}}"#,
    #"{"knowledge": ""}"#,
  ])
  func `an unknown member of a constraint is not understood where it is empty too`(_ constraint: String) throws {
    #expect(try Self.demand(MadeOrg(app: [("R", "null", Self.constrained(constraint))])) == "not known")
  }

  @Test func `an unknown member of a demand, a rule, a policy or a session is not understood where it is empty too`() throws {
    let limited = MadeOrg.two.replacing("{\"access\"", with: "{\"sessionLimit\": {}, \"access\"")
    #expect(try Self.demand(MadeOrg(app: [("R", "null", limited)])) == "not known")
    for (old, new) in [
      ("\"name\": \"Catch-all Rule\",", "\"name\": \"Catch-all Rule\", \"moon\": [],"),
      ("\"name\": \"Portal\",", "\"name\": \"Portal\", \"moon\": {},"),
      ("\"requireFactor\": false,", "\"requireFactor\": false, \"moon\": \"\","),
    ] {
      let imported = try MadeOrg().imported([(old, new)])
      #expect(!imported.tenant.open.isEmpty, "\(new)")
      #expect(imported.report.findings.contains { $0.id.hasPrefix("not understood: ") && $0.id.hasSuffix("moon") }, "\(new)")
    }
  }

  @Test(arguments: [
    #"{"moonPhase": null}"#, #"{"people": {"users": {"exclude": []}}, "userType": {"include": [], "exclude": []}}"#,
    #"{"network": {"connection": "ANYWHERE"}, "platform": {"include": [], "exclude": []}, "risk": {"behaviors": []}}"#,
  ])
  func `null says nothing, and neither does an empty list that the org's answers have`(_ conditions: String) throws {
    #expect(try Self.demand(MadeOrg(app: [("R", conditions, MadeOrg.deny)])) == "denied")
  }

  @Test(arguments: ["'high'", "'High'", "'HIGH '", "' HIGH'", "'CRITICAL'"])
  func `a level of risk in another spelling is an open flag`(_ word: String) throws {
    let org = MadeOrg(app: [("R", "{\"elCondition\": {\"condition\": \"security.risk.level == \(word)\"}}", MadeOrg.deny)])
    #expect(try Self.demand(org, FactValues(words: ["session.risk": "high"])) == "not known")
  }

  @Test(arguments: ["security.risk.level == 'HIGH'", "security.risk.level=='HIGH' ", "security.risk.level != 'LOW'"])
  func `a level of risk as it is documented is known`(_ text: String) throws {
    let org = MadeOrg(app: [("R", "{\"elCondition\": {\"condition\": \"\(text)\"}}", MadeOrg.deny)])
    #expect(try Self.demand(org, FactValues(words: ["session.risk": "high"])) == "denied")
    #expect(try Self.demand(org, FactValues(words: ["session.risk": "low"])) == "any one proof")
  }

  @Test(arguments: [
    #"{"people": {"groups": {"include": []}}}"#, #"{"people": {"users": {"include": [], "exclude": []}}}"#,
    #"{"people": {"groups": {"include": []}, "users": {"include": ["00umadeone"]}}}"#,
  ])
  func `whether a list that includes nobody takes everybody is an open flag`(_ conditions: String) throws {
    let org = MadeOrg(app: [("R", conditions, MadeOrg.deny)])
    #expect(try Self.demand(org) == "not known")
    #expect(try org.imported().tenant.open.map(\.name).contains("empty_list_takes_everybody"))
  }

  @Test func `a session policy for no group is an open flag, and the default policy is for everybody`() throws {
    let org = MadeOrg(session: [("R", "null", MadeOrg.deny)])
    #expect(try org.imported([("\"include\": [\"g1\"]", "\"include\": []")]).tenant.open.map(\.name) == ["empty_list_takes_everybody"])
    #expect(try MadeOrg().imported([("\"include\": [\"gAll\"]", "\"include\": []")]).tenant.open.isEmpty)
  }

  @Test(arguments: ["quantum", "tac", "okta_verify_push"])
  func `an active authenticator of an unknown kind is not known, and one that is off is nothing`(
    _ key: String
  ) throws {
    let before = try MadeOrg().imported()
    for status in ["ACTIVE", "INACTIVE"] {
      let more = "{\"id\": \"x1\", \"key\": \"\(key)\", \"type\": \"moon\", \"status\": \"\(status)\", \"name\": \"New\"}, {\"id\": \"a9\""
      let now = try MadeOrg().imported([("{\"id\": \"a9\"", more)])
      #expect(now.tenant.open.map(\.name) == (status == "ACTIVE" ? ["authenticators_are_as_read"] : []))
      let difference = try MadeOrg.difference(before, now)
      #expect(difference.changes.isEmpty && difference.doubts.isEmpty == (status == "INACTIVE"))
    }
  }

  @Test func `an active method of an unknown kind is not known, and one that is off is nothing`() throws {
    for (status, open) in [("ACTIVE", ["authenticators_are_as_read"]), ("INACTIVE", [])] {
      let more = "[{\"type\": \"whatsapp\", \"status\": \"\(status)\"}, {\"type\": \"sms\""
      let now = try MadeOrg().imported([("[{\"type\": \"sms\"", more)])
      #expect(now.tenant.open.map(\.name) == open)
    }
  }

  @Test(arguments: [
    #"{"network": []}"#, #"{"people": {"groups": {"include": {}}}}"#, #"{"network": {"connection": "ZONE", "include": ["ALL_ZONES"]}}"#,
    #"{"elCondition": {"condition": "security.behaviors.contains('Closed Device')"}}"#,
  ])
  func `a part of the wrong shape is not known, and neither is what is switched off`(_ conditions: String) throws {
    let org = MadeOrg(app: [("R", conditions, MadeOrg.deny)])
    let behavior = "{\"id\": \"b2\", \"type\": \"VELOCITY\", \"name\": \"Closed Device\", \"status\": \"INACTIVE\"}"
    let imported = try org.imported([("[{\"id\": \"b1\"", "[\(behavior), {\"id\": \"b1\"")])
    let values = FactValues(names: ["session.zones": ["Closed"], "session.behaviors": ["Closed Device"]])
    #expect(try MadeOrg.decision(MadeOrg.mock(imported.tenant), app: "portal", values).demand == "not known")
  }

  @Test(arguments: [#"[]"#, #"{"knowledge": {"types": [{}]}}"#]) func `an item of the wrong shape is not known`(_ constraint: String) throws
  {
    #expect(try Self.demand(MadeOrg(app: [("R", "null", Self.constrained(constraint))])) == "not known")
  }

  @Test(arguments: ["\"usage\": {}", "\"usage\": null", "\"use\": 1"]) func `a zone that does not say whether it blocks may block`(
    _ usage: String
  ) throws {
    let imported = try MadeOrg().imported([
      ("\"name\": \"Lab\", \"status\": \"ACTIVE\", \"usage\": \"POLICY\"", "\"name\": \"Lab\", \"status\": \"ACTIVE\", \(usage)")
    ])
    #expect(imported.tenant.open.map(\.name) == ["blocked_by_lab"])
  }

  @Test func `a policy of enrolment without its list, and rules of a policy of an unknown type, are not known`() throws {
    for enrolment in ["{}", "null", "{\"authenticators\": null}"] {
      var org = MadeOrg()
      org.enrolment = enrolment
      #expect(try org.imported().tenant.open.map(\.name) == ["default_rule_is_as_read"], "\(enrolment)")
    }
    let org = MadeOrg(session: [("R", "null", MadeOrg.deny)])
    let imported = try org.imported([("{\"id\": \"s1\", \"type\": \"OKTA_SIGN_ON\"", "{\"id\": \"s1\", \"type\": \"OKTA_SIGN_ON_V2\"")])
    #expect(try Self.isOpen(imported, .session))
  }

  private static func isOpen(_ imported: OktaImporter, _ kind: RuleKind) throws -> Bool {
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    return MadeOrg.decision(rules.sequence(of: kind), rules, FactValues()).demand == "not known"
  }
}
