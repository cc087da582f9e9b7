package import Encodings

/// The redirect URIs of an app: addresses that its browser hands over instead of loading them (RFC 8252 section 7).
package struct AppAddresses: Sendable, Hashable {
  /// Which of an app's addresses a browser was led to.
  package enum Arrival: Sendable, Hashable {
    /// The answer to an authorization request.
    case callback
    /// The way back from a logout.
    case logout
    /// The server lost its way back and asks for another authorization request, which shows no page.
    case fallback
  }

  package let callback: WebURL
  /// `nil` if the app has none, as `fallback`.
  package let logout: WebURL?
  package let fallback: WebURL?

  package init(callback: WebURL, logout: WebURL? = nil, fallback: WebURL? = nil) {
    self.callback = callback
    self.logout = logout
    self.fallback = fallback
  }

  /// Which of the app's addresses this is; `nil` if it is none.
  ///
  /// Scheme, host, port and path are compared exactly, so that `x:/a` is not `x://a`; a query that was registered has to come first.
  package func arrival(at url: WebURL) -> Arrival? {
    if url.belongs(to: callback) { return .callback }
    if let fallback, url.belongs(to: fallback) { return .fallback }
    if let logout, url.belongs(to: logout) { return .logout }
    return nil
  }
}

extension WebURL {
  /// Whether it is this registered address with at most more parameters.
  fileprivate func belongs(to registered: WebURL) -> Bool {
    hasSameEndpoint(as: registered) && queryItems.starts(with: registered.queryItems)
  }
}
