import Encodings
import JourneyMock
import JourneyModel

/// What an org does for a browser: the redirect model, and the pages on which a journey of an app goes on.
extension IDXDialogue {
  /// `GET {server}/v1/authorize`: the sign-in page of the org, or at once back to the app.
  mutating func authorize(_ request: HTTPRequestMessage, issuer: String, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters: RequestParameters
    if let name = request.url.queryValue("request_uri"), name.hasPrefix(PushedRequest.prefix) {
      guard let pushed = takePushed(name, of: request.url.queryValue("client_id"), at: issuer, in: world) else {
        return OAuthError("invalid_request", "The 'request_uri' is unknown, used or too old.").response()
      }
      parameters = RequestParameters(pushed)
    } else {
      parameters = RequestParameters(request.url.queryItems)
    }
    guard let client = world.client(parameters["client_id"]), let redirectURI = parameters["redirect_uri"],
      world.tenant.clientRules[client].redirectURIs.contains(redirectURI)
    else { return OAuthError("invalid_request", "The client or its redirect URI is unknown.").response() }
    var start = StartRequest(
      client: client, redirectURI: redirectURI, scope: parameters["scope"] ?? "", state: parameters["state"] ?? "",
      nonce: parameters["nonce"], challenge: parameters["code_challenge"] ?? "", profile: issuer)
    start.responseMode = parameters["response_mode"].flatMap(Self.responseMode) ?? .query
    start.contexts = AuthenticationContext.known(parameters.words("acr_values"))
    if let error = Self.error(in: parameters, world.tenant.clientRules[client]) ?? Self.responseError(in: parameters) {
      return Self.callback(start, error.items, in: world)
    }
    let browser = world.browser(request.cookie(IDXPath.cookie))
    let prompt = parameters["prompt"]
    let signOn = signOn(of: request, in: world)
    var response: HTTPResponseMessage
    if let signOn, prompt == nil || prompt == "none", AuthenticationContext.isReached(start, by: signOn.methods) {
      response = Self.callback(start, [QueryItem("code", code(for: start, signOn, in: &world))], in: world)
    } else if prompt == "none" {
      let nobody = OAuthError("login_required", "The client specified not to prompt, but the user is not logged in.")
      response = Self.callback(start, (signOn == nil ? nobody : AuthenticationContext.unmet).items, in: world)
    } else {
      response = begin(start, parameters, request, browser: browser, in: &world)
    }
    Self.setCookie(browser, on: &response, in: world)
    return response
  }

  private mutating func begin(
    _ start: StartRequest, _ parameters: RequestParameters, _ request: HTTPRequestMessage, browser: String, in world: inout WorldState
  ) -> HTTPResponseMessage {
    let language = world.language(parameters.words("ui_locales"), request.headers["Accept-Language"])
    var session = world.begin(start, browser: browser, language: language)
    world.keep(prompt: parameters["prompt"], loginHint: parameters["login_hint"], in: &session)
    for name in EntryToken.allCases {
      guard let token = parameters[name.rawValue] else { continue }
      guard let link = spend(token, as: name, client: start.client, in: &world) else {
        return Self.callback(start, OAuthError("invalid_request", "The \(name.word) token is invalid").items, in: world)
      }
      session.follow(link)
    }
    world.note(world.enter(&session))
    world.sessions.keep(session)
    return world.page(of: session) ?? .platformError("E0000022", "This org has no sign-in page", 404)
  }

  private static func responseError(in parameters: RequestParameters) -> OAuthError? {
    if parameters["response_type"] != "code" { return OAuthError("unsupported_response_type", "The response type must be 'code'.") }
    if let mode = parameters["response_mode"], responseMode(mode) == nil {
      return OAuthError(
        "unsupported_response_mode", "The response mode must be one of \(responseModes.map(\.name).joined(separator: ", ")).")
    }
    guard let prompt = parameters["prompt"], !["none", "login", "consent", "create", "select_account"].contains(prompt) else { return nil }
    return OAuthError("invalid_request", "The 'prompt' parameter is invalid.")
  }

