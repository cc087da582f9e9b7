import Diagnostics
import JourneyMock
import TenantDecisions
import Testing

/// A small tenant with rules.
enum RulesSource {
  static let rules = """
    names: {account.groups: [Staff, Vendors], session.zones: [office]}
    authenticators:
      password: {proves: knowledge}
      otp: {type: app, proves: possession}
    rules:
      app:
        - list: Portal
          rules:
            - {rule: Outside, when: account.groups has Vendors and not session.zones has office, deny: true}
            - {rule: Catch-all, ask: {kinds: 1}}

    """

  /// - Parameters:
  ///   - rules: everything about rules, apps without clients included.
  ///   - client: further keys of the client.
  static func text(_ rules: String, client: String = ", rules: Portal") -> String {
    TenantSource.text(replacing: ["clients": "clients: {app: {redirect_uris: [\"https://app.test/cb\"]\(client)}}\n"]) + rules
  }

  static func tenant(_ rules: String, client: String = ", rules: Portal") throws -> MockTenant {
    let (tenant, diagnostics) = TenantSource.load(text(rules, client: client))
    try #require(diagnostics.isEmpty, "\(DiagnosticRenderer().render(diagnostics))")
    return try #require(tenant)
  }

  /// A list of the app's rules, one a line.
  static func list(_ rules: [String]) -> String {
    "rules:\n  app:\n    - list: Portal\n      rules:\n" + rules.map { "        - \($0)\n" }.joined()
  }

  /// The app's rules where these are the facts.
  static func decision(_ tenant: MockTenant, _ values: FactValues) throws -> (rule: String?, demand: String) {
    let rules = try #require(tenant.ruleSet)
    let sequence = rules.sequence(ofAppList: "Portal")
    switch RuleDecider([sequence], facts: rules.facts).decision(values) {
    case .known(let demand, let paths):
      let names = paths.map { path in path.rules[0].map { sequence.entries[$0].rule.name } ?? "-" }
      return (names.count == 1 ? names[0] : nil, RuleWording.text(demand))
    case .notKnown: return (nil, "not known")
    case .tooManyPaths: return (nil, "too many paths")
    }
  }
}
