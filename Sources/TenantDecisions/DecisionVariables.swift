/// What the diagrams of some conditions ask, in the order in which the conditions do.
struct DecisionVariables {
  /// More variables than this are past the limit: diagrams are walked as deep as there are variables.
  static let most = 500

  /// One thing that is asked.
  enum Variable: Hashable {
    case word(fact: String, [String])
    case atom(DecisionAtom)

    /// The fact that it is about.
    var fact: String {
      switch self {
      case .word(let fact, _): fact
      case .atom(let atom): atom.fact
      }
    }
  }

  private(set) var all: [Variable] = []
  private var places: [Variable: Int] = [:]
  private let facts: [String: DecisionFact]
  /// Open flags that the caller has set.
  private let settled: Set<String>

  /// - Parameters:
  ///   - conditions: those that are asked for certain, in order.
  ///   - given: what is known to hold; an open flag among it is not open any more.
  init(
    _ conditions: [Condition<DecisionAtom>], given: [Condition<DecisionAtom>], facts: [String: DecisionFact]
  ) throws(DiagramLimit) {
    self.facts = facts
    settled = Set(given.compactMap(\.settledFlag))
    for condition in conditions + given { add(condition) }
    guard all.count <= Self.most else { throw DiagramLimit() }
  }

  /// Adds those of the conditions that say something about what is asked already, and about what these add.
  ///
  /// The others are left out: they rule people out by facts that nothing here reads, and never everybody.
  mutating func addConnected(_ conditions: [Condition<DecisionAtom>]) throws(DiagramLimit) -> [Condition<DecisionAtom>] {
    var connected: [Condition<DecisionAtom>] = []
    var rest = conditions
    while let index = rest.firstIndex(where: { $0.atoms.contains { places[variable(of: $0)] != nil } }) {
      let condition = rest.remove(at: index)
      add(condition)
      connected.append(condition)
    }
    guard all.count <= Self.most else { throw DiagramLimit() }
    return connected
  }

  /// How many answers each has.
  var answers: [Int] {
    all.map { variable in
      switch variable {
      case .word(_, let words): words.count
      case .atom: 2
      }
    }
  }

  /// Which of them are open flags that are not set.
  var areOpen: [Bool] {
    all.map { if case .atom(.open(let fact)) = $0 { !settled.contains(fact) } else { false } }
  }

  /// Where an atom is asked, and the answer with which it holds; no answer for a word that the fact does not have.
  func place(of atom: DecisionAtom) -> (variable: Int, answer: Int?)? {
    let variable = variable(of: atom)
    guard let place = places[variable] else { return nil }
    switch (variable, atom) {
    case (.word(_, let words), .word(_, let word)): return (place, words.firstIndex(of: word))
    default: return (place, 1)
    }
  }

  /// The answer of a variable where these are the facts; `nil` for an open flag that is not set.
  func answer(of place: Int, _ values: FactValues) -> Int? {
    switch all[place] {
    case .atom(let atom): values.truth(of: atom, in: facts).map { $0 ? 1 : 0 }
    case .word(let fact, let words): values.words[fact].flatMap { words.firstIndex(of: $0) } ?? 0
    }
  }

  /// Whether a variable is about the person, and not about the situation; `nil` for the app.
  func isOfPerson(_ place: Int) -> Bool? {
    let fact = all[place].fact
    return fact == DecisionFact.client ? nil : facts[fact]?.isOfPerson
  }

  /// The facts with which variables have these answers.
  func values(_ path: [(variable: Int, answer: Int)]) -> FactValues {
    var values = FactValues()
    for (variable, answer) in path {
      switch all[variable] {
      case .word(let fact, let words): values.words[fact] = words[answer]
      case .atom(.member(let fact, let name)): if answer == 1 { values.names[fact, default: []].insert(name) }
      case .atom(let atom): values.flags[atom.fact] = answer == 1
      }
    }
    return values
  }

  /// That a variable has one of these answers, in as few words as can be.
  func condition(of place: Int, isOneOf answers: Set<Int>) -> Condition<DecisionAtom> {
    switch all[place] {
    case .atom(let atom): return answers.contains(1) ? .atom(atom) : .not(.atom(atom))
    case .word(let fact, let words):
      let (own, others) = (words.indices.filter(answers.contains), words.indices.filter { !answers.contains($0) })
      let atoms = { (places: [Int]) in places.map { Condition.atom(DecisionAtom.word(fact: fact, words[$0])) } }
      if others.count == 1 { return .not(atoms(others)[0]) }
      return own.count == 1 ? atoms(own)[0] : .any(atoms(own))
    }
  }

  private mutating func add(_ condition: Condition<DecisionAtom>) {
    for atom in condition.atoms {
      let variable = variable(of: atom)
      guard places[variable] == nil else { continue }
      places[variable] = all.count
      all.append(variable)
    }
  }

  private func variable(of atom: DecisionAtom) -> Variable {
    guard case .word(let fact, let word) = atom else { return .atom(atom) }
    guard case .word(let words)? = facts[fact]?.kind else { return .word(fact: fact, [word]) }
    return .word(fact: fact, words)
  }
}

extension Condition<DecisionAtom> {
  /// The open flag that it sets alone.
  fileprivate var settledFlag: String? {
    switch self {
    case .atom(.open(let fact)), .not(.atom(.open(let fact))): fact
    default: nil
    }
  }
}
