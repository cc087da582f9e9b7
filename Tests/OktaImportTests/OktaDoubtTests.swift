import Encodings
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Answers that say something else than orgs usually do: nothing is lost, and nothing is taken for known.
struct OktaDoubtTests {
  /// An org with texts of its answers replaced.
  private static func folder(_ org: MadeOrg, _ changes: [(String, String)], more: [SourceAnswer] = []) throws -> SourceFolder {
    var found = 0
    let answers = try org.lists.map { name, text in
      var text = text
      for (old, new) in changes {
        let parts = text.split(separator: old, omittingEmptySubsequences: false)
        found += parts.count - 1
        text = parts.joined(separator: new)
      }
      return SourceAnswer(file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)", body: try JSONReader.read(text))
    }
    #expect(changes.isEmpty || found > 0, "\(changes) changes nothing")
    return SourceFolder(answers: answers + more)
  }

  private static func imported(_ org: MadeOrg, _ changes: (String, String)...) throws -> OktaImporter {
    try OktaImporter(folder(org, changes), name: "made")
  }

  private static func refusal(_ org: MadeOrg = MadeOrg(), _ changes: [(String, String)] = [], more: [SourceAnswer]) throws -> String? {
    let folder = try Self.folder(org, changes, more: more)
    do throws(OktaImporter.Refusal) {
      _ = try OktaImporter(folder, name: "made")
      return nil
    } catch { return error.reason }
  }

  private static let staff = #"{"people": {"groups": {"include": ["g1"]}}}"#
  private static let two = MadeOrg(app: [("A", staff, MadeOrg.deny), ("B", staff, MadeOrg.two)])
  private static let ofStaff = FactValues(names: ["account.groups": ["Staff"]])

  @Test(arguments: [
    ("\"priority\": \"1\"", false), ("\"priority\": 0.5", false), ("\"priority\": null", false), ("\"rank\": 7", false),
    ("\"priority\": 0", false), ("\"priority\": 1.0", true), ("\"priority\": 1e0", true),
  ])
  func `a priority that is no whole number, or that two rules have, leaves their order open`(_ priority: String, _ isKnown: Bool) throws {
    let imported = try Self.imported(
      Self.two,
      ("\"priority\": 1, \"system\": false, \"conditions\": {\"people\"", "\(priority), \"system\": false, \"conditions\": {\"people\""))
    _ = try MadeOrg.mock(imported.tenant)
    let rules = try #require(imported.tenant.lists[.app]?.first?.rules)
    #expect((rules.first?.name == "Order (not known)") == !isKnown, "\(rules.map(\.name))")
    #expect(imported.report.findings.contains { $0.id.hasPrefix("not understood:") && $0.id.contains("priority") } == !isKnown)
  }

  @Test func `what everybody would be let in by is not known where the order is open`() throws {
    let org = MadeOrg(app: [("A", Self.staff, MadeOrg.one), ("B", Self.staff, MadeOrg.two)])
    let imported = try Self.imported(org, ("\"name\": \"B\", \"priority\": 1", "\"name\": \"B\", \"priority\": 0"))
    #expect(try MadeOrg.decision(MadeOrg.mock(imported.tenant), app: "portal", Self.ofStaff).demand == "not known")
    #expect(imported.tenant.open.map(\.name) == ["order_of_rules_of_portal_is_as_read"])
  }

  @Test func `two policies of one priority leave their order open`() throws {
    let org = MadeOrg(session: [("R", "null", MadeOrg.deny)])
    let second =
      #"[{"id": "s3", "type": "OKTA_SIGN_ON", "status": "ACTIVE", "name": "H", "priority": 1, "system": false, "conditions": null, "_links": {"self": {"href": "https://made.okta.test/api/v1/policies/s3"}}}]"#
    let more = [SourceAnswer(file: "more.json", url: nil, body: try JSONReader.read(second))]
    let imported = try OktaImporter(Self.folder(org, [], more: more), name: "made")
    #expect(imported.tenant.lists[.session]?.first?.rules.map(\.name) == ["Order (not known)"])
    _ = try MadeOrg.mock(imported.tenant)
  }

