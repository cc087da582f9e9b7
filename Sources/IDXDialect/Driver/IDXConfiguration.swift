import Encodings
package import JourneyClient
import JourneyModel

/// An org's app as the driver walks it.
package struct IDXConfiguration: Sendable {
  /// The client; the issuer is `https://host/oauth2/{id}`, or `https://host` for the org's own server.
  package var client: OAuthClient
  /// The language of labels and messages, if `start` names none: results must not depend on the machine.
  package var language: String

  /// What the app demands of tokens.
  package var tokens: IDXTokenRules

  /// - Parameter isSignedByRun: whether the run itself signs the tokens, with an algorithm of its choice: then no app's choice of
  ///   algorithms matters.
  package init(client: OAuthClient, language: String = "en", tokens: IDXTokenRules = .embedded, isSignedByRun: Bool = false) {
    self.client = client
    self.language = language
    self.tokens = tokens
    if isSignedByRun { self.tokens.algorithm = nil }
  }

  /// Whether a link is opened in the app and not in a browser.
  func claims(_ link: WebURL) -> Bool { link.hasSameEndpoint(as: client.redirectURI) || client.claims(link) }

  /// An OAuth endpoint, e.g. `interact`; the org's own server keeps them below `/oauth2`.
  func oauth(_ name: String) -> WebURL {
    let server = client.issuer.replacing(query: [])
    return server.path.isEmpty || server.path == "/"
      ? server.appending(path: ["oauth2", "v1", name]) : server.appending(path: ["v1", name])
  }

  /// The address that a transaction is requested at by its handle, at the host's root; the only one that a client builds.
  ///
  /// Throws where the issuer has no host.
  func introspect() throws(WebURLError) -> WebURL {
    try WebURL("\(client.issuer.origin.map(\.description) ?? "")/idp/idx/introspect")
  }

  /// What the relying party does as this app: endpoints as the issuer names them, else where the vendor has them.
  var profile: RelyingPartyProfile {
    var profile = RelyingPartyProfile()
    profile.endpoints = [
      .token: .discovered(else: oauth("token")), .userinfo: .discovered(else: oauth("userinfo")),
      .revocation: .discovered(else: oauth("revoke")), .endSession: .discovered(else: oauth("logout")),
    ]
    profile.refreshRepeatsScope = true
    // As the vendor's guide has sign-out: the access token, then the refresh token.
    profile.revocation = .each
    // A spelling of the description that was seen.
    profile.errorMembers.description.append("errorDescription")
    profile.rateLimitHeader = "X-Rate-Limit-Reset"
    profile.requestIDHeader = "X-Okta-Request-Id"
    profile.usualLanguage = language
    profile.judgement = { [tokens] issued in
      TokenJudgement(
        checks: tokens.problems(with: issued).prefix(1).map {
          TokenCheck("app", problem: "app 'embedded' does not take these tokens: \($0)")
        })
    }
    return profile
  }
}
