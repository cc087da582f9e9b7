import Encodings
import JourneyMock
import JourneyModel

extension GatewayDialogue {
  /// `POST {server}/v1/token`: of a public client the verifier alone shows whose a code is.
  func exchange(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    guard let type = request.headers["Content-Type"], type.lowercased().hasPrefix(FormURLEncoding.mediaType) else {
      return OAuthError("invalid_request", "The body must be a form.").response()
    }
    let parameters = request.formParameters
    if let name = parameters.repeated { return OAuthError("invalid_request", "'\(name)' is repeated.").response() }
    let client: Int
    do throws(ClientRefusal) { client = try Self.client(of: request, parameters, in: world) } catch { return error.response }
    switch parameters["grant_type"] {
    case "authorization_code": return world.exchangeCode(parameters, client: client, tokenType: "Bearer")
    case "refresh_token": return world.exchangeRefreshToken(parameters, client: client, tokenType: "Bearer", keepsNonce: false)
    default: return OAuthError("unsupported_grant_type", "The authorization grant type is not supported.").response()
    }
  }

  private static func client(
    of request: HTTPRequestMessage, _ parameters: RequestParameters, in world: WorldState
  ) throws(ClientRefusal) -> Int {
    try world.authenticatedClient(of: request, parameters, unknown: "Invalid value for 'client_id' parameter.")
  }

  /// `POST {server}/v1/revoke` (RFC 7009): 200 with nothing, also for an unknown token.
  func revoke(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = request.formParameters
    let client: Int
    do throws(ClientRefusal) { client = try Self.client(of: request, parameters, in: world) } catch { return error.response }
    guard let token = parameters["token"] else {
      return OAuthError("invalid_request", "The 'token' parameter is required.").response()
    }
    world.grants.revoke(token: token, of: client)
    return .empty(200)
  }

  /// `GET {server}/v1/logout` (OpenID Connect RP-Initiated Logout): ends the sign-in; the app's tokens are the app's own business.
  func logOut(_ request: HTTPRequestMessage, at server: String, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = RequestParameters(request.url.queryItems)
    guard let hint = world.claims(ofHintIn: parameters, by: world.issuerName(ofServer: server)), let sid = hint["sid"]?.stringValue else {
      return notice(.badLogout, in: world)
    }
    let audience = hint["aud"]?[0]?.stringValue ?? hint["aud"]?.stringValue
    let client = world.tenant.clientRules.first { $0.id == audience }
    let target = parameters["post_logout_redirect_uri"]
    if let target, !(client?.logoutURIs.contains(target) ?? false) { return notice(.badLogout, in: world) }
    world.browsers.end(signOn: sid)
    guard let target else { return notice(.signedOut, in: world) }
    let address = parameters["state"].map { target.appending(query: [QueryItem("state", $0)]) } ?? target
    return HTTPResponseMessage.empty(302).leading(to: address).setting(GatewayCookie.signOn.header(nil, in: world))
  }

  /// `GET /signout` and `/signout/all`: ends the sign-in of this browser, or that of every device and all tokens.
  func signOut(_ request: HTTPRequestMessage, everywhere: Bool, in world: inout WorldState) -> HTTPResponseMessage {
    if let signOn = signOn(of: request, in: world) {
      world.browsers.end(signOn: signOn.sid)
      if everywhere {
        world.browsers.end(account: signOn.account)
        world.grants.revoke(account: signOn.account)
      }
    }
    let kept = KeptQuery(request.url.queryItems)
    var response = HTTPResponseMessage.empty(303).leading(to: returnAddress(kept["returnUrl"], in: world))
    for cookie in GatewayCookie.allCases where cookie != .signedOut && cookie != .forgery {
      response = response.setting(cookie.header(nil, in: world))
    }
    return response.setting(GatewayCookie.signedOut.header(String(world.now.seconds), life: 90 * 86_400, in: world))
  }

  /// OpenID Connect Discovery section 3.
  func discovery(of server: String, in world: WorldState) -> JSONValue {
    let issuer = world.issuerName(ofServer: server)
    let base = "\(world.siteAddress)\(server)/v1"
    return [
      "issuer": .string(issuer),
      "authorization_endpoint": .string("\(base)/authorize"),
      "token_endpoint": .string("\(base)/token"),
      "userinfo_endpoint": .string("\(base)/userinfo"),
      "revocation_endpoint": .string("\(base)/revoke"),
      "end_session_endpoint": .string("\(base)/logout"),
      "jwks_uri": .string("\(base)/keys"),
      "response_types_supported": ["code"],
      "response_modes_supported": ["query"],
      "grant_types_supported": ["authorization_code", "refresh_token"],
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": [.string(world.tenant.key.algorithm.rawValue)],
      "token_endpoint_auth_methods_supported": world.authenticationMethods,
      "code_challenge_methods_supported": ["S256"],
      "prompt_values_supported": ["none", "login", "consent"],
      "scopes_supported": world.scopesSupported,
      "request_parameter_supported": false, "request_uri_parameter_supported": false,
    ]
  }

  /// A request that no app waits for: its verifier is public, 43 times the letter `a`.
  func beginning(for client: Int, in world: WorldState) -> String? {
    let rule = world.tenant.clientRules[client]
    guard let redirectURI = rule.redirectURIs.first else { return nil }
    let challenge = Base64URL.encode(Digests.sha256(String(repeating: "a", count: 43)))
    return "\(world.siteAddress)\(world.authorizationServer)/v1/authorize".appending(query: [
      QueryItem("client_id", rule.id), QueryItem("redirect_uri", redirectURI), QueryItem("response_type", "code"),
      QueryItem("scope", rule.scopes.joined(separator: " ")), QueryItem("state", "browser"), QueryItem("nonce", "browser"),
      QueryItem("code_challenge", challenge), QueryItem("code_challenge_method", "S256"),
    ])
  }
}
