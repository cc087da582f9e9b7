import Encodings
import JourneyMock
import JourneyModel

extension FlowDialogue {
  /// The issuer as tokens and discovery name it: with a slash at the end.
  static func issuerName(in world: WorldState) -> String { world.issuer + "/" }

  static let wrongHint = "id_token_hint must be a token of this tenant, for the client that asks"

  /// `POST /oauth2/token`.
  func exchange(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    guard let type = request.headers["Content-Type"], type.lowercased().hasPrefix(FormURLEncoding.mediaType) else {
      return OAuthError("invalid_request", "the body must be a form").response()
    }
    let parameters = request.formParameters
    if let name = parameters.repeated { return OAuthError("invalid_request", "'\(name)' is repeated").response() }
    let client: Int
    if world.has(.codeForAnyClient), let owner = world.grants.client(ofCode: parameters["code"]) {
      client = owner
    } else {
      do throws(ClientRefusal) { client = try Self.client(of: request, parameters, in: world) } catch { return error.response }
    }
    switch parameters["grant_type"] {
    case "authorization_code": return exchangeCode(parameters, client: client, in: &world)
    case "refresh_token": return world.exchangeRefreshToken(parameters, client: client)
    case "client_credentials":
      return world.clientTokens(parameters, client: client, issuer: Self.issuerName(in: world), tokenType: "bearer")
    default:
      return OAuthError("unsupported_grant_type", "authorization_code, refresh_token and client_credentials are supported").response()
    }
  }

  private static func client(
    of request: HTTPRequestMessage, _ parameters: RequestParameters, in world: WorldState
  ) throws(ClientRefusal) -> Int {
    try world.authenticatedClient(of: request, parameters, unknown: "the client is unknown")
  }

  private func exchangeCode(_ parameters: RequestParameters, client: Int, in world: inout WorldState) -> HTTPResponseMessage {
    let isOptional = world.has(.verifierOptional)
    guard let name = parameters["code"], parameters["code_verifier"] != nil || isOptional else {
      return OAuthError("invalid_request", "code and code_verifier are required").response()
    }
    guard let code = world.grants.code(name, of: client) else {
      return OAuthError("invalid_grant", "the code is unknown").response()
    }
    guard !code.isUsed || world.has(.codeReusable) else {
      world.grants.revoke(family: code.subject.family)
      return OAuthError("invalid_grant", "the code was used before").response()
    }
    guard code.until > world.now else { return OAuthError("invalid_grant", "the code's time is over").response() }
    guard parameters["redirect_uri"] == code.redirectURI || world.has(.codeForAnyAddress) else {
      return OAuthError("invalid_grant", "the redirect URI is not the one of the request").response()
    }
    guard parameters["code_verifier"].map({ code.accepts(verifier: $0) || world.has(.verifierUnchecked) }) ?? isOptional else {
      return OAuthError("invalid_grant", "the verifier does not match the challenge").response()
    }
    return world.exchange(code, named: name)
  }

  /// `POST /oauth2/revoke` (RFC 7009): always 200 for a known client, also for an unknown token.
  func revoke(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = request.formParameters
    if let name = parameters.repeated { return OAuthError("invalid_request", "'\(name)' is repeated").response() }
    let client: Int
    do throws(ClientRefusal) { client = try Self.client(of: request, parameters, in: world) } catch { return error.response }
    guard let token = parameters["token"] else { return .json(["error": "invalid_request"], status: 400) }
    world.revoke(token: token, of: client)
    return .empty(200)
  }

