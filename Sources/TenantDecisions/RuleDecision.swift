/// One way in which open flags can be, as far as a decision depends on them, and the rules that decide then.
package struct DecisionPath: Sendable, Hashable {
  /// In the order in which the rules ask for them.
  package var flags: [OpenFlag]
  /// For each sequence the place of its deciding rule; `nil` where none holds.
  package var rules: [Int?]

  /// An open flag with a value.
  package struct OpenFlag: Sendable, Hashable {
    package var name: String
    package var isSet: Bool
  }
}

/// What is decided for one person in one situation.
package enum RuleDecision: Sendable, Hashable {
  /// What is asked is known. There are several paths where open flags change which rule decides, and not what it asks for.
  case known(RuleDemand, [DecisionPath])
  /// It depends on an open flag.
  case notKnown([DecisionPath])
  /// So many open flags matter that not every path was followed.
  case tooManyPaths
}

/// Decides for single people and situations, by asking one rule after the other.
package struct RuleDecider: Sendable {
  /// How many paths are followed before a decision counts as not known.
  package static let mostPaths = 4096

  private let sequences: [RuleSequence]
  private let facts: [String: DecisionFact]

  /// - Parameter sequences: those whose demands are joined, e.g. the session's and the app's.
  package init(_ sequences: [RuleSequence], facts: [String: DecisionFact]) {
    self.sequences = sequences
    self.facts = facts
  }

  /// What is decided where these are the facts.
  package func decision(_ values: FactValues) -> RuleDecision {
    var paths: [DecisionPath] = []
    guard follow(DecisionPath(flags: [], rules: []), from: 0, values, into: &paths) else { return .tooManyPaths }
    let demands = paths.map { demand(of: $0) }
    guard let first = demands.first else { return .notKnown([]) }
    return demands.allSatisfy { $0.once == first.once } ? .known(first, paths) : .notKnown(paths)
  }

  /// What is asked on a path.
  package func demand(of path: DecisionPath) -> RuleDemand {
    RuleDemand(zip(sequences, path.rules).map { sequence, place in place.map { sequence.entries[$0].rule.outcome } })
  }

  /// Adds every path that begins so; `false` if there are too many.
  private func follow(_ path: DecisionPath, from place: Int, _ values: FactValues, into paths: inout [DecisionPath]) -> Bool {
    guard path.rules.count < sequences.count else {
      paths.append(path)
      return paths.count <= Self.mostPaths
    }
    let entries = sequences[path.rules.count].entries
    for index in place..<max(place, entries.count) {
      let condition = entries[index].condition
      switch condition.decided({ values.truth(of: $0, in: facts) }) {
      case true?: return follow(path.deciding(index), from: 0, values, into: &paths)
      case false?: continue
      case nil: return follow(path, bothWaysOf: condition, at: index, values, into: &paths)
      }
    }
    return follow(path.deciding(nil), from: 0, values, into: &paths)
  }

  private func follow(
    _ path: DecisionPath, bothWaysOf condition: Condition<DecisionAtom>, at index: Int, _ values: FactValues,
    into paths: inout [DecisionPath]
  ) -> Bool {
    guard let open = condition.firstOpen({ values.truth(of: $0, in: facts) }) else { return true }
    return [true, false].allSatisfy { isSet in
      var path = path
      path.flags.append(DecisionPath.OpenFlag(name: open.fact, isSet: isSet))
      var values = values
      values.flags[open.fact] = isSet
      return follow(path, from: index, values, into: &paths)
    }
  }
}

extension DecisionPath {
  fileprivate func deciding(_ rule: Int?) -> DecisionPath {
    DecisionPath(flags: flags, rules: rules + [rule])
  }
}
