import JourneyMock
import TenantDecisions
import Testing

/// Who is asked for something else by another version of a tenant's rules.
struct RuleDifferenceTests {
  struct Row: CustomTestStringConvertible {
    var name: String
    var before: [String]
    var now: [String]
    /// Each change as `shift: who; now; before`.
    var changes: [String]
    var testDescription: String { name }
  }

  private static let head = """
    names: {account.groups: [Staff, Vendors], session.zones: [office, home]}
    open: {hire: hired in this year}
    authenticators:
      password: {proves: knowledge}
      otp: {type: app, proves: possession}
      key: {type: security_key, proves: possession, phishing_resistant: true}

    """
  private static let deny = "{rule: Risk, when: session.risk == high, deny: true}"
  private static let staff = "{rule: Staff, when: account.groups has Staff, ask: {kinds: 2}}"
  private static let rest = "{rule: Rest, ask: {kinds: 1}}"

  private static let rows: [Row] = [
    Row(name: "nothing", before: [deny, rest], now: [deny, rest], changes: []),
    Row(
      name: "swapped", before: [deny, staff, rest], now: [staff, deny, rest],
      changes: ["opened: risk high and group Staff; two kinds of proof, once a session, by 'Staff'; denied, by 'Risk'"]),
    Row(
      name: "swapped without effect", before: [deny, "{rule: B, when: account.groups has Staff, deny: true}", rest],
      now: ["{rule: B, when: account.groups has Staff, deny: true}", deny, rest], changes: []),
    Row(name: "another name", before: [rest], now: ["{rule: Everybody else, ask: {kinds: 1}}"], changes: []),
    Row(
      name: "two rules of one name and text that are swapped",
      before: [
        "{rule: A, id: one, when: session.risk == high, deny: true}", "{rule: A, id: two, when: account.groups has Staff, ask: {kinds: 2}}",
        rest,
      ],
      now: [
        "{rule: A, id: two, when: account.groups has Staff, ask: {kinds: 2}}", "{rule: A, id: one, when: session.risk == high, deny: true}",
        rest,
      ],
      changes: ["opened: risk high and group Staff; two kinds of proof, once a session, by 'A'; denied, by 'A'"]),
    Row(
      name: "a zone is let out", before: ["{rule: Out, when: not session.zones has office, deny: true}", rest],
      now: ["{rule: Out, when: not session.zones has office and not session.zones has home, deny: true}", rest],
      changes: ["opened: not zone office and zone home; any one proof, once a session, by 'Rest'; denied, by 'Out'"]),
    Row(
      name: "refused", before: [staff, rest], now: ["{rule: Staff, when: account.groups has Staff, deny: true}", rest],
      changes: ["closed: group Staff; denied, by 'Staff'; two kinds of proof, once a session, by 'Staff'"]),
    Row(
      name: "more", before: [rest], now: ["{rule: Rest, ask: {kinds: 2}}"],
      changes: ["more: everybody; two kinds of proof, once a session, by 'Rest'; any one proof, once a session, by 'Rest'"]),
    Row(
      name: "nobody has it", before: [rest], now: ["{rule: Rest, ask: {any_of: [{inherence: {}}]}}"],
      changes: ["closed: everybody; something they are, once a session, by 'Rest'; any one proof, once a session, by 'Rest'"]),
    Row(
      name: "something else", before: ["{rule: Rest, ask: {any_of: [{knowledge: {}}]}}"],
      now: ["{rule: Rest, ask: {any_of: [{possession: {}}]}}"],
      changes: [
        "other: everybody; something they have, once a session, by 'Rest'; something they know, once a session, by 'Rest'"
      ]),
    Row(
      name: "more often", before: ["{rule: Rest, ask: {kinds: 1}, again: 12h}"], now: ["{rule: Rest, ask: {kinds: 1}, again: 2h}"],
      changes: ["oftener: everybody; any one proof, every 2h, by 'Rest'; any one proof, every 12h, by 'Rest'"]),
    Row(
      name: "refused who has no suitable authenticator", before: ["{rule: Rest, ask: {kinds: 2}, lacking: set_up}"],
      now: ["{rule: Rest, ask: {kinds: 2}, lacking: deny}"],
      changes: [
        "closedToLacking: everybody; two kinds of proof, once a session, who has no suitable authenticator is refused, by 'Rest'; "
          + "two kinds of proof, once a session, who has no suitable authenticator sets one up, by 'Rest'"
      ]),
    Row(
      name: "other words", before: ["{rule: Rest, ask: {any_of: [{possession: {phishing_resistant: true}}]}}"],
      now: ["{rule: Rest, ask: {any_of: [{possession: {only: [key]}}]}}"],
      changes: [
        "words: everybody; key, once a session, by 'Rest'; something they have that is phishing-resistant, once a session, by 'Rest'"
      ]),
    Row(
      name: "by an open flag", before: [rest], now: ["{rule: New, when: open.hire, ask: {kinds: 2}}", rest],
      changes: [
        "more: hire (not in the configuration: hired in this year); two kinds of proof, once a session, by 'New'; any one proof, once a session, by 'Rest'"
      ]),
    Row(
      name: "some words of a fact", before: [rest], now: ["{rule: Risk, when: 'session.risk in [medium, high]', deny: true}", rest],
      changes: ["closed: not risk low; denied, by 'Risk'; any one proof, once a session, by 'Rest'"]),
  ]

