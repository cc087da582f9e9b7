import Encodings
import JourneyMock
import JourneyModel

extension IDXDialogue {
  /// `POST {server}/v1/token`: an interaction code is good once, in its time, for the verifier of its journey, at the
  /// server that its journey began at.
  mutating func exchange(_ request: HTTPRequestMessage, issuer: String, in world: inout WorldState) -> HTTPResponseMessage {
    guard let type = request.headers["Content-Type"], type.lowercased().hasPrefix(FormURLEncoding.mediaType) else {
      return OAuthError("invalid_request", "The body must be a form.").response()
    }
    let parameters = request.formParameters
    if let name = parameters.repeated { return OAuthError("invalid_request", "'\(name)' is repeated").response() }
    let client: Int
    do throws(ClientRefusal) { client = try Self.client(of: request, parameters, in: world) } catch { return error.response }
    if let refusal = world.takeProof(of: request) { return refusal }
    let server = IssuingServer.named(issuer)
    switch parameters["grant_type"] {
    case DeviceRequest.grantType: return exchangeDeviceCode(parameters, client: client, by: server, in: &world)
    case "client_credentials": return clientTokens(parameters, client: client, issuer: issuer, in: &world)
    case Self.interactionCode: return exchangeCode(parameters, client: client, by: server, in: &world)
    case "authorization_code": return world.exchangeCode(parameters, client: client, by: server, tokenType: "Bearer")
    case "refresh_token":
      return world.exchangeRefreshToken(parameters, client: client, by: server, tokenType: "Bearer", keepsNonce: false)
    default: return OAuthError("unsupported_grant_type", "The authorization grant type is not supported.").response()
    }
  }

  /// A client's own tokens. Those of a person's scopes are for people alone (the vendor's page "Client Credentials").
  private func clientTokens(
    _ parameters: RequestParameters, client: Int, issuer: String, in world: inout WorldState
  ) -> HTTPResponseMessage {
    let words = parameters.words("scope")
    let ofPeople: Set = ["openid", "profile", "email", "phone", "address", "offline_access"]
    if words.contains(where: ofPeople.contains) {
      return OAuthError("invalid_scope", "Scopes of OpenID Connect are not for the client credentials grant.").response()
    }
    if words.isEmpty { return OAuthError("invalid_scope", "The 'scope' parameter is required.").response() }
    return world.clientTokens(parameters, client: client, issuer: issuer, tokenType: "Bearer")
  }

  private func exchangeCode(
    _ parameters: RequestParameters, client: Int, by server: IssuingServer, in world: inout WorldState
  ) -> HTTPResponseMessage {
    guard let name = parameters["interaction_code"], let verifier = parameters["code_verifier"] else {
      return OAuthError("invalid_request", "'interaction_code' and 'code_verifier' are required.").response()
    }
    guard let code = world.grants.code(name, of: client, by: server, for: Self.interactionCode), code.until > world.now else {
      return OAuthError("invalid_grant", "The interaction code is invalid or has expired.").response()
    }
    guard !code.isUsed else {
      world.grants.revoke(family: code.subject.family)
      return OAuthError("invalid_grant", "The interaction code was used before.").response()
    }
    guard code.accepts(verifier: verifier) else { return OAuthError("invalid_grant", "PKCE verification failed.").response() }
    return world.exchange(code, named: name, tokenType: "Bearer")
  }

  /// The grant type of codes that remediations end with.
  static let interactionCode = "interaction_code"

  static func client(
    of request: HTTPRequestMessage, _ parameters: RequestParameters, in world: WorldState
  ) throws(ClientRefusal) -> Int {
    try world.authenticatedClient(of: request, parameters, unknown: "Invalid value for 'client_id' parameter.")
  }

  /// `POST {server}/v1/revoke` (RFC 7009): 200 with nothing, also for an unknown token and one of another server.
  func revoke(_ request: HTTPRequestMessage, issuer: String, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = request.formParameters
    let client: Int
    do throws(ClientRefusal) { client = try Self.client(of: request, parameters, in: world) } catch { return error.response }
    guard let token = parameters["token"] else {
      return OAuthError("invalid_request", "The 'token' parameter is required.").response()
    }
    world.revoke(token: token, of: client, by: .named(issuer))
    return .empty(200)
  }

