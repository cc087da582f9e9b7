/// Whether a rule ever decides.
package enum RuleReach: Sendable, Hashable {
  case decides
  /// It is never reached, in any situation, whatever open flags are.
  case never
  /// Whether anybody reaches it depends on an open flag, which may be different for each person.
  case mayNever
}

/// What some sequences of rules decide, for all people, situations and open flags at once.
///
/// Only what the rules read distinguishes regions: people and situations that all conditions treat in the same way are one region.
package struct RuleRegions: Sendable {
  /// How many nodes the diagrams of one list may have.
  package static let mostNodes = 100_000

  /// One combination of deciding rules that can be.
  package struct Outcome: Sendable, Hashable {
    /// For each sequence the place of its deciding rule; `nil` where none holds.
    package var rules: [Int?]
    package var demand: RuleDemand
    package var reach: RuleReach
    /// Whether a person gets it or another demand, depending on an open flag.
    package var isNotKnown: Bool
    /// Facts with which it can be, open flags included.
    package var example: FactValues
  }

  /// Those that can be, in the order of the rules.
  package private(set) var outcomes: [Outcome] = []
  /// How large the diagrams are.
  package var nodes: Int { diagram.count }

  private let sequences: [RuleSequence]
  let variables: DecisionVariables
  var diagram: DecisionDiagram
  /// The outcome's place in `combinations` by all facts, and one more than there are for people who cannot be.
  private(set) var root: DecisionDiagram.Node = DecisionDiagram.value(0)
  private(set) var combinations: [[Int?]] = [[]]

  /// - Parameters:
  ///   - sequences: those whose demands are joined, e.g. the session's and the app's.
  ///   - given: what is known to hold of people and situations.
  ///   - limit: how many nodes there may be.
  package init(
    _ sequences: [RuleSequence], of rules: TenantRules, given: [Condition<DecisionAtom>] = [], limit: Int = Self.mostNodes
  ) throws(DiagramLimit) {
    try self.init(combining: sequences, of: rules, given: given, limit: limit)
    try findOutcomes()
    try completeExamples(rules)
  }

  /// Which rules decide together, without what they demand together.
  ///
  /// - Parameter besides: what is asked about people beyond what the rules read.
  init(
    combining sequences: [RuleSequence], of rules: TenantRules, given: [Condition<DecisionAtom>],
    besides: [Condition<DecisionAtom>] = [], limit: Int
  ) throws(DiagramLimit) {
    self.sequences = sequences
    var variables = try DecisionVariables(sequences.flatMap(\.entries).map(\.condition) + besides, given: given, facts: rules.facts)
    let impossible = try variables.addConnected(rules.impossible)
    self.variables = variables
    diagram = DecisionDiagram(answers: variables.answers, limit: limit)
    for sequence in sequences { try add(sequence) }
    var possible = DecisionDiagram.yes
    for condition in given { possible = try diagram.and(possible, try node(of: condition)) }
    for condition in impossible { possible = try diagram.and(possible, try node(of: .not(condition))) }
    root = try diagram.choose(possible, root, DecisionDiagram.value(combinations.count))
  }

  /// What can be decided where these are the facts: one outcome, or several where open flags that are not set distinguish them.
  package func outcomes(_ values: FactValues) -> [Outcome] {
    var seen: Set<Int> = []
    var open = [root]
    while let node = open.popLast() {
      if let value = DecisionDiagram.value(of: node) {
        seen.insert(value)
        continue
      }
      let variable = diagram.variable(of: node)
      if let answer = variables.answer(of: variable, values) {
        open.append(diagram.child(node, variable, answer))
      } else {
        open += (0..<2).map { diagram.child(node, variable, $0) }
      }
    }
    let rules = Set(seen.filter { $0 < combinations.count }.map { combinations[$0] })
    return outcomes.filter { rules.contains($0.rules) }
  }
}

extension RuleRegions {
  mutating func node(of condition: Condition<DecisionAtom>) throws(DiagramLimit) -> DecisionDiagram.Node {
    switch condition {
    case .constant(let flag): return flag ? DecisionDiagram.yes : DecisionDiagram.no
    case .atom(let atom):
      guard let (variable, answer) = variables.place(of: atom), let answer else { return DecisionDiagram.no }
      return try diagram.test(variable, is: answer)
    case .not(let inner): return try diagram.not(try node(of: inner))
    case .all(let parts):
      var result = DecisionDiagram.yes
      for part in parts.reversed() { result = try diagram.and(try node(of: part), result) }
      return result
    case .any(let parts):
      var result = DecisionDiagram.no
      for part in parts.reversed() { result = try diagram.or(try node(of: part), result) }
      return result
    }
  }

