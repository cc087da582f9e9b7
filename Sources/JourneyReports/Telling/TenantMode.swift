import JourneyRunner

/// Whether a run walked mocks or live tenants: what holds of a mock need not hold of the tenant.
enum TenantMode: String {
  case mock
  case live
  case both = "mock and live"
  /// The log does not say.
  case unknown = "mock or live: not known"

  init(_ start: RunStart?) {
    let tenants = start?.tenants ?? []
    let mocks = tenants.count { $0.mock != nil }
    self = tenants.isEmpty ? .unknown : mocks == tenants.count ? .mock : mocks == 0 ? .live : .both
  }

  /// What follows from it for readers of the report; `nil` if nothing does.
  var note: String? {
    switch self {
    case .mock: "Walked on mocks: it shows what the mocked policies do, and not that a live tenant has them."
    case .both: "Some tenants are mocks, some are live: the list of tenants says which."
    case .live, .unknown: nil
    }
  }
}
