import Encodings
import JourneyMock
import JourneyTestSupport
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Folders in which something is missing, refused or twice.
struct MissingPartsTests {
  private static let rules = [
    ("Zoned", #"{"network": {"connection": "ZONE", "include": ["z1"]}, "people": {"groups": {"include": ["g1"]}}}"#, MadeOrg.two),
    (
      "Typed", #"{"userType": {"include": ["t2"]}, "risk": {"behaviors": ["b1"]}, "device": {"assurance": {"include": ["d1"]}}}"#,
      MadeOrg.deny
    ),
  ]

  @Test(arguments: [
    "groups", "zones", "authenticators", "apps", "behaviors", "device-assurances", "meta/types/user", "policies/p1/rules",
    "policies/s2/rules",
    "policies/e1/rules", "policies/w1/rules", "policies?type=PASSWORD", "policies/n1/rules", "policies?type=PROFILE_ENROLLMENT",
    "policies/i1/rules", "policies?type=IDP_DISCOVERY",
    "policies?type=OKTA_SIGN_ON", "policies?type=MFA_ENROLL",
    "policies?type=ACCESS_POLICY",
  ])
  func `without a list the import goes on, says what is missing, and the mock loads`(_ list: String) throws {
    let imported = try MadeOrg(app: Self.rules, session: [("R", "null", MadeOrg.anyFactor)], without: [list]).imported()
    #expect(imported.report.findings.contains { $0.id.hasPrefix("missing: ") }, "\(imported.report.findings)")
    _ = try MadeOrg.mock(imported.tenant)
  }

  @Test(arguments: [
    ("policies?type=PASSWORD", RuleKind.password), ("policies?type=PASSWORD", .recovery), ("policies/w1/rules", .recovery),
    ("policies?type=PROFILE_ENROLLMENT", .registration), ("policies/n1/rules", .registration),
  ])
  func `passwords, recovery and registration are not known without their policies or rules`(_ list: String, _ kind: RuleKind) throws {
    let imported = try MadeOrg(without: [list]).imported()
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    let values = FactValues(words: ["session.client": "portal"])
    #expect(MadeOrg.decision(rules.sequence(of: kind), rules, values).demand == "not known")
    #expect(imported.report.findings.contains { $0.id.hasPrefix("assumed: ") && $0.id.hasSuffix(" in the mock's flow") })
  }

  @Test(arguments: ["policies/p1/rules", "apps"]) func `what hangs on a list that is missing is not known`(_ list: String) throws {
    let tenant = try MadeOrg(app: Self.rules, catchAll: nil, without: [list]).imported().tenant
    let rules = try #require(try MadeOrg.mock(tenant).ruleSet)
    let sequence = rules.sequence(ofAppList: "Portal")
    #expect(MadeOrg.decision(sequence, rules, FactValues()).demand == "not known")
  }

  @Test func `a catch-all rule that is missing is not known, and nobody gets in for nothing`() throws {
    let imported = try MadeOrg(app: Self.rules, catchAll: nil).imported()
    #expect(imported.report.findings.contains { $0.id == "missing: catch-all rule of the policy 'Portal'" })
    #expect(try MadeOrg.decision(MadeOrg.mock(imported.tenant), app: "portal", FactValues()).demand == "not known")
  }

  @Test func `an answer that was refused is missing`() throws {
    var answers = try MadeOrg().folder().answers.filter { $0.file != "zones.json" }
    answers.append(
      SourceAnswer(
        file: "zones.json", url: "https://made.okta.test/api/v1/zones",
        body: .object([.init("errorCode", .string("E0000006")), .init("errorSummary", .string("You do not have permission"))])))
    let imported = try OktaImporter(SourceFolder(answers: answers), name: "made")
    #expect(imported.report.findings.contains { $0.id == "missing: answer to zones" })
  }

  @Test func `pages of one list are put together, and an object that is in two of them is there once`() throws {
    let folder = try MadeOrg().folder()
    var answers = folder.answers
    let groups = try #require(answers.firstIndex { $0.file == "groups.json" })
    let all = answers[groups].body.arrayValue ?? []
    answers[groups].body = .array(Array(all.prefix(2)))
    answers.append(SourceAnswer(file: "groups-2.json", url: answers[groups].url, body: .array(Array(all.dropFirst()))))
    let paged = try OktaImporter(SourceFolder(answers: answers), name: "made")
    let whole = try MadeOrg().imported()
    #expect(paged.tenant.yaml == whole.tenant.yaml)
    #expect(paged.report.objects.count { $0.kind == "group" } == 3)
  }

  @Test(arguments: [
    (#"{"id": "00o", "pipeline": "v1"}"#, "the org is one of Okta's Classic Engine, whose policies mean something else"),
    ("[]", "the folder has no policy of an Okta org: fetch '/api/v1/policies?type=ACCESS_POLICY' and the others into it"),
  ])
  func `a folder that is not one of an Identity Engine org is refused`(_ text: String, _ reason: String) async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(text, to: "org.json")
      let read = try SourceFolder(reading: folder.path)
      do throws(OktaImporter.Refusal) {
        _ = try OktaImporter(read, name: "made")
      } catch { #expect(error.reason == reason) }
    }
  }
}
