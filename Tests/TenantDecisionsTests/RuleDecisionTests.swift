import TenantDecisions
import Testing

/// Single decisions, as the page on rules describes them.
struct RuleDecisionTests {
  private static let office = Condition<DecisionAtom>.atom(.member(fact: "session.zones", "office"))
  private static let contractors = Condition<DecisionAtom>.atom(.member(fact: "account.groups", "Contractors"))
  private static let department = Condition<DecisionAtom>.atom(.open(fact: "open.department"))

  private func rule(_ name: String, _ condition: Condition<DecisionAtom>, _ outcome: RuleOutcome) -> DecisionRule {
    DecisionRule(name: name, condition: condition, text: "", outcome: outcome)
  }

  private func ask(_ kinds: Int, again: Int? = nil) -> RuleOutcome {
    var ask = RuleAsk(kinds: kinds)
    ask.again = again
    return .ask(ask)
  }

  private func sequence(_ rules: [DecisionRule]) -> RuleSequence {
    RuleSequence(kind: .app, lists: [DecisionList(name: "Portal", rules: rules)])
  }

  @Test func `a list none of whose rules holds is passed over`() {
    let lists = [
      DecisionList(name: "Contractors", condition: Self.contractors, rules: [rule("Office", Self.office, .deny)]),
      DecisionList(name: "Default", rules: [rule("Default Rule", .always, ask(1))]),
    ]
    let decider = RuleDecider([RuleSequence(kind: .session, lists: lists)], facts: [:])
    let outside = FactValues(names: ["account.groups": ["Contractors"]])
    guard case .known(let demand, let paths) = decider.decision(outside) else {
      Issue.record("not known")
      return
    }
    #expect(demand == .ask([RuleAsk(kinds: 1)]))
    #expect(paths.map(\.rules) == [[1]])
  }

  @Test func `an open flag matters only where what is asked for differs`() {
    let same = sequence([rule("Engineering", Self.department, ask(2, again: 7200)), rule("Catch-all", .always, ask(2, again: 43200))])
    guard case .known(_, let paths) = RuleDecider([same], facts: [:]).decision(FactValues()) else {
      Issue.record("not known")
      return
    }
    #expect(Set(paths.map(\.rules)) == [[0], [1]])
    let different = sequence([rule("Engineering", Self.department, ask(1)), rule("Catch-all", .always, ask(2))])
    guard case .notKnown(let both) = RuleDecider([different], facts: [:]).decision(FactValues()) else {
      Issue.record("known")
      return
    }
    #expect(both.first?.flags.map(\.name) == ["open.department"])
    #expect(both.map { $0.flags.map(\.isSet) } == [[true], [false]])
    let set = RuleDecider([different], facts: [:]).decision(FactValues(flags: ["open.department": false]))
    guard case .known(let asked, let one) = set else {
      Issue.record("not known")
      return
    }
    #expect(asked == .ask([RuleAsk(kinds: 2)]))
    #expect(one.map(\.rules) == [[1]])
  }

  @Test func `a refusal of one kind of rules makes an open flag of another kind irrelevant`() {
    let app = sequence([rule("Engineering", Self.department, ask(1)), rule("Catch-all", .always, ask(2))])
    let session = RuleSequence(kind: .session, lists: [DecisionList(name: "Default", rules: [rule("Nobody", .always, .deny)])])
    guard case .known(.deny, _) = RuleDecider([session, app], facts: [:]).decision(FactValues()) else {
      Issue.record("not known")
      return
    }
  }

  @Test func `too many open flags are not known, and do not take for ever`() {
    let flags = (0..<40).map { Condition<DecisionAtom>.atom(.open(fact: "open.f\($0)")) }
    let rules = sequence(
      flags.enumerated().map { rule("r\($0)", .all([$1, flags[($0 + 1) % 40]]), $0.isMultiple(of: 2) ? .deny : ask(1)) })
    #expect(RuleDecider([rules], facts: [:]).decision(FactValues()) == .tooManyPaths)
  }

  @Test func `each rule above is explained by the smallest part that fails`() {
    let rules = sequence([
      rule("Out", .all([Self.contractors, .not(Self.office)]), .deny), rule("Either", .any([Self.contractors, Self.department]), .deny),
      rule("Catch-all", .always, ask(1)),
    ])
    let values = FactValues(names: ["session.zones": ["office"]], flags: ["open.department": false])
    let passed = rules.passed(before: 2, values, facts: [:])
    #expect(passed.map(\.failed) == [["account.groups has Contractors"], ["account.groups has Contractors", "open.department"]])
  }

  @Test func `rules with more combinations than the limit are past it`() throws {
    let conditions = (0..<12).map { index in
      Condition<DecisionAtom>.all([
        .atom(.member(fact: "account.groups", "g\(index)")), .atom(.member(fact: "session.zones", "z\(index)")),
      ])
    }
    let rules = sequence(conditions.map { rule("r", $0, ask(1)) })
    #expect(throws: DiagramLimit.self) { try RuleRegions([rules], of: TenantRules(), limit: 10) }
    #expect(try RuleRegions([rules], of: TenantRules()).outcomes.count == 13)
  }

  @Test func `a rule that excludes every group named so far stays small`() throws {
    let groups = (0..<120).map { Condition<DecisionAtom>.atom(.member(fact: "account.groups", "g\($0)")) }
    let rules = sequence(groups.indices.map { rule("r\($0)", .all([groups[$0]] + groups[..<$0].map { .not($0) }), ask(1)) })
    let regions = try RuleRegions([rules], of: TenantRules())
    #expect(regions.outcomes.count == 121)
    #expect(regions.nodes < 50_000)
  }
}