  private static func difference(_ before: String, _ now: String) throws -> RuleDifference {
    RuleDifference(try #require(try RulesSource.tenant(before).ruleSet), try #require(try RulesSource.tenant(now).ruleSet))
  }

  private static func lines(_ difference: RuleDifference) -> [String] {
    difference.changes.map { change in
      "\(change.shift): \(change.places.map(\.who).joined(separator: " | ")); \(change.lines.now); \(change.lines.before)"
    }
  }

  @Test(arguments: rows)
  func `a change says whom it is about, and which rules decide`(row: Row) throws {
    let difference = try Self.difference(Self.head + RulesSource.list(row.before), Self.head + RulesSource.list(row.now))
    #expect(Self.lines(difference) == row.changes)
    #expect(difference.doubts == [])
  }

  @Test(
    arguments: [
      (
        "session.zones: {office: 192.0.2.0/24}", "session.zones: {office: 198.51.100.0/24}",
        "not hire (not in the configuration: hired in this year) or not risk high",
        "what 'zone office' means has changed: '192.0.2.0/24' → '198.51.100.0/24'"
      ),
      (
        "hire: hired in this year", "hire: hired in this month", "risk high and not zone office",
        "what 'open.hire' means has changed: 'hired in this year' → 'hired in this month'"
      ),
    ] as [(String, String, String, String)])
  func `what an opaque name means now is not known`(before: String, now: String, who: String, reason: String) throws {
    let head = "names: {session.zones: {office: 192.0.2.0/24}}\nopen: {hire: hired in this year}\n"
    let rules = RulesSource.list([
      "{rule: Hired, when: open.hire and session.risk == high, deny: true}", "{rule: Out, when: session.zones has office, deny: true}",
      Self.rest,
    ])
    #expect(head.contains(before))
    let difference = try Self.difference(head + rules, head.replacing(before, with: now) + rules)
    #expect(difference.changes == [])
    #expect(difference.doubts.map(\.reasons) == [[reason]])
    #expect(difference.doubts.map(\.apps) == [["app"]])
    // Whom another rule refuses either way is known.
    #expect(difference.doubts.map(\.who) == [who])
    #expect(try Self.difference(head + rules, head + rules).doubts == [])
  }

  @Test(arguments: [false, true])
  func `what depends on an open flag of one version alone is not known, and the flag is named`(isInFirst: Bool) throws {
    let with = Self.head + RulesSource.list(["{rule: New, when: open.hire, deny: true}", Self.deny, Self.rest])
    let without = Self.head.replacing("open: {hire: hired in this year}\n", with: "") + RulesSource.list([Self.staff, Self.rest])
    let difference = try isInFirst ? Self.difference(with, without) : Self.difference(without, with)
    #expect(difference.doubts.map(\.who) == ["everybody"])
    let which = isInFirst ? "first" : "second"
    #expect(
      difference.doubts.map(\.reasons) == [["only the \(which) version has 'hire (not in the configuration: hired in this year)'"]])
    // People to whom something else happens whatever the flag is.
    #expect(difference.changes.allSatisfy { $0.openFlags.isEmpty && $0.isKnown }, "\(Self.lines(difference))")
  }

  @Test func `what happens only where an open flag is set is no fact in its sentence`() throws {
    let difference = try Self.difference(
      Self.head + RulesSource.list([Self.rest]), Self.head + RulesSource.list(["{rule: New, when: open.hire, deny: true}", Self.rest]))
    #expect(difference.changes.map(\.sentence) == ["it depends on hire whether some people can no longer sign in to app"])
    let whatever = try Self.difference(
      Self.head + RulesSource.list(["{rule: New, when: open.hire and session.risk == low, deny: true}", Self.rest]),
      Self.head + RulesSource.list(["{rule: All, deny: true}"]))
    #expect(whatever.changes.map(\.sentence) == ["some people can no longer sign in to app"])
  }

