import Encodings
import JourneyModel

/// An OAuth error: its code, and a sentence.
struct OAuthError {
  var code: String
  var description: String

  init(_ code: String, _ description: String) {
    self.code = code
    self.description = description
  }
}

extension WorldState {
  /// `GET /oauth2/auth`.
  mutating func authorize(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    let parameters = FlowParameters(request.url.queryItems)
    guard let id = parameters["client_id"], let client = tenant.clientRules.firstIndex(where: { $0.id == id }) else {
      return errorPage(OAuthError("invalid_client", "the client is unknown"))
    }
    guard let redirectURI = parameters["redirect_uri"], tenant.clientRules[client].redirectURIs.contains(redirectURI) else {
      return errorPage(OAuthError("invalid_request", "the redirect URI is not one of the client's"))
    }
    let start = StartRequest(
      client: client, redirectURI: redirectURI, scope: parameters["scope"] ?? "", state: parameters["state"] ?? "",
      nonce: parameters["nonce"], challenge: parameters["code_challenge"] ?? "", sdk: parameters["sdk"])
    if let error = mistake(in: parameters, client: client) { return callback(start, error: error) }
    return begin(start, parameters, request)
  }

  private mutating func begin(
    _ start: StartRequest, _ parameters: FlowParameters, _ request: HTTPRequestMessage
  ) -> HTTPResponseMessage {
    let browser = browser(request.cookie(FlowPath.cookie))
    var response: HTTPResponseMessage
    if let signOn = signOn(in: browser), parameters["prompt"] == nil || parameters["prompt"] == "none" {
      response = callback(start, [QueryItem("code", code(for: start, signOn))])
    } else if parameters["prompt"] == "none" {
      response = callback(start, error: OAuthError("login_required", "nobody is signed in"))
    } else {
      response = beginJourney(start, parameters, request, browser: browser)
    }
    setCookie(browser, on: &response)
    return response
  }

  private mutating func beginJourney(
    _ start: StartRequest, _ parameters: FlowParameters, _ request: HTTPRequestMessage, browser: String
  ) -> HTTPResponseMessage {
    let language = language(parameters.words("ui_locales"), request.headers["Accept-Language"])
    var session = begin(start, browser: browser, language: language, state: tenant.flow.start, isEntry: false)
    if let fact = tables.facts.first(where: { $0.name == "session.prompt" }), let prompt = parameters["prompt"],
      let place = fact.words.firstIndex(of: prompt)
    {
      session.scope.facts[fact.slot.index] = UInt64(place)
    }
    if let hint = parameters["login_hint"].flatMap(Self.identifier),
      let place = tables.attributes[.session]?.firstIndex(of: "login_hint")
    {
      session.scope.attributes[place] = hint
    }
    edgesTaken += enter(&session).edges
    sessions[session.id] = session
    var items = [QueryItem("session_id", session.id), QueryItem("language", tenant.languages[language])]
    if start.sdk == "web-embedded" { items.append(QueryItem("short_app_id", tenant.clientRules[start.client].id)) }
    return address(start, items)
  }

  /// What the checks of RFC 6749, RFC 7636 and OpenID Connect refuse once the redirect URI is known to be good.
  private func mistake(in parameters: FlowParameters, client: Int) -> OAuthError? {
    if let name = parameters.repeated { return OAuthError("invalid_request", "'\(name)' is repeated") }
    guard parameters["response_type"] == "code" else {
      return OAuthError("unsupported_response_type", "response_type must be 'code'")
    }
    guard parameters["state"] != nil else { return OAuthError("invalid_state", "a state is required") }
    guard let challenge = parameters["code_challenge"], parameters["code_challenge_method"] == "S256",
      Base64URL.decode(challenge)?.count == 32
    else { return OAuthError("invalid_request", "a code_challenge with the method S256 is required") }
    if let mode = parameters["response_mode"], mode != "query" {
      return OAuthError("unsupported_response_mode", "response_mode must be 'query'")
    }
    let known = tenant.clientRules[client].scopes
    for scope in parameters.words("scope") where !known.contains(scope) {
      return OAuthError("invalid_scope", "the client may not ask for '\(scope)'")
    }
    if let prompt = parameters["prompt"], !["none", "login", "create"].contains(prompt) {
      return OAuthError("invalid_request", "prompt must be none, login or create")
    }
    return nil
  }

  /// The sign-in that journeys of the browser share, while it lasts.
  func signOn(in browser: String) -> SignOn? {
    guard let signOn = browsers[browser]?.signOn, signOn.until > now else { return nil }
    return signOn
  }

  func setCookie(_ browser: String, on response: inout HTTPResponseMessage) {
    let secure = issuer.hasPrefix("https:") ? "; Secure" : ""
    response.headers.append("Set-Cookie", "\(FlowPath.cookie)=\(browser); Path=/; HttpOnly; SameSite=Lax\(secure)")
  }

  /// The identifier in an unsigned, JWT-shaped `login_hint`; `nil` where there is none.
  private static func identifier(in hint: String) -> String? {
    let parts = hint.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 2, let payload = Base64URL.decode(String(Substring(parts[1]))) else { return nil }
    do throws(JSONError) {
      let metadata = try JSONReader.read(payload, depthLimit: 16)["metadata"]
      return metadata?["email"]?.stringValue ?? metadata?["username"]?.stringValue
    } catch {
      // A hint is only that: a server goes on without one that it cannot read.
      return nil
    }
  }
}
