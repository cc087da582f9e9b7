import Encodings
import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// Does something with the tokens; a real browser logs out itself, as it has the cookies that the server takes back.
  package mutating func perform(token action: TokenAction, isAnswered: Bool) async throws(DriverError) -> Turn.Now {
    guard action == .logout else { return try await party.perform(action) }
    guard engine != nil || isAnswered else { return try await requestLogout() }
    let logout = try await party.logoutRequest()
    var request = PageRequest("logout", url: logout.url)
    request.concealedQuery = ["id_token_hint", "state"]
    session.logout = logout
    let landing = try await navigate(request)
    guard isAnswered, case .page(let page) = landing, page.status < 500 else { return try await loggedOut(landing, by: logout) }
    if let problem = page.problemOfAsking {
      session.logout = nil
      return .ended(.finished(Finish(facts: [], checks: [TokenCheck("logout", problem: problem)])))
    }
    // What it asks, or says of anything else, may be as loud as an error.
    return show(page.without { $0.level.mustBeExpected && !SignOutWords.saysFailure($0.text.visible) })
  }

  /// A logout that nothing is pressed for. It may end at anything, a page or not; a page that redirects with a refresh or a script is followed.
  private mutating func requestLogout() async throws(DriverError) -> Turn.Now {
    let (logout, answer) = try await party.requestLogout()
    guard case .response(let response, let url) = answer, response.status < 400, let page = pageIfOne(response, at: url) else {
      return try party.loggedOut(by: logout, with: answer)
    }
    learn(page.html.secrets, name: "token of a page")
    session.logout = logout
    defer { session.logout = nil }
    if let move = try onward(from: page) {
      return try await loggedOut(try await navigate(move.request, formAction: move.isForm ? page.formAction : nil), by: logout)
    }
    if client.postLogoutURI == nil, let problem = try await problemAfterLogout(of: page) { return Self.failedLogout(problem) }
    return try party.loggedOut(by: logout, with: answer)
  }

  private func pageIfOne(_ response: HTTPResponseMessage, at url: WebURL) -> LoadedPage? {
    do { return try LoadedPage(response, to: PageRequest("logout", url: url), rules: configuration.pages) } catch { return nil }
  }

  /// Where a logout ended.
  ///
  /// - Parameter asking: the page that asked whether to sign out and was answered; `nil` where none did.
  mutating func loggedOut(
    _ landing: Landing, by logout: RelyingParty.LogoutRequest, askedOn asking: LoadedPage? = nil
  ) async throws(DriverError) -> Turn.Now {
    let pressed = session.logoutForm
    defer { session.logout = nil }
    switch landing {
    case .app(let url, _), .elsewhere(let url): return party.loggedOut(at: url, by: logout)
    case .refused(let error): return .ended(.refused(error))
    case .page(let page):
      // Of what a person pressed the page says that it is refused; of a request of the app's own only the status does.
      guard page.status < (asking == nil ? 400 : 500) else {
        throw party.failure(.status, "logout answered with status \(page.status)")
      }
      if let problem = asking.flatMap({ page.problem(afterLogoutAskedOn: $0, by: pressed) }) { return Self.failedLogout(problem) }
      if client.postLogoutURI == nil, let problem = try await problemAfterLogout(of: page, wasAsked: asking != nil) {
        return Self.failedLogout(problem)
      }
      return party.loggedOut(
        at: page.url, showing: "the page '\(page.screen.id)'", buttons: page.screen.forms.flatMap(\.pressLabels))
    }
  }

  private static func failedLogout(_ problem: String) -> Turn.Now {
    .ended(.finished(Finish(facts: [], checks: [TokenCheck("logout", problem: problem)])))
  }

  /// What on the page after a logout shows that the person is not signed out; `nil` for nothing.
  private mutating func problemAfterLogout(of page: LoadedPage, wasAsked: Bool = false) async throws(DriverError) -> String? {
    let (identifiers, signIn) = (session.identifiers, trace.signInPage)
    if let problem = page.problem(showingOneOf: identifiers, signedInAt: signIn) { return problem }
    if !wasAsked, let question = page.question { return question }
    // A browser has run the scripts and shown the frames; it does not wait for a late refresh.
    let places = engine == nil ? page.placesBehind : [page.refresh?.url].compactMap(\.self)
    for place in places where place.origin == page.url.origin {
      if let problem = try await self.page(at: place, from: page)?.problem(showingOneOf: identifiers, signedInAt: signIn) {
        return problem
      }
    }
    if engine == nil, !wasAsked, !page.saysOut, !page.offersSignIn(at: signIn), ScriptRedirect.leadsOnUnread(page.codes) {
      throw party.failure(
        .impossible,
        "this page needs 'engine: browser': after the logout '\(page.url.withoutQuery.concealed())' does not say that the person is signed out, "
          + "and a script of it leads on, to where its text does not tell")
    }
    return nil
  }

  /// What a frame shows, or a script or a refresh leads to later; `nil` for anything but a page.
  private mutating func page(at url: WebURL, from page: LoadedPage) async throws(DriverError) -> LoadedPage? {
    do {
      guard case .page(let shown) = try await navigate(PageRequest("page behind", url: url, source: page.url)) else { return nil }
      return shown
    } catch  where error.kind != .cancelled {
      return nil
    }
  }
}
