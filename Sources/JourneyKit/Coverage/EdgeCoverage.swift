import Diagnostics
import JourneyMock
import JourneyModel
public import JourneyReports
public import JourneyRunner
import MockMutation

/// Which edges of the mocked tenants' flows the cases of a run have taken, tenant by tenant.
///
/// It is fed with the events of the run; attempts that failed count as well, as what they walked was walked.
public struct EdgeCoverage: Sendable, Hashable {
  /// One mocked tenant and how far its flow was walked.
  public struct Tenant: Sendable, Hashable {
    public let name: String
    /// The ids of all edges, in the order of the tenant's file.
    public let edges: [String]
    /// The ids of those taken.
    public fileprivate(set) var walked: Set<String> = []

    /// The ids of those that were not taken, in the order of the tenant's file.
    public var missing: [String] { edges.filter { !walked.contains($0) } }
  }

  /// Those that a case is planned on, by their names; of tenants that share a mock the first.
  public private(set) var tenants: [Tenant] = []
  /// The place of a case's tenant, by the case's id.
  private var places: [String: Int] = [:]

  /// Nothing is walked yet.
  ///
  /// - Parameters:
  ///   - cases: those of the plan.
  ///   - sites: by name; those whose mock is not known are left out.
  init(_ cases: [PlannedCase], on sites: [String: TenantSite]) {
    var placesOfFiles: [String: Int] = [:]
    var placesOfTenants: [String: Int] = [:]
    for name in Set(cases.map(\.tenant.name)).sorted() {
      guard let mock = sites[name]?.mock else { continue }
      if placesOfFiles[mock.file.name] == nil {
        placesOfFiles[mock.file.name] = tenants.count
        tenants.append(Tenant(name: name, edges: mock.flowGraph.states.flatMap(\.edges).map(\.id)))
      }
      placesOfTenants[name] = placesOfFiles[mock.file.name]
    }
    for planned in cases { places[planned.id] = placesOfTenants[planned.tenant.name] }
  }

  /// Takes the next event.
  public mutating func record(_ event: RunEvent) {
    guard case .edgeTaken(let edge) = event.kind, let place = event.scenario.flatMap({ places[$0] }) else { return }
    tenants[place].walked.insert(edge)
  }

  /// A line for each tenant, and one for what was not taken there; empty if no tenant is a mock.
  public var text: String {
    tenants.reduce(into: "") { text, tenant in
      let missing = tenant.missing
      text += "edges taken on \(tenant.name): \(tenant.edges.count - missing.count) of \(tenant.edges.count)\n"
      if !missing.isEmpty { text += "  not taken: \(missing.joined(separator: ", "))\n" }
    }
  }
}

/// Hands every event on, and keeps which edges were taken.
public struct CoverageListener<Next: RunListener>: RunListener {
  /// What was walked so far.
  public private(set) var coverage: EdgeCoverage
  /// The next listener.
  public private(set) var next: Next

  public init(_ coverage: EdgeCoverage, next: Next) {
    self.coverage = coverage
    self.next = next
  }

  public mutating func record(_ searched: SearchedEvent) {
    coverage.record(searched.event)
    next.record(searched)
  }
}
