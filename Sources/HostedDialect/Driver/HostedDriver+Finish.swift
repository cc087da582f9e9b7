import Encodings
package import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// Verifies the callback, exchanges its code and verifies the tokens; then tries what the server must refuse.
  package mutating func finish(probes: [ProbeKind]) async throws(DriverError) -> Turn.Now {
    guard let callback = session.callback, let authorization = party.session.authorization else {
      throw party.failure(.impossible, "the journey is not complete, so there is nothing to finish")
    }
    session.useCallback()
    let begun = Finish(facts: [redirect(of: callback)], checks: try await checks(on: callback))
    guard begun.checks.allSatisfy({ $0.problem == nil }), let code = callback["code"] else { return .ended(.finished(begun)) }
    let grant = CodeGrant(code: party.learn(code, name: "code"), verifier: authorization.verifier, of: client)
    switch try await party.redeem(grant, for: authorization, begun: begun) {
    case .refused(let error): return .ended(.refused(error))
    case .finished(var finish):
      if finish.checks.last?.problem == nil {
        readTrace(hasCode: false)
        defer { _ = party.takeSeen() }
        finish.probes = try await run(probes, after: grant) { (driver: inout Self) async throws(DriverError) in
          try await driver.secondGrant()
        }
      }
      return .ended(.finished(finish))
    }
  }

  /// Does something with the tokens; a real browser logs out itself, as it has the cookies that the server takes back.
  package mutating func perform(token action: TokenAction, isAnswered: Bool) async throws(DriverError) -> Turn.Now {
    guard action == .logout, engine != nil || isAnswered else {
      let (rules, identifiers, signIn) = (configuration.pages, session.identifiers, trace.signInPage)
      return try await party.perform(action) { response, url in
        do {
          let page = try LoadedPage(response, to: PageRequest("logout", url: url), rules: rules)
          return page.problem(showingOneOf: identifiers, signedInAt: signIn) ?? page.question
        } catch {
          return nil
        }
      }
    }
    let logout = try await party.logoutRequest()
    var request = PageRequest("logout", url: logout.url)
    request.concealedQuery = ["id_token_hint", "state"]
    session.logout = logout
    let landing = try await navigate(request)
    guard isAnswered, case .page(let page) = landing, page.status < 500 else { return try loggedOut(landing, by: logout) }
    if let problem = page.problemOfAsking {
      session.logout = nil
      return .ended(.finished(Finish(facts: [], checks: [TokenCheck("logout", problem: problem)])))
    }
    return show(page)
  }

  /// Where a logout ended.
  ///
  /// - Parameter asking: the page that asked whether to sign out and was answered; `nil` where none did.
  mutating func loggedOut(
    _ landing: Landing, by logout: RelyingParty.LogoutRequest, askedOn asking: LoadedPage? = nil
  ) throws(DriverError) -> Turn.Now {
    let pressed = session.logoutForm
    session.logout = nil
    switch landing {
    case .app(let url, _), .elsewhere(let url): return party.loggedOut(at: url, by: logout)
    case .refused(let error): return .ended(.refused(error))
    case .page(let page):
      // Of what a person pressed the page says that it is refused; of a request of the app's own only the status does.
      guard page.status < (asking == nil ? 400 : 500) else {
        throw party.failure(.status, "logout answered with status \(page.status)")
      }
      let shown = client.postLogoutURI == nil ? page.problem(showingOneOf: session.identifiers, signedInAt: trace.signInPage) : nil
      let asks = asking == nil && client.postLogoutURI == nil ? page.question : nil
      if let problem = asking.flatMap({ page.problem(afterLogoutAskedOn: $0, by: pressed) }) ?? shown ?? asks {
        return .ended(.finished(Finish(facts: [], checks: [TokenCheck("logout", problem: problem)])))
      }
      return party.loggedOut(
        at: page.url, showing: "the page '\(page.screen.id)'", buttons: page.screen.forms.flatMap(\.pressLabels))
    }
  }

  /// A new code from the same browser, requested silently: the walk's own is used up, and a refusal might use up another.
  private mutating func secondGrant() async throws(DriverError) -> CodeGrant? {
    let kept = party.session
    defer { party.session = kept }
    let request = try authorizationRequest((session.launch ?? Launch(StartParameters())).silent)
    guard case .app(let url, .callback) = try await navigate(try await pageRequest(of: request)), let code = Callback(url)["code"] else {
      return nil
    }
    return CodeGrant(code: party.learn(code, name: "code"), verifier: request.verifier, of: client)
  }
}
