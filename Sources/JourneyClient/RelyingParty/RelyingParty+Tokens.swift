import Encodings
package import JourneyModel

extension RelyingParty {
  /// What became of a code.
  package enum Redemption: Sendable {
    case refused(OAuthErrorResponse)
    /// The facts and checks of the tokens, behind those that the caller began with.
    case finished(Finish)
  }

  /// Exchanges a journey's code and verifies the tokens, which are the session's from then on.
  ///
  /// - Parameters:
  ///   - request: what the code was requested with.
  ///   - begun: what was found on the way to the code: its checks come before those of the tokens, its facts behind theirs.
  package mutating func redeem(
    _ grant: CodeGrant, for request: AuthorizationRequest, begun: Finish
  ) async throws(DriverError) -> Redemption {
    switch try await exchange(grant, purpose: "token") {
    case .refused(let error): return .refused(error)
    case .unreadable(let what): throw failure(.protocol, "the token request was answered with \(what)")
    case .tokens(let response):
      var tokens = TokenSet(response, requestedScope: request["scope"])
      session.tokens = tokens
      let nonce = request["nonce"] == nil ? nil : request.nonce
      let asked = if let askedAt = session.askedAt { askedAt } else { await now() }
      let loginAge = request.maxAge.map { LoginAge(seconds: $0, asked: asked, isShown: !session.isAnsweredAtOnce) }
      let verified = try await verify(
        response, nonce: nonce, code: grant.code, subject: nil, loginAge: loginAge, isAwaited: request.asksForIDToken, isFirst: true)
      tokens.subject = verified.claims?["sub"]?.text
      tokens.claims = verified.claims
      session.tokens = tokens
      let facts = tokens.facts(of: response, claims: verified.claims, doubt: await doubt(aboutAccessTokenOf: response))
      return .finished(Finish(facts: facts + begun.facts, checks: begun.checks + verified.checks))
    }
  }

  /// Exchanges a code for tokens.
  mutating func exchange(_ grant: CodeGrant, purpose: String) async throws(DriverError) -> TokenAnswer {
    var fields = grant.fields
    if profile.sendsNonceWithCode {
      fields.append(Value.Member("nonce", .secret(learn(AuthorizationRequest.randomText(using: &generator), name: "nonce"))))
    }
    let url = if let endpoint = grant.endpoint { endpoint } else { try await endpoint(.token) }
    return try await tokenRequest(purpose, at: url, fields)
  }

  /// Exchanges a refresh token for tokens.
  mutating func exchange(refreshToken: Secret, purpose: String) async throws(DriverError) -> TokenAnswer {
    var fields = [
      Value.Member("grant_type", "refresh_token"), Value.Member("client_id", .text(client.id)),
      Value.Member("refresh_token", .secret(refreshToken)),
    ]
    if profile.refreshRepeatsRedirectURI { fields.append(Value.Member("redirect_uri", .text(client.redirectURI.description))) }
    if profile.refreshRepeatsScope, let scope = session.tokens?.requestedScope { fields.append(Value.Member("scope", .text(scope))) }
    return try await tokenRequest(purpose, at: try await endpoint(.token), fields)
  }

  private mutating func tokenRequest(_ purpose: String, at url: WebURL, _ fields: [Value.Member]) async throws(DriverError) -> TokenAnswer {
    var call = call(
      purpose, "POST", url, accept: "application/json", body: .form(fields), concealing: TokenResponse.concealedMembers)
    call.isFromApp = true
    try await authenticate(&call)
    let answer = TokenAnswer(try await load(call))
    if case .tokens(let tokens) = answer {
      for secret in tokens.secrets { _ = learn(secret.unsafeText, name: secret.name) }
    }
    return answer
  }

  /// Why the issuer does not vouch for the claims of the access token; `nil` if it does, and for a token without claims.
  mutating func doubt(aboutAccessTokenOf response: TokenResponse) async -> String? {
    do throws(DriverError) {
      return try await accessTokenDoubt(response)
    } catch {
      // Only a scenario that looks at the claims needs the keys.
      adoptRecord(of: error)
      return error.message
    }
  }

  /// Verifies the ID token of a response, as the standard and as the app has it.
  mutating func verify(
    _ tokens: TokenResponse, nonce: Secret?, code: Secret? = nil, subject: String?, loginAge: LoginAge? = nil, isAwaited: Bool,
    isFirst: Bool
  ) async throws(DriverError) -> (checks: [TokenCheck], claims: Value?) {
    let found = try await verifyIDToken(
      of: tokens, nonce: nonce, isNonceRequired: isFirst, code: code, subject: subject, loginAge: loginAge, isAwaited: isAwaited)
    let claims = found.claims.map(Value.init(answered:))
    if tokens.tokenType == nil, tokens.formCheck?.name != "token_type" {
      warn("the token response has no 'token_type', which RFC 6749 section 5.1 requires")
    }
    guard found.checks.last?.problem == nil else { return (found.checks, claims) }
    if let check = tokens.formCheck ?? tokens.typeCheck ?? tokens.lifetimeCheck { return (found.checks + [check], claims) }
    let judgement = profile.judgement(IssuedTokens(response: tokens, claims: claims, isFirst: isFirst))
    judgement.warnings.forEach { warn($0) }
    return (found.checks + judgement.checks, claims)
  }
}
