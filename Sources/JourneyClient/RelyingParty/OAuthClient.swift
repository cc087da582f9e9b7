package import Encodings
package import JourneyModel

/// A client as it is registered at a tenant's authorization server, with what a run sends and may reach as that client.
package struct OAuthClient: Sendable, Hashable {
  /// The authorization server's address.
  package var issuer: WebURL
  package var id: String
  /// `nil` for a public client; a confidential one is sent to the issuer's origin only.
  package var secret: Secret?
  /// Where the app is sent back to, compared exactly.
  package var redirectURI: WebURL
  /// What is requested where `start` names no scopes.
  package var scopes: [String]
  /// Where logout leads; `nil` if the client has none.
  package var postLogoutURI: WebURL?
  /// The client's Entry URL: a link to it is opened in the app.
  package var entryURL: WebURL?
  /// Other links that are opened in the app; a `*` at the end matches anything.
  package var claimedLinks: [String]
  /// Sent with every request to the issuer's origin.
  package var headers: [Exchange.Header]
  package var allowed: AllowedOrigins

  /// - Parameter allowed: `nil` for the issuer's origin alone.
  package init(
    issuer: WebURL, id: String, secret: Secret? = nil, redirectURI: WebURL, scopes: [String] = ["openid"], postLogoutURI: WebURL? = nil,
    entryURL: WebURL? = nil, claimedLinks: [String] = [], headers: [Exchange.Header] = [], allowed: AllowedOrigins? = nil
  ) {
    self.issuer = issuer
    self.id = id
    self.secret = secret
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.postLogoutURI = postLogoutURI
    self.entryURL = entryURL
    self.claimedLinks = claimedLinks
    self.headers = headers
    self.allowed = allowed ?? AllowedOrigins([issuer])
  }

  /// Whether a link is opened in the app and not in a browser.
  package func claims(_ link: WebURL) -> Bool {
    if let entryURL, link.hasSameEndpoint(as: entryURL) { return true }
    let text = link.description
    return claimedLinks.contains { pattern in
      pattern.hasSuffix("*") ? text.hasPrefix(pattern.dropLast()) : link.replacing(query: []).description == pattern || text == pattern
    }
  }

  /// Why a link of a message that the app does not claim cannot be opened in a browser, and what would open it in the app.
  ///
  /// The link's path is not shown, as some carry a token in it.
  package func refusal(ofLink url: WebURL) -> String? {
    guard let refusal = allowed.refusal(ofLink: url) else { return nil }
    guard let entryURL, let origin = url.origin, entryURL.origin == origin else { return refusal }
    return "the link was not opened: it leads to another path of '\(origin)' than 'client.entry_url' of the tenant in tenants.yaml, "
      + "which is '\(entryURL.path.isEmpty ? "/" : entryURL.path)'; correct it, or list the address under 'claimed_links'"
  }

  /// The issuer's origin, the only one that the tenant's secrets are sent to.
  package var issuerOrigin: Origin {
    issuer.origin ?? Origin(scheme: issuer.scheme, host: "", port: 0)
  }
}
