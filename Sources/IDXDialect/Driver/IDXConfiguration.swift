package import Encodings
package import JourneyClient
package import JourneyModel

/// An org's app as the driver walks it.
package struct IDXConfiguration: Sendable {
  /// The authorization server: `https://host/oauth2/{id}`, or `https://host` for the org's own.
  package var issuer: WebURL
  package var clientID: String
  /// `nil` for a public client.
  package var clientSecret: Secret?
  /// Where an identity provider sends the app back to, compared exactly.
  package var redirectURI: WebURL
  /// What is asked for where `start` names no scopes.
  package var scopes: [String]
  /// Where logout leads; `nil` where the app has none.
  package var postLogoutURI: WebURL?
  /// A link to it is opened in the app.
  package var entryURL: WebURL?
  /// Other links that are opened in the app; a `*` at the end stands for anything.
  package var claimedLinks: [String]
  /// What labels and messages are asked for in, where `start` names nothing: results must not depend on the machine.
  package var language: String
  /// Sent with every request to the issuer's host.
  package var headers: [Exchange.Header]
  package var allowed: AllowedOrigins

  /// - Parameter allowed: `nil` for the issuer's host alone.
  package init(
    issuer: WebURL, clientID: String, clientSecret: Secret? = nil, redirectURI: WebURL, scopes: [String] = ["openid"],
    postLogoutURI: WebURL? = nil, entryURL: WebURL? = nil, claimedLinks: [String] = [], language: String = "en",
    headers: [Exchange.Header] = [], allowed: AllowedOrigins? = nil
  ) {
    self.issuer = issuer
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.postLogoutURI = postLogoutURI
    self.entryURL = entryURL
    self.claimedLinks = claimedLinks
    self.language = language
    self.headers = headers
    self.allowed = allowed ?? AllowedOrigins([issuer])
  }

  /// Whether a link is opened in the app and not in a browser.
  func claims(_ link: WebURL) -> Bool {
    if link.hasSameEndpoint(as: redirectURI) { return true }
    if let entryURL, link.hasSameEndpoint(as: entryURL) { return true }
    let text = link.description
    return claimedLinks.contains { pattern in
      pattern.hasSuffix("*") ? text.hasPrefix(pattern.dropLast()) : link.replacing(query: []).description == pattern || text == pattern
    }
  }

  /// An OAuth endpoint, e.g. `interact`; the org's own server keeps them below `/oauth2`.
  func oauth(_ name: String) -> WebURL {
    issuer.path.isEmpty || issuer.path == "/"
      ? issuer.replacing(query: []).appending(path: ["oauth2", "v1", name])
      : issuer.replacing(query: []).appending(path: ["v1", name])
  }

  /// The address that a transaction is asked for by its handle, at the host's root; the only one that a client makes up.
  ///
  /// Throws where the issuer has no host.
  func introspect() throws(WebURLError) -> WebURL {
    try WebURL("\(issuer.origin.map(\.description) ?? "")/idp/idx/introspect")
  }
}
