package import Encodings
import JourneyModel

extension WorldState {
  /// `GET` of the userinfo endpoint (OpenID Connect Core section 5.3).
  package mutating func userinfo(_ request: HTTPRequestMessage, of server: IssuingServer = .any) -> HTTPResponseMessage {
    guard let token = request.bearer ?? request.token(of: "dpop"), let grant = grants.accessToken(token, at: now),
      server.issued(grant.subject.issuer), mayUse(grant, token: token, request)
    else {
      let error = OAuthError("invalid_token", "The access token is invalid or has expired.")
      var response = error.response(status: 401)
      let scheme = request.token(of: "dpop") == nil ? "Bearer" : "DPoP"
      response.headers.append("WWW-Authenticate", "\(scheme) error=\"\(error.code)\", error_description=\"\(error.description)\"")
      return response
    }
    return .json(.object(tokens.userinfo(of: grant.subject, in: self)))
  }

  /// Ends the sign-in of all browsers that share it, and the refresh tokens issued for it.
  package mutating func end(_ sid: String) {
    guard !has(.logoutIgnored) else { return }
    noteLogout(sid)
    browsers.end(signOn: sid)
    grants.revoke(signOn: sid)
  }

  /// Ends a client's token (RFC 7009), as `Grants` says; an unknown one is ignored.
  package mutating func revoke(token: String, of client: Int, by server: IssuingServer = .any) {
    guard !has(.revokeIgnored) else { return }
    grants.revoke(token: token, of: client, by: server)
  }

  /// A link of a message is used up.
  package mutating func spend(link challenge: String) {
    guard !has(.linkReusable) else { return }
    links.spend(challenge)
  }

  /// The claims of a token that this tenant signed, also of one whose time is over; `nil` for all others.
  package func claims(ofOwn token: String) -> JSONValue? {
    let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String(Substring($0)) }
    guard parts.count == 3, let signature = Base64URL.decode(parts[2]), let payload = Base64URL.decode(parts[1]),
      keys.isValid(signature, for: "\(parts[0]).\(parts[1])")
    else { return nil }
    do throws(JSONError) {
      return try JSONReader.read(payload)
    } catch {
      return nil
    }
  }

  /// The claims of an `id_token_hint` that this server issued to the client that asks; `nil` for all others.
  ///
  /// - Parameter issuer: as its ID tokens name it; several servers of a tenant sign with the same keys.
  package func claims(ofHintIn parameters: RequestParameters, by issuer: String) -> JSONValue? {
    guard let claims = parameters["id_token_hint"].flatMap(claims(ofOwn:)), claims["iss"]?.stringValue == issuer else { return nil }
    guard let client = parameters["client_id"] else { return claims }
    let audience = claims["aud"]?.arrayValue?.compactMap(\.stringValue) ?? [claims["aud"]?.stringValue].compactMap(\.self)
    return audience.contains(client) ? claims : nil
  }

  /// What a client learns of a token (RFC 7662 section 2.2): of one that is not valid any more, only that.
  package func introspection(of token: String, client: Int, by server: IssuingServer = .any) -> JSONValue {
    let known: (scope: String, until: Instant)?
    if let own = grants.clientToken(token, of: client, by: server, at: now) {
      known = (own.scope, own.expires)
    } else {
      known = grants.good(token, of: client, by: server, at: now).map { ($0.subject.scope, $0.until) }
    }
    guard let known else { return introspection(ofIDToken: token, client: client, by: server) ?? ["active": false] }
    var members: [JSONValue.Member] = [
      .init("active", true), .init("client_id", .string(tenant.clientRules[client].id)), .init("scope", .string(known.scope)),
      .init("exp", .integer(known.until.seconds)), .init("token_type", "Bearer"),
    ]
    if case .object(let claims)? = claims(ofOwn: token) {
      members += claims.filter { claim in !members.contains { $0.name == claim.name } }
    }
    return .object(members)
  }

  /// What a client learns of an ID token of its own that is good now; `nil` for any other token.
  private func introspection(ofIDToken token: String, client: Int, by server: IssuingServer) -> JSONValue? {
    guard case .object(let claims)? = claims(ofOwn: token) else { return nil }
    let body = JSONValue.object(claims)
    let audience = body["aud"]?[0]?.stringValue ?? body["aud"]?.stringValue
    // Every ID token that comes with an access token has its hash, and no access token has one.
    guard body["at_hash"] != nil, audience == tenant.clientRules[client].id, server.issued(body["iss"]?.stringValue ?? ""),
      let end = body["exp"]?.intValue, Int64(end) > now.seconds
    else { return nil }
    return .object([.init("active", true)] + claims)
  }

  /// Every scope that some client may ask for, as discovery lists them.
  package var scopesSupported: JSONValue {
    .array(Set(tenant.clientRules.flatMap(\.scopes)).sorted().map { .string($0) })
  }
}
