/// Who they are, and in what situation: some of all people, situations and flags as a function of the facts.
extension RuleRegions {
  typealias People = DecisionDiagram.Node

  /// The places of the combinations of rules that can be.
  var reached: Set<Int> { diagram.values(of: root).filter { $0 < combinations.count } }

  /// The people for which one of these combinations of rules decides.
  mutating func people(for places: Set<Int>) throws(DiagramLimit) -> People {
    try diagram.mapped(root) { places.contains($0) ? 1 : 0 }
  }

  /// Of these, those who are among them whatever the given atoms are.
  mutating func people(_ people: People, whatever atoms: Set<DecisionAtom>) throws(DiagramLimit) -> People {
    try self.people(people) { variable in if case .atom(let atom) = variable { atoms.contains(atom) } else { false } }
  }

  /// Of these, those who are among them whatever is so of the given facts.
  mutating func people(_ people: People, whateverFacts facts: Set<String>) throws(DiagramLimit) -> People {
    try self.people(people) { facts.contains($0.fact) }
  }

  private mutating func people(
    _ people: People, whatever isQuantified: (DecisionVariables.Variable) -> Bool
  ) throws(DiagramLimit) -> People {
    let areQuantified = variables.all.map(isQuantified)
    guard areQuantified.contains(true) else { return people }
    let others = try diagram.and(try possible(), try diagram.not(people))
    return try diagram.and(
      try diagram.exists(people, over: areQuantified), try diagram.not(try diagram.exists(others, over: areQuantified)))
  }

  /// Those who are among the first for some values of the given atoms, and not among the others.
  mutating func people(_ people: People, forSome atoms: Set<DecisionAtom>, without others: People) throws(DiagramLimit) -> People {
    let areQuantified = variables.all.map { variable in
      if case .atom(let atom) = variable { atoms.contains(atom) } else { false }
    }
    return try diagram.and(try diagram.exists(people, over: areQuantified), try diagram.not(others))
  }

  mutating func joined(_ one: People, _ other: People) throws(DiagramLimit) -> People { try diagram.or(one, other) }

  static let nobody = DecisionDiagram.no

  /// The people for which one of these combinations of rules decides, without those for which a condition holds.
  mutating func people(for places: Set<Int>, without condition: Condition<DecisionAtom>) throws(DiagramLimit) -> People {
    let others = try node(of: .not(condition))
    // If the condition holds for everybody, the people are not worked out: for each of many combinations that makes more nodes than the rules.
    return Self.isNobody(others) ? others : try diagram.and(try people(for: places), others)
  }

  /// Those of these people for which a condition holds.
  mutating func people(_ people: People, where condition: Condition<DecisionAtom>) throws(DiagramLimit) -> People {
    try diagram.and(people, try node(of: condition))
  }

  mutating func people(_ people: People, among others: People) throws(DiagramLimit) -> People { try diagram.and(people, others) }

  /// The open flags that are not set.
  var openAtoms: Set<DecisionAtom> {
    Set(
      zip(variables.all, variables.areOpen).compactMap { variable, isOpen in
        if case .atom(let atom) = variable, isOpen { atom } else { nil }
      })
  }

  static func isNobody(_ people: People) -> Bool { people == DecisionDiagram.no }

  /// Who they are as a condition in few words, or who they are not if that is shorter; `nil` if it would have too many.
  mutating func condition(of people: People) -> Condition<DecisionAtom>? {
    let own = cover(of: people)
    if let own, own.atoms.count < Self.many { return own }
    guard let others = others(of: people), let left = cover(of: others) else { return own }
    return own.map { $0.atoms.count <= left.atoms.count } ?? false ? own : .not(left)
  }

  /// So few facts are read at once, whatever is said of them.
  private static let many = 5

  private mutating func others(of people: People) -> People? {
    do throws(DiagramLimit) { return try diagram.and(try possible(), try diagram.not(people)) } catch {
      return nil
    }
  }

  private mutating func cover(of people: People) -> Condition<DecisionAtom>? {
    do throws(DiagramLimit) {
      let most = try diagram.or(people, try diagram.not(try possible()))
      let parts = try diagram.cover(people, within: most).parts
      // What is so of all of them is said once.
      let common = parts.first?.filter { key, answers in parts.allSatisfy { $0[key] == answers } } ?? [:]
      let rest = parts.map { part in conditions(part.filter { common[$0.key] == nil }) }
      let alternatives = Self.joined(rest.map { Self.joined($0, { .all($0) }, empty: true) }, { .any($0) }, empty: false)
      return Self.joined(conditions(common) + (alternatives == .always ? [] : [alternatives]), { .all($0) }, empty: true)
    } catch {
      return nil
    }
  }

  private func conditions(_ part: [Int: Set<Int>]) -> [Condition<DecisionAtom>] {
    part.sorted { $0.key < $1.key }.map { variables.condition(of: $0.key, isOneOf: $0.value) }
  }

  /// One of them.
  func example(of people: People) -> FactValues { variables.values(diagram.path(from: people, to: 1) ?? []) }

  /// One of them who has these facts, or is in this situation; `nil` if there is none. Open flags and the app may be anything.
  func example(of people: People, person: FactValues? = nil, situation: FactValues? = nil) -> FactValues? {
    let path = diagram.path(from: people, to: 1) { variable in
      variables.isOfPerson(variable).flatMap { $0 ? person : situation }.flatMap { variables.answer(of: variable, $0) }
    }
    return path.map(variables.values)
  }

  mutating func possible() throws(DiagramLimit) -> People {
    let end = combinations.count
    return try diagram.mapped(root) { $0 < end ? 1 : 0 }
  }

  private static func joined(
    _ parts: [Condition<DecisionAtom>], _ join: ([Condition<DecisionAtom>]) -> Condition<DecisionAtom>, empty: Bool
  ) -> Condition<DecisionAtom> {
    parts.isEmpty ? .constant(empty) : parts.count == 1 ? parts[0] : join(parts)
  }
}
