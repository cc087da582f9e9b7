/// The people of a population who are one person, as far as the population says.
extension Population {
  /// For each row, how sure it can be at the most that something applies to that person; `nil` if no fact of that person is given.
  ///
  /// - Parameter passwords: names that reports of directories leave out.
  func reaches(of person: FactValues, _ facts: [String: DecisionFact], passwords: Set<String>) -> [Headcount.Reach]? {
    let said = Set(person.words.keys).union(person.names.keys).union(person.flags.keys).filter { $0.utf8.starts(with: "account.".utf8) }
    guard !said.isEmpty else { return nil }
    // Of a fact that the population does not have, anybody may be that person.
    let isWhole = said.allSatisfy { fact in columns.contains { $0.fact == fact } }
    var reaches = counts.map { _ in isWhole ? Headcount.Reach.everywhere : .possibly }
    for column in columns where said.contains(column.fact) {
      let fits = column.values.map { $0.isSame(as: person, column.fact, facts, without: passwords) }
      for row in reaches.indices where !fits[column.places[row]] { reaches[row] = .never }
    }
    return reaches
  }
}

extension FactValues {
  fileprivate func isSame(as other: FactValues, _ fact: String, _ facts: [String: DecisionFact], without passwords: Set<String>) -> Bool {
    switch facts[fact]?.kind {
    case .word(let words): return (self.words[fact] ?? words.first) == (other.words[fact] ?? words.first)
    case .flag, .open: return (flags[fact] ?? false) == (other.flags[fact] ?? false)
    case .names, nil:
      let ignored = fact == ProofConditions.fact ? passwords : ["Everyone"]
      return (names[fact] ?? []).subtracting(ignored) == (other.names[fact] ?? []).subtracting(ignored)
    }
  }
}

extension Headcount {
  /// The same, with what is known of each class at the most.
  func limited(by most: [Reach]?) -> Headcount {
    guard let most, most.count == counts.count else { return self }
    var limited = self
    limited.reaches = zip(reaches, most).map(min)
    return limited
  }
}
