/// How many people have the same groups, authenticators and other facts: numbers alone, and no person.
package struct Population: Sendable, Hashable {
  /// What these people have of one fact.
  package struct Column: Sendable, Hashable {
    package let fact: String
    /// Each value once.
    package fileprivate(set) var values: [FactValues]
    /// For each row, the place of its value.
    package let places: [Int]

    package init(fact: String, values: [FactValues], places: [Int]) {
      (self.fact, self.values, self.places) = (fact, values, places)
    }
  }

  /// Each fact once; nothing is known of others.
  package private(set) var columns: [Column]
  /// For each row, how many people it is about.
  package let counts: [Int]

  /// - Parameter counts: positive, with a sum that is a number.
  package init(columns: [Column], counts: [Int]) { (self.columns, self.counts) = (columns, counts) }

  package var total: Int { counts.reduce(0, +) }

  /// The names that some row has of a fact; `nil` if nothing is known of the fact.
  package func names(of fact: String) -> Set<String>? {
    columns.first { $0.fact == fact }.map { column in
      column.values.reduce(into: Set<String>()) { $0.formUnion($1.names[fact] ?? []) }
    }
  }

  /// Gives everybody the same word of a fact of which nothing is known so far.
  package mutating func giveAll(_ word: String, as fact: String) {
    guard !columns.contains(where: { $0.fact == fact }) else { return }
    columns.append(Column(fact: fact, values: [FactValues(words: [fact: word])], places: counts.map { _ in 0 }))
  }

  /// Gives everybody one more name.
  package mutating func give(_ name: String, of fact: String) {
    guard let place = columns.firstIndex(where: { $0.fact == fact }) else { return }
    for value in columns[place].values.indices { columns[place].values[value].names[fact, default: []].insert(name) }
  }
}