  /// The ways back to an app by their names, in the order of discovery (okta/okta-auth-js, `lib/oidc/getToken.ts`).
  static let responseModes: [(name: String, mode: ResponseMode)] = [
    ("query", .query), ("fragment", .fragment), ("form_post", .formPost), ("okta_post_message", .webMessage),
  ]

  private static func responseMode(_ name: String) -> ResponseMode? { responseModes.first { $0.name == name }?.mode }

  /// Back to the app, with the state that it sent.
  private static func callback(_ start: StartRequest, _ items: [QueryItem], in world: WorldState) -> HTTPResponseMessage {
    world.authorizationResponse(items + [QueryItem("state", start.state)], to: start)
  }

  /// A new code for a person who is signed in.
  private func code(for start: StartRequest, _ signOn: SignOn, in world: inout WorldState) -> String {
    let code = world.random.token()
    var subject = TokenSubject(
      account: signOn.account, client: start.client, scope: start.scope, nonce: start.nonce, sid: signOn.sid, authTime: signOn.time,
      family: world.random.token(), issuer: start.profile ?? world.orgAddress, methods: signOn.methods)
    subject.context = AuthenticationContext.reached(start, by: signOn.methods)
    world.grants.add(
      code: code,
      IssuedCode(
        subject: subject, redirectURI: start.redirectURI, challenge: start.challenge, until: world.now + world.tenant.lives.code))
    return code
  }

  // MARK: Pages of an app's journey

