import Encodings
import JourneyMock
import JourneyModel

extension IDXDialogue {
  /// The response of an org: its authorization servers, and the remediations behind them.
  mutating func route(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    if let limit = world.exceededLimit(by: request) { return .rateLimited(limit, at: world.now.seconds) }
    let path = request.url.path
    if path.hasPrefix(IDXPath.remediations) {
      guard request.method == "POST" else {
        return .platformError("E0000022", "The endpoint does not support the provided HTTP method", 405)
      }
      return path == IDXPath.introspect ? introspect(request, in: &world) : remediate(request, in: &world)
    }
    if path.hasPrefix(IDXPath.provider) { return comeFromProvider(request, in: &world) }
    if path == IDXPath.browserEnd { return endInBrowser(request, in: &world) }
    if path.hasPrefix(IDXPath.page) { return goOnInBrowser(request, in: &world) }
    if path == IDXPath.activate, request.method == "GET" { return activate(request, in: &world) }
    if path == IDXPath.setUp { return setUpDevice(request, in: &world) }
    if path == IDXPath.ownSession || path == IDXPath.refreshedSession { return ownSession(request, in: &world) }
    guard let asked = AuthorizationPath(path), let issuer = Self.issuer(of: asked, in: world) else {
      return .platformError("E0000022", "The endpoint does not exist", 404)
    }
    switch (asked.endpoint, request.method) {
    case (.interact, "POST"): return interact(request, issuer: issuer, in: &world)
    case (.token, "POST"): return exchange(request, issuer: issuer, in: &world)
    case (.par, "POST"): return push(request, issuer: issuer, in: &world)
    case (.device, "POST"): return beginDevice(request, issuer: issuer, in: &world)
    case (.revoke, "POST"): return revoke(request, issuer: issuer, in: &world)
    case (.introspect, "POST"): return introspectToken(request, issuer: issuer, in: &world)
    case (.userinfo, "GET"), (.userinfo, "POST"): return world.userinfo(request, of: .named(issuer))
    case (.logout, "GET"): return signOut(request, issuer: issuer, in: &world)
    case (.keys, "GET"): return .json(world.keys.document)
    case (.discovery, "GET"): return .json(discovery(issuer, in: world))
    case (.authorize, "GET"): return authorize(request, issuer: issuer, in: &world)
    case (.authorize, _), (.interact, _), (.token, _), (.par, _), (.device, _), (.revoke, _), (.introspect, _), (.userinfo, _),
      (.logout, _), (.keys, _),
      (.discovery, _):
      return .platformError("E0000022", "The endpoint does not support the provided HTTP method", 405)
    }
  }

  /// The issuer of an authorization server; `nil` for one that the org does not have.
  private static func issuer(of path: AuthorizationPath, in world: WorldState) -> String? {
    let org = world.orgAddress
    guard let server = path.server else { return org }
    let address = "\(org)/oauth2/\(server)"
    return server == "default" || address == world.issuer ? address : nil
  }

  /// What an authorization server says of itself; the org's own has its endpoints below `/oauth2` too.
  private func discovery(_ issuer: String, in world: WorldState) -> JSONValue {
    let base = issuer == world.orgAddress ? issuer + "/oauth2" : issuer
    func endpoint(_ endpoint: AuthorizationEndpoint) -> JSONValue { .string("\(base)/v1/\(endpoint.rawValue)") }
    return [
      "issuer": .string(issuer), "authorization_endpoint": endpoint(.authorize), "token_endpoint": endpoint(.token),
      "userinfo_endpoint": endpoint(.userinfo), "jwks_uri": endpoint(.keys), "revocation_endpoint": endpoint(.revoke),
      "introspection_endpoint": endpoint(.introspect),
      "end_session_endpoint": endpoint(.logout), "response_types_supported": ["code"],
      "response_modes_supported": .array(Self.responseModes.map { .string($0.name) }),
      "grant_types_supported": [
        "authorization_code", "refresh_token", "interaction_code", "client_credentials", .string(DeviceRequest.grantType),
      ],
      "pushed_authorization_request_endpoint": endpoint(.par), "device_authorization_endpoint": endpoint(.device),
      "dpop_signing_alg_values_supported": world.proofAlgorithms,
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": [.string(world.tenant.key.algorithm.rawValue)], "code_challenge_methods_supported": ["S256"],
      "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
      "introspection_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
      "revocation_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
      "scopes_supported": world.scopesSupported, "acr_values_supported": AuthenticationContext.names,
      "claims_supported": .array(Self.claims.map { .string($0) }),
      "frontchannel_logout_supported": true, "frontchannel_logout_session_supported": true,
      "request_parameter_supported": false, "request_uri_parameter_supported": false,
    ]
  }

  /// What tokens of the org may say.
  private static let claims = [
    "iss", "ver", "sub", "aud", "iat", "exp", "jti", "auth_time", "acr", "amr", "idp", "nonce", "name", "preferred_username", "given_name",
    "family_name", "email", "email_verified", "phone_number", "phone_number_verified", "at_hash", "sid",
  ]
}

extension HTTPResponseMessage {
  /// A response of the org in ION.
  static func ion(_ body: JSONValue, status: Int) -> HTTPResponseMessage {
    HTTPResponseMessage(
      status: status, headers: ["Content-Type": IDXEncoder.mediaType, "Cache-Control": "no-cache, no-store"],
      body: JSONWriter.write(body))
  }

  /// One request too many: `X-Rate-Limit-Reset` has the time of the next permitted one, in seconds since 1970.
  static func rateLimited(_ limit: ExceededLimit, at now: Int64) -> HTTPResponseMessage {
    var response = platformError("E0000047", "API call exceeded rate limit due to too many requests.", 429)
    response.limitRate(limit.requests, until: now + limit.seconds)
    return response
  }

  /// Says when the next request is permitted, in seconds since 1970; the vendor's SDKs wait until then.
  mutating func limitRate(_ requests: Int = 1, until reset: Int64) {
    headers.append("X-Rate-Limit-Limit", String(requests))
    headers.append("X-Rate-Limit-Reset", String(reset))
    headers.append("X-Rate-Limit-Remaining", "0")
  }

  /// An error of the platform, which is not a body in ION.
  static func platformError(_ code: String, _ summary: String, _ status: Int) -> HTTPResponseMessage {
    .json(
      [
        "errorCode": .string(code), "errorSummary": .string(summary), "errorLink": .string(code), "errorId": "oae0",
        "errorCauses": [],
      ], status: status)
  }
}
