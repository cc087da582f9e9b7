import Encodings
import JourneyMock
import JourneyModel

extension FlowDialogue {
  /// `GET /oauth2/auth`.
  func authorize(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = RequestParameters(request.url.queryItems)
    if let name = parameters.repeated, name == "client_id" || name == "redirect_uri" {
      return errorPage(OAuthError("invalid_request", "'\(name)' is repeated"), to: request, in: world)
    }
    guard let client = world.client(parameters["client_id"]) else {
      return errorPage(OAuthError("invalid_client", "the client is unknown"), to: request, in: world)
    }
    guard let redirectURI = parameters["redirect_uri"], isRegistered(redirectURI, of: client, in: world) else {
      return errorPage(OAuthError("invalid_request", "the redirect URI is not one of the client's"), to: request, in: world)
    }
    var start = StartRequest(
      client: client, redirectURI: redirectURI, scope: parameters["scope"] ?? "", state: parameters["state"] ?? "",
      nonce: parameters["nonce"], challenge: parameters["code_challenge"] ?? "", audience: parameters.words("audience"),
      profile: parameters["sdk"])
    start.contexts = parameters.words("acr_values")
    if parameters["response_mode"] == "fragment" { start.responseMode = .fragment }
    if let error = error(in: parameters, scopes: world.tenant.clientRules[client].scopes, world) {
      return callback(start, error.items, in: world)
    }
    return begin(start, parameters, request, in: &world)
  }

  /// Compared text by text (RFC 9700 section 4.1.3).
  private func isRegistered(_ redirectURI: String, of client: Int, in world: WorldState) -> Bool {
    let registered = world.tenant.clientRules[client].redirectURIs
    return registered.contains(redirectURI) || (world.has(.redirectPrefix) && registered.contains(where: redirectURI.hasPrefix))
  }

  /// A request that no app waits for: its verifier is public, 43 times the letter `a`.
  func beginning(for client: Int, in world: WorldState) -> String? {
    let rule = world.tenant.clientRules[client]
    guard let redirectURI = rule.redirectURIs.first else { return nil }
    let challenge = Base64URL.encode(Digests.sha256(String(repeating: "a", count: 43)))
    return (world.issuer + FlowPath.authorize).appending(query: [
      QueryItem("client_id", rule.id), QueryItem("redirect_uri", redirectURI), QueryItem("response_type", "code"),
      QueryItem("scope", rule.scopes.joined(separator: " ")), QueryItem("state", "from-the-page"), QueryItem("nonce", "browser"),
      QueryItem("code_challenge", challenge), QueryItem("code_challenge_method", "S256"),
    ])
  }

  private func begin(
    _ start: StartRequest, _ parameters: RequestParameters, _ request: HTTPRequestMessage, in world: inout WorldState
  ) -> HTTPResponseMessage {
    let browser = world.browser(world.cookie(FlowPath.cookie, of: request))
    var response: HTTPResponseMessage
    let prompt = parameters["prompt"]
    if prompt == "none", let error = refusal(ofHint: parameters, browser: browser, in: world) {
      response = callback(start, error.items, in: world)
    } else if let signOn = signOn(in: browser, parameters, world), signOn.reaches(start), prompt == nil || prompt == "none" {
      response = callback(start, [QueryItem("code", code(for: start, signOn, in: &world))], in: world)
    } else if prompt == "none", !world.has(.promptNonePage) {
      let isSignedIn = signOn(in: browser, parameters, world) != nil
      let error =
        isSignedIn
        ? OAuthError("unmet_authentication_requirements", "the user did not sign in as acr_values asks")
        : OAuthError("login_required", "no user is signed in")
      response = callback(start, error.items, in: world)
    } else {
      response = beginJourney(start, parameters, request, browser: browser, in: &world)
    }
    setCookie(browser, on: &response, in: world)
    return response
  }

  /// Why the person who is signed in is not the one that a silent request hints at (OpenID Connect Core section 3.1.2.1); `nil` if they
  /// are, or if the request has no hint.
  private func refusal(ofHint parameters: RequestParameters, browser: String, in world: WorldState) -> OAuthError? {
    guard parameters["id_token_hint"] != nil else { return nil }
    guard let subject = world.claims(ofHintIn: parameters, by: Self.issuerName(in: world))?["sub"]?.stringValue else {
      return OAuthError("invalid_request", Self.wrongHint)
    }
    guard let signOn = signOn(in: browser, parameters, world), world.accounts[signOn.account][.sub] != subject else { return nil }
    return OAuthError("login_required", "the user of id_token_hint is not signed in")
  }

  /// The sign-in that the browser's journeys share, unless it is longer ago than the app allows (OpenID Connect Core section 3.1.2.1).
  private func signOn(in browser: String, _ parameters: RequestParameters, _ world: WorldState) -> SignOn? {
    guard let signOn = world.browsers.signOn(in: browser, at: world.now) else { return nil }
    guard let age = parameters["max_age"].flatMap({ Int64($0) }) else { return signOn }
    return signOn.time + .seconds(age) < world.now || age == 0 ? nil : signOn
  }