  /// Joins what one more sequence decides: from its last rule upwards, each takes what its condition leaves.
  private mutating func add(_ sequence: RuleSequence) throws(DiagramLimit) {
    let none = sequence.entries.count
    var decided = DecisionDiagram.value(none)
    for (place, entry) in sequence.entries.enumerated().reversed() {
      decided = try diagram.choose(try node(of: entry.condition), DecisionDiagram.value(place), decided)
    }
    var joined: [[Int?]] = []
    var places: [[Int?]: Int] = [:]
    let before = combinations
    root = try diagram.joined(root, decided) { left, right in
      let rules = before[left] + [right == none ? nil : right]
      if let place = places[rules] { return place }
      places[rules] = joined.count
      joined.append(rules)
      return joined.count - 1
    }
    combinations = joined
  }

  private mutating func findOutcomes() throws(DiagramLimit) {
    let reached = diagram.values(of: root).filter { $0 < combinations.count }
    let demands = combinations.map { demand(of: $0) }
    let notKnown = try nodeOfNotKnown(demands, reached)
    let open = try diagram.choose(notKnown, root, DecisionDiagram.value(combinations.count))
    let unsure = diagram.values(of: open)
    let areKnown = variables.areOpen.map { !$0 }
    let certain = diagram.values(of: root, through: areKnown)
    for place in reached.sorted(by: { Self.order(combinations[$0]).lexicographicallyPrecedes(Self.order(combinations[$1])) }) {
      var reach = RuleReach.decides
      if !certain.contains(place) {
        let others = try diagram.mapped(root) { $0 == place ? 0 : 1 }
        reach = try diagram.exists(others, over: variables.areOpen) == DecisionDiagram.yes ? .mayNever : .decides
      }
      outcomes.append(
        Outcome(
          rules: combinations[place], demand: demands[place], reach: reach, isNotKnown: unsure.contains(place),
          example: variables.values(diagram.path(from: root, to: place) ?? [])))
    }
  }

  /// Adds to examples of people who cannot be what is so of those who can, by facts that nothing here reads.
  private mutating func completeExamples(_ rules: TenantRules) throws(DiagramLimit) {
    let impossible = rules.impossible.filter { condition in
      !condition.atoms.isEmpty && condition.atoms.allSatisfy { variables.place(of: $0) == nil }
    }
    guard impossible.contains(where: { $0.holds { FactValues().truth(of: $0, in: rules.facts) ?? false } }) else { return }
    var others = TenantRules()
    others.facts = rules.facts
    guard let example = try RuleRegions([], of: others, given: impossible.map { .not($0) }).outcomes.first?.example else { return }
    for place in outcomes.indices {
      outcomes[place].example.names.merge(example.names) { $0.union($1) }
      outcomes[place].example.words.merge(example.words) { own, _ in own }
      outcomes[place].example.flags.merge(example.flags) { own, _ in own }
    }
  }

  /// Who gets one demand or another, depending on open flags.
  private mutating func nodeOfNotKnown(_ demands: [RuleDemand], _ reached: Set<Int>) throws(DiagramLimit) -> DecisionDiagram.Node {
    let areOpen = variables.areOpen
    guard areOpen.contains(true) else { return DecisionDiagram.no }
    var some = DecisionDiagram.no
    var several = DecisionDiagram.no
    for demand in Set(reached.map { demands[$0].once }) {
      let own = try diagram.mapped(root) { $0 < demands.count && demands[$0].once == demand ? 1 : 0 }
      let possibly = try diagram.exists(own, over: areOpen)
      several = try diagram.or(several, try diagram.and(some, possibly))
      some = try diagram.or(some, possibly)
    }
    return several
  }

  private func demand(of rules: [Int?]) -> RuleDemand {
    RuleDemand(zip(sequences, rules).map { sequence, place in place.map { sequence.entries[$0].rule.outcome } })
  }

  static func order(_ rules: [Int?]) -> [Int] { rules.map { $0 ?? Int.max } }
}

extension RuleRegions {
  /// Whether the rule at a place ever decides, if there is one sequence.
  package func reach(ofRule place: Int) -> RuleReach {
    outcomes.first { $0.rules.first == .some(.some(place)) }?.reach ?? .never
  }

  /// Whether a person gets what the rule at a place asks or something else, depending on an open flag, if there is one sequence.
  package func isNotKnown(ofRule place: Int) -> Bool {
    outcomes.contains { $0.rules.first == .some(.some(place)) && $0.isNotKnown }
  }
}
