import Testing

@testable import TenantDecisions

/// What an org's own evaluator is asked, compared with running through every person and situation.
@Suite struct RuleQuestionTests {
  /// One that can be told everything but open flags.
  private struct Evaluator: RuleEvaluator {
    var kinds: [RuleKind] = [.session, .app]
    let presumed: Set<String> = []
    /// Facts of which it can be told nothing, or names that it does not know.
    var unknown: Set<DecisionAtom> = []
    /// Rules that are not the org's.
    var own: Set<String> = []

    func knows(app: String) -> Bool { true }
    func canSay(_ atom: DecisionAtom) -> Bool { if case .open = atom { false } else { !unknown.contains(atom) } }
    func id(of entry: RuleSequence.Entry, _ kind: RuleKind) -> String? {
      own.contains(entry.rule.name) ? nil : "\(kind.rawValue)/\(entry.list)/\(entry.rule.name)"
    }
  }

  private static let unsaid: Set<String> = ["open.x"]

  @Test("every question may be decided as it says, and every mistake that can be noticed is", arguments: [UInt64](0..<120))
  func random(seed: UInt64) throws {
    var random = RandomRules(seed: seed)
    let rules = random.rules()
    let oracle = DecisionOracle(rules: rules, groups: RandomRules.groups, zones: RandomRules.zones)
    let questions = RuleQuestions(rules, to: Evaluator())
    for question in questions.questions {
      let sequence = question.sequence(in: rules)
      let possible = Set(question.deciding(in: sequence, of: rules, Evaluator()))
      #expect(possible.contains(question.place), "seed \(seed): \(question)")
      for isSet in [false, true] {
        let rule = oracle.deciding(question.kind, Self.world(question.values, isSet))
        let place = rule.flatMap { rule in sequence.entries.firstIndex { $0.rule.name == rule.name } }
        #expect(possible.contains(place), "seed \(seed): \(question)")
      }
    }
    var (count, unnoticed) = (0, 0)
    for sequence in [rules.sequence(of: .session), rules.sequence(ofAppList: "Portal")] {
      for mistake in RuleMistake.all(of: sequence, facts: rules.facts) {
        guard Self.matters(mistake, sequence, oracle) else { continue }
        count += 1
        let own = questions.questions.filter { $0.kind == sequence.kind }
        let isNoticed = own.contains { Self.isNoticed(mistake, sequence, $0.values, rules) }
        unnoticed += isNoticed ? 0 : 1
        // One example of each way to differ is looked at, and what the flag does there may hide it.
        guard !sequence.entries.flatMap(\.condition.atoms).contains(.open(fact: "open.x")) else { continue }
        let canBe = oracle.people.contains { Self.isNoticed(mistake, sequence, Self.values($0), rules) }
        #expect(isNoticed || !canBe, "seed \(seed): \(mistake.wording)")
      }
    }
    // One that changes nothing is counted where only the flag, which cannot be so and not so, would show it.
    #expect(questions.mistakes.count >= count, "seed \(seed): \(questions.mistakes.count), \(count)")
    #expect(questions.mistakes.count(where: \.noticing.isEmpty) == unnoticed, "seed \(seed)")
  }

  private static func world(_ values: FactValues, _ isSet: Bool) -> DecisionOracle.World {
    DecisionOracle.World(
      groups: values.names["account.groups"] ?? [], zones: values.names["session.zones"] ?? [], risk: values.words["session.risk"] ?? "low",
      isSet: isSet)
  }

  private static func values(_ world: DecisionOracle.World) -> FactValues {
    FactValues(words: ["session.risk": world.risk], names: ["account.groups": world.groups, "session.zones": world.zones])
  }

  /// Whether anyone, with the open flag set or not, gets another rule by a mistake.
  private static func matters(_ mistake: RuleMistake, _ sequence: RuleSequence, _ oracle: DecisionOracle) -> Bool {
    oracle.people.contains { person in
      [false, true].contains { isSet in
        var world = person
        world.isSet = isSet
        let place = { (rules: RuleSequence) in rules.entries.firstIndex { oracle.holds($0.condition, world) } }
        return place(sequence) != place(mistake.sequence).map { mistake.places[$0] }
      }
    }
  }

  /// Whether the org's answer is none of those that are possible with the mistake.
  private static func isNoticed(_ mistake: RuleMistake, _ sequence: RuleSequence, _ values: FactValues, _ rules: TenantRules) -> Bool {
    let question = RuleQuestion(kind: sequence.kind, list: nil, app: "portal", values: values, place: nil)
    let right = question.deciding(in: sequence, facts: rules.facts, unsaid: unsaid)
    let wrong = question.deciding(in: mistake.sequence, facts: rules.facts, unsaid: unsaid).map { place in place.map { mistake.places[$0] }
    }
    return !Set(wrong).isSuperset(of: right)
  }

  private static func list(_ name: String, _ rules: [(String, Condition<DecisionAtom>)]) -> DecisionList {
    DecisionList(name: name, rules: rules.map { DecisionRule(name: $0, condition: $1, text: "", outcome: .deny) })
  }

  private static func rules(_ own: [(String, Condition<DecisionAtom>)]) -> TenantRules {
    var rules = TenantRules()
    rules.facts = RandomRules.facts
    rules.apps = [RuledApp(name: "portal", list: "Portal")]
    rules.lists[.app] = [list("Portal", own)]
    return rules
  }

  private static let a = Condition<DecisionAtom>.atom(.member(fact: "account.groups", "A"))
  private static let office = Condition<DecisionAtom>.atom(.member(fact: "session.zones", "office"))
  private static let flag = Condition<DecisionAtom>.atom(.open(fact: "open.x"))

  @Test("a rule that only a flag leads to is asked about, with the rule below as the other answer")
  func flags() {
    let rules = Self.rules([("Engineers", Self.flag), ("Rest", .always)])
    let questions = RuleQuestions(rules, to: Evaluator())
    #expect(questions.questions.map(\.place) == [0, 1])
    #expect(questions.questions.map { $0.deciding(in: $0.sequence(in: rules), of: rules, Evaluator()) } == [[0, 1], [0, 1]])
    #expect(questions.unasked.isEmpty)
    // Without the first rule, or with it for everybody, an evaluator that does not know the flag answers in another way.
    #expect(questions.mistakes.allSatisfy { !$0.noticing.isEmpty })
  }

  @Test("a rule that decides for no one is not asked about, nor is one for people that an evaluator cannot be told of")
  func unasked() {
    let rules = Self.rules([("First", Self.a), ("Shadowed", .all([Self.a, Self.office])), ("Office", Self.office), ("Rest", .always)])
    let all = RuleQuestions(rules, to: Evaluator())
    #expect(all.unasked == [.init(kind: .app, rule: "'Portal/Shadowed'", reason: "it never decides")])
    #expect(all.questions.prefix(3).map(\.place) == [0, 2, 3])
    let zones = RandomRules.zones.map { DecisionAtom.member(fact: "session.zones", $0) }
    let some = RuleQuestions(rules, to: Evaluator(unknown: Set(zones)))
    // Only that the request is in no zone can be said.
    #expect(some.unasked.map(\.rule) == ["'Portal/Shadowed'", "'Portal/Office'"])
    #expect(some.questions.allSatisfy { ($0.values.names["session.zones"] ?? []).isEmpty })
    let mock = RuleQuestions(rules, to: Evaluator(own: ["First"]))
    #expect(mock.unasked.contains(.init(kind: .app, rule: "'Portal/First'", reason: "only the mock has it")))
    #expect(mock.questions.allSatisfy { !($0.values.names["account.groups"] ?? []).contains("A") })
  }
}
