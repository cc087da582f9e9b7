import Encodings
import JourneyMock
import JourneyTestSupport
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// What a folder lacks, and what it has that is not read: nothing that depends on it is reported as known.
struct UnknownPartsTests {
  private static let chain = #"{"access": "ALLOW", "verificationMethod": {"type": "AUTH_METHOD_CHAIN", "reauthenticateIn": "PT2H"CHAINS}}"#

  private static func decision(_ imported: OktaImporter, _ values: FactValues = FactValues()) throws -> String {
    try MadeOrg.decision(MadeOrg.mock(imported.tenant), app: "portal", values).demand
  }

  @Test(arguments: [
    "", ", \"chains\": []", ", \"chains\": null", ", \"chains\": \"x\"", ", \"chains\": {}", ", \"chains\": [{}]",
    ", \"chains\": [{\"authenticationMethods\": []}]", ", \"chains\": [{\"authenticationMethods\": [{\"key\": \"moon_key\"}]}]",
    ", \"chains\": [{\"authenticationMethods\": [{\"key\": \"okta_password\"}], \"next\": [{}]}]",
  ])
  func `a chain that is empty or cannot be read is not known, and the mock loads`(_ chains: String) throws {
    let imported = try MadeOrg(app: [("R", "null", Self.chain.replacing("CHAINS", with: chains))]).imported()
    #expect(imported.tenant.lists[.app]?.first?.rules.prefix(2).map(\.name) == ["R", "R (not known)"])
    #expect(try Self.decision(imported) == "not known")
    #expect(imported.report.findings.contains { $0.id.contains("chains") }, "\(imported.report.findings)")
  }

