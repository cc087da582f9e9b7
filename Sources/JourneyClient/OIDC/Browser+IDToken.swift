package import Encodings
package import JourneyModel

extension Browser {
  /// Verifies the ID token of a response, with the issuer's keys requested again if the known ones are not enough.
  ///
  /// - Parameters:
  ///   - nonce: `nil` for a refreshed token, which need not repeat it.
  ///   - code: what it was exchanged for; `nil` for a refreshed token.
  ///   - subject: whom the walk's first ID token was about; `nil` for the first one.
  ///   - isAwaited: whether an answer without an ID token is a fault.
  package mutating func verifyIDToken(
    of tokens: TokenResponse, issuer: WebURL, clientID: String, nonce: Secret?, code: Secret? = nil, subject: String? = nil,
    isAwaited: Bool, now: Instant, cache: ProviderCache
  ) async throws(DriverError) -> (checks: [TokenCheck], claims: JSONValue?) {
    guard let idToken = tokens.idToken else {
      let problem = "the response has no ID token though 'openid' was requested"
      return (isAwaited ? [TokenCheck("id_token", problem: problem)] : [], nil)
    }
    guard let token = JSONWebToken(idToken.unsafeText) else {
      return ([TokenCheck("id_token", problem: "the ID token is not a signed JSON Web Token")], nil)
    }
    let wasKnown = await cache.provider(of: issuer) != nil
    var provider = try await provider(of: issuer, cache: cache)
    var verdict = provider.keys.verdict(on: token)
    // An issuer may have changed its keys, even under an old id, since another walk requested them.
    if wasKnown, [.noSuchKey, .forged].contains(verdict) {
      provider = try await self.provider(of: issuer, cache: cache, isStale: true)
      verdict = provider.keys.verdict(on: token)
    }
    let expectations = IDTokenExpectations(
      issuer: issuer, clientID: clientID, nonce: nonce, accessToken: tokens.accessToken, code: code, subject: subject,
      now: now)
    let discovery = TokenCheck("discovery", problem: provider.metadata.problems.first)
    let checks = discovery.problem == nil ? [discovery] + expectations.checks(on: token, signature: verdict) : [discovery]
    return (checks, token.claims)
  }
}
