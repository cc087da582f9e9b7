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
}
