import Encodings
import JourneyMock
import JourneyModel

extension GatewayDialogue {
  /// `GET {server}/v1/authorize`.
  mutating func authorize(_ request: HTTPRequestMessage, at server: String, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = RequestParameters(request.url.queryItems)
    if parameters["client_id"] == Self.ownClient { return authorizeGateway(request, parameters, in: &world) }
    guard let client = world.client(parameters["client_id"]) else { return notice(.unknownClient, in: world) }
    guard let redirectURI = parameters["redirect_uri"], world.tenant.clientRules[client].redirectURIs.contains(redirectURI) else {
      return notice(.foreignRedirect, in: world)
    }
    let start = StartRequest(
      client: client, redirectURI: redirectURI, scope: parameters["scope"] ?? "", state: parameters["state"] ?? "",
      nonce: parameters["nonce"], challenge: parameters["code_challenge"] ?? "")
    if let error = Self.error(in: parameters, scopes: world.tenant.clientRules[client].scopes) { return Self.callback(start, error.items) }
    let signOn = signOn(of: request, in: world).flatMap { $0.isFresh(parameters["max_age"], at: world.now) ? $0 : nil }
    if parameters["prompt"] == "none", !world.slips.contains(.silentPage) {
      guard let signOn else { return Self.callback(start, OAuthError("login_required", "No user is signed in.").items) }
      return Self.callback(start, [QueryItem("code", code(for: start, signOn, at: server, in: &world))])
    }
    let isForPage = LoginPage.pageParameters.contains { parameters[$0] != nil }
    if let signOn, parameters["prompt"] == nil, !isForPage {
      return Self.callback(start, [QueryItem("code", code(for: start, signOn, at: server, in: &world))])
    }
    return askToSignIn(start, parameters, at: server, in: &world)
  }

  /// The login page: at this very address, or at its own with the key of the interrupted request.
  private mutating func askToSignIn(
    _ start: StartRequest, _ parameters: RequestParameters, at server: String, in world: inout WorldState
  ) -> HTTPResponseMessage {
    if parameters["idp"] != nil { return notice(.provider, in: world) }
    if clients[start.client].hasLoginPageInPlace, parameters["force_fallback"] == nil {
      return LoginPage.response
    }
    var items = [QueryItem("client_id", world.tenant.clientRules[start.client].id)]
    if parameters["force_fallback"] == nil {
      let key = world.random.token()
      interrupted[key] = InterruptedRequest(start: start, server: server)
      items.insert(QueryItem("fromURI", "\(server)/v1/authorize/redirect".appending(query: [QueryItem("okta_key", key)])), at: 0)
    }
    items += (LoginPage.ownParameters + ["max_age"]).compactMap { name in parameters[name].map { QueryItem(name, $0) } }
    return HTTPResponseMessage.empty(302).leading(to: GatewayPath.login.appending(query: items))
  }

  /// The answer to an app whose request, with these parameters, ends in an error.
  func refuse(_ parameters: RequestParameters, _ error: String, in world: WorldState) -> HTTPResponseMessage {
    guard let client = world.client(parameters["client_id"]) else { return notice(.unknownClient, in: world) }
    guard let redirectURI = parameters["redirect_uri"], world.tenant.clientRules[client].redirectURIs.contains(redirectURI) else {
      return notice(.foreignRedirect, in: world)
    }
    let start = StartRequest(client: client, redirectURI: redirectURI, state: parameters["state"] ?? "")
    return Self.callback(start, OAuthError(error, Self.refusal).items)
  }

  private static let refusal = "The user may not use this app."

  /// `GET {server}/v1/authorize/redirect`: continues an interrupted request, once the person has signed in.
  mutating func resume(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    guard let key = request.url.queryValue("okta_key"), let waiting = interrupted[key] else { return notice(.unknownRequest, in: world) }
    if let error = waiting.error {
      interrupted[key] = nil
      return Self.callback(waiting.start, OAuthError(error, Self.refusal).items)
    }
    guard let signOn = signOn(of: request, in: world) else {
      let items = [
        QueryItem("fromURI", request.url.requestTarget), QueryItem("client_id", world.tenant.clientRules[waiting.start.client].id),
      ]
      return HTTPResponseMessage.empty(302).leading(to: GatewayPath.login.appending(query: items))
    }
    interrupted[key] = nil
    return Self.callback(waiting.start, [QueryItem("code", code(for: waiting.start, signOn, at: waiting.server, in: &world))])
  }

  /// Who is signed in in the browser of a request.
  func signOn(of request: HTTPRequestMessage, in world: WorldState) -> SignOn? {
    GatewayCookie.signOn.value(in: request, world).flatMap { world.browsers.signOn(in: $0, at: world.now) }
  }

  /// A new code for a person who is signed in.
  private func code(for start: StartRequest, _ signOn: SignOn, at server: String, in world: inout WorldState) -> String {
    let code = world.random.token()
    let subject = TokenSubject(
      account: signOn.account, client: start.client, scope: start.scope, nonce: start.nonce, sid: signOn.sid,
      authTime: signOn.time, family: world.random.token(), issuer: world.issuerName(ofServer: server))
    world.grants.add(
      code: code,
      IssuedCode(
        subject: subject, redirectURI: start.redirectURI, challenge: start.challenge, until: world.now + world.tenant.lives.code))
    return code
  }

  /// Back to the app, with the state that it sent.
  private static func callback(_ start: StartRequest, _ items: [QueryItem]) -> HTTPResponseMessage {
    let state = start.state.isEmpty ? [] : [QueryItem("state", start.state)]
    return HTTPResponseMessage.empty(302).leading(to: start.redirectURI.appending(query: items + state))
  }

  /// What the checks of RFC 6749, RFC 7636 and OpenID Connect refuse once the redirect URI is known to be good.
  private static func error(in parameters: RequestParameters, scopes: [String]) -> OAuthError? {
    if let name = parameters.repeated { return OAuthError("invalid_request", "'\(name)' is repeated.") }
    if let error = parameters.unsupportedRequest { return error }
    guard parameters["response_type"] == "code" else {
      return OAuthError("unsupported_response_type", "The response type must be 'code'.")
    }
    guard parameters["state"] != nil else { return OAuthError("invalid_request", "The 'state' parameter is required.") }
    guard let challenge = parameters["code_challenge"], parameters["code_challenge_method"] == "S256",
      Base64URL.decode(challenge)?.count == 32
    else {
      return OAuthError("invalid_request", "PKCE code challenge is required when the token endpoint authentication method is 'NONE'.")
    }
    for scope in parameters.words("scope") where !scopes.contains(scope) {
      return OAuthError("invalid_scope", "The requested scope '\(scope)' is not allowed.")
    }
    if let prompt = parameters["prompt"], !["none", "login", "consent"].contains(prompt) {
      return OAuthError("invalid_request", "The value of the 'prompt' parameter is invalid.")
    }
    return nil
  }
}

extension SignOn {
  /// Whether the sign-in is not older than a `max_age` allows.
  func isFresh(_ maxAge: String?, at now: Instant) -> Bool {
    guard let seconds = maxAge.flatMap({ Int64($0) }) else { return true }
    return now.seconds - time.seconds <= seconds
  }
}

extension HTTPResponseMessage {
  /// The same response with an address to go on to.
  func leading(to address: String) -> HTTPResponseMessage {
    var response = self
    response.headers.append("Location", address)
    return response
  }

  /// The same response with a cookie for the browser.
  func setting(_ cookie: HTTPFields.Field) -> HTTPResponseMessage {
    var response = self
    response.headers.append(cookie.name, cookie.value)
    return response
  }
}
