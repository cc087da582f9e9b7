import Encodings
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// How long a sign-in lasts, by the rules of sessions, and when people are asked again.
struct OktaLifetimeTests {
  private static let org = MadeOrg(session: [("Staff", #"{"riskScore": {"level": "HIGH"}}"#, MadeOrg.anyFactor)])

  @Test(arguments: [
    ("\"maxSessionLifetimeMinutes\": 480", "\"maxSessionLifetimeMinutes\": 240", "longest: 480m", "longest: 240m"),
    ("\"maxSessionLifetimeMinutes\": 480", "\"maxSessionLifetimeMinutes\": 0", "longest: 480m", "longest: no limit"),
    ("\"maxSessionIdleMinutes\": 120", "\"maxSessionIdleMinutes\": 60", "without_use: 120m", "without_use: 60m"),
    ("Cookie\": false", "Cookie\": true", "no kept", "kept: when the browser is closed"),
    ("Default\": false", "Default\": true", "no device_remembered", "device_remembered: by default"),
  ])
  func `another lifetime of sessions is a difference, and nothing else is one`(
    _ old: String, _ new: String, before: String, now: String
  ) throws {
    let difference = try MadeOrg.difference(Self.org.imported(), Self.org.imported([(old, new)]))
    #expect(difference.doubts.isEmpty)
    #expect(difference.changes.map(\.sentence).allSatisfy { $0.hasSuffix("are asked for something else by the lifetime rules") })
    #expect(difference.changes.count == 2, "of the rule of the group, and of the default rule")
    for change in difference.changes {
      #expect(change.before.asked == before)
      #expect(change.now.asked == now)
    }
  }

  @Test func `the mock keeps people signed in as long as the last rule does`() throws {
    #expect(try Self.org.imported().tenant.yaml.contains("\ntokens:\n  sign_on: 480m\n"))
    let other = try Self.org.imported([("LifetimeMinutes\": 480", "LifetimeMinutes\": 0")]).tenant
    #expect(other.yaml.contains("\ntokens:\n  sign_on: 5256000m\n"))
    _ = try MadeOrg.mock(other)
  }

  @Test func `what is not understood of a session is not known, and what it asks for is known all the same`() throws {
    let imported = try Self.org.imported([("\"maxSessionIdleMinutes\": 120", "\"maxSessionIdleMinutes\": \"x\", \"moon\": 1")])
    #expect(imported.report.findings.count { $0.id.hasPrefix("not understood: session rule") } == 4)
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    #expect(MadeOrg.decision(rules.sequence(of: .lifetime), rules, FactValues()).demand == "not known")
    #expect(MadeOrg.decision(rules.sequence(of: .session), rules, FactValues()).demand == "any one proof")
    #expect(imported.tenant.signOn == nil)
  }

  @Test func `where access is refused nothing lasts`() throws {
    let org = MadeOrg(session: [("Staff", "null", MadeOrg.deny)])
    let rules = try #require(try MadeOrg.mock(org.imported().tenant).ruleSet)
    let values = FactValues(names: ["account.groups": ["Staff"]])
    #expect(MadeOrg.decision(rules.sequence(of: .lifetime), rules, values).demand == "denied")
  }

  @Test func `people who are asked again after another time without use are a difference`() throws {
    let org = MadeOrg(catchAll: MadeOrg.one.replacing("\"factorMode\"", with: "\"inactivityPeriod\": \"PT1H\", \"factorMode\""))
    let difference = try MadeOrg.difference(org.imported(), org.imported([("PT1H", "PT30M")]))
    #expect(difference.doubts.isEmpty)
    #expect(difference.changes.map(\.shift) == [.oftener])
    #expect(difference.changes.first?.before.again == "every 12h, and after 1h without use")
    #expect(difference.changes.first?.now.again == "every 12h, and after 30m without use")
    let taken = try MadeOrg.difference(org.imported(), org.imported([("\"inactivityPeriod\": \"PT1H\", ", "")]))
    #expect(taken.changes.map(\.shift) == [.seldomer])
  }
}