  @Test func `constraints that name an authenticator that is not known do not let no one in`() throws {
    let action = MadeOrg.assurance("1FA", #"{"possession": {"authenticationMethods": [{"key": "moon_key"}]}}"#)
    #expect(try Self.decision(MadeOrg(app: [("R", "null", action)]).imported()) == "not known")
  }

  @Test func `an org without an active authenticator is refused`() throws {
    let reason = "no authenticator of the org is known to be active, so no one could sign in to a mock of it"
    let answers = try MadeOrg().lists.map { name, text in
      let text = name == "authenticators" ? text.replacing("\"status\": \"ACTIVE\"", with: "\"status\": \"INACTIVE\"") : text
      return SourceAnswer(file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)", body: try JSONReader.read(text))
    }
    do throws(OktaImporter.Refusal) {
      _ = try OktaImporter(SourceFolder(answers: answers), name: "made")
      Issue.record("it is imported")
    } catch { #expect(error.reason == reason) }
  }

  private static func expressions(_ first: String, _ second: String) -> [MadeOrg] {
    [first, second].map { MadeOrg(app: [("R", "{\"elCondition\": {\"condition\": \"\($0)\"}}", MadeOrg.deny)]) }
  }

  @Test(arguments: [100, 250, 265, 280, 290, 300, 310, 400, 5_000])
  func `another end of an expression of any length is not known`(_ length: Int) throws {
    let long = "a.b == " + String(repeating: "1", count: length)
    let texts = "a.b == 'x' && " + String(repeating: "1", count: length)
    for orgs in [Self.expressions(long + "2", long + "3"), Self.expressions(texts + "2", texts + "3")] {
      #expect(try !MadeOrg.difference(orgs[0].imported(), orgs[1].imported()).doubts.isEmpty)
      #expect(try MadeOrg.difference(orgs[0].imported(), orgs[0].imported()).doubts.isEmpty)
    }
  }

  /// Whether there is a difference, and every change depends on an open flag.
  private static func isOpen(_ difference: RuleDifference) -> Bool {
    !(difference.changes.isEmpty && difference.doubts.isEmpty) && difference.changes.allSatisfy { !$0.openFlags.isEmpty }
  }

  private static let staff = #"{"people": {"groups": {"include": ["g1"]}}}"#
  private static let portal = MadeOrg(app: [("A", staff, MadeOrg.two)])
  /// A rule of the list of an app, with a link to itself.
  private static let linked = "\"_links\": {\"self\": {\"href\": \"https://made.okta.test/api/v1/policies/p1/rules/rulp10\"}}"

  /// The org with a rule of its own for the vendors, in a file that says nothing of where it is from.
  private static func withLostRule(_ type: String, _ link: String, _ level: String = "HIGH") throws -> OktaImporter {
    let rule =
      "{\"id\": \"rulLost\"\(type), \"status\": \"ACTIVE\", \"name\": \"Lost\", \"priority\": 5, \"system\": false, "
      + "\"conditions\": {\"riskScore\": {\"level\": \"\(level)\"}}, \"actions\": {\"appSignOn\": \(MadeOrg.deny)}\(link)}"
    let answers = try portal.folder().answers + [SourceAnswer(file: "lost.json", body: try JSONReader.read("[\(rule)]"))]
    return try OktaImporter(SourceFolder(answers: answers), name: "made")
  }

  @Test(arguments: [
    (", \"type\": \"ACCESS_POLICY\"", "", RuleKind.app),
    (", \"type\": \"ACCESS_POLICY\"", linked.replacing("p1", with: "gone"), .app), ("", "", .app),
    (", \"type\": \"SIGN_ON\"", "", .session), (", \"type\": \"MFA_ENROLL\"", "", .enrolment), (", \"type\": \"PASSWORD\"", "", .password),
    (", \"type\": \"PASSWORD\"", "", .recovery), (", \"type\": \"PROFILE_ENROLLMENT\"", "", .registration),
    (", \"type\": \"IDP_DISCOVERY\"", "", .routing),
  ])
  func `what lists of a kind decide is not known where a rule of it has no policy`(_ type: String, _ link: String, _ kind: RuleKind) throws
  {
    let link = link.isEmpty ? "" : ", \(link)"
    let imported = try Self.withLostRule(type, link)
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    let sequence = kind == .app ? rules.sequence(ofAppList: "Portal") : rules.sequence(of: kind)
    let values = FactValues(words: ["session.client": "portal"])
    #expect(MadeOrg.decision(sequence, rules, values).demand == "not known")
    #expect(try Self.isOpen(MadeOrg.difference(Self.portal.imported(), imported)))
    #expect(try !MadeOrg.difference(imported, Self.withLostRule(type, link, "MEDIUM")).doubts.isEmpty)
    #expect(try MadeOrg.difference(imported, imported).doubts.isEmpty)
  }

  @Test(arguments: [["authenticators"], ["authenticators/a3/methods"], ["authenticators/a3/methods", "authenticators/a5/methods"]])
  func `what is asked for is not known where authenticators or methods are missing`(_ lists: Set<String>) throws {
    let org = MadeOrg(app: [("A", Self.staff, MadeOrg.two), ("B", "null", MadeOrg.deny)])
    var lacking = org
    lacking.without = lists
    let (whole, part) = try (org.imported(), lacking.imported())
    for (before, now) in [(whole, part), (part, whole)] {
      #expect(try Self.isOpen(MadeOrg.difference(before, now)))
    }
    #expect(try MadeOrg.decision(MadeOrg.mock(part.tenant), app: "portal", FactValues()).demand == "denied")
    #expect(try MadeOrg.difference(part, part).doubts.isEmpty)
    let other = try lacking.imported([("\"name\": \"Lab\"", "\"name\": \"Laboratory\"")])
    #expect(try !MadeOrg.difference(part, other).doubts.isEmpty)
  }

  @Test func `what is missing because a file is damaged is known by the bytes of the file`() async throws {
    func imported(_ damaged: String) async throws -> OktaImporter {
      try await TemporaryFolder.with { folder in
        for (place, answer) in try Self.portal.folder().answers.enumerated() where answer.file != "policies/p1/rules.json" {
          let body = JSONWriter.text(of: answer.body)
          try folder.write("{\"url\": \"\(answer.url ?? "")\", \"body\": \(body)}", to: "\(place).json")
        }
        try folder.write(damaged, to: "rules.json")
        return try OktaImporter(SourceFolder(reading: folder.path), name: "made")
      }
    }
    let (first, second) = try await (imported("[{\"id\": 1"), imported("[{\"id\": 2"))
    #expect(try !MadeOrg.difference(first, second).doubts.isEmpty)
    let again = try await imported("[{\"id\": 2")
    #expect(try MadeOrg.difference(second, again).doubts.isEmpty)
  }

  @Test(arguments: [
    ("\"name\": \"Portal\", ", "\"name\": \"Portal\", MOON, "), ("\"label\": \"Portal\", ", "\"label\": \"Portal\", MOON, "),
    ("\"name\": \"Email\", ", "\"name\": \"Email\", MOON, "),
    ("\"name\": \"Default Policy\", ", "\"name\": \"Default Policy\", MOON, "),
    ("\"system\": true, \"conditions\": null, \"_links\"", "\"system\": true, \"conditions\": {MOON}, \"_links\""),
    (
      "\"system\": true, \"conditions\": {\"people\": {\"groups\": {\"include\": [\"gAll\"]}}}",
      "\"system\": true, \"conditions\": {\"people\": {\"groups\": {\"include\": [\"gAll\"]}}, MOON}"
    ),
  ])
  func `a member beside what is read of policies, apps and authenticators is not known`(_ old: String, _ new: String) throws {
    let imports = try ["\"full\"", "\"new\""].map { moon in
      try Self.portal.imported([(old, new.replacing("MOON", with: "\"moon\": \(moon)"))])
    }
    #expect(imports[0].report.findings.contains { $0.id.hasPrefix("not understood: ") && $0.id.hasSuffix("moon") })
    #expect(try Self.isOpen(MadeOrg.difference(Self.portal.imported(), imports[0])))
    #expect(try !MadeOrg.difference(imports[0], imports[1]).doubts.isEmpty)
    #expect(try MadeOrg.difference(imports[0], imports[0]).doubts.isEmpty)
  }

  @Test func `the conditions of an app policy, which has none in an org, leave what it asks for open`() throws {
    let imported = try Self.portal.imported([
      ("\"system\": true, \"conditions\": null, \"_links\"", "\"system\": true, \"conditions\": \(Self.staff), \"_links\"")
    ])
    #expect(try Self.decision(imported) == "not known")
  }

  private static let mail =
    #"{"passwordChange": {"access": "ALLOW"}, "selfServicePasswordReset": {"access": "ALLOW", "requirement": {"accessControl": "LEGACY", "#
    + #""primary": {"methods": ["email"]}, "stepUp": {"required": false}}}, "selfServiceUnlock": {"access": "ALLOW"}}"#

  @Test func `a flow of recovery that is not known is left out of the mock`() throws {
    func policies(_ org: MadeOrg) throws -> [String: String] {
      Dictionary(uniqueKeysWithValues: try org.imported().tenant.policies.map { ($0.name, $0.value) })
    }
    var org = MadeOrg(recovering: Self.mail)
    #expect(try policies(org)["recovery"] == "true" && policies(org)["unlock"] == "true")
    org.password = org.password.replacing("\"minLength\": 8", with: "\"minLength\": \"moon\"")
    #expect(try policies(org)["recovery"] == "false" && policies(org)["unlock"] == "false")
    org = MadeOrg(without: ["policies?type=PASSWORD", "policies/w1/rules"])
    #expect(try policies(org)["recovery"] == "false" && policies(org)["unlock"] == "false")
    #expect(
      try org.imported().report.findings.contains {
        $0.id == "assumed: passwords and recovery in the mock's flow" && $0.reason.contains("left out")
      })
  }
}
