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
    var fields = [
      Value.Member("grant_type", "authorization_code"), Value.Member("client_id", .text(configuration.clientID)),
      Value.Member("redirect_uri", .text(grant.redirectURI.description)), Value.Member("code_verifier", .secret(grant.verifier)),
      Value.Member("code", .secret(grant.code)),
    ]
    if app.tokens.sendsNonce {
      let nonce = browser.learn(AuthorizationRequest.randomText(using: &generator), name: "nonce")
      fields.append(Value.Member("nonce", .secret(nonce)))
    }
    return try await tokenRequest(purpose, fields)
  }

  /// Exchanges a refresh token for tokens.
  mutating func exchange(refreshToken: Secret, purpose: String = "refresh tokens") async throws(DriverError) -> TokenAnswer {
    var fields = [
      Value.Member("grant_type", "refresh_token"), Value.Member("client_id", .text(configuration.clientID)),
      Value.Member("refresh_token", .secret(refreshToken)),
    ]
    if app.tokens.repeatsRedirectURI {
      fields.append(Value.Member("redirect_uri", .text(configuration.redirectURI.description)))
    }
    return try await tokenRequest(purpose, fields)
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

  /// Verifies the ID token of an answer, as the standard and as the app has it.
  ///
  /// - Parameter isFirst: whether these are the journey's first tokens and no refreshed ones.
  mutating func verify(
    _ tokens: TokenResponse, nonce: Secret?, subject: String? = nil, isAwaited: Bool, isFirst: Bool = true
  ) async throws(DriverError) -> (checks: [TokenCheck], claims: Value?) {
    let found = try await browser.verifyIDToken(
      of: tokens, issuer: configuration.issuer, clientID: configuration.clientID, nonce: nonce, subject: subject,
      isAwaited: isAwaited, now: await now(), cache: providers)
    let claims = found.claims.map { Value($0) }
    guard found.checks.last?.problem == nil else { return (found.checks, claims) }
    var rules = app.tokens
    if configuration.isSignedByRun { rules.algorithm = nil }
    let problems = rules.problems(
      with: tokens, claims: claims, clientID: configuration.clientID, issuer: configuration.issuer, isFirst: isFirst)
    guard app == .web else { return (found.checks + problems.prefix(1).map { TokenCheck("app", problem: appSentence($0)) }, claims) }
    for problem in problems { warn(appSentence(problem)) }
    return (found.checks, claims)
  }

  private func appSentence(_ problem: String) -> String { "app '\(app.name)' does not take these tokens: \(problem)" }

  /// What a scenario may match of an answer.
  func facts(of tokens: TokenResponse, claims: Value?) -> [Value.Member] {
    tokens.facts(
      claims: claims, accessTokenClaims: JSONWebToken(tokens.accessToken.concealed).map { Value($0.claims) },
      requestedScope: session.tokens?.requestedScope)
  }
}
