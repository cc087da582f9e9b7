import Encodings
import JourneyClient
import JourneyModel
import ModelCoding

/// What a code is exchanged with.
struct CodeGrant: Sendable, Hashable {
  var code: Secret
  var verifier: Secret
  var redirectURI: WebURL
}

extension FlowDriver {
  /// Exchanges a code for tokens.
  mutating func exchange(_ grant: CodeGrant, purpose: String = "token") async throws(DriverError) -> TokenAnswer {
    try await tokenRequest(
      purpose,
      [
        Value.Member("grant_type", "authorization_code"), Value.Member("client_id", .text(configuration.clientID)),
        Value.Member("redirect_uri", .text(grant.redirectURI.description)), Value.Member("code_verifier", .secret(grant.verifier)),
        Value.Member("code", .secret(grant.code)),
      ])
  }

  /// Exchanges a refresh token for tokens.
  mutating func exchange(refreshToken: Secret, purpose: String = "refresh tokens") async throws(DriverError) -> TokenAnswer {
    try await tokenRequest(
      purpose,
      [
        Value.Member("grant_type", "refresh_token"), Value.Member("client_id", .text(configuration.clientID)),
        Value.Member("refresh_token", .secret(refreshToken)),
      ])
  }

  private mutating func tokenRequest(_ purpose: String, _ fields: [Value.Member]) async throws(DriverError) -> TokenAnswer {
    let call = call(
      purpose, "POST", configuration.url("oauth2/token"), accept: "application/json", body: .form(fields),
      concealing: TokenResponse.concealedMembers)
    let response = try await browser.send(call)
    try refuseBrokenStatus(response, to: call)
    let answer = TokenAnswer(response)
    if case .tokens(let tokens) = answer {
      for secret in tokens.secrets { _ = browser.learn(secret.concealed, name: secret.name) }
    }
    return answer
  }

  /// Verifies the ID token of an answer, with the issuer's keys asked for anew where those at hand are not enough.
  mutating func verify(
    _ tokens: TokenResponse, nonce: Secret?, subject: String? = nil, asksForIDToken: Bool
  ) async throws(DriverError) -> (checks: [TokenCheck], claims: Value?) {
    guard let idToken = tokens.idToken else {
      let problem = "no ID token came though 'openid' was asked for"
      return (asksForIDToken ? [TokenCheck("id_token", problem: problem)] : [], nil)
    }
    guard let token = JSONWebToken(idToken.concealed) else {
      return ([TokenCheck("id_token", problem: "the ID token is no signed JSON Web Token")], nil)
    }
    let wasKnown = await providers.provider(of: configuration.issuer) != nil
    var provider = try await browser.provider(of: configuration.issuer, cache: providers)
    // An issuer may have changed its keys, even under an old id, since another walk asked for them.
    if wasKnown, [.noSuchKey, .forged].contains(provider.keys.verdict(on: token)) {
      provider = try await browser.provider(of: configuration.issuer, cache: providers, isStale: true)
    }
    let expectations = IDTokenExpectations(
      issuer: configuration.issuer, clientID: configuration.clientID, nonce: nonce, accessToken: tokens.accessToken,
      subject: subject, now: await now())
    let discovery = TokenCheck("discovery", problem: provider.metadata.problems.first)
    let checks = discovery.problem == nil ? [discovery] + expectations.checks(on: token, keys: provider.keys) : [discovery]
    return (checks, Value(token.claims))
  }

  /// What a scenario may match of an answer, by the names of the `finish` step.
  func facts(of tokens: TokenResponse, claims: Value?) -> [Value.Member] {
    var facts: [Value.Member] = []
    if let claims { facts.append(Value.Member("claims", claims)) }
    if let scope = tokens.scope ?? session.tokens?.requestedScope { facts.append(Value.Member("scope", .text(scope))) }
    if let expiresIn = tokens.expiresIn { facts.append(Value.Member("expires_in", .number(expiresIn))) }
    if let type = tokens.tokenType { facts.append(Value.Member("token_type", .text(type))) }
    if let refresh = tokens.refreshToken { facts.append(Value.Member("refresh_token", .secret(refresh))) }
    if let idToken = tokens.idToken { facts.append(Value.Member("id_token", .secret(idToken))) }
    facts.append(Value.Member("access_token", accessToken(tokens.accessToken)))
    return facts
  }

  /// A secret, or for a signed token its claims beside the secret.
  private func accessToken(_ token: Secret) -> Value {
    guard let claims = JSONWebToken(token.concealed)?.claims else { return .secret(token) }
    return .map([Value.Member("claims", Value(claims)), Value.Member("token", .secret(token))])
  }
}
