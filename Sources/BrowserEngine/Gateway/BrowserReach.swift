import Encodings
package import HostedDialect
package import JourneyClient

/// Where a browser may go.
package struct BrowserReach: Sendable {
  /// The origins of pages.
  package var pages: AllowedOrigins
  /// The origins of everything else that pages load.
  package var resources: AllowedOrigins
  /// The addresses of the app, which are never loaded.
  package var addresses: AppAddresses

  package init(pages: AllowedOrigins, resources: AllowedOrigins, addresses: AppAddresses) {
    self.pages = pages
    self.resources = resources
    self.addresses = addresses
  }

  func isOfApp(_ url: WebURL) -> Bool { addresses.arrival(at: url) != nil }
}
