import Diagnostics
import JourneyMock
import JourneyTestSupport
import TenantDecisions
import Testing

/// What is wrong with rules is reported at its place.
struct BrokenRulesTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    /// With a mark where the diagnostic belongs.
    let text: String
    let id: DiagnosticID
    let message: String
    let suggestion: String?
    var testDescription: String { message }

    init(_ text: String, _ id: DiagnosticID, _ message: String, _ suggestion: String? = nil) {
      self.text = text
      self.id = id
      self.message = message
      self.suggestion = suggestion
    }
  }

  private static func list(_ rule: String) -> String { RulesSource.list([rule]) }

  @Test func `the small rules are whole`() throws {
    let rules = try #require(try RulesSource.tenant(RulesSource.rules).ruleSet)
    #expect(rules.apps.map(\.list) == ["Portal"])
    #expect(rules.lists[.app]?.first?.rules.map(\.name) == ["Outside", "Catch-all"])
  }

  @Test(arguments: [
    Broken("rules: {⟦1⟧ap: []}\n", .unknownKey, "unknown key 'ap' in rules", "did you mean 'app'?"),
    Broken("rules: {app: ⟦1⟧Portal}\n", .wrongType, "lists of rules are a list, found 'Portal'"),
    Broken("rules: {app: [⟦1⟧{rules: []}]}\n", .missingKey, "a list of rules needs 'list', its name"),
    Broken("rules: {app: [{list: ⟦1⟧Portal}]}\n", .missingKey, "list 'Portal' needs 'rules'"),
    Broken(
      "rules: {app: [{list: Portal, rules: []}, {list: ⟦1⟧Portal, rules: []}]}\n", .duplicateName, "there are two lists 'Portal'"),
    Broken(list("⟦1⟧{when: account.groups has A, deny: true}"), .missingKey, "a rule needs 'rule', its name"),
    Broken(list("{rule: ⟦1⟧A}"), .missingKey, "rule 'A' needs one of deny, ask and set, found none"),
    Broken(
      list("{rule: ⟦1⟧A, deny: true, ask: {kinds: 1}}"), .clashingKeys, "rule 'A' needs one of deny, ask and set, found deny and ask"),
    Broken(list("{rule: A, deny: ⟦1⟧false}"), .badValue, "a rule denies or asks; leave 'deny' out where it does not deny"),
    Broken(list("{rule: A, deny: true, ⟦1⟧again: 2h}"), .clashingKeys, "'again' has no effect without 'ask'"),
    Broken(list("{rule: A, ask: {kinds: ⟦1⟧3}}"), .badValue, "'kinds' is 1 or 2, found '3'"),
    Broken(list("{rule: A, ask: ⟦1⟧{}}"), .emptyValue, "'ask' asks for nothing; write 'kinds', 'any_of' or 'chains'"),
    Broken(
      list("{rule: A, ask: {any_of: [{⟦1⟧posession: {}}]}}"), .unknownKey, "unknown key 'posession' in a way of 'any_of'",
      "did you mean 'possession'?"),
    Broken(
      list("{rule: A, ask: {any_of: [{possession: {⟦1⟧phishing: true}}]}}"), .unknownKey, "unknown key 'phishing' in a proof",
      "did you mean 'phishing_resistant'?"),
    Broken(
      list("{rule: A, ask: {kinds: 1}, lacking: ⟦1⟧setup}"), .badValue,
      "unknown word for 'lacking' 'setup'; expected one of set_up, deny, pass_over", "did you mean 'set_up'?"),
    Broken(
      list("{rule: A, when: ⟦1⟧account.group has B, deny: true}"), .badCondition, "no fact or text 'account.group'",
      "did you mean 'account.groups'?"),
    Broken(
      list("{rule: A, when: session.risk == ⟦1⟧hihg, deny: true}"), .badCondition,
      "'hihg' is not a word of 'session.risk'; there are low, medium, high", "did you mean 'high'?"),
    Broken(
      list("{rule: A, when: ⟦1⟧answer.x == y, deny: true}"), .badCondition,
      "a rule reads facts only, such as account.groups, session.zones and session.risk"),
    Broken(
      list("{rule: A, deny: true}") + "        - {rule: ⟦1⟧A, deny: true}\n", .duplicateName, "list 'Portal' has two rules 'A'",
      "give each of them an 'id'"),
    Broken(
      "names: {account.groups: [Staff]}\n" + list("{rule: A, when: account.groups has ⟦1⟧Staf, deny: true}"), .badCondition,
      "'Staf' is not a word of 'account.groups'; there are Staff, Everyone", "did you mean 'Staff'?"),
    Broken(
      "authenticators: {password: {proves: knowledge}}\n" + list("{rule: A, ask: {chains: [[⟦1⟧pasword]]}}"), .unknownName,
      "no authenticator 'pasword'", "did you mean 'password'?"),
    Broken(
      "authenticators: {⟦1⟧otp: {type: app}}\n" + list("{rule: A, deny: true}"), .missingKey,
      "authenticator 'otp' needs 'proves', its kinds of proof"),
    Broken(
      "situations: {abroad: {⟦1⟧zone: [office]}}\n" + list("{rule: A, deny: true}"), .unknownKey, "no fact 'zone' in a situation",
      "did you mean 'zones'?"),
    Broken(
      "situations: {abroad: {risk: ⟦1⟧hihg}}\n" + list("{rule: A, deny: true}"), .badValue, "'hihg' is not a word of 'session.risk'",
      "did you mean 'high'?"),
    Broken("assumed: ⟦1⟧[a]\n" + list("{rule: A, deny: true}"), .wrongType, "'assumed' is a map of keys, found a list"),
    Broken(
      "impossible: [⟦1⟧session.zones has office]\n" + list("{rule: A, deny: true}"), .badCondition,
      "'impossible' is about people, and 'session.zones' is not a fact of theirs"),
    Broken(
      "impossible: [⟦1⟧account.groups has A, not account.groups has A]\n" + list("{rule: A, deny: true}"), .badCondition,
      "'impossible' rules out everybody"),
    Broken(
      "apps: {⟦1⟧app: {rules: Portal}}\n" + list("{rule: A, deny: true}"), .duplicateName, "'app' is a client; write its 'rules' there"),
    Broken(
      "apps: {wiki: {rules: ⟦1⟧Potral}}\n" + list("{rule: A, deny: true}"), .unknownName, "no list of app rules 'Potral'",
      "did you mean 'Portal'?"),
    Broken(
      "lacking: ⟦1⟧set-up\n" + list("{rule: A, deny: true}"), .badValue,
      "unknown word for 'lacking' 'set-up'; expected one of set_up, deny, pass_over", "did you mean 'set_up'?"),
    Broken("apps: {⟦1⟧wiki: {}}\n" + list("{rule: A, deny: true}"), .missingKey, "app 'wiki' needs 'rules', the name of a list"),
    Broken(
      "names: {⟦1⟧account.group: [A]}\n" + list("{rule: A, deny: true}"), .unknownName, "'account.group' holds no names",
      "did you mean 'account.groups'?"),
    Broken(
      "names: {account.level: [⟦1⟧lo]}\n" + list("{rule: A, deny: true}"), .unknownName, "'lo' is not a word of 'account.level'",
      "did you mean 'low'?"),
    Broken(list("{rule: A, deny: true, ⟦1⟧unused: 1h}"), .clashingKeys, "'unused' has no effect without 'ask'"),
  ])
  func `a broken rule is reported where it is`(_ broken: Broken) throws {
    let marked = MarkedText(RulesSource.text(broken.text))
    let (tenant, diagnostics) = TenantSource.load(marked.text)
    #expect(tenant == nil)
    let found = try #require(diagnostics.first { $0.severity == .error })
    #expect(found.id == broken.id)
    #expect(found.message == broken.message)
    #expect(found.suggestion == broken.suggestion)
    #expect(found.range?.start == marked.positions["1"], "\(DiagnosticRenderer().render(diagnostics))")
  }

  @Test func `an account that cannot be is an error`() throws {
    let text = RulesSource.text("impossible: [account.groups has Vendors]\n" + RulesSource.rules)
    let person = "ann: {email: ann@x.test"
    let marked = MarkedText(text.replacing(person, with: "⟦1⟧\(person), groups: [Vendors]"))
    let (tenant, diagnostics) = TenantSource.load(marked.text)
    #expect(tenant == nil)
    #expect(diagnostics.map(\.message) == ["account 'ann' contradicts 'impossible': account.groups has Vendors"])
    #expect(diagnostics.first?.range?.start == marked.positions["1"])
  }

  @Test func `what speaks about rules has no effect without them`() {
    let (tenant, diagnostics) = TenantSource.load(RulesSource.text("situations: {abroad: {zones: []}}\n"))
    #expect(tenant == nil)
    #expect(
      diagnostics.map(\.message) == [
        "unknown list 'Portal': the tenant has no 'rules'", "'situations' has no effect without 'rules'",
      ])
  }
}
