package import Encodings
package import JourneyClient
package import JourneyModel

/// A tenant's client as the driver walks it.
package struct FlowConfiguration: Sendable {
  /// The tenant's address; one slash at its end is taken away.
  package var issuer: WebURL
  package var clientID: String
  /// Where the app is sent back to, compared exactly.
  package var redirectURI: WebURL
  /// What is asked for where `start` names no scopes.
  package var scopes: [String]
  /// Where logout leads; `nil` where the client has none.
  package var postLogoutURI: WebURL?
  /// The client's Entry URL: a link to it is opened in the app.
  package var entryURL: WebURL?
  /// Other links that are opened in the app; a `*` at the end stands for anything.
  package var claimedLinks: [String]
  package var app: FlowAppProfile
  /// Sent with every request to the issuer.
  package var headers: [Exchange.Header]
  package var allowed: AllowedOrigins
  /// Whether the run itself signs the tokens, with an algorithm of its own choice: then no app's choice of algorithms matters.
  package var isSignedByRun: Bool

  /// - Parameter allowed: `nil` for the issuer alone.
  package init(
    issuer: WebURL, clientID: String, redirectURI: WebURL, scopes: [String] = ["openid"], postLogoutURI: WebURL? = nil,
    entryURL: WebURL? = nil, claimedLinks: [String] = [], app: FlowAppProfile = .web, headers: [Exchange.Header] = [],
    allowed: AllowedOrigins? = nil, isSignedByRun: Bool = false
  ) {
    self.issuer = issuer.withoutTrailingSlash
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.postLogoutURI = postLogoutURI
    self.entryURL = entryURL
    self.claimedLinks = claimedLinks
    self.app = app
    self.headers = headers
    self.allowed = allowed ?? AllowedOrigins([issuer])
    self.isSignedByRun = isSignedByRun
  }

  /// Whether a link is opened in the app and not in a browser.
  func claims(_ link: WebURL) -> Bool {
    if let entryURL, link.hasSameEndpoint(as: entryURL) { return true }
    let text = link.description
    return claimedLinks.contains { pattern in
      pattern.hasSuffix("*") ? text.hasPrefix(pattern.dropLast()) : link.replacing(query: []).description == pattern || text == pattern
    }
  }

  /// An address on the tenant, e.g. of `oauth2/token`; slashes in the path stay.
  func url(_ path: String) -> WebURL {
    issuer.appending(path: path.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
  }
}

extension WebURL {
  /// Without one slash at the end of its path, query and fragment.
  fileprivate var withoutTrailingSlash: WebURL {
    do { return try WebURL(replacing(query: []).withoutFragment.description.withoutTrailingSlash) } catch { return self }
  }
}
