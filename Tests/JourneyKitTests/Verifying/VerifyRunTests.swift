import Diagnostics
import Encodings
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// An import compared with the org of another day, and with how the org's own evaluator decides.
@Suite struct VerifyRunTests {
  @Test("an org that has not changed is so, and its evaluator decides as the mock does")
  func same() async throws {
    let verified = try await VerifiedOrg.of(try MadeManagementAPI())
    #expect(verified.run.diagnostics.isEmpty)
    #expect(verified.run.isUnchanged && !verified.run.fails && !verified.run.isNotKnown)
    #expect(verified.said == ["asking https://heron.okta.test 18 questions: no one signs in, and nothing is changed"])
    #expect(
      verified.run.text == """
        the configuration of heron has not changed since the import

        as the org's own evaluator:
        15 of 18 rules decide as in the mock (18 questions answered)
        not asked: session rule 'Blocked zones/Blocked': only the mock has it
        not asked: app rule 'Okta account management policy/Catch-all Rule': the evaluator is asked about apps, and none of them has these rules
        not asked: app rule 'Payroll sign-on/Break glass': it depends on facts that the evaluator does not take: named
        the answers would notice 55 of 63 possible small mistakes in the mock's rules; they would not notice:
          4 in 'Blocked zones/Blocked', for example that 'Blocked zones/Blocked' is left out
          1 in 'Payroll sign-on/Contractors', for example that 'Payroll sign-on/Contractors' comes after 'Payroll sign-on/Encrypted laptops'
          2 in 'Payroll sign-on/Encrypted laptops', for example that 'Payroll sign-on/Encrypted laptops' takes 'group Employees' as always true
          1 in 'Portal sign-on/Contractors out', for example that 'Portal sign-on/Contractors out' comes after 'Portal sign-on/Engineering'

        """)
  }

  @Test("a question names groups, zones and apps by their ids, and no user")
  func questions() async throws {
    let verified = try await VerifiedOrg.of(try MadeManagementAPI())
    let questions = try verified.questions.map { JSONWriter.text(of: $0) }
    #expect(questions.allSatisfy { $0.contains("\"groups\":{\"ids\":[\"00gheroneveryone0000\"") && !$0.contains("user") })
    #expect(
      questions.contains(
        "{\"policyTypes\":[\"ACCESS_POLICY\"],\"appInstance\":\"0oaheronportal000000\",\"policyContext\":{\"groups\":{\"ids\":"
          + "[\"00gheroneveryone0000\",\"00gheroncontract0000\"]},\"ip\":\"192.0.2.1\",\"risk\":{\"level\":\"LOW\"}}}"))
    for request in verified.requests where request.method == "POST" {
      #expect(request.url.description == "https://heron.okta.test/api/v1/policies/simulate?expand=EVALUATED&expand=RULE")
    }
  }

  /// One rule or policy of the org.
  private struct Place: Sendable {
    let list: String
    let name: String

    static func rule(_ name: String, of policy: String) -> Place { Place(list: "/api/v1/policies/\(policy)/rules", name: name) }
  }

  private static func api(_ places: [Place], _ change: @escaping @Sendable (inout JSONValue) -> Void) throws -> MadeManagementAPI {
    try MadeManagementAPI(change: { lists in
      for place in places {
        let index = try #require(lists[place.list]?.firstIndex { $0["name"]?.stringValue == place.name })
        change(&lists[place.list, default: []][index])
      }
    })
  }

  private static let portal = "rstheronportal000000"
  private static let payroll = "rstheronpayroll00000"

  /// What may be done to an org: the rule that decides otherwise then.
  private static let changes: [(rule: String, places: [Place], change: @Sendable (inout JSONValue) -> Void)] = [
    ("'Portal sign-on/High risk'", [.rule("High risk", of: portal)], { $0.set("conditions.riskScore.level", "MEDIUM") }),
    ("'Portal sign-on/Contractors out'", [.rule("Contractors out", of: portal)], { $0.set("status", "INACTIVE") }),
    (
      "'Portal sign-on/Contractors out'", [.rule("Contractors out", of: portal)],
      { $0.set("conditions.network", ["connection": "ZONE", "include": ["nzoheronoffice000000"]]) }
    ),
    (
      "'Payroll sign-on/Contractors'", [.rule("Contractors", of: payroll)],
      { $0.set("conditions.people.groups", ["exclude": ["00gheroncontract0000"]]) }
    ),
    ("'Payroll sign-on/Contractors'", [.rule("Contractors", of: payroll)], { $0.set("priority", 4) }),
    (
      "'Okta Admin Console/Administrators'", [.rule("Administrators", of: "rstheronconsole00000")],
      { $0.set("conditions.people.groups.include", ["00gheronemployee0000"]) }
    ),
    (
      "'Contractors/Outside'", [Place(list: "/api/v1/policies?type=OKTA_SIGN_ON", name: "Contractors")],
      { $0.set("conditions.people.groups.include", ["00gheronemployee0000"]) }
    ),
    (
      "'Contractors'", [Place(list: "/api/v1/policies?type=MFA_ENROLL", name: "Contractors")],
      { $0.set("status", "INACTIVE") }
    ),
  ]

  @Test("a change of the org's rules is found in its configuration and by its evaluator", arguments: 0..<8)
  func changed(_ number: Int) async throws {
    let (rule, places, change) = Self.changes[number]
    let verified = try await VerifiedOrg.of(try Self.api(places, change))
    #expect(!verified.run.isUnchanged && verified.run.difference != nil)
    #expect(verified.run.fails)
    let lines = verified.run.text.split(separator: "\n").filter { $0.hasPrefix("the tenant changed: ") }
    #expect(lines.contains { $0.contains(rule) }, "\(verified.run.text)")
    #expect(!verified.run.text.contains("the mock is wrong"), "\(verified.run.text)")
  }

  @Test("what no rule means for people is no change of the configuration")
  func harmless() async throws {
    let verified = try await VerifiedOrg.of(
      try Self.api([.rule("High risk", of: Self.portal)]) { $0.set("lastUpdated", "2026-11-29T10:00:00.000Z") })
    #expect(verified.run.isUnchanged)
  }

  @Test(
    "what a file of its own changes is found, and is no change of the org",
    arguments: [
      ("rules.app.Portal sign-on.High risk.when: session.risk == medium", "'Portal sign-on/High risk'"),
      ("rules.app.Okta Admin Console.Administrators: null", "'Okta Admin Console/Administrators'"),
      ("rules.app.Payroll sign-on.Contractors: null", "'Payroll sign-on/Contractors'"),
      ("rules.session.Contractors: null", "'Contractors/Outside'"),
      ("rules.session.Contractors.Outside.when: \"not account.named == 'person 2c6fc69a'\"", "'Default Policy/Default Rule'"),
      ("rules.app.Portal sign-on.Contractors out.when: account.groups has Contractors", "'Portal sign-on/Engineering'"),
    ])
  func ownFile(_ change: String, _ rule: String) async throws {
    let verified = try await VerifiedOrg.of(try MadeManagementAPI(), own: "changes:\n  \(change)\n")
    #expect(verified.run.isUnchanged && verified.run.fails, "\(verified.run.text) \(verified.run.diagnostics)")
    let lines = verified.run.text.split(separator: "\n").filter { $0.hasPrefix("the mock's own file changes it: ") }
    #expect(
      lines.contains { $0.contains("the org decides by \(rule)") || $0.contains("the org may decide by \(rule)") }, "\(verified.run.text)")
    #expect(!verified.run.text.contains("the tenant changed") && !verified.run.text.contains("the mock is wrong"))
    #expect(verified.run.file?.path.hasSuffix("_mock/heron/own.verified.json") ?? false)
  }

  @Test("an org that does not let its evaluator be asked is not known, and what its configuration says is shown and kept all the same")
  func refused() async throws {
    let api = try MadeManagementAPI { target, _ in target.contains("/simulate") ? MadeManagementAPI.refusal(403) : nil }
    let verified = try await VerifiedOrg.of(api)
    #expect(!verified.run.isRefused && verified.run.isBroken)
    #expect(
      verified.run.text == """
        the configuration of heron has not changed since the import

        not known: the org's own evaluator could not be asked: the org refused it (403): it takes the scope 'okta.policies.read', and a role that may read it

        """)
    #expect(verified.run.markdown.contains("**Not known**"))
    #expect(try JSONReader.read(verified.run.file?.text ?? "")["rules"] == nil)
  }

  @Test("without the groups of apps nothing can be asked, which is said with the scope and is not known")
  func withoutGroups() async throws {
    let api = try MadeManagementAPI { target, _ in
      target.contains("/groups?") && target.contains("/apps/") ? MadeManagementAPI.refusal(403) : nil
    }
    let verified = try await VerifiedOrg.of(api)
    #expect(verified.run.isNotKnown && !verified.run.fails)
    #expect(verified.run.text.contains("0 of 18 rules decide as in the mock (0 questions answered)"))
    #expect(
      verified.run.text.contains("the groups of its apps cannot be read: the org refused it (403): it takes the scope 'okta.apps.read'"))
    #expect(verified.run.text.contains("would notice 0 of "), "\(verified.run.text)")
  }

  @Test("rules that cannot be read today are not known, whatever the evaluator says")
  func unreadRules() async throws {
    let api = try MadeManagementAPI { target, _ in
      target.hasPrefix("/api/v1/policies/\(Self.payroll)/rules") ? MadeManagementAPI.refusal(403) : nil
    }
    let verified = try await VerifiedOrg.of(api)
    #expect(verified.run.isNotKnown)
    #expect(!verified.run.text.contains("the mock is wrong") && !verified.run.text.contains("the tenant changed"), "\(verified.run.text)")
  }

  @Test("a rule that only has another name is the same rule")
  func renamed() async throws {
    let verified = try await VerifiedOrg.of(
      try Self.api([.rule("Contractors out", of: Self.portal)]) { $0.set("name", "Contractors outside") })
    #expect(!verified.run.fails && !verified.run.isNotKnown, "\(verified.run.text)")
  }

  @Test("a tenant whose app is gone is said to be so, with what becomes of people, and is no error of a file")
  func appGone() async throws {
    let verified = try await VerifiedOrg.of(
      try MadeManagementAPI(change: { $0["/api/v1/apps"]?.removeAll { $0["label"]?.stringValue == "Portal" } }))
    #expect(!verified.run.isRefused && verified.run.fails)
    #expect(verified.run.diagnostics.contains { $0.severity == .warning && $0.message.contains("no client 'portal'") })
    #expect(verified.run.text.contains("the app portal is gone, so no one can sign in to it any more"), "\(verified.run.text)")
  }

  @Test(
    "an answer that says nothing makes rules not known, and nothing of it is believed",
    arguments: [
      ("{}", "the answer is not one of an access simulation"),
      ("{\"evaluation\": []}", "the answer has nothing for "),
      (
        "{\"evaluation\": [{\"policyType\": \"ACCESS_POLICY\", \"result\": {\"policies\": [{\"status\": \"MATCH\", \"rules\": "
          + "[{\"id\": 7, \"status\": \"match\"}]}]}}]}", "the answer has 0 matching rules with an id, in place of one"
      ),
      (
        "{\"evaluation\": [{\"policyType\": \"ACCESS_POLICY\", \"result\": {\"policies\": [{\"status\": \"MATCH\", \"rules\": "
          + "[{\"id\": \"elsewhere\", \"name\": \"X\", \"status\": \"MATCH\"}]}]}}]}",
        "the org decides by 'X', which today's configuration does not have"
      ),
      (
        "{\"evaluation\": [{\"policyType\": \"ACCESS_POLICY\", \"result\": {\"policies\": [{\"status\": \"MATCH\", \"rules\": "
          + "[{\"id\": \"a\", \"status\": \"MATCH\"}, {\"id\": \"b\", \"status\": \"MATCH\"}]}]}}]}",
        "the answer has 2 matching rules with an id, in place of one"
      ),
    ])
  func unreadable(_ answer: String, _ reason: String) async throws {
    let body = try JSONReader.read(answer)
    let api = try MadeManagementAPI { target, _ in target.contains("/simulate") ? MadeManagementAPI.json(body) : nil }
    let verified = try await VerifiedOrg.of(api)
    #expect(verified.run.isNotKnown && !verified.run.fails)
    #expect(verified.run.text.contains("0 of 18 rules decide as in the mock"))
    #expect(verified.run.text.contains(reason), "\(verified.run.text)")
  }

  @Test("names and errors of a hostile org are one harmless line, and neither the token nor an id of a user is in an output")
  func hostile() async throws {
    let name = JSONValue.string("Evil\u{1B}[2J\n\(MadeManagementAPI.token) 00uheronglass0000001 ada@heron.test")
    let rule: JSONValue = ["id": "elsewhere", "name": name, "status": "MATCH"]
    let policy: JSONValue = ["status": "MATCH", "rules": [rule]]
    let body: JSONValue = ["evaluation": [["policyType": "ACCESS_POLICY", "result": ["policies": [policy]]]]]
    let error: JSONValue = ["errorCauses": [["errorSummary": name]]]
    let api = try MadeManagementAPI { target, before in
      guard target.contains("/simulate") else { return nil }
      return before.isMultiple(of: 2) ? MadeManagementAPI.json(body) : MadeManagementAPI.json(error, status: 400)
    }
    let verified = try await VerifiedOrg.of(api)
    let outputs = verified.run.text + verified.run.markdown + (verified.run.file?.text ?? "") + verified.said.joined()
    #expect(outputs.contains("the org decides by 'Evil") && outputs.contains("the org refuses the question (400): Evil"))
    for secret in [MadeManagementAPI.token, "\u{1B}", "00uheronglass", "ada@heron.test"] {
      #expect(!outputs.contains(secret), "\(outputs)")
    }
  }

  @Test("an evaluator that decides by another rule than the configuration says is a mistake of the mock")
  func wrongMock() async throws {
    let ids = try JSONReader.read(try Fixtures.text(of: "fixtures/imports/okta-heron/rules-portal.json")).arrayValue ?? []
    let id = try #require(ids.first { $0["name"]?.stringValue == "Catch-all Rule" }?["id"])
    let policy: JSONValue = ["status": "MATCH", "rules": [["id": id, "name": "Catch-all Rule", "status": "MATCH"]]]
    let body: JSONValue = ["evaluation": [["policyType": "ACCESS_POLICY", "result": ["policies": [policy]]]]]
    let api = try MadeManagementAPI { target, _ in target.contains("/simulate") ? MadeManagementAPI.json(body) : nil }
    let verified = try await VerifiedOrg.of(api)
    #expect(verified.run.fails)
    #expect(
      verified.run.text.contains(
        "the mock is wrong: signing in to portal for groups=none risk=high zones=none, the org decides by 'Portal sign-on/Catch-all Rule', and the mock by 'Portal sign-on/High risk'"
      ), "\(verified.run.text)")
  }

  @Test("a policy that lets nobody in to a group's app is asked about another app of the same rules, else it is not asked")
  func assignedGroups() async throws {
    let employees: JSONValue = ["id": "00gheronemployee0000", "type": "OKTA_GROUP"]
    let other: JSONValue = ["id": "00gheronother0000000", "type": "OKTA_GROUP"]
    let wiki = try await VerifiedOrg.of(
      try MadeManagementAPI(change: { $0["/api/v1/apps/0oaherondashboard000/groups"] = [] }))
    #expect(try wiki.questions.contains { $0["appInstance"]?.stringValue == "0oaheronwiki00000000" })
    let some = try await VerifiedOrg.of(
      try MadeManagementAPI(change: { $0["/api/v1/apps/0oaheronpayroll00000/groups"] = [employees] }))
    #expect(
      some.run.text.contains(
        "not asked: app rule 'Payroll sign-on/Catch-all Rule': none of its apps is assigned to a group that the rules do not ask for"))
    let added = try await VerifiedOrg.of(
      try MadeManagementAPI(change: { $0["/api/v1/apps/0oaheronpayroll00000/groups"] = [employees, other] }))
    #expect(try added.questions.contains { JSONWriter.text(of: $0).contains("00gheronother0000000") })
  }

  @Test("what is kept has verdicts, the day and the version, and no address")
  func file() async throws {
    let verified = try await VerifiedOrg.of(try MadeManagementAPI())
    let file = try #require(verified.run.file)
    #expect(file.path.hasSuffix("journeys/_mock/heron/heron.verified.json"))
    let json = try JSONReader.read(file.text)
    #expect(json["same"]?.doubleValue == 15 && json["rules"]?.doubleValue == 18)
    #expect(json["configuration"]?.stringValue == "unchanged")
    #expect(json["rows"]?[3]?["verdict"]?.stringValue != nil)
    #expect(!file.text.contains("okta.test") && !file.text.contains("00gheron"))
  }

  @Test("a tenant that was not imported, or is not there, is refused by name")
  func notImported() async throws {
    let api = try MadeManagementAPI()
    let plain = try await VerifiedOrg.of(api, simulates: false, edited: { $0.replacing("generated by 'journey import'", with: "by hand") })
    #expect(
      plain.run.diagnostics.map(\.message) == ["the mock of tenant 'heron' was not imported, and extends no import"])
    #expect(plain.run.diagnostics.first?.suggestion == "journey import makes a mock of an org's configuration")
  }
}

extension JSONValue {
  /// Sets a member at a path of names.
  fileprivate mutating func set(_ path: String, _ value: JSONValue) {
    let names = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard case .object(var members) = self else { return }
    let index = members.firstIndex { $0.name == names[0] }
    if names.count == 1 {
      if let index { members[index] = Member(names[0], value) } else { members.append(Member(names[0], value)) }
    } else if let index {
      var inner = members[index].value
      inner.set(names[1], value)
      members[index] = Member(names[0], inner)
    }
    self = .object(members)
  }
}
