import Encodings
package import JourneyModel

/// The tokens of a finished journey, as refreshes replace them.
package struct TokenSet: Sendable {
  package private(set) var response: TokenResponse
  /// Whom the first ID token was about; `nil` if none came.
  package internal(set) var subject: String?
  /// What was requested, which a response without `scope` means (RFC 6749 section 5.1).
  package let requestedScope: String?

  init(_ response: TokenResponse, requestedScope: String?) {
    self.response = response
    self.requestedScope = requestedScope
  }

  /// Takes newer tokens; what they leave out stays (RFC 6749 section 6).
  mutating func renew(_ newer: TokenResponse) {
    var renewed = newer
    renewed.refreshToken = newer.refreshToken ?? response.refreshToken
    renewed.idToken = newer.idToken ?? response.idToken
    response = renewed
  }

  /// What a scenario may match of a response.
  func facts(of response: TokenResponse, claims: Value?) -> [Value.Member] {
    response.facts(
      claims: claims, accessTokenClaims: JSONWebToken(response.accessToken.unsafeText).map { Value(answered: $0.claims) },
      requestedScope: requestedScope)
  }
}
