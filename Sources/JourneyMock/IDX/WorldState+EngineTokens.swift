import Encodings
import JourneyModel

extension WorldState {
  /// `POST {server}/v1/token`: an interaction code is good once, in its time, for the verifier of its journey.
  mutating func exchangeInteraction(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    guard let type = request.headers["Content-Type"], type.lowercased().hasPrefix(FormURLEncoding.mediaType) else {
      return Self.interactError(OAuthError("invalid_request", "The body must be a form."))
    }
    let parameters = request.formParameters
    if let name = parameters.repeated { return Self.interactError(OAuthError("invalid_request", "'\(name)' is repeated")) }
    guard let client = client(of: request, parameters) else {
      return Self.interactError(OAuthError("invalid_client", "Invalid value for 'client_id' parameter."), status: 401)
    }
    switch parameters["grant_type"] {
    case "interaction_code": return exchangeInteraction(parameters, client: client)
    case "refresh_token": return exchangeRefreshToken(parameters, client: client, tokenType: "Bearer", keepsNonce: false)
    default: return Self.interactError(OAuthError("unsupported_grant_type", "The authorization grant type is not supported."))
    }
  }

  private mutating func exchangeInteraction(_ parameters: FlowParameters, client: Int) -> HTTPResponseMessage {
    guard let code = parameters["interaction_code"], let verifier = parameters["code_verifier"] else {
      return Self.interactError(OAuthError("invalid_request", "'interaction_code' and 'code_verifier' are required."))
    }
    guard var grant = grants.codes[code], grant.subject.client == client, grant.until > now else {
      return Self.interactError(OAuthError("invalid_grant", "The interaction code is invalid or has expired."))
    }
    guard !grant.isUsed else {
      grants.revoke(family: grant.subject.family)
      return Self.interactError(OAuthError("invalid_grant", "The interaction code was used before."))
    }
    guard Self.isVerifier(verifier), Base64URL.encode(Digests.sha256(verifier)) == grant.challenge else {
      return Self.interactError(OAuthError("invalid_grant", "PKCE verification failed."))
    }
    grant.isUsed = true
    grants.codes[code] = grant
    return tokens(for: grant.subject, tokenType: "Bearer")
  }

  /// A client names itself in the body or by HTTP Basic authentication.
  private func client(of request: HTTPRequestMessage, _ parameters: FlowParameters) -> Int? {
    var id = parameters["client_id"]
    if id == nil, let header = request.headers["Authorization"], header.lowercased().hasPrefix("basic "),
      let bytes = Base64.decode(String(header.dropFirst(6)))
    {
      let text = String(decoding: bytes, as: UTF8.self)
      id = PercentEncoding.decode(String(text.prefix { $0 != ":" }))
    }
    return id.flatMap { id in tenant.clientRules.firstIndex { $0.id == id } }
  }

  /// `POST {server}/v1/revoke` (RFC 7009): 200 with nothing, also for a token that nobody knows.
  mutating func revokeToken(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    let parameters = request.formParameters
    guard let client = client(of: request, parameters) else {
      return Self.interactError(OAuthError("invalid_client", "Invalid value for 'client_id' parameter."), status: 401)
    }
    guard let token = parameters["token"] else {
      return Self.interactError(OAuthError("invalid_request", "The 'token' parameter is required."))
    }
    if let grant = grants.refreshTokens[token], grant.subject.client == client {
      grants.revoke(family: grant.subject.family)
    } else if let grant = grants.accessTokens[token], grant.subject.client == client {
      grants.accessTokens[token] = nil
    }
    return .empty(200)
  }

  /// `GET {server}/v1/logout` (OpenID Connect RP-Initiated Logout).
  mutating func signOut(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    let parameters = FlowParameters(request.url.queryItems)
    guard let hint = parameters["id_token_hint"].flatMap({ claims(ofOwn: $0) }), let sid = hint["sid"]?.stringValue else {
      return .engineError("E0000001", "Api validation failed: id_token_hint", 400)
    }
    let audience = hint["aud"]?[0]?.stringValue ?? hint["aud"]?.stringValue
    let client = tenant.clientRules.first { $0.id == audience }
    let target = parameters["post_logout_redirect_uri"]
    if let target, !(client?.logoutURIs.contains(target) ?? false) {
      return .engineError("E0000001", "Api validation failed: post_logout_redirect_uri", 400)
    }
    end(sid)
    guard let target else { return .redirect(orgAddress + "/") }
    return .redirect(parameters["state"].map { Self.appending([QueryItem("state", $0)], to: target) } ?? target)
  }

  /// `GET /sso/idps/{id}`: the provider's page, on which the person of `login_hint` signs in; it leads back to the app.
  mutating func comeFromProvider(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    let parameters = FlowParameters(request.url.queryItems)
    guard request.method == "GET", let handle = parameters["stateToken"], let id = transactions.journey(of: handle),
      var session = sessions[id], case .open = session.status,
      let provider = PercentEncoding.decode(String(request.url.path.dropFirst(EnginePath.provider.count)))
    else { return .engineError("E0000007", "Not found: Resource not found", 404) }
    let form = "\(RemediationKind.redirectProvider.rawValue)/\(provider)"
    guard engineScreen(of: session)?.form(form).map({ truth(in: session).holds($0.condition) }) ?? false,
      let rules = tenant.flow.states[session.state].form(form)
    else { return .engineError("E0000007", "Not found: Resource not found", 404) }
    var answer = JSONValue.object([])
    if let person = parameters["login_hint"] { answer.set(.string(person), at: ["login_hint"]) }
    edgesTaken += take(rules, answer: answer, in: &session).edges
    sessions[id] = session
    return .redirect(Self.appending([QueryItem("state", session.request.state)] + outcome(of: session), to: session.request.redirectURI))
  }

  /// What the app is told that a person comes back to.
  private mutating func outcome(of session: Session) -> [QueryItem] {
    switch session.status {
    case .finished:
      if let code = interactionCode(of: session) { return [QueryItem("interaction_code", code)] }
      return [QueryItem("error", "access_denied"), QueryItem("error_description", "Nobody signed in.")]
    case .open:
      return [
        QueryItem("error", "interaction_required"),
        QueryItem(
          "error_description",
          "Your client is configured to use the interaction code flow and user interaction is required to complete the request."),
      ]
    case .refused(let error): return [QueryItem("error", error), QueryItem("error_description", "The journey was refused.")]
    case .handedOver, .expired: return [QueryItem("error", "access_denied"), QueryItem("error_description", "The session has expired.")]
    }
  }
}
