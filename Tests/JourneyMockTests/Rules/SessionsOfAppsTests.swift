import JourneyMock
import TenantDecisions
import Testing

/// What an app asks of people who have signed in to another one before.
struct SessionsOfAppsTests {
  private static let head = """
    lacking: set_up
    apps: {payroll: {rules: Payroll}}
    open: {hire: hired in this year}
    authenticators:
      password: {proves: knowledge}
      otp: {type: app, proves: possession}
      key: {type: security_key, proves: [possession, inherence], phishing_resistant: true}

    """
  private static let rest = "{rule: Rest, ask: {kinds: 1}}"

  private static func rows(_ portal: [String], _ payroll: [String], session: String = "") throws -> [String] {
    let list = "    - list: Payroll\n      rules:\n" + payroll.map { "        - \($0)\n" }.joined()
    let rules = try #require(try RulesSource.tenant(head + RulesSource.list(portal) + list + session).ruleSet)
    let table = try #require(OutcomeTables(rules).byClient("payroll", after: "app"))
    return table.rows.map { row in
      let notes = row.notes.map { " (\($0.wording))" }.joined()
      return "\(row.rule); \(row.who): \(row.asked)\(row.again.isEmpty ? "" : "; \(row.again)")\(notes)"
    }
  }

  @Test(
    arguments: [
      // A weak app first, then the strong one: what the first proved counts as one of the two.
      ([rest], ["{rule: Two, ask: {kinds: 2}}"], ["(no rule) + Rest, then (no rule) + Two; everybody: after password: otp or key"]),
      ([rest], [rest], ["(no rule) + Rest, then (no rule) + Rest; everybody: after password: nothing more"]),
      (
        [rest], ["{rule: Two, ask: {kinds: 2}, again: 2h}"],
        ["(no rule) + Rest, then (no rule) + Two; everybody: after password: otp or key; all of it again after 2h"]
      ),
      (
        [rest], ["{rule: Anew, ask: {kinds: 1}, again: 0s}"],
        ["(no rule) + Rest, then (no rule) + Anew; everybody: any one proof, whatever was proven"]
      ),
      // Who is refused by the first app has no session of it.
      (
        ["{rule: Risk, when: session.risk == high, deny: true}", rest],
        ["{rule: Two, ask: {any_of: [{possession: {phishing_resistant: true}}]}}"],
        ["(no rule) + Rest, then (no rule) + Two; not risk high: after password: key"]
      ),
      ([rest], ["{rule: Nobody, deny: true}"], ["(no rule) + Rest, then (no rule) + Nobody; everybody: denied"]),
      (
        [rest], ["{rule: New, when: open.hire, ask: {kinds: 2}}", rest],
        [
          "(no rule) + Rest, then (no rule) + New; hire (not in the configuration: hired in this year): after password: otp or key (not known)",
          "(no rule) + Rest, then (no rule) + Rest; not hire (not in the configuration: hired in this year): after password: nothing more (not known)",
        ]
      ),
    ] as [([String], [String], [String])])
  func `what was proven to the first app counts, as long as the second lets it`(portal: [String], payroll: [String], rows: [String]) throws
  {
    #expect(try Self.rows(portal, payroll) == rows)
  }

  @Test func `a rule of the session that reads the app decides for each of the two`() throws {
    let session =
      "  session: [{list: All, rules: [{rule: Payroll, when: session.client == payroll, ask: {kinds: 2}}, {rule: Others, ask: {kinds: 1}}]}]\n"
    #expect(
      try Self.rows([Self.rest], [Self.rest], session: session)
        == ["Others + Rest, then Payroll + Rest; everybody: after password: otp or key"])
  }

  @Test func `what a session's rule asked for is not asked for again at another app, however long it is good`() throws {
    let session = "  session: [{list: All, rules: [{rule: Every, ask: {kinds: 2}, again: 0s}]}]\n"
    #expect(
      try Self.rows([Self.rest], [Self.rest], session: session)
        == ["Every + Rest, then Every + Rest; everybody: after password and otp: nothing more"])
    #expect(
      try Self.rows([Self.rest], ["{rule: Anew, ask: {kinds: 1}, again: 0s}"], session: session)
        == ["Every + Rest, then Every + Anew; everybody: any one proof, whatever was proven"])
  }
}
