/// What to ask an org's own evaluator, so that each rule is decided by once and every small mistake in the rules is noticed.
///
/// What the evaluator does not take may be anything: where the answer depends on it, one of several rules may decide.
package struct RuleQuestions: Sendable {
  /// A rule that no question is about.
  package struct Unasked: Sendable, Hashable {
    package var kind: RuleKind
    /// With its list.
    package var rule: String
    /// In words.
    package var reason: String
  }

  /// A small mistake that would make a difference.
  package struct Mistake: Sendable, Hashable {
    /// The rule that is wrong, with its list.
    package var rule: String
    /// In words.
    package var wording: String
    /// The places of the questions that notice it.
    package var noticing: Set<Int>
  }

  /// For each kind and list in the order of the rules.
  package private(set) var questions: [RuleQuestion] = []
  package private(set) var unasked: [Unasked] = []
  package private(set) var mistakes: [Mistake] = []

  private let rules: TenantRules
  private let limit: Int

  package init(_ rules: TenantRules, to evaluator: some RuleEvaluator, limit: Int = RuleRegions.mostNodes) {
    (self.rules, self.limit) = (rules, limit)
    let apps = rules.apps.filter { evaluator.knows(app: $0.name) }
    for kind in evaluator.kinds where kind != .app {
      ask(AskedSequence(rules.sequence(of: kind), list: nil, apps: apps.map(\.name), rules, evaluator))
    }
    guard evaluator.kinds.contains(.app) else { return }
    for list in rules.lists[.app] ?? [] {
      let own = apps.filter { $0.list == list.name }.map(\.name)
      ask(AskedSequence(rules.sequence(ofAppList: list.name), list: list.name, apps: own, rules, evaluator))
    }
  }

  private mutating func ask(_ asked: AskedSequence) {
    guard !asked.sequence.entries.isEmpty else { return }
    guard !asked.apps.isEmpty else { return leaveOut(asked, "the evaluator is asked about apps, and none of them has these rules") }
    do throws(DiagramLimit) {
      var found = try firstQuestions(asked)
      var mattering: [RuleMistake] = []
      for mistake in RuleMistake.all(of: asked.sequence, facts: rules.facts) {
        if found.contains(where: { isNoticed(mistake, by: $0, asked) }) {
          mattering.append(mistake)
          continue
        }
        let search = try search(for: mistake, asked)
        if search.matters { mattering.append(mistake) }
        found += search.question.map { [$0] } ?? []
      }
      mistakes += mattering.map { mistake in
        let places = found.indices.filter { isNoticed(mistake, by: found[$0], asked) }
        return Mistake(rule: mistake.rule, wording: mistake.wording, noticing: Set(places.map { questions.count + $0 }))
      }
      questions += found
    } catch { leaveOut(asked, "there are too many combinations of facts") }
  }

  private mutating func leaveOut(_ asked: AskedSequence, _ reason: String) {
    for place in asked.sequence.entries.indices where asked.ids[place] != nil { leaveOut(place, asked, reason) }
  }

  private mutating func leaveOut(_ place: Int, _ asked: AskedSequence, _ reason: String) {
    let rule = Unasked(kind: asked.sequence.kind, rule: asked.sequence.shortName(of: place), reason: reason)
    if !unasked.contains(rule) { unasked.append(rule) }
  }

  /// For each rule of the org a person that it decides about, whatever is so of what an evaluator does not take; else one that it may decide about.
  private mutating func firstQuestions(_ asked: AskedSequence) throws(DiagramLimit) -> [RuleQuestion] {
    var regions = try RuleRegions(combining: [asked.sequence], of: rules, given: asked.given, limit: limit)
    var places: [AskedSequence.Identity: Set<Int>] = [:]
    for place in regions.reached { places[asked.identity(of: regions.combinations[place][0]), default: []].insert(place) }
    var questions: [RuleQuestion] = []
    for place in asked.sequence.entries.indices.map(Optional.some) + [nil] where asked.isFirst(place) {
      let people = try regions.people(for: places[asked.identity(of: place)] ?? [])
      let sure = try regions.people(people, whateverFacts: asked.unsaid)
      if !RuleRegions.isNobody(people) {
        let example = regions.example(of: RuleRegions.isNobody(sure) ? people : sure)
        questions.append(asked.question(example, about: place, rules))
      } else if let place {
        leaveOut(place, asked, try reason(forNeverAsking: place, asked))
      }
    }
    for place in asked.sequence.entries.indices where asked.ids[place] == nil { leaveOut(place, asked, "only the mock has it") }
    return questions
  }

  /// Why no question can be about people that a rule decides about.
  private func reason(forNeverAsking place: Int, _ asked: AskedSequence) throws(DiagramLimit) -> String {
    let regions = try RuleRegions(combining: [asked.sequence], of: rules, given: [], limit: limit)
    guard regions.reached.contains(where: { asked.identity(of: regions.combinations[$0][0]) == asked.identity(of: place) }) else {
      return "it never decides"
    }
    return asked.dependence(of: place, rules)
  }

  private func isNoticed(_ mistake: RuleMistake, by question: RuleQuestion, _ asked: AskedSequence) -> Bool {
    let right = question.deciding(in: asked.sequence, facts: rules.facts, unsaid: asked.unsaid).map(asked.identity)
    let wrong = question.deciding(in: mistake.sequence, facts: rules.facts, unsaid: asked.unsaid)
    return !Set(wrong.map { asked.identity(of: $0.map { mistake.places[$0] }) }).isSuperset(of: right)
  }

  /// Whether a mistake makes a difference, and a question that shows it; `nil` where there is none.
  private func search(
    for mistake: RuleMistake, _ asked: AskedSequence
  ) throws(DiagramLimit) -> (matters: Bool, question: RuleQuestion?) {
    var regions = try RuleRegions(combining: [asked.sequence, mistake.sequence], of: rules, given: asked.given, limit: limit)
    let differing = regions.reached.sorted().filter { place in
      let decided = regions.combinations[place]
      return asked.identity(of: decided[0]) != asked.identity(of: decided[1].map { mistake.places[$0] })
    }
    // Without a rule of the org that decides, nothing is asked.
    for place in differing where regions.combinations[place][0].map({ asked.ids[$0] != nil }) ?? true {
      let people = try regions.people(for: [place])
      let sure = try regions.people(people, whateverFacts: asked.unsaid)
      let example = regions.example(of: RuleRegions.isNobody(sure) ? people : sure)
      let question = asked.question(example, about: regions.combinations[place][0], rules)
      if isNoticed(mistake, by: question, asked) { return (true, question) }
    }
    return (!differing.isEmpty, nil)
  }
}

