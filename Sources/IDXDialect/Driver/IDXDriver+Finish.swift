import Encodings
import JourneyClient
import JourneyModel
import ModelCoding

/// What an interaction code is exchanged with.
struct InteractionGrant: Sendable, Hashable {
  var code: Secret
  var verifier: Secret
  /// `nil` for the place that the issuer names.
  var tokenURL: WebURL?
}

extension IDXDriver {
  /// Exchanges the code, verifies the tokens; then tries what the server must refuse.
  mutating func finish(probes: [String]) async throws(DriverError) -> Turn.Now {
    try refuseUnknownProbes(probes)
    guard let ending = session.ending, let authorization = session.authorization else {
      throw browser.failure(.impossible, "the journey is not complete, so there is nothing to finish")
    }
    session.ending = nil
    let redirect = ending.redirect.map { [Value.Member("redirect", .text($0))] } ?? []
    guard ending.checks.last?.problem == nil else { return .ended(.finished(Finish(facts: redirect, checks: ending.checks))) }
    let grant = InteractionGrant(code: ending.code, verifier: authorization.verifier, tokenURL: ending.tokenURL)
    switch try await exchange(grant) {
    case .refused(let refusal): return end(.refused(refusal))
    case .unreadable(let what): throw browser.failure(.protocol, "the token request was answered with \(what)")
    case .tokens(let tokens):
      let scope = authorization["scope"]
      session.tokens = IDXSession.Tokens(response: tokens, requestedScope: scope)
      let isAwaited = scope?.split(separator: " ").contains("openid") ?? false
      let verified = try await verify(tokens, nonce: authorization.nonce, subject: nil, isAwaited: isAwaited)
      session.tokens?.subject = verified.claims?["sub"]?.text
      var finish = Finish(facts: facts(of: tokens, claims: verified.claims) + redirect, checks: ending.checks + verified.checks)
      if finish.checks.last?.problem == nil { finish.probes = try await run(probes, after: grant) }
      return .ended(.finished(finish))
    }
  }

  /// Exchanges a code for tokens.
  mutating func exchange(_ grant: InteractionGrant, purpose: String = "token") async throws(DriverError) -> TokenAnswer {
    let url: WebURL
    if let given = grant.tokenURL { url = given } else { url = try await endpoint(\.token, else: "token") }
    return try await tokenRequest(
      purpose, at: url,
      [
        Value.Member("grant_type", "interaction_code"), Value.Member("interaction_code", .secret(grant.code)),
        Value.Member("client_id", .text(configuration.clientID)), Value.Member("code_verifier", .secret(grant.verifier)),
      ])
  }

  /// Exchanges a refresh token for tokens.
  mutating func exchange(refreshToken: Secret, purpose: String = "refresh tokens") async throws(DriverError) -> TokenAnswer {
    var fields = [
      Value.Member("grant_type", "refresh_token"), Value.Member("client_id", .text(configuration.clientID)),
      Value.Member("refresh_token", .secret(refreshToken)),
    ]
    if let scope = session.tokens?.requestedScope { fields.append(Value.Member("scope", .text(scope))) }
    return try await tokenRequest(purpose, at: try await endpoint(\.token, else: "token"), fields)
  }

  private mutating func tokenRequest(_ purpose: String, at url: WebURL, _ fields: [Value.Member]) async throws(DriverError) -> TokenAnswer {
    let call = call(
      purpose, "POST", url, accept: "application/json", body: .form(withClientSecret(fields)),
      concealing: TokenResponse.concealedMembers)
    let response = try await browser.send(call)
    try refuseBrokenStatus(response, to: call)
    let answer = TokenAnswer(response)
    if case .tokens(let tokens) = answer {
      for secret in tokens.secrets { _ = browser.learn(secret.concealed, name: secret.name) }
    }
    return answer
  }

  /// The fields, and the secret of a client that has one.
  func withClientSecret(_ fields: [Value.Member]) -> [Value.Member] {
    fields + (configuration.clientSecret.map { [Value.Member("client_secret", .secret($0))] } ?? [])
  }

  /// An endpoint as the issuer names it, else where the vendor has it.
  mutating func endpoint(_ named: KeyPath<ProviderMetadata, WebURL?>, else name: String) async throws(DriverError) -> WebURL {
    let provider = try await browser.provider(of: configuration.issuer, cache: providers)
    return provider.metadata[keyPath: named] ?? configuration.oauth(name)
  }

  /// Verifies the ID token of an answer.
  mutating func verify(
    _ tokens: TokenResponse, nonce: Secret?, subject: String?, isAwaited: Bool
  ) async throws(DriverError) -> (checks: [TokenCheck], claims: Value?) {
    let found = try await browser.verifyIDToken(
      of: tokens, issuer: configuration.issuer, clientID: configuration.clientID, nonce: nonce, subject: subject,
      isAwaited: isAwaited, now: await now(), cache: providers)
    return (found.checks, found.claims.map { Value($0) })
  }

  /// What a scenario may match of an answer.
  func facts(of tokens: TokenResponse, claims: Value?) -> [Value.Member] {
    tokens.facts(
      claims: claims, accessTokenClaims: JSONWebToken(tokens.accessToken.concealed).map { Value($0.claims) },
      requestedScope: session.tokens?.requestedScope)
  }
}
