import JourneyMock
import JourneyTestSupport
import TenantDecisions
import Testing

/// What becomes of accounts that have other groups or authenticators in the second version of a tenant.
struct PersonalChangeTests {
  private static let head = """
    names: {account.groups: [Staff, Vendors], session.zones: {office: 192.0.2.0/24}}
    situations: {ordinary: {zones: [office]}, abroad: {risk: medium}}
    open: {hire: hired this year}
    authenticators:
      password: {proves: knowledge}
      otp: {type: app, proves: possession}

    """
  private static let list = RulesSource.list([
    "{rule: Vendors out, when: account.groups has Vendors and session.risk == medium, deny: true}",
    "{rule: Hires, when: open.hire and account.groups has Staff, ask: {kinds: 2}, lacking: deny}",
    "{rule: Two, when: account.groups has Staff, ask: {kinds: 2}, lacking: set_up}", "{rule: Rest, ask: {kinds: 1}}",
  ])

  private static func rules(_ account: String) throws -> TenantRules {
    let accounts = "accounts:\n  ann: {email: ann@x.test, password: secret, \(account)}\n  ben: {email: ben@x.test, password: secret}\n"
    let text = RulesSource.text(head + list).replacing(TenantSource.parts.first { $0.key == "accounts" }?.text ?? "", with: accounts)
    let (tenant, diagnostics) = TenantSource.load(text)
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    return try #require(tenant?.ruleSet)
  }

  private static func changes(_ before: String, _ now: String) throws -> [String] {
    let difference = RuleDifference(try rules(before), try rules(now))
    #expect(difference.changes.isEmpty && difference.doubts.isEmpty, "the rules are the same")
    return difference.people.map { change in
      "\(change.shift) \(change.people) \(change.known.situations): \(change.before) → \(change.now)"
        + (change.flags.isEmpty ? "" : " by \(change.flags)")
    }
  }

  @Test func `an account that is another one for the rules is told with what becomes of it`() throws {
    let vendors = "groups: [Vendors]"
    #expect(try Self.changes("groups: []", vendors) == [#"closed ["ann"] ["abroad"]: groups none → groups Vendors"#])
    #expect(try Self.changes(vendors, "groups: []") == [#"opened ["ann"] ["abroad"]: groups Vendors → groups none"#])
    #expect(
      try Self.changes("groups: []", "groups: [Staff]") == [
        #"notKnown ["ann"] ["ordinary", "abroad"]: groups none → groups Staff by ["open.hire"]"#
      ])
    #expect(
      try Self.changes("groups: [Staff], factors: [otp]", "groups: []") == [
        #"less ["ann"] ["ordinary", "abroad"]: factors otp, password; groups Staff → factors password; groups none"#
      ])
    #expect(
      try Self.changes("groups: [], factors: [otp]", "groups: [Staff], factors: [otp]") == [
        #"more ["ann"] ["ordinary", "abroad"]: groups none → groups Staff"#
      ])
    #expect(try Self.changes(vendors, vendors) == [])
  }

  /// The group is called otherwise everywhere, in rules, people and all.
  @Test func `a group with another name changes nothing for its people`() throws {
    let named = Self.head.replacing("[Staff, Vendors]", with: "{Staff: id 1, Vendors: id 2}")
    let accounts = "accounts:\n  ann: {email: ann@x.test, password: secret, groups: [Vendors]}\n"
    let before = RulesSource.text(named + Self.list).replacing(
      TenantSource.parts.first { $0.key == "accounts" }?.text ?? "", with: accounts)
    let rules = try [before, before.replacing("Vendors", with: "Partners")].map { text in
      try #require(TenantSource.load(text).tenant?.ruleSet)
    }
    let difference = RuleDifference(rules[0], rules[1])
    #expect(difference.renames.map(\.now) == ["Partners"])
    #expect(difference.people.isEmpty && difference.changes.isEmpty, "\(difference)")
  }
}
