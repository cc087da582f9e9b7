package import Encodings
package import JourneyModel

extension Browser {
  /// Verifies the ID token of a response, with the issuer's keys requested again if the known ones are not enough.
  ///
  /// - Parameters:
  ///   - headers: those of the tenant, for requests to the issuer.
  ///   - nonce: what was sent; `nil` if none was.
  ///   - isNonceRequired: whether the token has to repeat it, as a refreshed one need not.
  ///   - code: what it was exchanged for; `nil` for a refreshed token.
  ///   - subject: the subject of the walk's first ID token; `nil` for the first one.
  ///   - loginAge: the `max_age` of the request; `nil` for a refreshed token.
  ///   - isAwaited: whether an answer without an ID token is a fault.
  package mutating func verifyIDToken(
    of tokens: TokenResponse, issuer: WebURL, headers: [Exchange.Header], clientID: String, nonce: Secret?, isNonceRequired: Bool = true,
    code: Secret? = nil, subject: String? = nil, loginAge: LoginAge? = nil, isAwaited: Bool, now: Instant, cache: ProviderCache
  ) async throws(DriverError) -> (checks: [TokenCheck], claims: JSONValue?) {
    guard let idToken = tokens.idToken else {
      let problem = "the response has no ID token though 'openid' was requested"
      return (isAwaited ? [TokenCheck("id_token", problem: problem)] : [], nil)
    }
    guard let token = JSONWebToken(idToken.unsafeText) else {
      return ([TokenCheck("id_token", problem: "the ID token is not a signed JSON Web Token")], nil)
    }
    let wasKnown = await cache.provider(of: issuer) != nil
    var provider = try await provider(of: issuer, headers: headers, cache: cache)
    var verdict = provider.keys.verdict(on: token)
    // An issuer may have changed its keys, even under an old id, since the walk requested them.
    if wasKnown, [.noSuchKey, .forged].contains(verdict) {
      provider = try await self.provider(of: issuer, headers: headers, cache: cache, isStale: true)
      verdict = provider.keys.verdict(on: token)
    }
    let expectations = IDTokenExpectations(
      issuer: provider.metadata.issuer ?? Self.spelling(of: issuer, in: token), clientID: clientID, nonce: nonce,
      isNonceRequired: isNonceRequired, accessToken: tokens.accessToken, code: code, subject: subject, loginAge: loginAge, now: now)
    let discovery = TokenCheck("discovery", problem: provider.metadata.problems.first)
    let checks = discovery.problem == nil ? [discovery] + expectations.checks(on: token, signature: verdict) : [discovery]
    return (checks, token.claims)
  }

  /// Why the issuer does not vouch for the claims of a response's access token; `nil` if it does, and for a token without claims.
  ///
  /// An app need not look into the token (RFC 6749 section 1.4), so this alone is not a fault of a journey.
  mutating func doubt(
    aboutAccessTokenOf tokens: TokenResponse, issuer: WebURL, headers: [Exchange.Header], clientID: String, now: Instant,
    cache: ProviderCache
  ) async throws(DriverError) -> String? {
    guard let token = JSONWebToken(tokens.accessToken.unsafeText) else { return nil }
    let wasKnown = await cache.provider(of: issuer) != nil
    var provider = try await provider(of: issuer, headers: headers, cache: cache)
    var verdict = provider.keys.verdict(on: token)
    // With an ID token in the same response the keys are as new as the answer.
    if wasKnown, tokens.idToken == nil, [.noSuchKey, .forged].contains(verdict) {
      provider = try await self.provider(of: issuer, headers: headers, cache: cache, isStale: true)
      verdict = provider.keys.verdict(on: token)
    }
    let name = provider.metadata.issuer ?? Self.spelling(of: issuer, in: token)
    return IDTokenExpectations(issuer: name, clientID: clientID, now: now).doubt(aboutAccessToken: token, signature: verdict)
  }

  /// An issuer without a document has not said whether its name ends with a slash, so the token's own spelling of it is right.
  private static func spelling(of issuer: WebURL, in token: JSONWebToken) -> String {
    let expected = issuer.description
    guard let actual = token.claims["iss"]?.stringValue, actual.withoutTrailingSlash == expected.withoutTrailingSlash else {
      return expected
    }
    return actual
  }
}
