import Encodings
import JourneyModel

extension WorldState {
  /// The answer of an org of the Identity Engine: its authorization servers, and the engine behind them.
  mutating func engineRoute(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    var response = engineAnswer(request)
    response.headers.append("x-okta-request-id", "r\(events)")
    return response
  }

  private mutating func engineAnswer(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    if let refused = refusalOfTooMany(request) { return .rateLimited(refused, at: now.seconds) }
    let path = request.url.path
    if path.hasPrefix(EnginePath.engine) {
      guard request.method == "POST" else { return .engineError("E0000022", "The endpoint does not support the provided HTTP method", 405) }
      return path == EnginePath.introspect ? introspect(request) : remediate(request)
    }
    if path.hasPrefix(EnginePath.provider) { return comeFromProvider(request) }
    guard let asked = AuthorizationPath(path), let issuer = issuer(of: asked) else {
      return .engineError("E0000022", "The endpoint does not exist", 404)
    }
    switch (asked.endpoint, request.method) {
    case (.interact, "POST"): return interact(request, issuer: issuer)
    case (.token, "POST"): return exchangeInteraction(request)
    case (.revoke, "POST"): return revokeToken(request)
    case (.userinfo, "GET"), (.userinfo, "POST"): return userinfo(request)
    case (.logout, "GET"): return signOut(request)
    case (.keys, "GET"): return .json(["keys": [tenant.key.publicJWK]])
    case (.discovery, "GET"): return .json(engineDiscovery(issuer))
    case (.authorize, _): return .engineError("E0000022", "This org is walked with interaction codes", 404)
    case (.interact, _), (.token, _), (.revoke, _), (.userinfo, _), (.logout, _), (.keys, _), (.discovery, _):
      return .engineError("E0000022", "The endpoint does not support the provided HTTP method", 405)
    }
  }

  /// The org's own address: the issuer's without its authorization server.
  var orgAddress: String {
    guard let range = issuer.utf8.firstRange(of: "/oauth2/".utf8) else { return issuer }
    return String(issuer[..<range.lowerBound])
  }

  /// The issuer of an authorization server; `nil` for one that the org does not have.
  private func issuer(of path: AuthorizationPath) -> String? {
    guard let server = path.server else { return orgAddress }
    let address = "\(orgAddress)/oauth2/\(server)"
    return server == "default" || address == issuer ? address : nil
  }

  /// What an authorization server says of itself; the org's own has its endpoints below `/oauth2` too.
  private func engineDiscovery(_ issuer: String) -> JSONValue {
    let base = issuer == orgAddress ? issuer + "/oauth2" : issuer
    func endpoint(_ endpoint: AuthorizationEndpoint) -> JSONValue { .string("\(base)/v1/\(endpoint.rawValue)") }
    return [
      "issuer": .string(issuer), "authorization_endpoint": endpoint(.authorize), "token_endpoint": endpoint(.token),
      "userinfo_endpoint": endpoint(.userinfo), "jwks_uri": endpoint(.keys), "revocation_endpoint": endpoint(.revoke),
      "end_session_endpoint": endpoint(.logout), "response_types_supported": ["code"], "response_modes_supported": ["query"],
      "grant_types_supported": ["authorization_code", "refresh_token", "interaction_code"], "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": ["ES256"], "code_challenge_methods_supported": ["S256"],
      "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
      "scopes_supported": .array(Set(tenant.clientRules.flatMap(\.scopes)).sorted().map { .string($0) }),
    ]
  }
}

extension HTTPResponseMessage {
  /// An answer of the engine (sheet section 1.3).
  static func ion(_ body: JSONValue, status: Int) -> HTTPResponseMessage {
    HTTPResponseMessage(
      status: status, headers: ["Content-Type": EngineEncoder.mediaType, "Cache-Control": "no-cache, no-store"],
      body: JSONWriter.write(body))
  }

  /// One request too many: the platform says so, and in seconds since 1970 when it may be asked again (sheet section 2.8).
  static func rateLimited(_ refused: HTTPResponseMessage, at now: Int64) -> HTTPResponseMessage {
    var response = engineError("E0000047", "API call exceeded rate limit due to too many requests.", 429)
    for field in refused.headers {
      let isReset = field.name.lowercased().hasSuffix("reset")
      let name = field.name.lowercased().hasSuffix("limit") ? "X-Rate-Limit-Limit" : isReset ? "X-Rate-Limit-Reset" : nil
      guard let name else { continue }
      response.headers.append(name, isReset ? String(now + (Int64(field.value) ?? 0)) : field.value)
    }
    response.headers.append("X-Rate-Limit-Remaining", "0")
    return response
  }

  /// An error of the platform, which is no body of the engine.
  static func engineError(_ code: String, _ summary: String, _ status: Int) -> HTTPResponseMessage {
    .json(
      [
        "errorCode": .string(code), "errorSummary": .string(summary), "errorLink": .string(code), "errorId": "oae0",
        "errorCauses": [],
      ], status: status)
  }
}
