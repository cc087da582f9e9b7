import TenantDecisions

extension TenantGraph {
  /// The graph with what the rules can demand, where an edge has them worked out.
  ///
  /// Throws where the rules combine too many facts.
  func demanding(_ rules: TenantRules?) throws(DiagramLimit) -> TenantGraph {
    guard let rules, let places = demandPlaces.first else { return self }
    var graph = self
    let words = tables.facts.first { $0.slot == places.factors }?.words ?? []
    graph.demands = try DemandTable(rules, factorWords: words)
    return graph
  }
}
