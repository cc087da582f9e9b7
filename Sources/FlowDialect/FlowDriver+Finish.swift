import Encodings
import JourneyClient
import JourneyModel

extension FlowDriver {
  /// A shorter value of the finalize address is a word, and no secret.
  private static let shortestTicket = 16

  /// Fetches the code, exchanges it, verifies the tokens; then tries what the server must refuse.
  mutating func finish(probes: [String]) async throws(DriverError) -> Turn.Now {
    try refuseUnknownProbes(probes)
    guard let ending = session.ending else {
      throw browser.failure(.impossible, "the journey is not complete, so there is nothing to finish")
    }
    switch ending {
    case .callback(let callback): return try await finish(callback, probes: probes)
    case .finalize(let url):
      switch try await land(finalizeCall(url)) {
      case .page(let answer, let place): return try finishAtPage(answer, place)
      case .callback(let callback, let shape):
        try require(shape, among: app.start.finalizeShapes, by: "finalize")
        if let refusal = callback.refusal, !callback.isAddressed(to: configuration.redirectURI) { return end(.refused(refusal)) }
        if callback["code"] == nil, callback["session_id"] != nil {
          if app == .web { warn("app 'web' fails where finalize leads back to screens instead of bringing a code") }
          session.ending = nil
          if let problem = handedElsewhere(callback) { return problem }
          adopt(callback)
          return try await initialise()
        }
        return try await finish(callback, probes: probes)
      }
    }
  }

  /// Whoever has this address gets the code, by whatever name the server calls what identifies the journey.
  mutating func learnTickets(of url: WebURL) {
    for item in url.queryItems where item.value.utf8.count >= Self.shortestTicket {
      _ = browser.learn(item.value, name: "finalize '\(item.name)'")
    }
  }

  private func finalizeCall(_ url: WebURL) -> BrowserCall {
    var call = call("finalize", "GET", url, accept: app.start.accept)
    for item in url.queryItems { call.concealedQuery.insert(item.name) }
    if app.sendsBearerToFinalize, let id = session.id, url.trustOrigin == issuerOrigin { call.headers.append(bearer(id)) }
    return call
  }

  /// A journey that began at a link may end at a page: there is no app request to go back to.
  private mutating func finishAtPage(_ answer: HTTPResponseMessage, _ place: WebURL) throws(DriverError) -> Turn.Now {
    if answer.status == 401 || answer.status == 403 { return end(.expired(status: answer.status)) }
    if answer.status >= 400, let refusal = OAuthRefusal(body: answer.body) { return end(.refused(refusal)) }
    guard answer.status == 200, session.authorization == nil else {
      throw browser.failure(.protocol, "finalize answered with status \(answer.status) and no way back to the app")
    }
    return .ended(.finished(Finish(facts: [Value.Member("redirect", .text(Callback(place).shown))], checks: [])))
  }

  private mutating func finish(_ callback: Callback, probes: [String]) async throws(DriverError) -> Turn.Now {
    session.ending = nil
    let redirect = Value.Member("redirect", .text(callback.shown))
    guard let authorization = session.authorization else { return finishLinkDriven(callback, redirect) }
    let checks = callback.checks(redirectURI: configuration.redirectURI, state: authorization.state)
    if checks.last?.name == "error", let refusal = callback.refusal { return end(.refused(refusal)) }
    guard checks.last?.problem == nil, let code = callback["code"] else {
      return .ended(.finished(Finish(facts: [redirect], checks: checks)))
    }
    let grant = CodeGrant(code: Secret(code, name: "code"), verifier: authorization.verifier, redirectURI: configuration.redirectURI)
    switch try await exchange(grant) {
    case .refused(let refusal): return end(.refused(refusal))
    case .unreadable(let what): throw browser.failure(.protocol, "the token request was answered with \(what)")
    case .tokens(let tokens):
      return try await finish(tokens, of: authorization, Finish(facts: [redirect], checks: checks), grant, probes: probes)
    }
  }

  private mutating func finishLinkDriven(_ callback: Callback, _ redirect: Value.Member) -> Turn.Now {
    // No state was sent that it could bring back, so there is nothing to check before it.
    if callback["code"] == nil, let refusal = callback.refusal { return end(.refused(refusal)) }
    let problem = "a code came though the journey began at a link, so there is no verifier to exchange it with"
    let check = TokenCheck("code", problem: callback["code"] == nil ? nil : problem)
    if callback["code"] == nil { warn("the journey is complete without tokens") }
    return .ended(.finished(Finish(facts: [redirect], checks: [check])))
  }

  private mutating func finish(
    _ tokens: TokenResponse, of authorization: AuthorizationRequest, _ begun: Finish, _ grant: CodeGrant, probes: [String]
  ) async throws(DriverError) -> Turn.Now {
    let scope = authorization["scope"]
    session.tokens = FlowSession.Tokens(response: tokens, requestedScope: scope)
    let nonce = authorization["nonce"] == nil ? nil : authorization.nonce
    let verified = try await verify(tokens, nonce: nonce, isAwaited: scope.asksForIDToken)
    var finish = Finish(facts: facts(of: tokens, claims: verified.claims) + begun.facts, checks: begun.checks + verified.checks)
    session.tokens?.subject = verified.claims?["sub"]?.text
    if !app.start.endsAtSilentCode, session.id == nil {
      finish.checks.append(TokenCheck("app", problem: "app '\(app.name)' exchanges the code and then fails: no 'session_id' came with it"))
    }
    if app == .web, let granted = tokens.scope, granted != scope {
      warn("the server granted the scope '\(granted)', and the web SDK refuses tokens whose scope is not exactly the one asked for")
    }
    if finish.checks.last?.problem == nil { finish.probes = try await run(probes, after: grant) }
    return .ended(.finished(finish))
  }
}

extension String? {
  /// Whether OpenID Connect is asked for, so that an ID token must come.
  var asksForIDToken: Bool { self?.split(separator: " ").contains("openid") ?? false }
}