  @Test(arguments: ["\"DRAFT\"", "\"SUSPENDED\"", "\"STAGED\"", "false", "null"])
  func `a rule of an unknown status is neither dropped nor taken for switched on`(_ status: String) throws {
    let org = MadeOrg(app: [("A", Self.staff, MadeOrg.deny)], catchAll: MadeOrg.one)
    let imported = try Self.imported(org, ("\"status\": \"ACTIVE\", \"name\": \"A\"", "\"status\": \(status), \"name\": \"A\""))
    #expect(imported.tenant.open.map(\.name) == ["a_is_switched_on"])
    #expect(imported.report.objects.first { $0.name == "Portal/A" }?.worst == .notUnderstood)
    #expect(try MadeOrg.decision(MadeOrg.mock(imported.tenant), app: "portal", Self.ofStaff).demand == "not known")
  }

  @Test(arguments: [("Portal", "portal_is_switched_on"), ("G", "g_is_switched_on")])
  func `a policy of an unknown status is open`(_ name: String, _ flag: String) throws {
    let org = MadeOrg(session: [("R", "null", MadeOrg.deny)])
    let imported = try Self.imported(org, ("\"status\": \"ACTIVE\", \"name\": \"\(name)\"", "\"status\": \"DRAFT\", \"name\": \"\(name)\""))
    #expect(imported.tenant.open.map(\.name) == [flag])
    _ = try MadeOrg.mock(imported.tenant)
  }