  private func beginJourney(
    _ start: StartRequest, _ parameters: RequestParameters, _ request: HTTPRequestMessage, browser: String, in world: inout WorldState
  ) -> HTTPResponseMessage {
    let language = world.language(parameters.words("ui_locales"), request.headers["Accept-Language"])
    var session = world.begin(start, browser: browser, language: language)
    world.keep(prompt: parameters["prompt"], loginHint: parameters["login_hint"].flatMap(Self.identifier), in: &session)
    session.isOfApp = start.profile != nil || !request.isOfBrowser
    world.note(world.enter(&session))
    world.sessions.keep(session)
    if start.profile == nil, request.isOfBrowser, let page = world.page(of: session) { return page }
    var items = [QueryItem("session_id", session.id), QueryItem("language", world.tenant.languages[language])]
    if start.profile == "web-embedded" { items.append(QueryItem("short_app_id", world.tenant.clientRules[start.client].id)) }
    return address(start, items, in: world)
  }

  /// What the checks of RFC 6749, RFC 7636 and OpenID Connect refuse once the redirect URI is known to be good.
  private func error(in parameters: RequestParameters, scopes: [String], _ world: WorldState) -> OAuthError? {
    if let name = parameters.repeated { return OAuthError("invalid_request", "'\(name)' is repeated") }
    if let error = parameters.unsupportedRequest { return error }
    guard parameters["response_type"] == "code" else {
      return OAuthError("unsupported_response_type", "response_type must be 'code'")
    }
    guard let state = parameters["state"] else { return OAuthError("invalid_state", "a state is required") }
    guard state.utf8.count >= Self.leastState else {
      return OAuthError("invalid_state", "the state must have \(Self.leastState) characters or more")
    }
    guard hasChallenge(parameters) || (world.has(.challengeOptional) && parameters["code_challenge"] == nil) else {
      return OAuthError("invalid_request", "a code_challenge with the method S256 is required")
    }
    if let age = parameters["max_age"], !age.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) || age.utf8.count > 9 {
      return OAuthError("invalid_request", "max_age must be a number of seconds")
    }
    if let mode = parameters["response_mode"], mode != "query", mode != "fragment" {
      return OAuthError("unsupported_response_mode", "response_mode must be 'query' or 'fragment'")
    }
    for scope in parameters.words("scope") where !scopes.contains(scope) {
      return OAuthError("invalid_scope", "the client may not ask for '\(scope)'")
    }
    if let prompt = parameters["prompt"], !["none", "login", "create"].contains(prompt) {
      return OAuthError("invalid_request", "prompt must be none, login or create")
    }
    return nil
  }

  /// Inferred from the server whose addresses and errors these are: Ory Hydra refuses a shorter one (ory/fosite, `MinParameterEntropy`).
  private static let leastState = 8

  private func hasChallenge(_ parameters: RequestParameters) -> Bool {
    guard let challenge = parameters["code_challenge"], parameters["code_challenge_method"] == "S256" else { return false }
    return Base64URL.decode(challenge)?.count == 32
  }

  /// Sets the browser's cookie, which lasts as long as a sign-in that is to be kept, or ends with the browser's windows.
  func setCookie(_ browser: String, on response: inout HTTPResponseMessage, in world: WorldState) {
    let signOn = world.browsers.signOn(in: browser, at: world.now).flatMap { $0.isKept ? $0 : nil }
    let age = signOn.map { ($0.until - world.now).components.seconds }
    response.headers.append("Set-Cookie", world.cookieHeader(FlowPath.cookie, browser, isForAllSites: true, maxAge: age))
  }

  /// The identifier in an unsigned, JWT-shaped `login_hint`, or the hint itself if it is not such a JWT: the SDKs' documentation gives
  /// an address. `nil` for a JWT that does not name a person.
  private static func identifier(in hint: String) -> String? {
    guard let claims = claims(in: hint) else { return hint }
    return claims["metadata"]?["email"]?.stringValue ?? claims["metadata"]?["username"]?.stringValue
  }

  /// The payload of an unsigned JWT; `nil` for a text that is none.
  private static func claims(in hint: String) -> JSONValue? {
    let parts = hint.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 2, let payload = Base64URL.decode(String(Substring(parts[1]))) else { return nil }
    do throws(JSONError) {
      let claims = try JSONReader.read(payload, depthLimit: 16)
      return claims.objectValue == nil ? nil : claims
    } catch {
      return nil
    }
  }
}

extension SignOn {
  /// Whether the person signed in as one of the request's classes of authentication asks.
  ///
  /// Inferred, as the vendor publishes no classes: any word is one, and a person reaches it by a journey that was asked for it.
  fileprivate func reaches(_ request: StartRequest) -> Bool {
    request.contexts.isEmpty || request.contexts.contains { contexts.contains($0) }
  }
}

extension HTTPRequestMessage {
  /// Whether it asks for a page as browsers do: apps that read a redirect's address accept HTML too, and none accepts XHTML.
  var isOfBrowser: Bool { headers.values(of: "Accept").contains { $0.lowercased().contains("application/xhtml+xml") } }
}
