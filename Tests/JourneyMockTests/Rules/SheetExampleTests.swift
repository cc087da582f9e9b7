import Diagnostics
import JourneyMock
import TenantDecisions
import Testing

/// Policies of real organisations, as far as their rules alone decide.
struct SheetExampleTests {
  /// One person in one situation, what decides for them, and why the rules above do not.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rules: String
    var values: FactValues
    /// `nil` where several may decide and ask for the same, or it is not known.
    var rule: String?
    var demand: String
    /// By rule above, what it needs.
    var passed: [String] = []
  }

  /// Two kinds of proof inside of a zone, one outside; a rule that refuses everybody never decides.
  private static let zone = RulesSource.list([
    "{rule: Allow-2FA, when: session.zones has Z, ask: {kinds: 2}, again: 12h}", "{rule: Allow-1FA, ask: {kinds: 1}}",
    "{rule: Deny-All, deny: true}", "{rule: Catch-all, ask: {kinds: 2}}",
  ])
  /// A device that an organisation manages needs one proof, any other two.
  private static let device = RulesSource.list([
    "{rule: Managed, when: session.device == managed, ask: {kinds: 1}}", "{rule: Any device, ask: {kinds: 2}}",
  ])
  private static let registered = RulesSource.list([
    "{rule: Registered, when: 'session.device in [registered, managed]', ask: {kinds: 1}}", "{rule: Catch-all, deny: true}",
  ])
  private static let inserted = RulesSource.list([
    "{rule: Registered, when: 'session.device in [registered, managed]', ask: {kinds: 1}}", "{rule: Any device, ask: {kinds: 2}}",
    "{rule: Catch-all, deny: true}",
  ])
  private static let chains = RulesSource.list([
    "{rule: Chains, ask: {chains: [[webauthn], [password, [custom_otp, google_otp, webauthn]]]}}"
  ])
  private static let desktop = RulesSource.list([
    "{rule: Unknown desktop, when: session.platform == other, ask: {chains: [[email, password]]}, again: 0s}",
    "{rule: Catch-all, ask: {kinds: 2}, again: 12h}",
  ])
  private static let noMail = RulesSource.list([
    "{rule: Catch-all, ask: {kinds: 2, any_of: [{knowledge: {types: [password], again: 0s}, "
      + "possession: {required: false, not: [email, sms, voice]}}]}}"
  ])
  private static let expression =
    "open: {engineering: \"user.profile.department == 'Engineering'\"}\n"
    + RulesSource.list([
      "{rule: Engineering, when: open.engineering, ask: {kinds: 2}, again: 2h}", "{rule: Catch-all, ask: {kinds: 2}, again: 12h}",
    ])

  private static func zones(_ zones: Set<String>) -> FactValues { FactValues(names: ["session.zones": zones]) }
  private static func word(_ fact: String, _ word: String) -> FactValues { FactValues(words: [fact: word]) }

  @Test(arguments: [
    Row(testDescription: "5.1 in the zone", rules: zone, values: zones(["Z"]), rule: "Allow-2FA", demand: "two kinds of proof"),
    Row(
      testDescription: "5.1 elsewhere", rules: zone, values: zones([]), rule: "Allow-1FA", demand: "any one proof",
      passed: ["session.zones has Z"]),
    Row(
      testDescription: "5.2 A, managed", rules: device, values: word("session.device", "managed"), rule: "Managed", demand: "any one proof"),
    Row(
      testDescription: "5.2 A, registered", rules: device, values: word("session.device", "registered"), rule: "Any device",
      demand: "two kinds of proof", passed: ["session.device == managed"]),
    Row(
      testDescription: "5.2 B, registered", rules: registered, values: word("session.device", "registered"), rule: "Registered",
      demand: "any one proof"),
    Row(
      testDescription: "5.2 B, unknown device", rules: registered, values: FactValues(), rule: "Catch-all", demand: "denied",
      passed: ["session.device == registered or session.device == managed"]),
    Row(
      testDescription: "5.3 B, unknown device", rules: inserted, values: FactValues(), rule: "Any device", demand: "two kinds of proof",
      passed: ["session.device == registered or session.device == managed"]),
    Row(
      testDescription: "5.4 chains", rules: chains, values: FactValues(), rule: "Chains",
      demand: "webauthn; or password, then custom_otp or google_otp or webauthn"),
    Row(
      testDescription: "5.5 unknown desktop", rules: desktop, values: FactValues(), rule: "Unknown desktop", demand: "email, then password"),
    Row(
      testDescription: "5.5 iOS", rules: desktop, values: word("session.platform", "ios"), rule: "Catch-all", demand: "two kinds of proof",
      passed: ["session.platform == other"]),
    Row(
      testDescription: "5.7 department unknown: either rule, the same demand", rules: expression, values: FactValues(), rule: nil,
      demand: "two kinds of proof"),
    Row(
      testDescription: "5.7 Engineering", rules: expression, values: FactValues(flags: ["open.engineering": true]), rule: "Engineering",
      demand: "two kinds of proof"),
    Row(
      testDescription: "5.7 another department", rules: expression, values: FactValues(flags: ["open.engineering": false]),
      rule: "Catch-all", demand: "two kinds of proof", passed: ["open.engineering"]),
  ])
  func `an app's rules`(_ row: Row) throws {
    let tenant = try RulesSource.tenant(row.rules)
    let decision = try RulesSource.decision(tenant, row.values)
    #expect(decision.rule == row.rule)
    #expect(decision.demand == row.demand)
    let rules = try #require(tenant.ruleSet)
    let sequence = rules.sequence(ofAppList: "Portal")
    guard let place = sequence.entries.firstIndex(where: { $0.rule.name == row.rule }) else { return }
    let passed = sequence.passed(before: place, row.values, facts: rules.facts)
    #expect(passed.map { $0.failed.joined(separator: " or ") } == row.passed)
  }

  @Test func `5.1: the rules below one for everybody never decide`() throws {
    let warnings = try RulesSource.tenant(Self.zone).ruleWarnings().map(\.message)
    #expect(
      warnings
        == ["Deny-All", "Catch-all"].map {
          "rule '\($0)' never decides: no person and no situation reaches it; rule '\($0 == "Deny-All" ? "Allow-1FA" : "Deny-All")' above it is "
            + "for everybody"
        })
  }

  @Test(arguments: [
    (["password", "google_otp", "email"], true), (["password", "email", "sms"], false), (["password", "question"], false),
  ])
  func `5.6: a password, and no mail or phone`(_ given: [String], _ isEnough: Bool) throws {
    let rules = try #require(try RulesSource.tenant(Self.noMail).ruleSet)
    guard case .ask(let ask)? = rules.lists[.app]?.first?.rules.first?.outcome else {
      Issue.record("no demand")
      return
    }
    let authenticators = given.map { name in
      KnownAuthenticator(
        name: name, type: name, method: name, proves: name == "password" || name == "question" ? [.knowledge] : [.possession])
    }
    #expect(ask.isMet(by: authenticators) == isEnough)
  }
}

