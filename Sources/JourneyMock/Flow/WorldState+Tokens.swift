import Encodings
import JourneyModel

extension WorldState {
  /// `POST /oauth2/token`.
  mutating func exchange(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    guard let type = request.headers["Content-Type"], type.lowercased().hasPrefix(FormURLEncoding.mediaType) else {
      return Self.tokenError(OAuthError("invalid_request", "the body must be a form"))
    }
    let parameters = request.formParameters
    if let name = parameters.repeated { return Self.tokenError(OAuthError("invalid_request", "'\(name)' is repeated")) }
    guard let id = parameters["client_id"], let client = tenant.clientRules.firstIndex(where: { $0.id == id }) else {
      return Self.tokenError(OAuthError("invalid_client", "the client is unknown"), status: 401)
    }
    switch parameters["grant_type"] {
    case "authorization_code": return exchangeCode(parameters, client: client)
    case "refresh_token": return exchangeRefreshToken(parameters, client: client)
    default: return Self.tokenError(OAuthError("unsupported_grant_type", "authorization_code and refresh_token are supported"))
    }
  }

  /// A code is good once; its second use ends what came of the first (RFC 6749 section 4.1.2). A failed attempt leaves
  /// it as it is.
  private mutating func exchangeCode(_ parameters: FlowParameters, client: Int) -> HTTPResponseMessage {
    guard let code = parameters["code"], let verifier = parameters["code_verifier"] else {
      return Self.tokenError(OAuthError("invalid_request", "code and code_verifier are required"))
    }
    guard var grant = grants.codes[code], grant.subject.client == client else {
      return Self.tokenError(OAuthError("invalid_grant", "the code is unknown"))
    }
    guard !grant.isUsed else {
      grants.revoke(family: grant.subject.family)
      return Self.tokenError(OAuthError("invalid_grant", "the code was used before"))
    }
    guard grant.until > now else { return Self.tokenError(OAuthError("invalid_grant", "the code's time is over")) }
    guard parameters["redirect_uri"] == grant.redirectURI else {
      return Self.tokenError(OAuthError("invalid_grant", "the redirect URI is not the one of the request"))
    }
    guard Self.isVerifier(verifier), Base64URL.encode(Digests.sha256(verifier)) == grant.challenge else {
      return Self.tokenError(OAuthError("invalid_grant", "the verifier does not fit the challenge"))
    }
    grant.isUsed = true
    grants.codes[code] = grant
    return tokens(for: grant.subject)
  }

  /// A refresh token is good once; its second use ends the whole family.
  ///
  /// A refreshed ID token keeps the nonce of the first one, as OpenID Connect Core section 12.2 allows: the vendor's Flutter SDK reads
  /// no other, and the server whose addresses and claims the vendor's are (Ory Hydra) does so.
  mutating func exchangeRefreshToken(
    _ parameters: FlowParameters, client: Int, tokenType: String = "bearer", keepsNonce: Bool = true
  ) -> HTTPResponseMessage {
    guard let token = parameters["refresh_token"], var grant = grants.refreshTokens[token], grant.subject.client == client,
      grants.isGood(family: grant.subject.family)
    else { return Self.tokenError(OAuthError("invalid_grant", "the refresh token is unknown")) }
    guard !grant.isUsed else {
      grants.revoke(family: grant.subject.family)
      return Self.tokenError(OAuthError("invalid_grant", "the refresh token was used before"))
    }
    guard grant.until > now else { return Self.tokenError(OAuthError("invalid_grant", "the refresh token's time is over")) }
    grant.isUsed = true
    grants.refreshTokens[token] = grant
    var subject = grant.subject
    if !keepsNonce { subject.nonce = nil }
    return tokens(for: subject, tokenType: tokenType)
  }

  mutating func tokens(for subject: TokenSubject, tokenType: String = "bearer") -> HTTPResponseMessage {
    do {
      let access = try accessToken(for: subject)
      grants.accessTokens[access] = AccessGrant(subject: subject, until: now + tenant.lives.access)
      var members: [JSONValue.Member] = [
        .init("access_token", .string(access)), .init("token_type", .string(tokenType)),
        .init("expires_in", .integer(tenant.lives.access.components.seconds)), .init("scope", .string(subject.scope)),
      ]
      if subject.has(scope: "openid") { members.append(.init("id_token", .string(try idToken(for: subject, access: access)))) }
      if subject.has(scope: "offline_access") || tenant.clientRules[subject.client].alwaysRefreshes {
        let refresh = random.token()
        grants.refreshTokens[refresh] = RefreshGrant(subject: subject, until: now + tenant.lives.refresh)
        members.append(.init("refresh_token", .string(refresh)))
      }
      return .json(.object(members))
    } catch {
      return .json(["error": "server_error", "error_description": "the token could not be signed"], status: 500)
    }
  }

  /// RFC 7636 section 4.1.
  static func isVerifier(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
      }
  }

  private static func tokenError(_ error: OAuthError, status: Int = 400) -> HTTPResponseMessage {
    .json(["error": .string(error.code), "error_description": .string(error.description)], status: status)
  }
}

extension TokenSubject {
  func has(scope name: String) -> Bool {
    scope.utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual(name.utf8) }
  }
}
