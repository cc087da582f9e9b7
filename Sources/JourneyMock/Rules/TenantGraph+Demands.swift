import TenantDecisions

extension TenantGraph {
  /// The graph with what the rules can demand, where an edge has them worked out.
  func demanding(_ rules: TenantRules?) -> TenantGraph {
    guard let rules, let places = demandPlaces.first else { return self }
    var graph = self
    let words = tables.facts.first { $0.slot == places.factors }?.words ?? []
    graph.demands = DemandTable(rules, factorWords: words)
    return graph
  }

  /// The authenticators that some edge counts as given: for any other one the flow has no screen.
  func provable(at places: DemandPlaces) -> Set<String> {
    let words = tables.facts.first { $0.slot == places.proven }?.words ?? []
    let bits = everyEffect.reduce(0 as UInt64) { bits, effect in
      if case .addMember(places.proven, let bit) = effect { bits | bit } else { bits }
    }
    return Set(words.indices.prefix(FactDefinition.mostWords).filter { bits & 1 << UInt64($0) != 0 }.map { words[$0] })
  }
}
