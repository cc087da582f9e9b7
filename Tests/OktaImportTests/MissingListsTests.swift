import Encodings
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Lists that are not in the folder, answers of two orgs, names that two objects have, and more than a mock can have.
struct MissingListsTests {
  private static let staff = [(name: "Staff", conditions: #"{"people": {"groups": {"include": ["g1"]}}}"#, action: MadeOrg.two)]

  private static func refusal(_ answers: [SourceAnswer]) -> String? {
    do throws(OktaImporter.Refusal) {
      _ = try OktaImporter(SourceFolder(answers: answers), name: "made")
      return nil
    } catch { return error.reason }
  }

  @Test func `lists that are missing are reported with what depends on them`() throws {
    let findings = try MadeOrg(without: ["groups/rules", "behaviors"]).imported().report.findings
    for name in ["list of group rules", "list of behaviors", "description of the org"] {
      #expect(findings.contains { $0.id == "missing: \(name)" && !$0.reason.isEmpty }, "\(findings.map(\.id))")
    }
    let whole = try MadeOrg().imported().report.findings
    #expect(!whole.contains { $0.id.hasPrefix("missing: list of") })
  }

  @Test(arguments: ["groups-rules.json", "group-rules.json"]) func `an empty list of group rules is there`(_ file: String) throws {
    let answers = try MadeOrg(without: ["groups/rules"]).folder().answers + [SourceAnswer(file: file, body: .array([]))]
    let findings = try OktaImporter(SourceFolder(answers: answers), name: "made").report.findings
    #expect(!findings.contains { $0.id == "missing: list of group rules" })
  }

  @Test func `without group rules it is not known whether a group means the same in another export`() throws {
    let org = MadeOrg(app: Self.staff, without: ["groups/rules"])
    #expect(try MadeOrg.difference(org.imported(), org.imported()).doubts.isEmpty)
    let other = try org.imported([("\"name\": \"Lab\"", "\"name\": \"Laboratory\"")])
    #expect(try !MadeOrg.difference(org.imported(), other).doubts.isEmpty)
  }

  @Test(arguments: [
    "\"accessPolicy\": {\"href\": \"https://made.okta.test", "\"profileEnrollment\": {\"href\": \"https://made.okta.test",
    "\"self\": {\"href\": \"https://made.okta.test",
  ])
  func `an object with links to two hosts is of two orgs`(_ link: String) throws {
    let answers = try MadeOrg().lists.map { name, text in
      let changed = text.replacing(link, with: link.replacing("made", with: "other"), maxReplacements: 1)
      return SourceAnswer(file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)", body: try JSONReader.read(changed))
    }
    let reason = try #require(Self.refusal(answers))
    #expect(reason.hasPrefix("the folder has answers of two orgs, 'made.okta.test' and 'other.okta.test': '"), "\(reason)")
  }

  @Test func `an org whose own link leads elsewhere is another org`() throws {
    let organization = #"{"id": "00o1", "pipeline": "idx", "_links": {"organization": {"href": "https://other.okta.test"}}}"#
    let more = SourceAnswer(file: "okta-organization.json", body: try JSONReader.read(organization))
    #expect(Self.refusal(try MadeOrg().folder().answers + [more])?.hasPrefix("the folder has answers of two orgs") == true)
  }

  /// Of an org with an app and a group more, which have the name of one that is there.
  private static func withSecond(created: [String], id: String) throws -> OktaImporter {
    let answers = try MadeOrg(app: staff).lists.map { name, text in
      var text = text
      if name == "groups" {
        text = text.replacing("{\"id\": \"g1\"", with: "{\"id\": \"g1\", \"created\": \"\(created[0])\"")
        if created.count > 1 {
          let second =
            "{\"id\": \"\(id)\", \"created\": \"\(created[1])\", \"type\": \"OKTA_GROUP\", \"objectClass\": [], "
            + "\"profile\": {\"name\": \"Staff\"}}"
          text = String(text.dropLast()) + ", \(second)]"
        }
      }
      if name == "apps" {
        text = text.replacing("{\"id\": \"app1\"", with: "{\"id\": \"app1\", \"created\": \"\(created[0])\"")
        if created.count > 1 {
          let links =
            "{\"accessPolicy\": {\"href\": \"https://made.okta.test/api/v1/policies/p1\"}, "
            + "\"profileEnrollment\": {\"href\": \"https://made.okta.test/api/v1/policies/n1\"}}"
          let second =
            "{\"id\": \"\(id)\", \"created\": \"\(created[1])\", \"name\": \"oidc_client\", "
            + "\"label\": \"Portal\", \"status\": \"ACTIVE\", \"signOnMode\": \"OPENID_CONNECT\", \"_links\": \(links)}"
          text = String(text.dropLast()) + ", \(second)]"
        }
      }
      return SourceAnswer(file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)", body: try JSONReader.read(text))
    }
    return try OktaImporter(SourceFolder(answers: answers), name: "made")
  }

  @Test(arguments: ["a0001", "z0001"])
  func `a second app and group of one name rename no other, whatever their ids are`(_ id: String) throws {
    let before = try Self.withSecond(created: ["2024-01-01T00:00:00.000Z"], id: id)
    let now = try Self.withSecond(created: ["2024-01-01T00:00:00.000Z", "2025-01-01T00:00:00.000Z"], id: id)
    #expect(now.tenant.apps.map(\.name).filter { $0.hasPrefix("portal") }.sorted() == ["portal", "portal-0001"])
    let difference = try MadeOrg.difference(before, now)
    #expect(difference.doubts.isEmpty)
    #expect(difference.changes.map(\.sentence) == ["portal-0001 is a new app"])
  }

  private static func types(_ count: Int, named: Int) throws -> [SourceAnswer] {
    let types = (0..<count).map { "{\"id\": \"t\($0)\", \"name\": \"type\($0)\", \"default\": \($0 == 0)}" }
    let named = (1..<(named + 1)).map { "\"t\($0)\"" }.joined(separator: ", ")
    let org = MadeOrg(app: [("A", "{\"userType\": {\"include\": [\(named)], \"exclude\": []}}", MadeOrg.deny)])
    return try org.folder().answers.filter { $0.file != "meta/types/user.json" } + [
      SourceAnswer(
        file: "types.json", url: "https://made.okta.test/api/v1/meta/types/user",
        body: try JSONReader.read("[\(types.joined(separator: ", "))]"))
    ]
  }

  @Test(arguments: [(64, 3), (200, 3), (200, 62)]) func `types of people that no rule names are one word where they are many`(
    _ count: Int, _ named: Int
  ) throws {
    let imported = try OktaImporter(SourceFolder(answers: Self.types(count, named: named)), name: "made")
    let mock = try MadeOrg.mock(imported.tenant)
    let decided = try ["type0", "type1", "type\(named)"].map {
      try MadeOrg.decision(mock, app: "portal", FactValues(words: ["account.user_type": $0])).demand
    }
    #expect(decided == ["any one proof", "denied", "denied"])
  }

  @Test func `more types of people than a fact has words are refused, with the file`() throws {
    let reason = try #require(Self.refusal(Self.types(80, named: 63)))
    #expect(
      reason.hasPrefix("the rules name 63 user types, and a mock tells at most 62 apart, beside the default one: 'types.json#"),
      "\(reason)")
  }

  @Test func `more authenticators than rules tell apart are refused, with the file`() throws {
    let own = (0..<60).map {
      "{\"id\": \"c\($0)\", \"key\": \"custom_otp\", \"type\": \"security_key\", \"status\": \"ACTIVE\", \"name\": \"Token \($0)\"}"
    }
    func answers(_ count: Int) throws -> [SourceAnswer] {
      try MadeOrg().folder().answers
        + [
          SourceAnswer(
            file: "own.json", url: "https://made.okta.test/api/v1/authenticators",
            body: try JSONReader.read("[\(own.prefix(count).joined(separator: ", "))]"))
        ]
    }
    let reason = try #require(Self.refusal(answers(60)))
    #expect(reason.contains("authenticators of its own, and a mock tells at most ") && reason.contains("'own.json#"), "\(reason)")
    _ = try MadeOrg.mock(OktaImporter(SourceFolder(answers: answers(30)), name: "made").tenant)
  }
}
