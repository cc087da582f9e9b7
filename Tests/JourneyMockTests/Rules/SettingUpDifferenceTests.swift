import JourneyMock
import TenantDecisions
import Testing

/// Two versions of rules, where enrolment rules do not let everybody set up what they ask for.
struct SettingUpDifferenceTests {
  private static let head = """
    lacking: set_up
    names: {account.groups: [Staff, Vendors], session.zones: [office, home]}
    authenticators:
      password: {proves: knowledge}
      otp: {type: app, proves: possession}
      key: {type: security_key, proves: possession, phishing_resistant: true}

    """
  private static let one = "{rule: Rest, ask: {kinds: 1}}"
  private static let two = "{rule: Rest, ask: {kinds: 2}}"
  private static let strong = "{rule: Rest, ask: {kinds: 2, any_of: [{possession: {phishing_resistant: true}}]}}"
  private static let skipped =
    "{rule: Rest, ask: {kinds: 2, any_of: [{possession: {phishing_resistant: true}}]}, lacking: pass_over}"
  /// Vendors may not set up a key.
  private static let noKey =
    "  enrolment: [{list: Vendors, for: account.groups has Vendors, rules: [{rule: No key, set: {key: not_allowed}}]}, "
    + "{list: Rest, rules: [{rule: Rest, set: {key: optional}}]}]\n"
  private static let all = "  enrolment: [{list: Rest, rules: [{rule: Rest, set: {key: optional}}]}]\n"

