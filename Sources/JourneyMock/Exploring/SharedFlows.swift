package import Diagnostics

extension MockTenant {
  /// The edges of each of these tenants that nothing can lead to, as `unreachableEdges` tells them. Those that share a flow are explored
  /// once: a tenant with several dialects, or a draft that changes texts.
  package static func unreachableEdges(of tenants: [MockTenant], limit: Int = explorationLimit) -> [[Diagnostic]] {
    let shared = SharedFlows(tenants)
    return shared.edges(by: shared.different.map { $0.explore(limit: limit) })
  }

  /// The same, so many explored at a time.
  package static func unreachableEdges(
    of tenants: [MockTenant], atATime count: Int, limit: Int = explorationLimit
  ) async -> [[Diagnostic]] {
    let shared = SharedFlows(tenants)
    let explored = await withTaskGroup(of: (place: Int, found: Exploration).self) { group in
      var explored: [Int: Exploration] = [:]
      for (place, tenant) in shared.different.enumerated() {
        if place >= max(count, 1), let done = await group.next() { explored[done.place] = done.found }
        group.addTask { (place, tenant.explore(limit: limit)) }
      }
      for await done in group { explored[done.place] = done.found }
      return explored
    }
    return shared.edges(by: shared.different.indices.compactMap { explored[$0] })
  }
}

/// Tenants, and which of them have one flow.
private struct SharedFlows {
  /// One of each flow, in the order given.
  private(set) var different: [MockTenant] = []
  private let tenants: [MockTenant]
  /// For each tenant the place of its flow.
  private var flows: [Int] = []

  init(_ tenants: [MockTenant]) {
    self.tenants = tenants
    var places: [ExploredFlow: Int] = [:]
    for tenant in tenants {
      let flow = ExploredFlow(tenant.compiled)
      if places[flow] == nil {
        places[flow] = different.count
        different.append(tenant)
      }
      flows.append(places[flow] ?? 0)
    }
  }

  func edges(by explored: [Exploration]) -> [[Diagnostic]] {
    zip(tenants, flows).map { tenant, flow in explored.indices.contains(flow) ? tenant.unreachableEdges(by: explored[flow]) : [] }
  }
}
