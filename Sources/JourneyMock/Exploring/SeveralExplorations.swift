package import Diagnostics

extension MockTenant {
  /// The edges of each of these tenants that nothing can lead to, as `unreachableEdges` reports them.
  package static func unreachableEdges(of tenants: [MockTenant], limit: Int = explorationLimit) -> [[Diagnostic]] {
    tenants.map { $0.unreachableEdges(limit: limit) }
  }

  /// The same, so many explored at a time.
  package static func unreachableEdges(
    of tenants: [MockTenant], atATime count: Int, limit: Int = explorationLimit
  ) async -> [[Diagnostic]] {
    await withTaskGroup(of: (place: Int, found: [Diagnostic]).self) { group in
      var explored: [Int: [Diagnostic]] = [:]
      for (place, tenant) in tenants.enumerated() {
        if place >= max(count, 1), let done = await group.next() { explored[done.place] = done.found }
        group.addTask { (place, Task.isCancelled ? [] : tenant.unreachableEdges(limit: limit)) }
      }
      for await done in group { explored[done.place] = done.found }
      return tenants.indices.map { explored[$0] ?? [] }
    }
  }
}