  /// `GET /oauth2/sessions/logout` (OpenID Connect RP-Initiated Logout): ends the sign-in that the hint names.
  func logOut(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = RequestParameters(request.url.queryItems)
    if let name = parameters.repeated {
      return errorPage(OAuthError("invalid_request", "'\(name)' is repeated"), to: request, in: world)
    }
    guard let hint = world.claims(ofHintIn: parameters, by: Self.issuerName(in: world)), let sid = hint["sid"]?.stringValue else {
      return errorPage(OAuthError("invalid_request", Self.wrongHint), to: request, in: world)
    }
    let audience = hint["aud"]?[0]?.stringValue
    let client = world.tenant.clientRules.first { $0.id == audience }
    let target = parameters["post_logout_redirect_uri"]
    if let target, !(client?.logoutURIs.contains(target) ?? false) {
      return errorPage(OAuthError("invalid_request", "post_logout_redirect_uri is not one of the client's"), to: request, in: world)
    }
    let frames = request.isOfBrowser ? world.frontChannels(of: sid) : []
    world.end(sid)
    var response: HTTPResponseMessage
    let end = target.map { target in parameters["state"].map { target.appending(query: [QueryItem("state", $0)]) } ?? target }
    if !frames.isEmpty {
      response = .framing(frames, goingOnTo: end)
    } else if let end {
      response = .redirect(end)
    } else {
      response = request.isOfBrowser ? world.page(saying: .signedOut) ?? .text("signed out", status: 200) : .text("signed out", status: 200)
    }
    // What is remembered of a device is remembered by its browser's cookie, which therefore goes on with another name.
    if let cookie = world.cookie(FlowPath.cookie, of: request) { setCookie(world.renew(browser: cookie), on: &response, in: world) }
    return response
  }

  /// OpenID Connect Discovery section 3.
  func discovery(in world: WorldState) -> JSONValue {
    let issuer = world.issuer
    let promise: JSONValue.Member? = world.has(.issMissing) ? .init("authorization_response_iss_parameter_supported", true) : nil
    return .object((members(of: issuer, in: world).objectValue ?? []) + webMembers(in: world) + (promise.map { [$0] } ?? []))
  }

  private func members(of issuer: String, in world: WorldState) -> JSONValue {
    [
      "issuer": .string(Self.issuerName(in: world)),
      "authorization_endpoint": .string(issuer + FlowPath.authorize),
      "token_endpoint": .string(issuer + FlowPath.token),
      "userinfo_endpoint": .string(issuer + FlowPath.userinfo),
      "revocation_endpoint": .string(issuer + FlowPath.revoke),
      "end_session_endpoint": .string(issuer + FlowPath.logout),
      "jwks_uri": .string(issuer + FlowPath.keys),
      "response_types_supported": ["code"],
      "response_modes_supported": ["query", "fragment"],
      "grant_types_supported": ["authorization_code", "client_credentials", "refresh_token"],
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": algorithms(in: world),
      "token_endpoint_auth_methods_supported": ["none", "client_secret_basic", "client_secret_post"],
      "code_challenge_methods_supported": ["S256"],
      "scopes_supported": world.scopesSupported,
      "ui_locales_supported": .array(world.tenant.languages.map { .string($0) }),
    ]
  }

  private func algorithms(in world: WorldState) -> JSONValue { [.string(world.tenant.key.algorithm.rawValue)] }

  /// The further members of the web SDK's type `MetadataOptions`, in the order of the vendor's document. A feature that the mock does
  /// not have is `false` here.
  private func webMembers(in world: WorldState) -> [JSONValue.Member] {
    [
      .init("claims_supported", ["sub"]), .init("userinfo_signing_alg_values_supported", ["none"]),
      .init("id_token_signed_response_alg", algorithms(in: world)), .init("userinfo_signed_response_alg", ["none"]),
      .init("request_parameter_supported", false), .init("request_uri_parameter_supported", false),
      .init("require_request_uri_registration", true), .init("claims_parameter_supported", false),
      .init("backchannel_logout_supported", true), .init("backchannel_logout_session_supported", true),
      .init("frontchannel_logout_supported", true), .init("frontchannel_logout_session_supported", true),
      .init("request_object_signing_alg_values_supported", ["none"]),
    ]
  }
}