/// Rules that are tried for one decision, and what of them an evaluator can be asked.
private struct AskedSequence {
  /// What one and the same rule of the org is: the mock may have it twice.
  enum Identity: Hashable {
    case org(String)
    case mock(Int)
    case noRule
  }

  let sequence: RuleSequence
  let list: String?
  let apps: [String]
  /// The org's ids of the rules.
  let ids: [String?]
  /// The facts that an evaluator does not take.
  let unsaid: Set<String>
  /// Those of which it takes one value only.
  private let fixed: Set<String>
  /// What is so in every question.
  let given: [Condition<DecisionAtom>]

  init(_ sequence: RuleSequence, list: String?, apps: [String], _ rules: TenantRules, _ evaluator: some RuleEvaluator) {
    (self.sequence, self.list, self.apps) = (sequence, list, apps)
    ids = sequence.entries.map { evaluator.id(of: $0, sequence.kind) }
    let read = Set((sequence.entries.map(\.condition) + rules.impossible).flatMap(\.atoms).map(\.fact)).compactMap { rules.facts[$0] }
    let facts = read.filter { $0.name != DecisionFact.client }
    let unsaidFacts = Set(facts.filter { !evaluator.canSay(anyOf: $0) }.map(\.name))
    unsaid = unsaidFacts
    fixed = Set(
      facts.filter { fact in
        if case .word(let words) = fact.kind { words.count { evaluator.canSay(.word(fact: fact.name, $0)) } == 1 } else { false }
      }.map(\.name))
    let atoms = Set((sequence.entries.map(\.condition) + rules.impossible).flatMap(\.atoms))
    let words = facts.flatMap { fact in
      if case .word(let words) = fact.kind { words.map { DecisionAtom.word(fact: fact.name, $0) } } else { [DecisionAtom]() }
    }
    let unsayable = atoms.union(words).filter { atom in
      atom.fact != DecisionFact.client && !unsaidFacts.contains(atom.fact) && !evaluator.canSay(atom)
    }
    var given: [Condition<DecisionAtom>] = unsayable.sorted { $0.description < $1.description }.map { .not(.atom($0)) }
    if read.count > facts.count { given.append(.any(apps.map { .atom(.word(fact: DecisionFact.client, $0)) })) }
    self.given = given
  }

  func identity(of place: Int?) -> Identity { place.map { place in ids[place].map { .org($0) } ?? .mock(place) } ?? .noRule }

  /// Whether it is the first place of a rule of the org, or none.
  func isFirst(_ place: Int?) -> Bool {
    guard let place else { return true }
    return ids[place] != nil && ids.firstIndex(of: ids[place]) == place
  }

  /// - Parameter example: what is so of someone that the rule decides or may decide about, as far as it depends on it.
  func question(_ example: FactValues, about place: Int?, _ rules: TenantRules) -> RuleQuestion {
    let read = Set(sequence.entries.flatMap(\.condition.atoms).map(\.fact)).subtracting(unsaid)
    let complete = rules.complete(rules.complete(example, isOfPerson: true), isOfPerson: false)
    let values = FactValues(
      words: complete.words.filter { read.contains($0.key) && !fixed.contains($0.key) },
      names: complete.names.filter { read.contains($0.key) },
      flags: complete.flags.filter { read.contains($0.key) })
    return RuleQuestion(
      kind: sequence.kind, list: list, app: example.words[DecisionFact.client] ?? apps[0], values: values, place: place)
  }

  /// Why no one can be asked about that a rule decides about.
  func dependence(of place: Int, _ rules: TenantRules) -> String {
    let read = sequence.entries[place].condition.atoms.map(\.fact).filter { unsaid.contains($0) || fixed.contains($0) }
    let names = read.enumerated().filter { read.firstIndex(of: $1) == $0 }.map { rules.facts[$1]?.shortName ?? $1 }
    guard !names.isEmpty else { return "no question can be about the people that it is for" }
    return "it depends on facts that the evaluator does not take: \(RuleChange.list(names))"
  }
}
