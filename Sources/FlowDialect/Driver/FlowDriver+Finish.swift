import Encodings
package import JourneyClient
package import JourneyModel

extension FlowDriver {
  /// A shorter value of the finalize address is a word, and no secret.
  private static let shortestTicket = 16

  /// Fetches the code, exchanges it, verifies the tokens; then tries what the server must refuse.
  package mutating func finish(probes: [ProbeKind]) async throws(DriverError) -> Turn.Now {
    guard let ending = session.ending else {
      throw party.failure(.impossible, "the journey is not complete, so there is nothing to finish")
    }
    switch ending {
    case .callback(let callback): return try await finish(callback, probes: probes)
    case .finalize(let url):
      switch try await land(finalizeCall(url)) {
      case .page(let answer, let place): return try finishAtPage(answer, place)
      case .callback(let callback, let shape):
        try require(shape, among: app.start.finalizeShapes, by: "finalize")
        if let error = callback.oauthError, configuration.isErrorPage(callback.url) { return end(.refused(error)) }
        if callback["code"] == nil, callback["error"] == nil, callback["session_id"] != nil { return try await showAgain(callback) }
        return try await finish(callback, probes: probes)
      }
    }
  }

  /// Finalize led back to screens.
  private mutating func showAgain(_ callback: Callback) async throws(DriverError) -> Turn.Now {
    if app.answers.failsAtScreensAfterFinalize {
      throw party.failure(.protocol, "app '\(app.name)' fails where finalize leads back to screens instead of returning a code")
    }
    session.useEnding()
    if let problem = handedElsewhere(callback) { return problem }
    adopt(callback)
    return try await initialise()
  }

  /// Anyone with this address gets the code, by whatever name the server calls what identifies the journey.
  mutating func learnTickets(of url: WebURL) {
    for item in url.queryItems where item.value.utf8.count >= Self.shortestTicket {
      _ = party.learn(item.value, name: "finalize '\(item.name)'")
    }
  }

  private func finalizeCall(_ url: WebURL) -> BrowserCall {
    var call = party.call("finalize", "GET", url, accept: app.start.accept)
    for item in url.queryItems { call.concealedQuery.insert(item.name) }
    if app.sendsBearerToFinalize, let id = session.id, url.origin == client.issuerOrigin { call.headers.append(party.bearer(id)) }
    return call
  }

  /// A journey that started at a link may end at a page, since it has no app request to go back to.
  private mutating func finishAtPage(_ answer: HTTPResponseMessage, _ place: WebURL) throws(DriverError) -> Turn.Now {
    if answer.status == 401 || answer.status == 403 { return end(.expired(status: answer.status)) }
    if answer.status >= 400, let error = try party.oauthError(in: answer) { return end(.refused(error)) }
    guard answer.status == 200, party.session.authorization == nil else {
      throw party.failure(.protocol, "finalize answered with status \(answer.status) and no redirect to the app")
    }
    return .ended(.finished(Finish(facts: [Value.Member("redirect", .text(Callback(place).shown))], checks: [])))
  }

  private mutating func finish(_ callback: Callback, probes: [ProbeKind]) async throws(DriverError) -> Turn.Now {
    session.useEnding()
    let redirect = Value.Member("redirect", .text(callback.shown))
    if party.session.authorization == nil, let earlier = session.earlier, callback["state"] == earlier.state.unsafeText {
      party.session.authorization = earlier
    }
    guard let authorization = party.session.authorization else { return try await finishLinkDriven(callback, redirect) }
    if let error = callback.oauthError { return try await refuse(error, at: callback) }
    let checks = try await party.checks(on: callback)
    guard checks.last?.problem == nil, let code = callback["code"] else {
      return .ended(.finished(Finish(facts: [redirect], checks: checks)))
    }
    let grant = CodeGrant(code: party.learn(code, name: "code"), verifier: authorization.verifier, of: client)
    switch try await party.redeem(grant, for: authorization, begun: Finish(facts: [redirect], checks: checks)) {
    case .refused(let error): return end(.refused(error))
    case .finished(var finish):
      judge(&finish, requestedScope: authorization["scope"])
      if finish.checks.last?.problem == nil {
        finish.probes = try await run(probes, after: grant) { (driver: inout Self) async throws(DriverError) in
          try await driver.secondGrant()
        }
      }
      return .ended(.finished(finish))
    }
  }

  private mutating func finishLinkDriven(_ callback: Callback, _ redirect: Value.Member) async throws(DriverError) -> Turn.Now {
    if let error = callback.oauthError { return try await refuse(error, at: callback) }
    let problem = "a code was returned though the journey began at a link, without a verifier to exchange it with"
    let check = TokenCheck("code", problem: callback["code"] == nil ? nil : problem)
    if callback["code"] == nil { party.warn("the journey is complete without tokens") }
    return .ended(.finished(Finish(facts: [redirect], checks: [check])))
  }

  /// What the app makes of the end beyond its tokens.
  private mutating func judge(_ finish: inout Finish, requestedScope: String?) {
    if !app.start.endsAtSilentCode, session.id == nil {
      finish.checks.append(TokenCheck("app", problem: "app '\(app.name)' exchanges the code and then fails: it gets no 'session_id'"))
    }
    if app.tokens.needsExactScope, let granted = party.session.tokens?.response.scope, granted != requestedScope {
      let problem = "app '\(app.name)' refuses tokens whose scope is not exactly the requested one, and the server granted '\(granted)'"
      finish.checks.append(TokenCheck("app", problem: problem))
    }
  }
}
