/// Why a rule above the deciding one did not decide.
package struct PassedRule: Sendable, Hashable {
  /// Its place in the sequence.
  package var place: Int
  /// The parts of its condition that do not hold, as conditions write them.
  package var failed: [String]
}

extension RuleSequence {
  /// Why each rule above a place does not hold where these are the facts.
  ///
  /// - Parameter end: the deciding rule's place; `nil` for all rules.
  package func passed(before end: Int?, _ values: FactValues, facts: [String: DecisionFact]) -> [PassedRule] {
    entries[..<(end ?? entries.count)].indices.map { place in
      PassedRule(place: place, failed: entries[place].condition.failures { values.truth(of: $0, in: facts) }.map(\.text))
    }
  }
}

extension Condition<DecisionAtom> {
  /// The smallest parts by which it fails: the first of those that all have to hold, each of those of which one has to.
  func failures(_ truth: (DecisionAtom) -> Bool?) -> [Condition] {
    guard decided(truth) == false else { return [] }
    switch self {
    case .all(let parts): return parts.first { $0.decided(truth) == false }?.failures(truth) ?? [self]
    case .any(let parts): return parts.flatMap { $0.failures(truth) }
    case .constant, .atom, .not: return [self]
    }
  }

  /// As a condition is written.
  package var text: String {
    switch self {
    case .constant(let flag): flag ? "true" : "false"
    case .atom(let atom): atom.description
    case .not(let inner): "not \(inner.nestedText)"
    case .all(let parts): parts.map(\.nestedText).joined(separator: " and ")
    case .any(let parts): parts.map(\.nestedText).joined(separator: " or ")
    }
  }

  private var nestedText: String {
    switch self {
    case .constant, .atom, .not: text
    case .all, .any: "(\(text))"
    }
  }
}
