package import Encodings
package import JourneyModel

/// What one dialect or app does differently from other relying parties, as data.
///
/// The default is OpenID Connect as documented: every endpoint is the one that discovery names.
package struct RelyingPartyProfile: Sendable {
  /// Where an endpoint is found.
  package enum Place: Sendable, Hashable {
    /// At a documented address; discovery is not read for it.
    case documented(WebURL)
    /// Where the issuer's discovery document says, else at this address.
    case discovered(else: WebURL?)
  }

  /// Which tokens are revoked, and in how many requests.
  package enum Revocation: Sendable, Hashable {
    /// The refresh token, else the access token: one request (RFC 7009 section 2.1).
    case strongest
    /// The access token, then the refresh token if there is one: a request each.
    case each
  }

  /// Endpoints that are not simply where discovery says.
  package var endpoints: [Endpoint: Place] = [:]
  /// Whether a fresh `nonce` is sent with the code.
  package var sendsNonceWithCode = false
  /// Whether `redirect_uri` is sent with the refresh token.
  package var refreshRepeatsRedirectURI = false
  /// Whether the requested `scope` is sent with the refresh token.
  package var refreshRepeatsScope = false
  package var revocation = Revocation.strongest
  /// Whether a fresh `state` is sent with the logout and has to come back.
  package var sendsStateWithLogout = false
  /// The members of a body by which errors are read.
  package var errorMembers = OAuthErrorMembers()
  /// The response header that says when the next request may be sent.
  package var rateLimitHeader = "X-RateLimit-Reset"
  /// The response header by which the server's log finds a request; `nil` if there is none.
  package var requestIDHeader: String?
  /// Whether requests have `Accept-Language`.
  package var sendsLanguage = true
  /// The language of requests where the journey has none; `nil` for no header.
  package var usualLanguage: String?
  /// `nil` for the client's own.
  package var userAgent: String?
  /// What the app requires of tokens beyond the standard.
  package var judgement: @Sendable (IssuedTokens) -> TokenJudgement = { _ in TokenJudgement() }

  package init() {}
}

/// An endpoint of an authorization server.
package enum Endpoint: String, Sendable, Hashable {
  case authorization, token, userinfo, revocation
  case endSession = "end_session"
}

/// Tokens that passed the standard's checks.
package struct IssuedTokens: Sendable, Hashable {
  package var response: TokenResponse
  /// Those of the ID token; `nil` if there is none.
  package var claims: Value?
  /// Whether these are a journey's first tokens and no refreshed ones.
  package var isFirst: Bool
}

/// What an app makes of tokens that the standard allows.
package struct TokenJudgement: Sendable, Hashable {
  /// At most one that does not hold; it fails `finish`.
  package var checks: [TokenCheck]
  package var warnings: [String]

  package init(checks: [TokenCheck] = [], warnings: [String] = []) {
    self.checks = checks
    self.warnings = warnings
  }
}
