import Encodings
package import JourneyClient
import JourneyModel

/// A tenant's client as the driver walks it.
package struct FlowConfiguration: Sendable {
  /// The client; the issuer is the tenant's address, without a slash at its end.
  package var client: OAuthClient
  package var app: FlowAppProfile
  /// Whether the run itself signs the tokens, with an algorithm of its choice: then no app's choice of algorithms matters.
  package var isSignedByRun: Bool

  package init(client: OAuthClient, app: FlowAppProfile = .web, isSignedByRun: Bool = false) {
    self.client = client
    self.client.issuer = client.issuer.withoutTrailingSlash
    self.app = app
    self.isSignedByRun = isSignedByRun
  }

  /// An address on the tenant, e.g. of `oauth2/token`; slashes in the path stay.
  func url(_ path: String) -> WebURL {
    client.issuer.appending(path: path.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
  }

  /// Whether it is the server's own page for requests that no app can be trusted with an answer to.
  func isErrorPage(_ url: WebURL) -> Bool {
    url.origin == client.issuer.origin && url.path.hasSuffix("/oauth2/error")
  }

  /// Whether a redirect to this address is where the app takes over: the redirect URI, or an address that brings something and
  /// cannot be requested. The server's own error page says all it has to say in its query.
  func isForApp(_ target: WebURL) -> Bool {
    if target.hasSameEndpoint(as: client.redirectURI) { return true }
    return isErrorPage(target) || target.origin == nil || (!client.allowed.allows(target) && Callback(target).bringsAnything)
  }
}

extension FlowConfiguration {
  /// What the relying party does as this app, against the vendor's documented endpoints.
  var profile: RelyingPartyProfile {
    var profile = RelyingPartyProfile()
    profile.endpoints = [
      .token: .documented(url("oauth2/token")), .revocation: .documented(url("oauth2/revoke")),
      .endSession: .documented(url("oauth2/sessions/logout")),
    ]
    profile.sendsNonceWithCode = app.tokens.sendsNonce
    profile.refreshRepeatsRedirectURI = app.tokens.repeatsRedirectURI
    // The vendor's own name of an error is used where the standard's is missing.
    profile.errorMembers.error.append("errorKey")
    profile.rateLimitHeader = "X-Ratelimit-Reset"
    profile.sendsLanguage = app.start.sendsLanguage
    profile.userAgent = app.start.userAgent
    profile.judgement = { [self] tokens in judgement(of: tokens) }
    return profile
  }

  private func judgement(of tokens: IssuedTokens) -> TokenJudgement {
    var rules = app.tokens
    if isSignedByRun { rules.algorithm = nil }
    let problems = rules.problems(
      with: tokens.response, claims: tokens.claims, clientID: client.id, issuer: client.issuer, isFirst: tokens.isFirst)
    return TokenJudgement(
      checks: problems.prefix(1).map { TokenCheck("app", problem: "app '\(app.name)' does not take these tokens: \($0)") })
  }
}

extension WebURL {
  /// Without one slash at the end of its path, query and fragment.
  fileprivate var withoutTrailingSlash: WebURL {
    do { return try WebURL(replacing(query: []).withoutFragment.description.withoutTrailingSlash) } catch { return self }
  }
}