  @Test(arguments: ["\"status\": \"STAGED\", ", "\"status\": 1, ", ""])
  func `whether people get into an app of an unknown status, or of none, is not known`(_ status: String) throws {
    let imported = try Self.imported(
      MadeOrg(), ("\"label\": \"Portal\", \"status\": \"ACTIVE\", ", "\"label\": \"Portal\", \(status)"))
    #expect(imported.tenant.apps.contains { $0.name == "portal" })
    #expect(
      imported.report.findings.contains {
        $0.id == (status.isEmpty ? "missing: status of the app 'Portal'" : "not understood: app 'Portal': status")
      })
    let mock = try MadeOrg.mock(imported.tenant)
    #expect(try MadeOrg.decision(mock, app: "portal", FactValues()).demand == "not known")
    #expect(try MadeOrg.decision(mock, app: "okta-admin-console", FactValues()).demand == "any one proof")
    #expect(try MadeOrg.decision(mock, app: "portal", FactValues(flags: ["open.portal_is_switched_on": true])).demand == "any one proof")
  }

  @Test func `an app that was deleted is none`() throws {
    let imported = try Self.imported(
      MadeOrg(), ("\"label\": \"Portal\", \"status\": \"ACTIVE\"", "\"label\": \"Portal\", \"status\": \"DELETED\""))
    #expect(!imported.tenant.apps.contains { $0.name == "portal" })
  }

  @Test(arguments: [
    ("\"status\": \"ACTIVE\", \"name\": \"A\"", "a_is_switched_on"),
    ("\"status\": \"ACTIVE\", \"name\": \"Portal\"", "portal_is_switched_on"),
  ])
  func `whether a rule or policy without a status is switched on is not known`(_ text: String, _ flag: String) throws {
    let org = MadeOrg(app: [("A", Self.staff, MadeOrg.two)])
    let imported = try Self.imported(org, (text, String(text.dropFirst("\"status\": \"ACTIVE\", ".count))))
    #expect(imported.tenant.open.map(\.name) == [flag])
    #expect(imported.report.findings.contains { $0.id.hasPrefix("missing: status of the ") })
    #expect(try MadeOrg.decision(MadeOrg.mock(imported.tenant), app: "portal", Self.ofStaff).demand == "not known")
  }

  @Test(arguments: [", \"reauthenticateIn\": \"PT12H\"", ", \"reauthenticateIn\": null"])
  func `how often a rule asks that does not say it is an open flag, and what it asks for is known`(_ text: String) throws {
    let action = MadeOrg.two.replacing(", \"reauthenticateIn\": \"PT12H\"", with: text.hasSuffix("null") ? text : "")
    let imported = try MadeOrg(app: [("R", Self.staff, action)]).imported()
    #expect(imported.report.findings.contains { $0.id == "missing: after how long the app rule 'Portal/R' asks again" })
    let rules = try #require(imported.tenant.lists[.app]?.first?.rules.prefix(2))
    #expect(rules.map(\.name) == ["R", "R (not known)"])
    #expect(rules.map { if case .ask(let ask) = $0.outcome { ask.again } else { -1 } } == [nil, 0])
    #expect(imported.tenant.open.map(\.name) == ["r_is_as_read"])
    #expect(try MadeOrg.decision(MadeOrg.mock(imported.tenant), app: "portal", Self.ofStaff).demand == "two kinds of proof")
  }

  @Test func `proofs that each say how long they are good need no word of the rule`() throws {
    let own = "\"reauthenticateIn\": \"PT1H\""
    let action = MadeOrg.assurance("2FA", "{\"knowledge\": {\"types\": [\"password\"], \(own)}, \"possession\": {\(own)}}")
      .replacing("\"reauthenticateIn\": \"PT12H\", ", with: "")
    #expect(try MadeOrg(app: [("R", "null", action)]).imported().tenant.open.isEmpty)
  }

  /// A chain of a passkey, and one of a password and then a code, with what each step says of how long it is good.
  private static func chains(_ spans: [String]) -> MadeOrg {
    func step(_ key: String, _ place: Int, _ next: String = "") -> String {
      let span = spans[place].isEmpty ? "" : ", \"reauthenticateIn\": \"\(spans[place])\""
      return "{\"authenticationMethods\": [{\"key\": \"\(key)\"}]\(span)\(next)}"
    }
    let chains = [step("webauthn", 0), step("okta_password", 1, ", \"next\": [\(step("google_otp", 2))]")]
    let method = "{\"type\": \"AUTH_METHOD_CHAIN\", \"chains\": [\(chains.joined(separator: ", "))]}"
    return MadeOrg(app: [("R", "null", "{\"access\": \"ALLOW\", \"verificationMethod\": \(method)}")])
  }

  @Test(arguments: [["", "PT0S", "PT0S"], ["PT4H", "PT4H", ""], ["PT0S", "", "PT0S"], ["", "", ""]])
  func `a step of a chain that does not say how often it is asked for leaves that open`(_ spans: [String]) throws {
    let (whole, imported) = (try Self.chains(["PT0S", "PT0S", "PT0S"]).imported(), try Self.chains(spans).imported())
    #expect(whole.tenant.open.isEmpty)
    #expect(imported.tenant.open.map(\.name) == ["r_is_as_read"])
    let rules = try #require(imported.tenant.lists[.app]?.first?.rules.prefix(2))
    #expect(rules.map { if case .ask(let ask) = $0.outcome { ask.again } else { -1 } } == [nil, 0])
    for (before, now) in [(whole, imported), (imported, whole)] {
      let difference = try MadeOrg.difference(before, now)
      #expect(!difference.doubts.isEmpty && difference.changes.isEmpty, "\(difference.changes.map(\.sentence))")
    }
  }

  private static func session(_ text: String) -> MadeOrg {
    MadeOrg(session: [("S", "null", "{\"access\": \"ALLOW\", \"primaryFactor\": \"PASSWORD_IDP_ANY_FACTOR\"\(text)}")])
  }

  @Test func `a session without a word of a second factor asks for none, which is the API's default`() throws {
    let imported = try Self.session("").imported()
    #expect(imported.report.findings.contains { $0.id == "assumed: second factor of the session rule 'G/S'" })
    #expect(imported.tenant.open.isEmpty)
    let rule = try #require(imported.tenant.lists[.session]?.first?.rules.first)
    #expect(RuleWording.text(RuleDemand([rule.outcome])) == "any one proof")
  }

  @Test(arguments: ["", ", \"factorPromptMode\": \"SESSION\""])
  func `how often a session asks for its second factor is open where it is not said`(_ text: String) throws {
    let imported = try Self.session(", \"requireFactor\": true\(text)").imported()
    #expect(imported.tenant.open.map(\.name) == ["s_is_as_read"])
    #expect(imported.report.findings.contains { $0.id == "missing: after how long the session rule 'G/S' asks again" })
  }

  @Test(arguments: [
    ("\"status\": \"ACTIVE\", \"name\": \"Email\"", "\"status\": \"DRAFT\", \"name\": \"Email\""),
    ("\"name\": \"Email\", \"settings\": {\"allowedFor\": \"any\"}", "\"name\": \"Email\", \"settings\": {\"allowedFor\": \"moon\"}"),
  ])
  func `a rule that asks for a proof is open where the status of an authenticator is unknown`(_ old: String, _ new: String) throws {
    let action = MadeOrg.assurance("1FA", #"{"possession": {"authenticationMethods": [{"key": "okta_email"}]}}"#)
    let imported = try Self.imported(MadeOrg(app: [("R", "null", action)]), (old, new))
    #expect(imported.tenant.authenticators.contains { $0.name == "email" })
    #expect(imported.report.objects.first { $0.name == "Email" }?.worst == .notUnderstood)
    #expect(imported.tenant.open.map(\.name) == ["authenticators_are_as_read"])
    #expect(try MadeOrg.decision(MadeOrg.mock(imported.tenant), app: "portal", FactValues()).demand == "not known")
  }

  @Test func `a rule without actions is a rule by its link, and its demand is open`() throws {
    let org = MadeOrg(app: [("A", Self.staff, MadeOrg.deny)])
    let imported = try Self.imported(org, (", \"actions\": {\"appSignOn\": \(MadeOrg.deny)}", ""))
    #expect(imported.tenant.lists[.app]?.first?.rules.prefix(2).map(\.name) == ["A", "A (not known)"])
    #expect(imported.report.objects.contains { $0.kind == "app rule" && $0.name == "Portal/A" })
  }

  private static func organization(_ text: String, _ file: String = "org.json") throws -> SourceAnswer {
    SourceAnswer(file: file, url: "https://made.okta.test/.well-known/okta-organization", body: try JSONReader.read(text))
  }

  @Test(arguments: [
    (#"{"id": "00o1", "pipeline": "v1"}"#, "the org is one of Okta's Classic Engine, whose policies mean something else"),
    (#"{"id": "00o1", "pipeline": "V1"}"#, "the org is one of Okta's Classic Engine, whose policies mean something else"),
    (#"{"id": "00o1", "pipeline": "v3"}"#, "'org.json' does not say that the org is one of Okta's Identity Engine"),
    (#"{"id": "00o1", "pipeline": null}"#, "'org.json' does not say that the org is one of Okta's Identity Engine"),
    (#"{"id": "00o1"}"#, "'org.json' does not say that the org is one of Okta's Identity Engine"),
  ])
  func `an org that is not of the Identity Engine is refused, whatever else the folder has`(_ text: String, _ reason: String) throws {
    let identity = try Self.organization(#"{"id": "00o1", "pipeline": "idx"}"#, "idx.json")
    let found = try Self.refusal(more: [try Self.organization(text), identity])
    #expect(found == reason)
  }

  @Test func `two orgs are refused: by their ids, and by their hosts`() throws {
    let orgs = try ["1", "2"].map { try Self.organization("{\"id\": \"00o\($0)\", \"pipeline\": \"idx\"}", "org-\($0).json") }
    let ids = try #require(try Self.refusal(more: orgs))
    #expect(ids.contains("two orgs") && ids.contains("org-1.json") && ids.contains("org-2.json"))
    let hosts = try #require(
      try Self.refusal(more: [SourceAnswer(file: "x.json", url: "https://other.okta.test/api/v1/zones", body: .array([]))]))
    #expect(hosts.contains("'made.okta.test' and 'other.okta.test'") && hosts.contains("x.json"))
    #expect(
      try Self.refusal(more: [SourceAnswer(file: "x.json", url: "https://made-admin.okta.test/api/v1/zones", body: .array([]))]) == nil)
  }

  @Test func `without a description of the org that is missing`() throws {
    #expect(try Self.imported(MadeOrg()).report.findings.contains { $0.id == "missing: description of the org" })
  }

  @Test(arguments: [
    ("user.profile.manager == 'Jane Doe'", "manager", "user.profile.manager == '…'"),
    ("user.login == \\\"jane\\\" OR user.login == 'o''neill'", "login", "user.login == '…' OR user.login == '…''…'"),
    ("'Jane Doe' == user.profile.manager", "manager", "'…' == user.profile.manager"),
    ("user.profile.x /* Jane Doe */ == 1", "portal_r_condition", "user.profile.x == 1"),
    ("user.profile.x == 'Jane Doe", "portal_r_condition", "user.profile.x == '…'"),
    ("!(no == 'Jane Doe')", "portal_r_condition", "!(no == '…')"),
  ])
  func `no text of an expression is written`(_ text: String, _ flag: String, _ shown: String) throws {
    let imported = try MadeOrg(app: [("R", "{\"elCondition\": {\"condition\": \"\(text)\"}}", MadeOrg.deny)]).imported()
    let open = try #require(imported.tenant.open.first)
    #expect(open.text.hasPrefix("\(shown), in part, digest "), "\(open.text)")
    #expect(open.name == flag)
    let all = imported.tenant.yaml + imported.report.markdown + imported.report.json
    #expect(!all.lowercased().contains("jane") && !all.contains("neill"))
  }

  @Test func `a flag whose name would say nothing, or be another one's, has the name of its rule`() throws {
    let texts = ["true", "no", "user.isMagic", "user.isMagic AND no", "1 == 1"]
    let rules = texts.enumerated().map { place, text in
      (
        name: "Rule \(["A", "B", "C", "D", "D"][place])", conditions: "{\"elCondition\": {\"condition\": \"\(text)\"}}",
        action: MadeOrg.deny
      )
    }
    #expect(
      try MadeOrg(app: rules).imported().tenant.open.map(\.name) == [
        "portal_rule_a_condition", "portal_rule_b_condition", "ismagic", "portal_rule_d_lp13_condition", "portal_rule_d_lp14_condition",
      ])
  }

  @Test(arguments: [MadeOrg.anyFactor, MadeOrg.deny])
  func `a rule of another type than its policy has is not known`(_ action: String) throws {
    let imported = try Self.imported(MadeOrg(session: [("S", "null", action)]), ("\"type\": \"SIGN_ON\"", "\"type\": \"SIGN_ON_V2\""))
    #expect(imported.tenant.open.map(\.name) == ["s_is_as_read", "default_rule_is_as_read"])
    #expect(imported.report.findings.contains { $0.id == "not understood: session rule 'G/S': type" })
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    for groups in [Set(["Staff"]), []] {
      let values = FactValues(names: ["account.groups": groups])
      #expect(MadeOrg.decision(rules.sequence(of: .session), rules, values).demand == "not known")
    }
  }

  private static func zone(_ changed: String, _ more: String = "") throws -> SourceAnswer {
    let text =
      "[{\"id\": \"z9\", \"type\": \"IP\", \"name\": \"Bad\", \"status\": \"ACTIVE\", \"usage\": \"BLOCKLIST\", "
      + "\"lastUpdated\": \"\(changed)\", \"gateways\": null\(more)}]"
    return SourceAnswer(file: "zone \(changed).json", url: "https://made.okta.test/api/v1/zones", body: try JSONReader.read(text))
  }

  @Test func `an object that is there twice and differs is refused unless one was changed later`() throws {
    func refusal(_ first: String, _ second: String) throws -> String? {
      try Self.refusal(more: [try Self.zone(first), try Self.zone(second, ", \"proxies\": []")])
    }
    #expect(try refusal("2026-01-01T10:00:00.000Z", "2026-01-01T10:00:00Z")?.contains("zone 2026-01-01T10:00:00Z.json") == true)
    #expect(try refusal("soon", "later")?.contains("which was changed last is not known") == true)
    #expect(try refusal("2026-01-01T10:00:00.000Z", "2026-01-01T10:00:01.000Z") == nil)
  }

  @Test func `a rule below two policies is refused`() throws {
    let rule =
      #"{"id": "rulp10", "name": "A", "priority": 1, "actions": {}, "_links": {"self": {"href": "https://made.okta.test/api/v1/policies/p2/rules/rulp10"}}}"#
    let more = [SourceAnswer(file: "again.json", url: nil, body: try JSONReader.read(rule))]
    #expect(try Self.refusal(Self.two, more: more)?.contains("a rule is there below two policies") == true)
  }

  @Test func `a block that is not understood is an open flag that denies`() throws {
    let more = [try Self.zone("2026-01-01T10:00:00Z", ", \"moons\": [1]")]
    let imported = try OktaImporter(Self.folder(MadeOrg(), [], more: more), name: "made")
    #expect(imported.tenant.open.map(\.name) == ["blocked_by_bad"])
    #expect(imported.tenant.lists[.session]?.first?.name == "Blocked zones")
    _ = try MadeOrg.mock(imported.tenant)
    #expect(try MadeOrg(without: ["zones"]).imported().tenant.open.map(\.name) == ["blocked_by_a_zone"])
  }

  @Test func `a member beside what is read of a rule leaves what it asks for open`() throws {
    let imported = try Self.imported(Self.two, ("\"name\": \"B\", ", "\"name\": \"B\", \"moon\": \"full\", "))
    #expect(imported.tenant.open.map(\.name) == ["b_is_as_read"])
  }

  @Test func `an empty alternative asks for nothing more`() throws {
    let action = MadeOrg.assurance("1FA", #"{"knowledge": {"types": ["password"]}}, {}"#)
    let rule = try #require(try MadeOrg(app: [("R", "null", action)]).rules().first)
    #expect(RuleWording.text(RuleDemand([rule.outcome])) == "any one proof")
  }
}