  /// `GET /sso/idps/{id}` in a browser: a page on which the person says who they are there; `nil` where it is not asked for or not had.
  func providerPage(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage? {
    guard request.isOfBrowser, let handle = request.url.queryValue("stateToken"), let id = transactions.journey(of: handle),
      let session = world.sessions[id], case .open = session.status,
      let provider = PercentEncoding.decode(String(request.url.path.dropFirst(IDXPath.provider.count)))
    else { return nil }
    let name = "\(RemediationKind.redirectProvider.rawValue)/\(provider)"
    guard let form = screen(of: session, in: world)?.form(name), world.truth(in: session).holds(form.condition),
      var page = world.page(of: session, at: name)
    else { return nil }
    Self.setCookie(session.browser, on: &page, in: world)
    return page
  }

  /// `GET /login/{page}`: the org's own page on which a journey of an app goes on.
  func goOnInBrowser(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    guard request.method == "GET", let name = request.url.queryValue("challenge"),
      var session = world.sessions.session(publicly: name), session.request.redirectURI == request.url.queryValue("redirect_uri")
    else { return .platformError("E0000007", "Not found: Resource not found", 404) }
    if session.comeBack() { world.note(world.enter(&session)) }
    world.sessions.keep(session)
    guard var page = world.page(of: session) else { return .platformError("E0000022", "This org has no pages", 404) }
    Self.setCookie(session.browser, on: &page, in: world)
    return page
  }

  func end(of session: Session, in world: WorldState) -> String? {
    switch session.status {
    case .finished(let ticket): Self.browserEnd(ticket, in: world)
    case .refused: Self.browserEnd(session.publicID, in: world)
    case .open, .handedOver, .expired: nil
    }
  }

  func comeback(of session: Session, in world: WorldState) -> String? {
    guard session.isOfApp else { return nil }
    return end(of: session, in: world) ?? Self.browserEnd(session.publicID, in: world)
  }

  private static func browserEnd(_ name: String, in world: WorldState) -> String {
    (world.orgAddress + IDXPath.browserEnd).appending(query: [QueryItem("stateToken", name)])
  }

  /// `GET /login/token/redirect`: back to the app, as far as the journey came; for the browser that walked its pages alone.
  mutating func endInBrowser(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let gone = HTTPResponseMessage.platformError("E0000007", "Not found: Resource not found", 404)
    guard request.method == "GET", let name = request.url.queryValue("stateToken"), let session = world.sessions.session(behind: name),
      request.cookie(IDXPath.cookie) == session.browser
    else { return gone }
    if session.isOfApp { return Self.callback(session.request, outcome(of: session, in: &world), in: world) }
    return endForDevice(session, in: &world) ?? finish(session, behind: name, in: &world) ?? gone
  }

  /// The end of a journey that began in the browser: with the sign-in that its other journeys share. `nil` for one that is not at its end.
  private func finish(_ finished: Session, behind name: String, in world: inout WorldState) -> HTTPResponseMessage? {
    var session = finished
    session.status = .expired
    switch finished.status {
    case .finished(let ticket):
      guard ticket == name, world.sessions.spend(ticket: ticket) else { return nil }
      world.sessions.keep(session)
      guard let account = session.account else {
        return Self.callback(session.request, OAuthError("access_denied", "The user did not sign in.").items, in: world)
      }
      let signOn = signIn(account, session, in: &world)
      let isReached = AuthenticationContext.isReached(session.request, by: signOn.methods)
      let items = isReached ? [QueryItem("code", code(for: session.request, signOn, in: &world))] : AuthenticationContext.unmet.items
      var response = Self.callback(session.request, items, in: world)
      Self.setCookie(signOn, on: &response, in: world)
      return response
    case .refused(let error):
      world.sessions.keep(session)
      return Self.callback(session.request, OAuthError(error, "The journey was refused.").items, in: world)
    case .open, .handedOver, .expired: return nil
    }
  }

  /// A person is signed in to the journey's browser from now on.
  func signIn(_ account: Int, _ session: Session, in world: inout WorldState) -> SignOn {
    let isKept = world.word(of: "session.stay", in: session) == "kept" || transactions.open[session.id]?.isKept ?? false
    let life = isKept ? world.tenant.lives.keptSignOn : world.tenant.lives.signOn
    let signOn = SignOn(
      account: account, sid: world.random.token(), time: world.now, until: world.now + life, methods: methods(of: session, in: world),
      isKept: isKept)
    world.browsers.signIn(signOn, in: session.browser)
    return signOn
  }

  static func setCookie(_ signOn: SignOn, on response: inout HTTPResponseMessage, in world: WorldState) {
    // A person who stays signed in has it when the browser is opened again.
    let life = signOn.isKept ? "; Max-Age=\(signOn.until.seconds - world.now.seconds)" : ""
    response.headers.append("Set-Cookie", "\(IDXPath.signOnCookie)=\(signOn.sid); Path=/; HttpOnly; SameSite=\(sites(in: world))\(life)")
  }

  func beginning(for client: Int, in world: WorldState) -> String? {
    let rule = world.tenant.clientRules[client]
    guard let redirectURI = rule.redirectURIs.first else { return nil }
    let server = world.issuer == world.orgAddress ? world.issuer + "/oauth2" : world.issuer
    // No app waits for the answer: the verifier is public, 43 times the letter `a`.
    let challenge = Base64URL.encode(Digests.sha256(String(repeating: "a", count: 43)))
    return "\(server)/v1/authorize".appending(query: [
      QueryItem("client_id", rule.id), QueryItem("redirect_uri", redirectURI), QueryItem("response_type", "code"),
      QueryItem("scope", rule.scopes.joined(separator: " ")), QueryItem("state", "browser"), QueryItem("nonce", "browser"),
      QueryItem("code_challenge", challenge), QueryItem("code_challenge_method", "S256"),
    ])
  }
}

extension HTTPRequestMessage {
  /// Whether it asks for a page as browsers do.
  var isOfBrowser: Bool { headers.values(of: "Accept").contains { $0.lowercased().contains("application/xhtml+xml") } }
}
