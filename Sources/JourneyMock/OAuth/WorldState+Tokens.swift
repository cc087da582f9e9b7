package import Encodings
import JourneyModel

extension WorldState {
  /// What is issued for an authorization code that came back by redirect: it is good once, in its time, for its client, its redirect
  /// URI and its verifier (RFC 6749 section 4.1.3, RFC 7636 section 4.6).
  package mutating func exchangeCode(
    _ parameters: RequestParameters, client: Int, by server: IssuingServer = .any, tokenType: String
  ) -> HTTPResponseMessage {
    guard let name = parameters["code"], let verifier = parameters["code_verifier"] else {
      return OAuthError("invalid_request", "'code' and 'code_verifier' are required.").response()
    }
    guard let code = grants.code(name, of: client, by: server), code.until > now else {
      return OAuthError("invalid_grant", "The authorization code is invalid or has expired.").response()
    }
    guard !code.isUsed else {
      grants.revoke(family: code.subject.family)
      return OAuthError("invalid_grant", "The authorization code was used before.").response()
    }
    guard parameters["redirect_uri"] == code.redirectURI else {
      return OAuthError("invalid_grant", "The 'redirect_uri' does not match the authorization request.").response()
    }
    guard code.accepts(verifier: verifier) else { return OAuthError("invalid_grant", "PKCE verification failed.").response() }
    return exchange(code, named: name, tokenType: tokenType)
  }

  /// The tokens that a code is good for, once; its second use ends what came of the first (RFC 6749 section 4.1.2). A failed attempt
  /// leaves it as it is.
  ///
  /// - Parameter client: who hands it in.
  package mutating func exchange(
    _ code: IssuedCode, named name: String, tokenType: String = "bearer"
  ) -> HTTPResponseMessage {
    grants.use(code: name)
    return tokens(for: code.subject, tokenType: tokenType)
  }

  /// The tokens that a person allowed an app.
  package mutating func issue(_ subject: TokenSubject, tokenType: String) -> HTTPResponseMessage {
    tokens(for: subject, tokenType: tokenType)
  }

  /// A refresh token is good once; its second use ends the whole family.
  ///
  /// A refreshed ID token keeps the nonce of the first one, as OpenID Connect Core section 12.2 allows: one vendor's Flutter SDK reads
  /// no other, and the server whose addresses and claims the vendor's are (Ory Hydra) does so.
  package mutating func exchangeRefreshToken(
    _ parameters: RequestParameters, client: Int, by server: IssuingServer = .any, tokenType: String = "bearer", keepsNonce: Bool = true
  ) -> HTTPResponseMessage {
    let narrowed: String?
    do throws(OAuthError) { narrowed = try narrowedScope(of: parameters, client: client, by: server) } catch { return error.response() }
    let grant: RefreshGrant
    switch grants.useRefreshToken(parameters["refresh_token"], of: client, by: server, at: now, isKept: has(.refreshUnrotated)) {
    case .good(let good): grant = good
    case .unknown: return OAuthError("invalid_grant", "the refresh token is unknown").response()
    case .used: return OAuthError("invalid_grant", "the refresh token was used before").response()
    case .late: return OAuthError("invalid_grant", "the refresh token's time is over").response()
    }
    var subject = grant.subject
    if !keepsNonce { subject.nonce = nil }
    return tokens(for: subject, narrowedTo: narrowed, tokenType: tokenType)
  }

  /// The scope that a refresh asks for; `nil` for that of the grant.
  ///
  /// One beyond the grant is refused, and the refresh token stays good (RFC 6749 section 6).
  private func narrowedScope(
    of parameters: RequestParameters, client: Int, by server: IssuingServer
  ) throws(OAuthError) -> String? {
    let grant = parameters["refresh_token"].flatMap { grants.good($0, of: client, by: server, at: now) }
    if let key = grant?.subject.proofKey, key != proofKey {
      throw OAuthError("invalid_dpop_proof", "the refresh token is bound to another key")
    }
    let words = parameters.words("scope")
    guard !words.isEmpty, let grant else { return nil }
    for word in words where !grant.subject.has(scope: word) {
      throw OAuthError("invalid_scope", "the scope '\(word)' was not granted")
    }
    return words.joined(separator: " ")
  }

  /// A token response (RFC 6749 section 5.1).
  ///
  /// - Parameter scope: the part of the granted scope that the tokens are for; a new refresh token has the whole.
  mutating func tokens(for granted: TokenSubject, narrowedTo scope: String? = nil, tokenType: String) -> HTTPResponseMessage {
    var granted = granted
    if granted.proofKey == nil { granted.proofKey = proofKey }
    var subject = granted
    subject.scope = scope ?? granted.scope
    do {
      let access = try accessToken(for: subject)
      let life = subject.life ?? tenant.lives.access
      grants.add(accessToken: access, AccessGrant(subject: subject, until: now + life))
      var members: [JSONValue.Member] = [
        .init("access_token", .string(access)), .init("token_type", .string(subject.proofKey == nil ? tokenType : "DPoP")),
        .init("expires_in", .integer(life.components.seconds)), .init("scope", .string(subject.scope)),
      ]
      if subject.has(scope: "openid") { members.append(.init("id_token", .string(try idToken(for: subject, access: access)))) }
      if granted.has(scope: "offline_access") || tenant.clientRules[granted.client].alwaysRefreshes {
        let refresh = random.token()
        grants.add(refreshToken: refresh, RefreshGrant(subject: granted, until: now + tenant.lives.refresh))
        members.append(.init("refresh_token", .string(refresh)))
      }
      var response = HTTPResponseMessage.json(.object(members))
      if has(.tokensCached) { response.headers["Cache-Control"] = "private, max-age=60" }
      return response
    } catch {
      return .json(["error": "server_error", "error_description": "the token could not be signed"], status: 500)
    }
  }
}

extension TokenSubject {
  func has(scope name: String) -> Bool {
    scope.utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual(name.utf8) }
  }
}
