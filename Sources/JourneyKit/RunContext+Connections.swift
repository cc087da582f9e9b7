import BrowserEngine
import JourneyClient

extension RunContext {
  /// Opens connections to the sites, and what starts browsers where any is needed; passes both on, and always closes them.
  static func withConnections(
    to sites: [TenantSite], jobs: Int, browsers programs: BrowserPrograms?,
    _ body: ([String: any HTTPTransport], BrowserHost?) async throws -> Void
  ) async throws {
    try await SiteTransports.with(sites, jobs: jobs) { transports in
      guard let programs else { return try await body(transports, nil) }
      try await BrowserHost.withHost(programs) { host in try await body(transports, host) }
    }
  }
}