  @Test func `a group that is called something else is the same one where its meaning is`() throws {
    let named = { (name: String, meaning: String, demand: String) in
      "names: {account.groups: {\(name): \(meaning)}}\n"
        + RulesSource.list(["{rule: Staff, when: account.groups has \(name), \(demand)}", Self.rest])
    }
    let same = try Self.difference(named("Staff", "id 1", "deny: true"), named("Employees", "id 1", "deny: true"))
    #expect(same.changes.isEmpty && same.doubts.isEmpty)
    #expect(same.renames.map(\.sentence) == ["group 'Staff' is called 'Employees' now"])
    let closed = try Self.difference(named("Staff", "id 1", "ask: {kinds: 2}"), named("Employees", "id 1", "deny: true"))
    #expect(closed.changes.flatMap(\.places).map(\.who) == ["group Employees"])
    // Whether it is the same one is not known: a group that has a rule for its members may have another rule as well as another name.
    let other = try Self.difference(named("Staff", "id 1", "deny: true"), named("Employees", "id 2", "deny: true"))
    #expect(other.renames.isEmpty && other.changes.isEmpty)
    #expect(other.doubts.map(\.reasons) == [["'group Employees' may be a new name for 'group Staff'"]])
  }

  @Test func `a group that the first version has as well is another one, whether it says what it means or not`() throws {
    let staff = RulesSource.list(["{rule: Staff, when: account.groups has Staff, deny: true}", Self.rest])
    let employees = RulesSource.list(["{rule: Staff, when: account.groups has Employees, deny: true}", Self.rest])
    let now = "names: {account.groups: {Employees: id 1}}\n" + employees
    let difference = try Self.difference("names: {account.groups: {Staff: id 1, Employees: }}\n" + staff, now)
    #expect(difference.renames.isEmpty && !difference.doubts.isEmpty)
    let both = RulesSource.list(["{rule: Staff, when: account.groups has Staff or account.groups has Employees, deny: true}", Self.rest])
    #expect(try !Self.difference("names: {account.groups: {Staff: id 1, Employees: }}\n" + both, now).doubts.isEmpty)
  }

  @Test func `a group or zone that only the rules of one version name is no doubt, whatever it means`() throws {
    let head = "names: {account.groups: {Staff: id 1, Vendors: id 2}, session.zones: {office: 192.0.2.0/24}}\n"
    let before = "names: {account.groups: {Staff: id 1}}\n" + RulesSource.list([Self.staff, Self.rest])
    let rule = "{rule: New, when: account.groups has Vendors and not session.zones has office, deny: true}"
    let more = try Self.difference(before, head + RulesSource.list([rule, Self.staff, Self.rest]))
    #expect(more.doubts.isEmpty && Set(more.changes.map(\.shift)) == [.closed])
    #expect(more.changes.flatMap(\.places).allSatisfy { $0.who.contains("group Vendors and not zone office") }, "\(Self.lines(more))")
    let less = try Self.difference(head + RulesSource.list([rule, Self.staff, Self.rest]), before)
    #expect(less.doubts.isEmpty && Set(less.changes.map(\.shift)) == [.opened])
  }

  @Test func `a meaning that no demand depends on leaves no doubt`() throws {
    let head = { (address: String) in "names: {session.zones: {office: \(address)}}\n" }
    let rules = RulesSource.list(["{rule: Out, when: session.zones has office, ask: {kinds: 1}}", Self.rest])
    let difference = try Self.difference(head("192.0.2.0/24") + rules, head("198.51.100.0/24") + rules)
    #expect(difference.changes == [] && difference.doubts == [])
  }

