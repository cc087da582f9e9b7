import JourneyClient
import JourneyModel

/// The connections of a run: one client for each way in which tenants are reached.
enum SiteTransports {
  /// What sites have to agree in to share a client; a rate is each tenant's own.
  private struct Way: Hashable {
    let settings: HTTPClientSettings
    let limited: Origin?
  }

  /// Opens what the sites need, passes it on by the sites' names, and always closes it.
  static func with(
    _ sites: [TenantSite], jobs: Int, _ body: ([String: any HTTPTransport]) async throws -> Void
  ) async throws {
    let remote = sites.filter { site in
      switch site.reach {
      case .inProcess: false
      case .served, .live: true
      }
    }
    try await open(remote[...], jobs, [:], [:], body)
  }

  private static func open(
    _ sites: ArraySlice<TenantSite>, _ jobs: Int, _ opened: [Way: any HTTPTransport],
    _ named: [String: any HTTPTransport], _ body: ([String: any HTTPTransport]) async throws -> Void
  ) async throws {
    guard let site = sites.first else { return try await body(named) }
    var settings = site.http
    settings.jobs = jobs
    var named = named
    let way = Way(settings: settings, limited: settings.requestsPerSecond == nil ? nil : site.issuer.origin)
    if let transport = opened[way] {
      named[site.name] = transport
      return try await open(sites.dropFirst(), jobs, opened, named, body)
    }
    try await HTTPClientTransport.withTransport(settings) { [named] transport in
      var (named, opened) = (named, opened)
      named[site.name] = transport
      opened[way] = transport
      try await open(sites.dropFirst(), jobs, opened, named, body)
    }
  }
}
