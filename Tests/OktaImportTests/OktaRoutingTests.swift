import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// What rules of routing become.
struct OktaRoutingTests {
  private static func specific(_ providers: String, fallsBack: String = ", \"shouldFallBackToOkta\": false") -> String {
    "{\"idpSelectionType\": \"SPECIFIC\", \"providers\": [\(providers)]\(fallsBack)}"
  }

  private static let partner =
    #"{"userIdentifier": {"type": "IDENTIFIER", "patterns": [{"matchType": "SUFFIX", "value": "partner.test"}]}, "app": {"include": [], "exclude": []}}"#
  private static let anyone =
    #"{"userIdentifier": {"patterns": []}, "network": {"connection": "ANYWHERE"}, "platform": {"include": [], "exclude": []}}"#

  @Test(arguments: [
    (specific(#"{"type": "OKTA"}"#), ["sign_in": "here"]),
    (specific(#"{"type": "GOOGLE", "id": "0oa1"}, {"type": "OKTA"}"#), ["sign_in": "google (id digest ec572b29) or here"]),
    (
      specific(#"{"type": "SAML2", "name": "Partner"}"#, fallsBack: ", \"shouldFallBackToOkta\": true"),
      ["sign_in": "Partner (saml2)", "if_it_fails": "here"]
    ),
    (specific(#"{"type": "OKTA"}"#, fallsBack: ""), ["sign_in": "here"]),
  ])
  func `where people are sent is words of the routing rules`(_ action: String, _ expected: [String: String]) throws {
    let tenant = try MadeOrg(routing: [("R", Self.anyone, action)]).imported().tenant
    let rule = try #require(tenant.lists[.routing]?.first?.rules.first)
    #expect(rule.condition == .always)
    #expect(rule.outcome == .set(expected))
    _ = try MadeOrg.mock(tenant)
  }

  @Test func `what people enter is an open flag, and shows no domain`() throws {
    let org = MadeOrg(routing: [("Partners", Self.partner, Self.specific(#"{"type": "GOOGLE", "id": "0oa1"}"#))])
    let imported = try org.imported()
    #expect(imported.tenant.open.map(\.name) == ["identifier"])
    #expect(!(imported.tenant.yaml + imported.report.markdown).contains("partner.test"))
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    let demand = MadeOrg.decision(rules.sequence(of: .routing), rules, FactValues(flags: ["open.identifier": false])).demand
    #expect(demand == "sign_in: here")
    #expect(MadeOrg.decision(rules.sequence(of: .routing), rules, FactValues()).demand == "not known")
    #expect(imported.report.findings.contains { $0.id == "assumed: identity providers in the mock's flow" })
  }

  @Test(arguments: [specific(""), specific(#"{"id": "0oa1"}"#), #"{"idpSelectionType": "MAGIC"}"#, "{}"])
  func `what is not said or not understood is not known`(_ action: String) throws {
    let imported = try MadeOrg(routing: [("R", Self.anyone, action)]).imported()
    #expect(imported.tenant.open.map(\.name) == ["r_is_as_read"])
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    #expect(MadeOrg.decision(rules.sequence(of: .routing), rules, FactValues()).demand == "not known")
  }
}
