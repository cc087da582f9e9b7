import Encodings
import JourneyMock
import JourneyModel

extension FlowDialogue {
  /// `GET` of a `finalizeUrl`: back to the app with a code; good once, for the session's bearer or the browser's cookie.
  func finish(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let cookie = world.cookie(FlowPath.cookie, of: request)
    guard let name = request.url.queryValue("flow"), var session = world.sessions.session(behind: name),
      request.bearer == session.id || cookie == session.browser || (cookie != nil && cookie == session.guest)
    else { return refusal(403, .over, to: request, in: world) }
    // A browser is redirected to the app, no matter where the journey began.
    var start = session.request
    if request.isOfBrowser { start.profile = nil }
    switch session.status {
    case .finished(let ticket):
      guard ticket == name, world.sessions.spend(ticket: ticket) else { return refusal(403, .over, to: request, in: world) }
      session.status = .expired
      world.sessions.keep(session)
      return finish(session, as: start, browser: cookie, in: &world)
    case .refused(let error):
      session.status = .expired
      world.sessions.keep(session)
      return callback(start, OAuthError(error, "the journey was refused").items, in: world)
    case .open, .handedOver, .expired: return refusal(403, .over, to: request, in: world)
    }
  }

  /// A journey that a link began has no verifier, so no code can come of it.
  ///
  /// - Parameter browser: the cookie that the request came with; it is another one from now on, as a cookie that was known before must
  ///   not be signed in.
  private func finish(
    _ session: Session, as start: StartRequest, browser: String?, in world: inout WorldState
  ) -> HTTPResponseMessage {
    guard !session.isEntry else { return callback(start, [], in: world) }
    guard let account = session.account else {
      return callback(start, OAuthError("access_denied", "the user did not sign in").items, in: world)
    }
    let life = session.staysSignedIn ? world.tenant.lives.keptSignOn : world.tenant.lives.signOn
    var signOn = SignOn(account: account, sid: world.random.token(), time: world.now, until: world.now + life)
    signOn.isKept = session.staysSignedIn
    signOn.contexts = Set(start.contexts)
    let fresh = browser.map { world.renew(browser: $0) }
    // A link went on with the journey that sent it, which is over with this one.
    if let sender = session.sender { world.sessions.expire(sender) }
    world.browsers.signIn(signOn, in: fresh ?? session.browser)
    var items = [QueryItem("code", code(for: start, signOn, in: &world))]
    if world.has(.emailInCallback), let email = world.accounts[account][.email] { items.append(QueryItem("email", email)) }
    var response = callback(start, items, in: world)
    if let fresh { setCookie(fresh, on: &response, in: world) }
    return response
  }

  /// A new code for a person who is signed in.
  func code(for start: StartRequest, _ signOn: SignOn, in world: inout WorldState) -> String {
    let code = world.random.token()
    var subject = TokenSubject(
      account: signOn.account, client: start.client, scope: start.scope, nonce: start.nonce, sid: signOn.sid,
      authTime: signOn.time, family: world.random.token(), issuer: Self.issuerName(in: world))
    subject.audience = start.audience
    subject.requested = world.now
    subject.context = start.contexts.first { signOn.contexts.contains($0) }
    world.grants.add(
      code: code,
      IssuedCode(
        subject: subject, redirectURI: start.redirectURI, challenge: start.challenge, until: world.now + world.tenant.lives.code))
    return code
  }

  /// `GET /provider/flow`: the page that a browser shows where an app cannot.
  ///
  /// A tenant with pages shows the journey's present screen there, and the browser that opened it ends the journey. Another one leads
  /// back with the same session.
  func hostedPage(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    guard let challenge = request.url.queryValue("challenge"), var session = world.sessions.session(publicly: challenge),
      request.url.queryValue("redirect_uri") == session.request.redirectURI
    else {
      if request.isOfBrowser, let page = world.page(saying: .over) { return page }
      return .text("unknown challenge", status: 400)
    }
    if request.isOfBrowser, var page = world.page(of: session) {
      // Anybody may have the address, so each browser that opens it gets cookies of its own.
      let browser = world.browser(world.cookie(FlowPath.cookie, of: request))
      if browser != session.browser { session.guest = browser }
      world.sessions.keep(session)
      setCookie(browser, on: &page, in: world)
      return page
    }
    return .redirect(session.request.redirectURI.appending(query: [QueryItem("session_id", session.id)]))
  }

  func end(of session: Session, in world: WorldState) -> String? {
    switch session.status {
    case .finished(let ticket): finishAddress(ticket, in: world)
    case .refused: finishAddress(session.publicID, in: world)
    case .open, .handedOver, .expired: nil
    }
  }

  func comeback(of session: Session, in world: WorldState) -> String? {
    session.isOfApp ? session.request.redirectURI.appending(query: [QueryItem("session_id", session.id)]) : nil
  }

  /// - Parameter name: a ticket, or the public name of a session.
  func finishAddress(_ name: String, in world: WorldState) -> String {
    (world.issuer + FlowPath.finish).appending(query: [QueryItem("flow", name)])
  }
}
