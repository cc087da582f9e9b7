public import Diagnostics

/// What a walk over everything possible found of a tenant's graph.
public struct Exploration: Sendable, Hashable {
  /// The states that can be reached.
  public let states: Set<String>
  /// The ids of the edges that can be taken.
  public let edges: Set<String>
  /// Whether the walk was complete; else there is more than it found.
  public let isComplete: Bool
}

extension MockTenant {
  /// How many situations are looked at where nothing else is said.
  public static let explorationLimit = 200_000

  /// Walks the graph over everything that can be so; the cost grows with the number of facts.
  ///
  /// - Parameter limit: how many situations are looked at.
  public func explore(limit: Int = Self.explorationLimit) -> Exploration {
    var explorer = Explorer(compiled, offers: offers, limit: limit)
    explorer.explore()
    return Exploration(
      states: Set(explorer.states.map { graph.states[$0].id }), edges: explorer.edges, isComplete: explorer.isComplete)
  }

  /// One diagnostic for each edge that nothing can lead to, and for what is odd about the rules; a run does not ask for them, `journey check` does.
  ///
  /// - Parameter limit: how many situations are explored; the result is empty if there are more.
  public func unreachableEdges(limit: Int = Self.explorationLimit) -> [Diagnostic] {
    // What a tenant extends says more than each of them needs.
    let asked = graph.everyForm.flatMap(\.edges).filter { edge in
      !inherited.contains(edge.range.file) && graph.neverTrue.isDisjoint(with: edge.condition.atoms)
    }
    var explorer = Explorer(compiled, offers: offers, limit: limit, wanted: Set(asked.map(\.id)))
    explorer.explore()
    guard explorer.isComplete else { return ruleWarnings() }
    return ruleWarnings()
      + asked.filter { !explorer.edges.contains($0.id) }.map { edge in
        let message = "nothing leads to edge '\(edge.id)': no account and no answer takes it"
        return Diagnostic(.unreachableEdge, message, at: edge.range, severity: .warning)
      }
  }
}
