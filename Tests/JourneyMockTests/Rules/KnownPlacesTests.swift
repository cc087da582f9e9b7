import JourneyMock
import TenantDecisions
import Testing

/// The situations and accounts that a change of rules is about, by their names.
struct KnownPlacesTests {
  private static let head = """
    names: {account.groups: [Staff, Vendors], session.zones: {office: 192.0.2.0/24}}
    situations: {ordinary: {zones: [office]}, abroad: {risk: medium}, stolen: {risk: high}}
    authenticators:
      password: {proves: knowledge}
      otp: {type: app, proves: possession}
      key: {type: security_key, proves: possession, phishing_resistant: true}

    """
  private static let accounts = """
    accounts:
      ann: {email: ann@x.test, password: secret, groups: [Staff]}
      ben: {email: ben@x.test, password: secret, groups: [Staff], factors: [otp]}
      vic: {email: vic@x.test, password: secret, groups: [Vendors]}

    """

  private static func rules(_ list: [String], head: String = head) throws -> TenantRules {
    let text = RulesSource.text(head + RulesSource.list(list)).replacing(
      TenantSource.parts.first { $0.key == "accounts" }?.text ?? "", with: accounts)
    let (tenant, diagnostics) = TenantSource.load(text)
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    return try #require(tenant?.ruleSet)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: [String]
    var now: [String]
    var situations: String
    var people: [String]
  }

  private static let rows: [Row] = [
    Row(
      testDescription: "where one situation is refused", before: ["{rule: Rest, ask: {kinds: 1}}"],
      now: ["{rule: Abroad, when: account.groups has Staff and session.risk == medium, deny: true}", "{rule: Rest, ask: {kinds: 1}}"],
      situations: "for example in situation 'abroad'; nothing changes in 'ordinary' and 'stolen'", people: ["ann", "ben"]),
    Row(
      testDescription: "who has no suitable authenticator", before: ["{rule: Rest, ask: {kinds: 2}}"],
      now: ["{rule: Rest, ask: {kinds: 2}, lacking: deny}"], situations: "", people: ["ann", "vic"]),
    Row(
      testDescription: "who did not get in before is not locked out", before: ["{rule: Rest, ask: {kinds: 2}, lacking: deny}"],
      now: ["{rule: Rest, deny: true}"], situations: "", people: ["ben"]),
    Row(
      testDescription: "who has something else", before: ["{rule: Rest, ask: {kinds: 2}, lacking: deny}"],
      now: ["{rule: Rest, ask: {kinds: 2, any_of: [{possession: {phishing_resistant: true}}]}, lacking: deny}"], situations: "",
      people: ["ben"]),
    Row(
      testDescription: "in no situation that has a name", before: ["{rule: Rest, ask: {kinds: 1}}"],
      now: [
        "{rule: Odd, when: session.zones has office and session.risk == high, deny: true}", "{rule: Rest, ask: {kinds: 1}}",
      ], situations: "in none of the 3 situations that have a name", people: ["ann", "ben", "vic"]),
  ]

  @Test(arguments: rows)
  func `a change names the situations and the accounts`(row: Row) throws {
    let difference = RuleDifference(try Self.rules(row.before), try Self.rules(row.now))
    #expect(difference.changes.map(\.known.situationText) == [row.situations])
    #expect(difference.changes.map(\.known.people) == [row.people])
  }

  /// A session asks for a password, or for a key of those who have one; the app asks for two kinds.
  private static func sessions(_ ask: String, app: String) throws -> TenantRules {
    let session =
      "rules:\n  session:\n    - {list: All, rules: [{rule: All, \(ask)}]}\n  app:\n    - {list: Portal, rules: [{rule: Rest, \(app)}]}\n"
    let text = RulesSource.text(head + session).replacing(TenantSource.parts.first { $0.key == "accounts" }?.text ?? "", with: accounts)
    return try #require(TenantSource.load(text).tenant?.ruleSet)
  }

  @Test func `who is not asked for what they do not have is let in, and nobody is locked out by it`() throws {
    let password = "ask: {any_of: [{knowledge: {types: [password]}}]}, lacking: set_up"
    let key = "ask: {any_of: [{possession: {types: [security_key]}}]}"
    let two = "ask: {kinds: 2}, lacking: "
    let passed = RuleDifference(try Self.sessions(password, app: two + "set_up"), try Self.sessions(password, app: two + "pass_over"))
    #expect(passed.changes.map(\.shift) == [.lessOfLacking])
    #expect(passed.changes.first?.known.people == ["ann", "vic"], "ben has two kinds")
    let denied = RuleDifference(
      try Self.sessions(password, app: two + "deny"), try Self.sessions(key + ", lacking: pass_over", app: two + "deny"))
    #expect(!denied.changes.map(\.shift).contains(.closedToLacking), "\(denied.changes.map(\.shift))")
  }

  /// Who has nothing of the new kind gets in with the password alone.
  @Test func `another proof that is passed over is less for who lacks it`() throws {
    let session = "ask: {any_of: [{knowledge: {types: [password]}}]}, lacking: set_up"
    let any = "ask: {any_of: [{knowledge: {types: [password]}, possession: {}}]}, lacking: "
    let key = "ask: {any_of: [{knowledge: {types: [password]}, possession: {types: [security_key]}}]}, lacking: "
    let shifts = { (old: String, new: String) in
      RuleDifference(try Self.sessions(session, app: old), try Self.sessions(session, app: new)).changes.map(\.shift)
    }
    #expect(try shifts(any + "pass_over", key + "pass_over") == [.other])
    #expect(try shifts(key + "pass_over", any + "pass_over") == [.other])
    #expect(try shifts(any + "set_up", key + "set_up") == [.more])
    #expect(try shifts(key + "set_up", any + "set_up") == [.less])
  }

  @Test func `situations are named as long as they are few`() {
    func text(_ situations: Int, _ others: Int) -> String {
      var known = KnownPlaces()
      known.situations = (0..<situations).map { "s\($0)" }
      known.otherSituations = (0..<others).map { "o\($0)" }
      return known.situationText
    }
    #expect(text(3, 0).isEmpty && text(0, 0).isEmpty)
    #expect(text(0, 5) == "in none of the 5 situations that have a name")
    #expect(text(3, 2) == "in every situation but 'o0' and 'o1'")
    #expect(text(2, 6) == "for example in situations 's0' and 's1'; nothing changes in the 6 other situations")
    #expect(text(6, 3) == "for example in situations 's0', 's1', 's2', 's3' and 2 more; nothing changes in 'o0', 'o1' and 'o2'")
  }

  @Test func `so does what is not known`() throws {
    let list = [
      "{rule: Out, when: account.groups has Vendors and not session.zones has office, deny: true}", "{rule: Rest, ask: {kinds: 1}}",
    ]
    let difference = RuleDifference(
      try Self.rules(list), try Self.rules(list, head: Self.head.replacing("192.0.2.0/24", with: "198.51.100.0/24")))
    #expect(difference.doubts.map(\.known.people) == [["vic"]])
    #expect(difference.doubts.map(\.known.situations) == [["ordinary", "abroad", "stolen"]])
  }
}
