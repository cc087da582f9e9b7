import Diagnostics
import JourneyLanguage
import JourneyMock
import JourneyTestSupport
import TenantDecisions
import Testing

/// Rules that combine more facts than can be worked out: what is over the limit is not known, and the rest is.
struct TooManyFactsTests {
  private static let groups = (0..<600).map { "        - {rule: R\($0), when: account.groups has G\($0), ask: {kinds: \($0 % 2 + 1)}}\n" }
  private static let rules =
    "rules:\n  app:\n    - list: Portal\n      rules:\n" + groups.joined() + "        - {rule: Rest, ask: {kinds: 1}}\n"

  @Test func `a tenant of such rules loads, and its table is not known`() throws {
    let rules = try #require(try RulesSource.tenant(Self.rules).ruleSet)
    let tables = OutcomeTables(rules).byList()
    #expect(tables.map(\.isPastLimit) == [true])
  }

  @Test func `an app whose rules are too many is named, and one without such rules is known`() throws {
    var rules = try #require(try RulesSource.tenant(Self.rules).ruleSet)
    #expect(rules.possibleDemands().notKnown == ["app"])
    // An app with the same rules is looked at once, and named as well.
    rules.apps.append(RuledApp(name: "other", list: rules.apps[0].list))
    #expect(rules.possibleDemands().notKnown == ["app", "other"])
    rules.apps.removeLast()
    rules.apps[0].list = nil
    #expect(rules.possibleDemands().notKnown == [])
    #expect(rules.possibleDemands().demands.count == 1)
  }
}