  @Test func `an authenticator that proves something else changes what its rules let in`() throws {
    let rules = RulesSource.list(["{rule: Rest, ask: {any_of: [{possession: {phishing_resistant: true}}]}}"])
    let now = Self.head.replacing(", phishing_resistant: true", with: "")
    let difference = try Self.difference(Self.head + rules, now + rules)
    #expect(difference.changes.map(\.shift) == [.closed])
    let text = "something they have that is phishing-resistant"
    #expect(
      difference.changes.map(\.lines.now) == [
        "\(text) (of the authenticators, what key counts as has changed), once a session, by '(no rule)' and 'Rest'"
      ])
    let without = Self.head.replacing("  key: {type: security_key, proves: possession, phishing_resistant: true}\n", with: "")
    let gone = try Self.difference(Self.head + rules, without + rules)
    #expect(
      gone.changes.map { [$0.lines.now, $0.lines.before] } == [
        [
          "\(text) (of the authenticators, key is not active any more), once a session, by '(no rule)' and 'Rest'",
          "\(text), once a session, by '(no rule)' and 'Rest'",
        ]
      ])
  }

  @Test func `a rule of the session is told once for all apps that it reaches`() throws {
    let rules = { (session: String) in
      Self.head + "apps: {mail: {rules: Open}, files: {rules: Open}}\n" + RulesSource.list([Self.deny, Self.rest])
        + "    - {list: Open, rules: [\(Self.rest)]}\n  session: [{list: Default, rules: [{rule: Default Rule, \(session)}]}]\n"
    }
    let difference = try Self.difference(rules("ask: {kinds: 1}"), rules("ask: {kinds: 2}"))
    #expect(difference.changes.map(\.id) == ["session:Default/Default Rule:Default/Default Rule"])
    #expect(difference.changes.first?.places.map(\.apps) == [["app"], ["mail", "files"]])
    #expect(difference.changes.first?.places.map(\.who) == ["not risk high", "everybody"])
  }

  @Test func `rules of one name in two lists of the session are two changes`() throws {
    let rules = { (kinds: Int) in
      let lists = [("Staff", "for: account.groups has Staff, ", kinds), ("Others", "", kinds)].map { name, scope, kinds in
        "{list: \(name), \(scope)rules: [{rule: Rest, ask: {kinds: \(kinds)}}]}"
      }
      return Self.head + RulesSource.list([Self.rest]) + "  session: [\(lists.joined(separator: ", "))]\n"
    }
    let difference = try Self.difference(rules(1), rules(2))
    #expect(difference.changes.map(\.id) == ["session:Staff/Rest:Staff/Rest", "session:Others/Rest:Others/Rest"])
    #expect(difference.changes.flatMap(\.places).map(\.who) == ["group Staff", "not group Staff"])
  }

  @Test func `people who were not and are ruled out now are asked about`() throws {
    let rules = { (impossible: String, rule: String) in
      Self.head + impossible
        + RulesSource.list(["{rule: Both, when: account.groups has Staff and account.groups has Vendors, \(rule)}", Self.rest])
    }
    let nobody = "impossible: [account.groups has Staff and account.groups has Vendors]\n"
    #expect(try Self.difference(rules(nobody, "deny: true"), rules("", "ask: {kinds: 1}")).changes.map(\.shift) == [.opened])
    #expect(try Self.difference(rules(nobody, "deny: true"), rules(nobody, "ask: {kinds: 1}")).changes == [])
  }

  @Test(
    arguments: [
      (
        [staff, rest], ["{rule: Staff, when: account.groups has Staff, deny: true}", rest],
        "people in group Staff can no longer sign in to app"
      ),
      ([deny, staff, rest], [staff, deny, rest], "some people in group Staff who were refused can now sign in to app"),
      ([rest], [deny, rest], "some people can no longer sign in to app"),
      ([rest], ["{rule: Rest, deny: true}"], "people can no longer sign in to app"),
    ] as [([String], [String], String)])
  func `the sentence says of whom it is true, and that not everybody is meant`(before: [String], now: [String], sentence: String) throws {
    let difference = try Self.difference(Self.head + RulesSource.list(before), Self.head + RulesSource.list(now))
    #expect(difference.changes.map(\.sentence) == [sentence])
  }

  @Test func `people are said by those who are left out where that is shorter`() throws {
    let rules = { (hours: Int) in
      RulesSource.list([
        "{rule: Risk, when: session.risk == high, deny: true}",
        "{rule: Out, when: account.groups has Vendors and not session.zones has office, deny: true}",
        "{rule: Home, when: account.groups has Staff and not session.zones has home, deny: true}",
        "{rule: Rest, ask: {kinds: 1}, again: \(hours)h}",
      ])
    }
    let difference = try Self.difference(Self.head + rules(12), Self.head + rules(4))
    #expect(
      difference.changes.flatMap(\.places).map(\.who) == [
        "everybody except risk high or (group Vendors and not zone office) or (group Staff and not zone home)"
      ])
  }

  @Test func `an app that is gone and one that is new are told`() throws {
    let rules = { (app: String) in Self.head + "apps: {\(app): {rules: Portal}}\n" + RulesSource.list([Self.rest]) }
    let difference = try Self.difference(rules("mail"), rules("files"))
    #expect(
      difference.changes.map(\.sentence) == ["the app mail is gone, so no one can sign in to it any more", "files is a new app"])
  }

  @Test func `past the limit nothing is known, by the name of the app`() throws {
    let now = try #require(try RulesSource.tenant(Self.head + RulesSource.list([Self.staff, Self.deny, Self.rest])).ruleSet)
    let before = try #require(try RulesSource.tenant(Self.head + RulesSource.list([Self.deny, Self.staff, Self.rest])).ruleSet)
    let difference = RuleDifference(before, now, limit: 1)
    #expect(difference.changes == [])
    #expect(difference.doubts.map(\.apps) == [["app"]])
  }
}
