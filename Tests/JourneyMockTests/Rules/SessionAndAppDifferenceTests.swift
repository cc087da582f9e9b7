import JourneyMock
import TenantDecisions
import Testing

/// Two versions of rules, where those of sessions decide at a sign-in alone, and those of apps at every access.
struct SessionAndAppDifferenceTests {
  struct Row: CustomTestStringConvertible {
    var name: String
    /// What the session's rule and the app's do.
    var before: (session: String, app: String)
    var now: (session: String, app: String)
    var shifts: [DemandShift]
    var testDescription: String { name }
  }

  private static let head = """
    lacking: set_up
    names: {account.groups: [Staff, Vendors]}
    open: {hire: hired in this year}
    authenticators:
      password: {proves: knowledge}
      email: {proves: possession}
      otp: {type: app, proves: possession}
      key: {type: security_key, proves: [possession, inherence], phishing_resistant: true}

    """
  private static let two = "ask: {kinds: 2}"
  private static let one = "ask: {kinds: 1}"
  private static let password = "ask: {kinds: 1, any_of: [{knowledge: {types: [password]}}]}"
  private static let more = "ask: {kinds: 2, any_of: [{knowledge: {types: [password]}}]}"
  private static let own = "ask: {kinds: 2, any_of: [{knowledge: {again: 0s}, possession: {not: [email], required: false, again: 12h}}]}"
  private static let rule = "ask: {kinds: 2, any_of: [{knowledge: {again: 0s}, possession: {not: [email], required: false}}]}"

  private static let rows: [Row] = [
    Row(
      name: "the app asks less often for what each sign-in asks for", before: ("\(two), again: 0s", "\(two), again: 0s"),
      now: ("\(two), again: 0s", "\(two), again: 12h"), shifts: [.seldomer]),
    Row(
      name: "and more often", before: ("\(two), again: 0s", "\(two), again: 12h"), now: ("\(two), again: 0s", "\(two), again: 0s"),
      shifts: [.oftener]),
    Row(
      name: "of a password and another proof", before: ("\(more), again: 0s", "\(more), again: 0s"),
      now: ("\(more), again: 0s", "\(more), again: 12h"), shifts: [.seldomer]),
    Row(
      name: "where sessions count for some minutes", before: ("\(two), again: 15m", "\(two), again: 2h"),
      now: ("\(two), again: 15m", "\(two), again: 12h"), shifts: [.seldomer]),
    Row(
      name: "the app asks for less every time", before: ("\(two), again: 0s", "\(two), again: 0s"),
      now: ("\(two), again: 0s", "\(one), again: 0s"), shifts: [.less]),
    Row(
      name: "and for more", before: ("\(two), again: 0s", "\(one), again: 0s"), now: ("\(two), again: 0s", "\(two), again: 0s"),
      shifts: [.more]),
    Row(name: "only at a sign-in", before: (two, two), now: (two, one), shifts: []),
    Row(
      name: "the session asks for what the app asks for anyway", before: (password, "\(more), again: 0s"),
      now: (one, "\(more), again: 0s"), shifts: []),
    Row(
      name: "the session asks less often for what the app asks for anyway", before: ("\(more), again: 0s", "\(more), again: 0s"),
      now: (password, "\(more), again: 0s"), shifts: []),
    Row(
      name: "the session asks for a second proof once", before: ("\(two), again: 0s", "\(one), again: 12h"),
      now: (two, "\(one), again: 12h"), shifts: [.seldomer]),
    Row(
      name: "a proof that is not required has a time of its own", before: (password, "\(rule), again: 0s"),
      now: (password, "\(own), again: 0s"), shifts: [.seldomer]),
    Row(
      name: "and its rule's time does not count", before: (password, "\(own), again: 8h"), now: (password, "\(own), again: 2h"), shifts: []),
    Row(
      name: "the time without use of what is asked for every time", before: (password, "\(two), again: 0s, unused: 1h"),
      now: (password, "\(two), again: 0s, unused: 2h"), shifts: []),
  ]

