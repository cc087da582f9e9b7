/// How many people of a population are among some people.
extension RuleRegions {
  /// - Parameters:
  ///   - people: those who are among them for certain, as far as conditions say.
  ///   - most: those who may be.
  func headcount(_ classes: PeopleClasses, among people: People, atMost most: People, _ facts: [String: DecisionFact]) -> Headcount {
    // What counting needs is not taken from what the comparison may need.
    var copy = self
    do throws(DiagramLimit) {
      return try copy.counted(classes, people, most, facts)
    } catch {
      return Headcount(notKnownOf: classes.counts)
    }
  }

  private mutating func counted(
    _ classes: PeopleClasses, _ people: People, _ most: People, _ facts: [String: DecisionFact]
  ) throws(DiagramLimit) -> Headcount {
    let columns = variables.all.map { answers(to: $0, classes) }
    let isMissing = zip(variables.all, columns).map { $0.isOfPerson && $1 == nil }
    let isOfSituation = zip(variables.all, variables.areOpen).map { !$0.isOfPerson && !$1 }
    let isElsewhere = zip(isOfSituation, variables.areOpen).map { $0 || $1 }
    let isUnknown = zip(isElsewhere, isMissing).map { $0 || $1 }
    let all = try possible()
    // Whatever open flags are, in one and the same situation.
    let sure = try diagram.and(people, try diagram.not(try diagram.exists(try without(people, all), over: variables.areOpen)))
    let somewhere = try whatever(try diagram.exists(sure, over: isElsewhere), try diagram.exists(all, over: isElsewhere), isMissing)
    let nowhere = try diagram.exists(try without(people, all), over: isUnknown)
    let everywhere = try diagram.and(somewhere, try diagram.not(nowhere))
    let possibly = try diagram.exists(most, over: isUnknown)
    let reaches = classes.counts.indices.map { place -> Headcount.Reach in
      guard holds(possibly, place, columns) else { return .never }
      guard holds(somewhere, place, columns) else { return .possibly }
      return holds(everywhere, place, columns) ? .everywhere : .somewhere
    }
    let certain = reaches.indices.filter { reaches[$0] >= .somewhere }
    let situation = reaches.contains(.somewhere) ? try self.situation(of: sure, certain, columns) : nil
    return Headcount(classes.counts, reaches, in: situation.map { RuleWording.text($0, facts: facts) })
  }

  private mutating func without(_ people: People, _ all: People) throws(DiagramLimit) -> People {
    try diagram.and(all, try diagram.not(people))
  }

  /// Those of these people who are among them whatever they have of facts that are not known.
  private mutating func whatever(_ people: People, _ all: People, _ isMissing: [Bool]) throws(DiagramLimit) -> People {
    let others = try diagram.exists(try without(people, all), over: isMissing)
    return try diagram.and(try diagram.exists(people, over: isMissing), try diagram.not(others))
  }

  /// The situations in which some classes are among these people, in few words; `nil` where these are not the same for all classes.
  private mutating func situation(
    of people: People, _ classes: [Int], _ columns: [[Int]?]
  ) throws(DiagramLimit) -> Condition<DecisionAtom>? {
    let all = try diagram.exists(people, over: zip(variables.all, variables.areOpen).map { $0.fact == "session.client" || $1 })
    let asked = variablesAsked(by: all).filter { variables.all[$0].isOfPerson }.sorted()
    let known = asked.compactMap { columns[$0] }
    guard known.count == asked.count else { return nil }
    var found: People?
    var seen: Set<[Int]> = []
    for place in classes {
      let answers = known.map { $0[place] }
      guard seen.insert(answers).inserted else { continue }
      var memo: [People: People] = [:]
      let own = try restricted(all, Dictionary(uniqueKeysWithValues: zip(asked, answers)), &memo)
      guard found == nil || found == own, seen.count <= Self.mostCompared else { return nil }
      found = own
    }
    guard let found, let condition = condition(of: found) else { return nil }
    let atoms = condition.atoms
    let isShort = atoms.count <= Self.mostShown && atoms.allSatisfy { !$0.isOfPerson }
    return isShort && condition != .always ? condition : nil
  }

  private func variablesAsked(by people: People) -> Set<Int> {
    var (asked, seen, waiting): (Set<Int>, Set<People>, [People]) = ([], [], [people])
    while let node = waiting.popLast() {
      guard DecisionDiagram.value(of: node) == nil, seen.insert(node).inserted else { continue }
      let variable = diagram.variable(of: node)
      asked.insert(variable)
      waiting += diagram.answers(of: variable).map { diagram.child(node, variable, $0) }
    }
    return asked
  }

  /// Those of these people who have given answers, as a function of everything else.
  private mutating func restricted(
    _ people: People, _ answers: [Int: Int], _ memo: inout [People: People]
  ) throws(DiagramLimit) -> People {
    guard DecisionDiagram.value(of: people) == nil else { return people }
    if let known = memo[people] { return known }
    let variable = diagram.variable(of: people)
    var result: People
    if let answer = answers[variable] {
      result = try restricted(diagram.child(people, variable, answer), answers, &memo)
    } else {
      var parts: [People] = []
      for answer in diagram.answers(of: variable) {
        parts.append(try restricted(diagram.child(people, variable, answer), answers, &memo))
      }
      result = try diagram.node(variable, parts)
    }
    memo[people] = result
    return result
  }

  /// So many combinations of facts are compared for a common situation.
  private static let mostCompared = 64
  private static let mostShown = 3

  /// - Parameter node: asks only what is known of the classes.
  private func holds(_ node: People, _ place: Int, _ columns: [[Int]?]) -> Bool {
    var node = node
    while DecisionDiagram.value(of: node) == nil {
      let variable = diagram.variable(of: node)
      guard let answer = columns[variable]?[place] else { return false }
      node = diagram.child(node, variable, answer)
    }
    return node == DecisionDiagram.yes
  }

  /// For each class; `nil` of situations, and if it is not known.
  private func answers(to variable: DecisionVariables.Variable, _ classes: PeopleClasses) -> [Int]? {
    switch variable {
    case .atom(let atom): return classes.answers(to: atom)
    case .word(let fact, let words):
      let columns = words.map { classes.answers(to: .word(fact: fact, $0)) }
      guard !columns.contains(nil) else { return nil }
      return classes.counts.indices.map { place in columns.firstIndex { $0?[place] == 1 } ?? 0 }
    }
  }
}

extension DecisionVariables.Variable {
  fileprivate var isOfPerson: Bool { DecisionFact(name: fact, kind: .names).isOfPerson }
}

extension DecisionAtom {
  fileprivate var isOfPerson: Bool { DecisionFact(name: fact, kind: .names).isOfPerson }
}
