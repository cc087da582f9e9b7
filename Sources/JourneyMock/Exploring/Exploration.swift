public import Diagnostics

/// What a walk over everything possible found of a tenant's graph.
public struct Exploration: Sendable, Hashable {
  /// The states that can be reached.
  public let states: Set<String>
  /// The ids of the edges that can be taken.
  public let edges: Set<String>
  /// The ids of edges that cannot be taken whatever is so, which is known where the walk was not complete, too.
  public let impossible: Set<String>
  /// Whether the walk was complete; else there is more than it found.
  public let isComplete: Bool

  /// Whether an edge can be taken, or may be as far as is known.
  public func mayTake(_ edge: String) -> Bool { !impossible.contains(edge) && (!isComplete || edges.contains(edge)) }
}

extension MockTenant {
  /// How many situations are looked at where nothing else is said.
  public static let explorationLimit = 200_000

  /// Walks the graph over everything that can be so; the cost grows with the number of facts.
  ///
  /// - Parameter limit: how many situations are looked at.
  public func explore(limit: Int = Self.explorationLimit) -> Exploration {
    explored(limit: limit, wanted: nil)
  }

  private func explored(limit: Int, wanted: Set<String>?) -> Exploration {
    let parts = searchedParts(.aboutEverybody)
    let possible = possibleParts(parts)
    var explorer = Explorer(compiled, offers: parts.offers, limit: limit, wanted: wanted, possible: possible)
    explorer.explore()
    return Exploration(
      states: Set(explorer.states.map { graph.states[$0].id }), edges: explorer.edges,
      impossible: possible.map { Set(graph.everyForm.flatMap(\.edges).map(\.id)).subtracting($0.edges) } ?? [],
      isComplete: explorer.isComplete)
  }

  /// One diagnostic for each edge that nothing can lead to, and for what is odd about the rules; a run does not ask for them, `journey check` does.
  ///
  /// - Parameter limit: how many situations are explored; if there are more, only edges that are impossible whatever is so are reported.
  public func unreachableEdges(limit: Int = Self.explorationLimit) -> [Diagnostic] {
    // What a tenant extends says more than each of them needs.
    let asked = graph.everyForm.flatMap(\.edges).filter { edge in
      !inherited.contains(edge.range.file) && graph.neverTrue.isDisjoint(with: edge.condition.atoms)
    }
    let found = explored(limit: limit, wanted: Set(asked.map(\.id)))
    return ruleWarnings()
      + asked.filter { !found.mayTake($0.id) }.map { edge in
        let message = "nothing leads to edge '\(edge.id)': no account and no answer takes it"
        return Diagnostic(.unreachableEdge, message, at: edge.range, severity: .warning)
      }
  }
}