  private static func difference(_ before: String, _ now: String) throws -> RuleDifference {
    RuleDifference(
      try #require(try RulesSource.tenant(head + before).ruleSet), try #require(try RulesSource.tenant(head + now).ruleSet))
  }

  private static func rules(_ session: String, _ app: String, more: String = "") -> String {
    RulesSource.list(["{rule: Rest, \(app)}"]) + more + "  session: [{list: Default, rules: [{rule: Default Rule, \(session)}]}]\n"
  }

  @Test(arguments: rows)
  func `what sessions ask for is compared apart from what apps ask for`(row: Row) throws {
    let difference = try Self.difference(Self.rules(row.before.session, row.before.app), Self.rules(row.now.session, row.now.app))
    #expect(difference.changes.map(\.shift) == row.shifts, "\(difference.changes.map(\.sentence))")
  }

  @Test func `each app has its own change where the same rules mean different things in them`() throws {
    let lists =
      "    - {list: Wiki, rules: [{rule: Wiki, \(Self.two), again: 12h}]}\n"
      + "    - {list: Payroll, rules: [{rule: Payroll, \(Self.more), again: 0s}]}\n"
    let rules = { (session: String) in
      "apps: {wiki: {rules: Wiki}, payroll: {rules: Payroll}}\n" + Self.rules(session, "\(Self.one), again: 12h", more: lists)
    }
    let (strict, lax) = (rules("\(Self.more), again: 0s"), rules(Self.password))
    let difference = try Self.difference(strict, lax)
    #expect(difference.changes.map(\.shift) == [.less, .seldomer])
    #expect(difference.changes.map(\.apps) == [["app"], ["wiki"]])
    let id = "session:Default/Default Rule:Default/Default Rule"
    #expect(difference.changes.map(\.id) == ["\(id):less", "\(id):seldomer"])
    #expect(try Self.difference(lax, strict).changes.map(\.shift) == [.more, .oftener], "its mirror")
  }

  @Test func `what happens by two rules whatever the flag between them is, is a fact`() throws {
    let rules = { (outcome: String, other: String) in
      RulesSource.list(["{rule: New, when: open.hire, \(outcome)}", "{rule: Rest, \(other)}"])
    }
    let denied = try Self.difference(rules(Self.two, Self.one), rules("deny: true", "deny: true"))
    #expect(denied.changes.map(\.sentence) == Array(repeating: "some people can no longer sign in to app", count: 2))
    #expect(denied.changes.map(\.openFlags) == [["open.hire"], ["open.hire"]])
    let unlike = try Self.difference(rules(Self.two, Self.one), rules("deny: true", Self.two))
    #expect(
      unlike.changes.map(\.sentence) == [
        "it depends on hire whether some people can no longer sign in to app",
        "it depends on hire whether some people are asked for more in app",
      ])
  }

  /// What an app asks of people who have a session with password and email.
  private static func asked(_ app: String) throws -> [String] {
    let wiki = "    - {list: Wiki, rules: [{rule: Wiki, ask: {kinds: 2}}]}\n"
    let source = head + "apps: {wiki: {rules: Wiki}}\n" + rules(password, app, more: wiki)
    let rules = try #require(try RulesSource.tenant(source).ruleSet)
    return try #require(OutcomeTables(rules).byClient("app", after: "wiki")).rows.flatMap { [$0.asked, $0.again] }
  }

  @Test func `after another app the part is named that is asked for whatever was proven`() throws {
    let rest = "(if it is something they have: not email)"
    let known = try Self.asked("\(Self.rule.replacing("again: 0s", with: "again: 4h")), again: 0s")
    #expect(
      known == ["another kind of proof \(rest), whatever was proven", "again: something they know every 4h, the rest every time"])
    let own = try Self.asked("\(Self.own), again: 0s")
    #expect(
      own == [
        "something they know, whatever was proven; and after password and email: otp or key",
        "again: something they know every time, something they have but not email every 12h",
      ])
    let all = try Self.asked("\(Self.rule), again: 0s")
    #expect(all == ["something they know and another kind of proof \(rest), whatever was proven", ""])
  }
}