/// Lists that are tried in order.
struct FallThroughTests {
  private static func session(_ group: [String]) -> String {
    "rules:\n  app: [{list: Portal, rules: [{rule: All, ask: {kinds: 1}}]}]\n  session:\n"
      + "    - list: G\n      for: account.groups has G\n      rules:\n" + group.map { "        - \($0)\n" }.joined()
      + "    - {list: Default, rules: [{rule: Default Rule, ask: {kinds: 1}}]}\n"
  }

  private static let first = session([
    "{rule: Any, ask: {kinds: 1}}", "{rule: Low, when: session.risk == low, ask: {kinds: 1}}",
    "{rule: Medium, when: session.risk == medium, ask: {kinds: 1}}",
  ])
  private static let second = session([
    "{rule: Medium, when: session.risk == medium, ask: {kinds: 1}}", "{rule: High, when: session.risk == high, ask: {kinds: 2}}",
  ])

  @Test(arguments: [
    (first, ["G"], "high", "G: Any"), (first, ["G"], "low", "G: Any"), (second, ["G"], "high", "G: High"),
    (second, ["G"], "low", "Default: Default Rule"), (second, [], "high", "Default: Default Rule"),
  ])
  func `5.8: a list none of whose rules fits the risk is passed over`(
    _ text: String, _ groups: [String], _ risk: String, _ expected: String
  ) throws {
    let rules = try #require(try RulesSource.tenant(text).ruleSet)
    let sequence = rules.sequence(of: .session)
    let values = FactValues(words: ["session.risk": risk], names: ["account.groups": Set(groups)])
    guard case .known(_, let paths) = RuleDecider([sequence], facts: rules.facts).decision(values) else {
      Issue.record("not known")
      return
    }
    #expect(paths.map { path in path.rules[0].map { "\(sequence.entries[$0].list): \(sequence.entries[$0].rule.name)" } } == [expected])
  }

  private static let recovery =
    "rules:\n  app: [{list: Portal, rules: [{rule: All, ask: {kinds: 1}}]}]\n  recovery:\n    - list: Passwords\n      rules:\n"
    + "        - rule: Self-service\n"
    + "          when: (account.groups has g1 or open.u1) and not account.groups has g2 and session.zones has Z\n"
    + "          set: {reset: email, step_up: question}\n        - {rule: Default Rule, deny: true}\nopen: {u1: the person is u1}\n"

  @Test(arguments: [
    (["g1"], ["Z"], "reset: email, step_up: question"), (["g1", "g2"], ["Z"], "denied"), (["g1"], [], "denied"), ([], ["Z"], "not known"),
  ])
  func `5.9: who may reset a password, and where a named person leaves it open`(
    _ groups: [String], _ zones: [String], _ expected: String
  ) throws {
    let rules = try #require(try RulesSource.tenant(Self.recovery).ruleSet)
    let values = FactValues(names: ["account.groups": Set(groups), "session.zones": Set(zones)])
    switch RuleDecider([rules.sequence(of: .recovery)], facts: rules.facts).decision(values) {
    case .known(let demand, _): #expect(RuleWording.text(demand) == expected)
    case .notKnown, .tooManyPaths: #expect(expected == "not known")
    }
  }
}
