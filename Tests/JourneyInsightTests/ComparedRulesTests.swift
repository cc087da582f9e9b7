import TenantDecisions
import Testing

@testable import JourneyInsight

/// What is said of changes of rules that depend on an open flag, in the first line and of each.
struct ComparedRulesTests {
  /// One rule where the flag is set, and one where it is not.
  private static func rules(_ flagged: RuleOutcome, _ rest: RuleOutcome) -> TenantRules {
    var rules = TenantRules()
    rules.facts["open.hire"] = DecisionFact(name: "open.hire", kind: .open)
    let all = [(name: "New", when: Condition.atom(DecisionAtom.open(fact: "open.hire")), flagged), ("Rest", .always, rest)]
    rules.lists[.app] = [
      DecisionList(name: "Portal", rules: all.map { DecisionRule(name: $0.0, condition: $0.1, text: "", outcome: $0.2) })
    ]
    rules.apps = [RuledApp(name: "portal", list: "Portal")]
    return rules
  }

  @Test func `what happens whatever a flag is, is a fact, and only which rules decide depends on it`() {
    let before = Self.rules(.ask(RuleAsk(kinds: 2)), .ask(RuleAsk(kinds: 1)))
    let compared = ComparedRules(("a", before), ("b", Self.rules(.deny, .deny)))
    #expect(compared.headline == "rules of a → b: people can no longer sign in to portal (2 changes)")
    let note = "which rules decide for some of them depends on hire (not in the configuration)"
    #expect(compared.changes.map(\.openQuestion) == [note, note])
    let some = ComparedRules(("a", before), ("b", Self.rules(.deny, .ask(RuleAsk(kinds: 1)))))
    #expect(some.headline == "rules of a → b: it depends on hire whether some people can no longer sign in to portal")
    #expect(
      some.changes.map(\.openQuestion) == [
        "who they are depends on hire (not in the configuration), so the result of promises about them is not known"
      ])
  }

  /// The rules lock ann out, and let ben in as before.
  @Test func `the screen on which people end whom the rules lock out is told with the rule`() throws {
    func rules(_ outcome: RuleOutcome) -> TenantRules {
      var rules = Self.rules(outcome, .ask(RuleAsk(kinds: 1)))
      rules.facts["open.hire"] = nil
      rules.facts["account.groups"] = DecisionFact(name: "account.groups", kind: .names)
      rules.lists[.app]?[0].rules[0].condition = .atom(DecisionAtom.member(fact: "account.groups", "Staff"))
      rules.authenticators = [KnownAuthenticator(name: "password", type: "password", method: "password", proves: [.knowledge])]
      rules.people = [("ann", Set(["Staff"])), ("ben", [])].map { name, groups in
        RuledPerson(name: name, values: FactValues(names: ["account.groups": groups, "account.factors": ["password"]]))
      }
      return rules
    }
    func difference(of account: String, _ end: MetStop, at app: String = "portal") throws -> RunDifference {
      let (before, now) = (MetWalk.of([.screen("name"), .screen("code"), .signedIn], account: account), [.screen("name"), end])
      var difference = RunDifference(
        .of([before]), as: RunDifference.Side(name: "acme"), .of([.of(now, account: account, reach: .cutShort)]),
        as: RunDifference.Side(name: "next"))
      let (old, new) = (rules(.ask(RuleAsk(kinds: 1))), rules(.deny))
      difference.rules = [ComparedRules(("acme", old), ("next", new))]
      let walk = RuledCases(old, new).walk(app: app, person: account, situation: FactValues())
      difference.leaveOutTold(ruled: ["a#b": try #require(walk)])
      return difference
    }
    let told = try difference(of: "ann", .deadEnd("denied"))
    #expect(told.changes.isEmpty, "\(told.changes.map(\.id))")
    let change = try #require(told.computedChanges.first)
    #expect(
      change.lines(.exact).map { "\($0.label): \($0.text)" }.suffix(2) == [
        "such as: the account ann", "walked: 'name' → 'denied', seen by 1 walk: ann",
      ])
    let others = [
      try difference(of: "ben", .deadEnd("denied")), try difference(of: "ann", .deadEnd("denied"), at: "mail"),
      try difference(of: "ann", .screen("terms", error: "wrong")),
    ]
    for other in others {
      #expect(other.changes.contains { [.screenAdded, .endClosed].contains($0.kind) } && other.computedChanges.first?.walked == [])
    }
  }
}
