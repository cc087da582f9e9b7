package import JourneyModel

extension TokenResponse {
  /// What a scenario may match of the answer, by the names of the `finish` step.
  ///
  /// - Parameters:
  ///   - claims: those of the ID token; `nil` if there is none.
  ///   - accessTokenClaims: `nil` if the access token is not a signed token.
  ///   - accessTokenDoubt: why the issuer does not vouch for them; `nil` if it does.
  ///   - requestedScope: the requested scope, which a response without `scope` means (RFC 6749 section 5.1).
  package func facts(claims: Value?, accessTokenClaims: Value?, accessTokenDoubt: String?, requestedScope: String?) -> [Value.Member] {
    var facts: [Value.Member] = []
    if let claims { facts.append(Value.Member("claims", claims)) }
    if let scope = scope ?? requestedScope { facts.append(Value.Member("scope", .text(scope))) }
    if let expiresIn { facts.append(Value.Member("expires_in", .number(expiresIn))) }
    if let tokenType { facts.append(Value.Member("token_type", .text(tokenType))) }
    if let refreshToken { facts.append(Value.Member("refresh_token", .secret(refreshToken))) }
    if let idToken { facts.append(Value.Member("id_token", .secret(idToken))) }
    let access: Value =
      if let accessTokenClaims {
        .map(
          [Value.Member("claims", accessTokenClaims), Value.Member("token", .secret(accessToken))]
            + (accessTokenDoubt.map { [Value.Member(Finish.doubtName, .text($0))] } ?? []))
      } else {
        .secret(accessToken)
      }
    facts.append(Value.Member("access_token", access))
    return facts
  }
}
