import Encodings
import JourneyModel

extension WorldState {
  /// `GET /userinfo`.
  func userinfo(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    guard let token = request.bearer, let grant = grants.accessTokens[token], grant.until > now,
      grants.isGood(family: grant.subject.family)
    else {
      var response = HTTPResponseMessage.json(["error": "invalid_token"], status: 401)
      response.headers.append("WWW-Authenticate", "Bearer error=\"invalid_token\"")
      return response
    }
    let sub = JSONValue.Member("sub", .string(accounts[grant.subject.account][.sub] ?? ""))
    return .json(.object([sub] + claims(of: grant.subject)))
  }

  /// `POST /oauth2/revoke` (RFC 7009): always 200 for a known client, also for a token that nobody knows.
  mutating func revoke(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    let parameters = request.formParameters
    guard let id = parameters["client_id"], let client = tenant.clientRules.firstIndex(where: { $0.id == id }) else {
      return .json(["error": "invalid_client"], status: 401)
    }
    guard let token = parameters["token"] else { return .json(["error": "invalid_request"], status: 400) }
    if let grant = grants.refreshTokens[token], grant.subject.client == client {
      grants.revoke(family: grant.subject.family)
    } else if let grant = grants.accessTokens[token], grant.subject.client == client {
      grants.accessTokens[token] = nil
    }
    return .empty(200)
  }

  /// `GET /oauth2/sessions/logout` (OpenID Connect RP-Initiated Logout): ends the sign-in that the hint names.
  mutating func logOut(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    let parameters = FlowParameters(request.url.queryItems)
    guard let hint = parameters["id_token_hint"].flatMap({ claims(ofOwn: $0) }), let sid = hint["sid"]?.stringValue else {
      return errorPage(OAuthError("invalid_request", "id_token_hint must be a token of this tenant"))
    }
    let audience = hint["aud"]?[0]?.stringValue
    let client = tenant.clientRules.first { $0.id == audience }
    let target = parameters["post_logout_redirect_uri"]
    if let target, !(client?.logoutURIs.contains(target) ?? false) {
      return errorPage(OAuthError("invalid_request", "post_logout_redirect_uri is not one of the client's"))
    }
    end(sid)
    guard let target else { return .text("signed out", status: 200) }
    return .redirect(Self.appending(parameters["state"].map { [QueryItem("state", $0)] } ?? [], orKeeping: target))
  }

  /// Ends the sign-in of all browsers that share it, and the refresh tokens that came of it.
  mutating func end(_ sid: String) {
    browsers.update { browser in
      if browser.signOn?.sid == sid { browser.signOn = nil }
    }
    for grant in grants.refreshTokens.values where grant.subject.sid == sid { grants.revoke(family: grant.subject.family) }
  }

  /// The claims of a token that this tenant signed, also of one whose time is over; `nil` for all others.
  func claims(ofOwn token: String) -> JSONValue? {
    let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String(Substring($0)) }
    guard parts.count == 3, let signature = Base64URL.decode(parts[2]), let payload = Base64URL.decode(parts[1]),
      tenant.key.isValid(signature, for: "\(parts[0]).\(parts[1])")
    else { return nil }
    do throws(JSONError) {
      return try JSONReader.read(payload)
    } catch {
      return nil
    }
  }

  private static func appending(_ items: [QueryItem], orKeeping address: String) -> String {
    items.isEmpty ? address : appending(items, to: address)
  }

  /// OpenID Connect Discovery section 3.
  var discovery: JSONValue {
    [
      "issuer": .string(issuerName),
      "authorization_endpoint": .string(issuer + FlowPath.authorize),
      "token_endpoint": .string(issuer + FlowPath.token),
      "userinfo_endpoint": .string(issuer + FlowPath.userinfo),
      "revocation_endpoint": .string(issuer + FlowPath.revoke),
      "end_session_endpoint": .string(issuer + FlowPath.logout),
      "jwks_uri": .string(issuer + FlowPath.keys),
      "response_types_supported": ["code"],
      "response_modes_supported": ["query"],
      "grant_types_supported": ["authorization_code", "refresh_token"],
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": [.string(tenant.key.algorithm.rawValue)],
      "token_endpoint_auth_methods_supported": ["none"],
      "code_challenge_methods_supported": ["S256"],
      "scopes_supported": .array(Set(tenant.clientRules.flatMap(\.scopes)).sorted().map { .string($0) }),
      "ui_locales_supported": .array(tenant.languages.map { .string($0) }),
    ]
  }
}
