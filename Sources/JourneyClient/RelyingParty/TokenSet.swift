import Encodings
package import JourneyModel

/// The tokens of a finished journey, as refreshes replace them.
package struct TokenSet: Sendable {
  package private(set) var response: TokenResponse
  /// The subject of the first ID token; `nil` if none came.
  package internal(set) var subject: String?
  /// What the first ID token says; `nil` if none came.
  var claims: Value?
  /// What was requested, which a response without `scope` means (RFC 6749 section 5.1).
  package let requestedScope: String?
  /// What the journey's own tokens were granted, which no refresh may exceed (RFC 6749 section 6); `nil` if it is unknown.
  let grantedScope: String?

  init(_ response: TokenResponse, requestedScope: String?) {
    self.response = response
    self.requestedScope = requestedScope
    grantedScope = response.scope ?? requestedScope
  }

  /// Takes newer tokens; what they leave out stays (RFC 6749 section 6).
  mutating func renew(_ newer: TokenResponse) {
    var renewed = newer
    renewed.refreshToken = newer.refreshToken ?? response.refreshToken
    renewed.idToken = newer.idToken ?? response.idToken
    response = renewed
  }

  /// That refreshed tokens have a scope that was never granted; `nil` if they have none, or if it is unknown what was granted.
  func scopeCheck(of refreshed: TokenResponse) -> TokenCheck? {
    guard let grantedScope, let scope = refreshed.scope else { return nil }
    let granted = grantedScope.split(separator: " ")
    guard let extra = scope.split(separator: " ").first(where: { !granted.contains($0) }) else { return nil }
    return TokenCheck("scope", problem: "the refreshed tokens have the scope '\(extra)', which was not granted")
  }

  /// That a refreshed ID token is about another sign-in (OpenID Connect Core section 12.2); `nil` if either does not say when it was.
  func loginCheck(ofRefreshed refreshed: Value?) -> TokenCheck? {
    guard let loginTime = claims?["auth_time"], let other = refreshed?["auth_time"], other != loginTime else { return nil }
    return TokenCheck("auth_time", problem: "the refreshed token's 'auth_time' is not that of the sign-in")
  }

  /// That a refreshed ID token has an authorized party and the first one has none (section 12.2).
  func partyCheck(ofRefreshed refreshed: Value?) -> TokenCheck? {
    guard let claims, Self.isMissing(claims["azp"]), !Self.isMissing(refreshed?["azp"]) else { return nil }
    return TokenCheck("azp", problem: "the refreshed token has an 'azp', which the token of the sign-in has not")
  }

  /// That a refreshed ID token was issued before the first one: its time is that of the new token (section 12.2).
  func issueCheck(ofRefreshed refreshed: Value?) -> TokenCheck? {
    guard let first = Self.seconds(claims?["iat"]), let other = Self.seconds(refreshed?["iat"]), other + LoginAge.leeway < first else {
      return nil
    }
    return TokenCheck("iat", problem: "the refreshed token was issued before the token of the sign-in")
  }

  private static func isMissing(_ claim: Value?) -> Bool { claim == nil || claim == .null }

  private static func seconds(_ claim: Value?) -> Int64? {
    guard case .number(let spelling)? = claim, let seconds = Double(spelling), abs(seconds) < 1e14 else { return nil }
    return Int64(seconds)
  }

  /// What a scenario may match of a response.
  ///
  /// - Parameter doubt: why the issuer does not vouch for the claims of its access token; `nil` if it does.
  func facts(of response: TokenResponse, claims: Value?, doubt: String?) -> [Value.Member] {
    response.facts(
      claims: claims, accessTokenClaims: JSONWebToken(response.accessToken.unsafeText).map { Value(answered: $0.claims) },
      accessTokenDoubt: doubt, requestedScope: requestedScope)
  }
}