  /// `POST {server}/v1/introspect` (RFC 7662).
  func introspectToken(_ request: HTTPRequestMessage, issuer: String, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = request.formParameters
    let client: Int
    do throws(ClientRefusal) { client = try Self.client(of: request, parameters, in: world) } catch { return error.response }
    guard let token = parameters["token"] else {
      return OAuthError("invalid_request", "The 'token' parameter is required.").response()
    }
    return .json(world.introspection(of: token, client: client, by: .named(issuer)))
  }

  /// `GET {server}/v1/logout` (OpenID Connect RP-Initiated Logout); the apps that had tokens of the sign-in learn of it in frames.
  func signOut(_ request: HTTPRequestMessage, issuer: String, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = RequestParameters(request.url.queryItems)
    guard let hint = world.claims(ofHintIn: parameters, by: issuer), let sid = hint["sid"]?.stringValue else {
      return .platformError("E0000001", "Api validation failed: id_token_hint", 400)
    }
    let audience = hint["aud"]?[0]?.stringValue ?? hint["aud"]?.stringValue
    let client = world.tenant.clientRules.first { $0.id == audience }
    let target = parameters["post_logout_redirect_uri"]
    if let target, !(client?.logoutURIs.contains(target) ?? false) {
      return .platformError("E0000001", "Api validation failed: post_logout_redirect_uri", 400)
    }
    let frames = request.isOfBrowser ? world.frontChannels(of: sid) : []
    world.end(sid)
    let back = target.map { target in parameters["state"].map { target.appending(query: [QueryItem("state", $0)]) } ?? target }
    let end = back ?? world.orgAddress + "/"
    return frames.isEmpty ? .redirect(end) : .framing(frames, goingOnTo: end)
  }

  /// `GET /sso/idps/{id}`: the provider's page, on which the person of `login_hint` signs in; it leads back to the app.
  mutating func comeFromProvider(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let notFound = HTTPResponseMessage.platformError("E0000007", "Not found: Resource not found", 404)
    let parameters = RequestParameters(request.url.queryItems)
    if parameters["login_hint"] == nil, let page = providerPage(request, in: &world) { return page }
    guard request.method == "GET", let handle = parameters["stateToken"], let id = transactions.journey(of: handle),
      var session = world.sessions[id], case .open = session.status,
      let provider = PercentEncoding.decode(String(request.url.path.dropFirst(IDXPath.provider.count)))
    else { return notFound }
    let name = "\(RemediationKind.redirectProvider.rawValue)/\(provider)"
    guard let form = screen(of: session, in: world)?.form(name), world.truth(in: session).holds(form.condition),
      let rules = world.tenant.graph.states[session.state].form(name)
    else { return notFound }
    var answer = JSONValue.object([])
    if let person = parameters["login_hint"] { answer.set(.string(person), at: ["login_hint"]) }
    world.note(world.take(rules, answer: answer, in: &session))
    world.sessions.keep(session)
    let items = [QueryItem("state", session.request.state)] + outcome(of: session, in: &world)
    return .redirect(session.request.redirectURI.appending(query: items))
  }

  /// What the app learns that a person comes back to.
  mutating func outcome(of session: Session, in world: inout WorldState) -> [QueryItem] {
    switch session.status {
    case .finished:
      if let code = interactionCode(of: session, in: &world) { return [QueryItem("interaction_code", code)] }
      return withoutCode(session).items
    case .open:
      return OAuthError(
        "interaction_required",
        "Your client is configured to use the interaction code flow and user interaction is required to complete the request."
      ).items
    case .refused(let error): return OAuthError(error, "The journey was refused.").items
    case .handedOver, .expired: return OAuthError("access_denied", "The session has expired.").items
    }
  }
}
