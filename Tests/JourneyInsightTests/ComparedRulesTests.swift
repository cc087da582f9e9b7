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
}