  private static func difference(_ before: String, _ now: String, head: String = head, headNow: String? = nil) throws -> RuleDifference {
    RuleDifference(
      try #require(try RulesSource.tenant(head + before).ruleSet), try #require(try RulesSource.tenant((headNow ?? head) + now).ruleSet))
  }

  private static func lines(_ difference: RuleDifference) -> [String] {
    difference.changes.map { change in
      "\(change.shift): \(change.places.map(\.who).joined(separator: " | ")); \(change.lines.now); \(change.lines.before)"
    }
  }

  @Test func `who may not set up what a rule asks for now is locked out, and who may is asked for more`() throws {
    let difference = try Self.difference(RulesSource.list([Self.two]) + Self.noKey, RulesSource.list([Self.strong]) + Self.noKey)
    let (now, before) = (
      "something they have that is phishing-resistant and another kind of proof, once a session",
      "two kinds of proof, once a session"
    )
    #expect(
      Self.lines(difference) == [
        "closedToLacking: group Vendors; \(now), who has no suitable authenticator is denied, as enrolment rule 'Vendors/No key' lets them "
          + "set up nothing that is enough, by 'Rest'; \(before), who has no suitable authenticator sets one up, by 'Rest'",
        "more: everybody; \(now), by 'Rest'; \(before), by 'Rest'",
      ])
    #expect(difference.changes.map(\.id) == ["app/Portal:Rest:Rest:enrolment:locked-out", "app/Portal:Rest:Rest"])
    #expect(
      difference.changes.first?.sentence
        == "people in group Vendors who have no suitable authenticator can no longer sign in to app")
    #expect(difference.doubts == [])
  }

  @Test func `an enrolment rule alone locks people out of the apps that ask for what it forbids`() throws {
    let apps = "apps: {mail: {rules: Open}, files: {rules: Portal}}\n"
    let rules = apps + RulesSource.list([Self.strong]) + "    - {list: Open, rules: [\(Self.one)]}\n"
    let difference = try Self.difference(rules + Self.all, rules + Self.noKey)
    #expect(difference.changes.map(\.shift) == [.closedToLacking, .other])
    let change = try #require(difference.changes.first)
    #expect(change.apps == ["app", "files"] && change.places.map(\.who) == ["group Vendors"])
    #expect(change.id == "enrolment:Rest/Rest:Vendors/No key:enrolment:locked-out")
    #expect(
      change.lines.now
        == "key: not_allowed, who has no suitable authenticator is denied, as enrolment rule 'Vendors/No key' lets them set up nothing that "
        + "is enough, by 'No key'")
    #expect(change.lines.before == "key: optional, who has no suitable authenticator sets one up, by 'Rest'")
    // The way back.
    let back = try Self.difference(rules + Self.noKey, rules + Self.all)
    #expect(back.changes.map(\.shift) == [.other, .openedToLacking])
    #expect(
      back.changes.last?.sentence
        == "people in group Vendors who have no suitable authenticator and were refused can now sign in to app, files")
    #expect(back.changes.last?.apps == ["app", "files"])
    #expect(back.changes.last?.id == "enrolment:Vendors/No key:Rest/Rest:enrolment:let-in")
  }

  @Test func `who is not asked without a suitable authenticator is not locked out, until the rule asks them`() throws {
    let (skipped, strong) = (RulesSource.list([Self.skipped]), RulesSource.list([Self.strong]))
    #expect(try Self.difference(skipped + Self.all, skipped + Self.noKey).changes.map(\.shift) == [.other])
    let asked = try Self.difference(skipped + Self.noKey, strong + Self.noKey)
    #expect(asked.changes.map(\.shift) == [.closedToLacking, .moreOfLacking])
    #expect(asked.changes.first?.lines.before.contains("who has no suitable authenticator is not asked") == true)
    #expect(try Self.difference(strong + Self.noKey, skipped + Self.noKey).changes.map(\.shift) == [.openedToLacking, .lessOfLacking])
  }

  @Test func `who had to have it before, or got in with a password, is told by the change of the rule`() throws {
    let refused = "{rule: Rest, ask: {kinds: 2, any_of: [{possession: {phishing_resistant: true}}]}, lacking: deny}"
    let difference = try Self.difference(RulesSource.list([Self.one]) + Self.noKey, RulesSource.list([refused]) + Self.noKey)
    #expect(difference.changes.map(\.shift) == [.closedToLacking])
    let opened = try Self.difference(RulesSource.list([Self.strong]) + Self.noKey, RulesSource.list([Self.one]) + Self.noKey)
    #expect(opened.changes.map(\.shift) == [.openedToLacking, .less], "who could set up nothing that is enough gets in")
    #expect(opened.changes.map(\.id) == ["app/Portal:Rest:Rest:enrolment:let-in", "app/Portal:Rest:Rest"])
    let closed = try Self.difference(RulesSource.list([Self.one]) + Self.noKey, RulesSource.list([Self.strong]) + Self.noKey)
    #expect(closed.changes.first?.lines.before.contains("who has no suitable authenticator needs none") == true, "\(Self.lines(closed))")
  }

  @Test func `nobody is locked out where another authenticator is enough, or where enrolment rules forbid nothing`() throws {
    let (one, two) = (RulesSource.list([Self.one]), RulesSource.list([Self.two]))
    #expect(try Self.difference(one + Self.noKey, two + Self.noKey).changes.map(\.shift) == [.more])
    #expect(try Self.difference(two + Self.all, RulesSource.list([Self.strong]) + Self.all).changes.map(\.shift) == [.more])
  }

  @Test func `what is enough only on some devices is not known`() throws {
    let head = Self.head + "  push: {type: app, proves: possession, phishing_resistant: sometimes}\n"
    let difference = try Self.difference(
      RulesSource.list([Self.two]) + Self.noKey, RulesSource.list([Self.strong]) + Self.noKey, head: head)
    #expect(difference.changes.map(\.shift) == [.more])
    #expect(difference.doubts.map(\.who) == ["group Vendors"])
    #expect(difference.doubts.map(\.reasons) == [["what the enrolment rules let people set up is enough only on some devices"]])
  }

  @Test func `whether people in a zone that means something else are locked out is not known`() throws {
    let head = { (address: String) in
      Self.head.replacing("session.zones: [office, home]", with: "session.zones: {office: \(address)}")
    }
    let rules = RulesSource.list([Self.strong])
    let noKey = "  enrolment: [{list: Rest, rules: [{rule: Out, when: session.zones has office, set: {key: not_allowed}}]}]\n"
    let difference = try Self.difference(
      rules + noKey, rules + noKey, head: head("192.0.2.0/24"), headNow: head("198.51.100.0/24"))
    #expect(difference.changes == [])
    #expect(difference.doubts.contains { $0.apps == ["app"] && $0.reasons.allSatisfy { $0.contains("'zone office' means has changed") } })
  }

  @Test func `past the limit the rules are compared without enrolment, and that is told`() throws {
    let names = (1...12).map { "G\($0)" }
    let head = Self.head.replacing("[Staff, Vendors]", with: "[\(names.joined(separator: ", "))]")
    let pairs = stride(from: 0, to: names.count, by: 2).map { place in
      "{rule: R\(place), when: account.groups has \(names[place]) and account.groups has \(names[place + 1]), set: {key: not_allowed, otp: \"\(place)\"}}"
    }
    let enrolment = "  enrolment: [{list: All, rules: [\(pairs.joined(separator: ", "))]}]\n"
    let before = try #require(try RulesSource.tenant(head + RulesSource.list([Self.two]) + enrolment).ruleSet)
    let now = try #require(try RulesSource.tenant(head + RulesSource.list([Self.strong]) + enrolment).ruleSet)
    #expect(RuleDifference(before, now).changes.map(\.shift) == [.closedToLacking, .more])
    let limited = RuleDifference(before, now, limit: 8)
    #expect(limited.changes.map(\.shift) == [.more])
    #expect(
      limited.doubts.map(\.reasons) == [["whether the enrolment rules let people set up what is asked for combines too many facts"]])
  }
}
