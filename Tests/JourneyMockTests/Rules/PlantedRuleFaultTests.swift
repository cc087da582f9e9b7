import Diagnostics
import JourneyMock
import Testing

/// Faults that people make in rules, planted one at a time: `journey check` reports each of them.
struct PlantedRuleFaultTests {
  struct Rule: Sendable, Equatable {
    var name: String
    /// Empty for everybody.
    var when: String
    var outcome: String

    var line: String {
      let condition = when.isEmpty ? "" : "when: '\(when)', "
      return "{rule: \(name), \(condition)\(outcome)}"
    }
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rules: [Rule]
    /// A part of the message that reports it.
    var message: String
    var further = ""
  }

  private static let base = [
    Rule(name: "High", when: "session.risk == high and not account.groups has Emergency", outcome: "deny: true"),
    Rule(name: "Vendors", when: "account.groups has Vendors and not session.zones has office", outcome: "ask: {kinds: 2}"),
    Rule(name: "Admins", when: "account.groups has Admins", outcome: "ask: {kinds: 2}, again: 0s"),
    Rule(name: "Managed", when: "session.device == managed and session.zones has office", outcome: "ask: {kinds: 1}"),
    Rule(name: "Staff", when: "account.groups has Staff", outcome: "ask: {kinds: 1}, again: 2h"),
    Rule(name: "Rest", when: "", outcome: "deny: true"),
  ]

  private static let names = "names: {account.groups: [Staff, Vendors, Admins, Emergency], session.zones: [office]}\n"

  private static func changed(_ place: Int, _ change: (inout Rule) -> Void) -> [Rule] {
    var rules = base
    change(&rules[place])
    return rules
  }

  private static func never(_ name: String) -> String { "rule '\(name)' never decides" }

  /// A rule for everybody above another one: a deny, or a catch-all that was meant below.
  private static let above: [Fault] = ["deny: true", "ask: {kinds: 1}"].flatMap { outcome in
    base.indices.map { place in
      var rules = base
      rules.insert(Rule(name: "Everybody", when: "", outcome: outcome), at: place)
      return Fault(testDescription: "\(outcome) for everybody above \(base[place].name)", rules: rules, message: never(base[place].name))
    }
  }

  /// What the same or a wider condition above takes.
  private static let shadowed: [Fault] = base.indices.dropLast().flatMap { place in
    var same = base
    same.insert(Rule(name: "Same", when: base[place].when, outcome: "deny: true"), at: place)
    var narrower = base
    let when = "\(base[place].when) and session.platform == ios"
    narrower.insert(Rule(name: "Narrower", when: when, outcome: "deny: true"), at: place + 1)
    return [
      Fault(testDescription: "the condition of \(base[place].name) twice", rules: same, message: never(base[place].name)),
      Fault(testDescription: "a narrower one below \(base[place].name)", rules: narrower, message: never("Narrower")),
    ]
  }

  /// Conditions that no person and no situation meets.
  private static let contradictory: [Fault] = base.indices.dropLast().flatMap { place in
    [
      "session.risk == low and session.risk == medium", "not account.groups has Everyone",
      "session.zones has office and not session.zones has office", "account.groups has Staff and account.groups has Vendors",
    ].map { more in
      Fault(
        testDescription: "\(base[place].name) and \(more)", rules: changed(place) { $0.when = "(\($0.when)) and \(more)" },
        message: never(base[place].name), further: "impossible: [account.groups has Staff and account.groups has Vendors]\n")
    }
  }

  /// Names that are gone, and words that are none.
  private static let gone: [Fault] = [
    ("Vendors", "Vendor"), ("Admins", "Administrators"), ("Staff", "Stuff"), ("Emergency", "BreakGlass"), ("office", "offices"),
    ("high", "hihg"), ("managed", "manged"), ("account.groups", "account.group"), ("session.zones", "session.zone"),
    ("session.risk", "session.riks"),
  ].map { old, new in
    let rules = base.map { rule in Rule(name: rule.name, when: rule.when.replacing(old, with: new), outcome: rule.outcome) }
    return Fault(testDescription: "\(old) is gone", rules: rules, message: "'\(new)'")
  }

  private static let others: [Fault] = [
    Fault(testDescription: "no catch-all", rules: Array(base.dropLast()), message: "some people reach the end of list 'Portal'"),
    Fault(
      testDescription: "everything denies", rules: base.map { Rule(name: $0.name, when: $0.when, outcome: "deny: true") },
      message: "list 'Portal' lets no person in"),
    Fault(
      testDescription: "a list that no app has", rules: base, message: "no app uses the list 'Old'",
      further: "    - {list: Old, rules: [{rule: A, deny: true}]}\n"),
    Fault(testDescription: "two rules of one name", rules: base + [base[5]], message: "list 'Portal' has two rules 'Rest'"),
    Fault(
      testDescription: "an app whose list is gone", rules: base, message: "no list of app rules 'Wiki'",
      further: "apps: {wiki: {rules: Wiki}}\n"),
    Fault(
      testDescription: "a session list below one for everybody", rules: base, message: never("B"),
      further: "  session:\n    - {list: All, rules: [{rule: A, ask: {kinds: 1}}]}\n    - {list: Late, rules: [{rule: B, deny: true}]}\n"),
    Fault(
      testDescription: "a session list for nobody", rules: base, message: never("B"),
      further: "  session:\n    - {list: L, for: not account.groups has Everyone, rules: [{rule: B, deny: true}]}\n"),
    Fault(
      testDescription: "people who cannot be", rules: base, message: never("Vendors"), further: "impossible: [account.groups has Vendors]\n"
    ),
  ]

  @Test(arguments: above + shadowed + contradictory + gone + others)
  func `a planted fault is reported`(_ fault: Fault) {
    let (tenant, diagnostics) = TenantSource.load(
      RulesSource.text(Self.names + RulesSource.list(fault.rules.map(\.line)) + fault.further))
    let found = diagnostics + (tenant?.ruleWarnings() ?? [])
    #expect(found.contains { $0.message.contains(fault.message) }, "\(found.map(\.message))")
  }

  @Test func `the rules as they are meant have no fault, and there are sixty planted ones`() throws {
    let tenant = try RulesSource.tenant(Self.names + RulesSource.list(Self.base.map(\.line)))
    #expect(tenant.ruleWarnings().map(\.message) == [])
    #expect((Self.above + Self.shadowed + Self.contradictory + Self.gone + Self.others).count >= 60)
  }
}
