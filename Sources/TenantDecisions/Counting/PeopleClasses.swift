/// The people of a population, where those who are the same to some conditions are one class.
struct PeopleClasses: Sendable, Hashable {
  /// How many people each has.
  let counts: [Int]
  /// The first row of the population that is about each.
  let firstRows: [Int]
  /// What applies to each at the most, where one person is asked about.
  let reaches: [Headcount.Reach]?
  private let answers: [DecisionAtom: [Int]]

  /// - Parameters:
  ///   - atoms: what is asked about people.
  ///   - former: names by which the population may call what an atom names.
  ///   - facts: by name.
  ///   - most: for each row, what applies to it at the most.
  init(
    _ population: Population, reading atoms: Set<DecisionAtom>, former: [DecisionAtom: [DecisionAtom]] = [:],
    facts: [String: DecisionFact], atMost most: [Headcount.Reach]? = nil
  ) {
    var classes = [Int](repeating: 0, count: population.counts.count)
    var known: [(question: Question, column: Population.Column, truths: [[Int]])] = []
    for column in population.columns {
      let question = Question(column.fact, atoms, former)
      guard !question.atoms.isEmpty else { continue }
      let truths = column.values.map { question.truths(of: $0, facts) }
      known.append((question, column, truths))
      Self.refine(&classes, by: Self.numbered(truths), column.places)
    }
    if let most { Self.refine(&classes, by: most.map { Int($0.rawValue) }, Array(most.indices)) }
    var firstRows: [Int] = []
    var counts: [Int] = []
    var places: [Int: Int] = [:]
    for (row, key) in classes.enumerated() {
      if let place = places[key] {
        counts[place] += population.counts[row]
      } else {
        places[key] = counts.count
        counts.append(population.counts[row])
        firstRows.append(row)
      }
    }
    var answers: [DecisionAtom: [Int]] = [:]
    for (question, column, truths) in known {
      var columns = question.atoms.map { _ in [Int](repeating: 0, count: firstRows.count) }
      for (place, row) in firstRows.enumerated() { for atom in truths[column.places[row]] { columns[atom][place] = 1 } }
      for (atom, column) in zip(question.atoms, columns) { answers[atom] = column }
    }
    reaches = most.map { most in firstRows.map { most[$0] } }
    (self.counts, self.firstRows, self.answers) = (counts, firstRows, answers)
  }

  /// Whether an atom is so, for each class, as 1 or 0; `nil` if that is not known of them.
  func answers(to atom: DecisionAtom) -> [Int]? { answers[atom] }

  /// What is asked about one fact.
  private struct Question {
    let atoms: [DecisionAtom]
    /// The places of atoms by what people may have: a person has few of many names.
    private var members: [String: [Int]] = [:]
    private var others: [(place: Int, atoms: [DecisionAtom])] = []

    init(_ fact: String, _ atoms: Set<DecisionAtom>, _ former: [DecisionAtom: [DecisionAtom]]) {
      self.atoms = atoms.filter { $0.fact == fact }.sorted { "\($0)" < "\($1)" }
      for (place, atom) in self.atoms.enumerated() {
        let all = [atom] + (former[atom] ?? [])
        let names = all.compactMap { if case .member(_, let name) = $0 { name } else { nil } }
        for name in names { members[name, default: []].append(place) }
        if names.isEmpty { others.append((place, all)) }
      }
    }

    /// The places of the atoms that are so.
    func truths(of values: FactValues, _ facts: [String: DecisionFact]) -> [Int] {
      var places = values.names.values.joined().flatMap { members[$0] ?? [] }
      for other in others where other.atoms.contains(where: { values.truth(of: $0, in: facts) == true }) { places.append(other.place) }
      return Set(places).sorted()
    }
  }

  /// The same number for each two that are equal.
  private static func numbered(_ truths: [[Int]]) -> [Int] {
    var numbers: [[Int]: Int] = [:]
    return truths.map { truth in
      let number = numbers[truth] ?? numbers.count
      numbers[truth] = number
      return number
    }
  }

  /// Takes rows apart whose values have different numbers.
  private static func refine(_ classes: inout [Int], by numbers: [Int], _ places: [Int]) {
    struct Pair: Hashable { var own: Int, number: Int }
    var pairs: [Pair: Int] = [:]
    for row in classes.indices {
      let pair = Pair(own: classes[row], number: numbers[places[row]])
      let next = pairs[pair] ?? pairs.count
      pairs[pair] = next
      classes[row] = next
    }
  }
}

extension PeopleClasses {
  /// By everything that some rules read of people.
  ///
  /// - Parameter person: what is fixed of the people who are asked about.
  init(_ population: Population, of rules: TenantRules, for person: FactValues) {
    let passwords = Set(rules.authenticators.filter(\.isPassword).map(\.name))
    self.init(
      population, reading: rules.readAtoms.union(rules.facts.values.wordAtoms).union(rules.factorAtoms), facts: rules.facts,
      atMost: population.reaches(of: person, rules.facts, passwords: passwords))
  }
}

extension TenantRules {
  /// Everything that people can have to sign in with.
  var factorAtoms: Set<DecisionAtom> { Set(authenticators.map { .member(fact: ProofConditions.fact, $0.name) }) }

  /// The names of a fact that some rule reads.
  package func namesRead(of fact: String) -> Set<String> {
    Set(readAtoms.compactMap { if case .member(fact, let name) = $0 { name } else { nil } })
  }
}

extension Collection<DecisionFact> {
  /// Every word that a fact of people can be.
  var wordAtoms: [DecisionAtom] {
    filter(\.isOfPerson).flatMap { fact -> [DecisionAtom] in
      if case .word(let words) = fact.kind { words.map { .word(fact: fact.name, $0) } } else { [] }
    }
  }
}

extension Population {
  /// The first row of which a condition is certainly so, and how many people all such rows are about; `nil` if there is none.
  package func rows(where condition: Condition<DecisionAtom>, _ facts: [String: DecisionFact]) -> (first: Int, people: Int)? {
    let classes = PeopleClasses(self, reading: Set(condition.atoms), facts: facts)
    let holding = classes.counts.indices.filter { place in
      condition.decided { atom in classes.answers(to: atom).map { $0[place] == 1 } } == true
    }
    guard let first = holding.map({ classes.firstRows[$0] }).min() else { return nil }
    return (first, holding.reduce(0) { $0 + classes.counts[$1] })
  }
}
