package import Encodings
import JourneyClient
package import JourneyModel

/// Where a look at an address ends.
package enum PageSighting: Sendable {
  /// With its status.
  case page(HTMLPage, PageReading, status: Int)
  /// At something that is not a page, in words.
  case nothing(String)
}

extension HostedDriver {
  /// Loads the page at an address as a walk would: over redirects, within the tenant's origins, no script run.
  ///
  /// - Parameter url: `nil` for the page at which the app's journey begins.
  package mutating func look(at url: WebURL?) async throws(DriverError) -> PageSighting {
    guard let url else {
      if case .ended(.refused(let error)) = try await start(StartParameters()) { return Self.look(at: error) }
      guard let page = session.page else { return .nothing("the journey shows no page") }
      return .page(page.html, page.reading, status: page.status)
    }
    if let refusal = client.allowed.refusal(of: url) { throw party.failure(.forbidden, "nothing was requested: \(refusal)") }
    switch try await navigate(PageRequest("look", url: url)) {
    case .page(let page): return .page(page.html, page.reading, status: page.status)
    case .app(let place, _): return .nothing("it leads back to the app, at '\(place.withoutQuery.concealed())'")
    case .elsewhere(let place): return .nothing("it leads to '\(NavigationChain.place(of: place))', which is not an origin of the tenant")
    case .refused(let error): return Self.look(at: error)
    }
  }

  /// The page that is shown now; `nil` where none is.
  package var sighting: PageSighting? { session.page.map { .page($0.html, $0.reading, status: $0.status) } }

  /// What selects the link or button to sign out on the page that is shown now; `nil` where there is none.
  package var signOutSelector: PageSelector? { session.page.flatMap { PageSelector.ofSignOut(in: $0.html) } }

  private static func look(at error: OAuthErrorResponse) -> PageSighting {
    .nothing("the server refuses it: \(error.error)\(error.description.map { ": \($0)" } ?? "")")
  }
}
