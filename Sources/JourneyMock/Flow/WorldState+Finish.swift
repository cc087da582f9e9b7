import Encodings
import JourneyModel

extension WorldState {
  /// `GET` of a `finalizeUrl`: back to the app with a code; good once, for the session's bearer or the browser's cookie.
  mutating func finish(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    guard let flow = request.url.queryValue("flow"), let id = tickets[flow] ?? hostedChallenges[flow],
      var session = sessions[id], request.bearer == id || request.cookie(FlowPath.cookie) == session.browser
    else { return .empty(403) }
    switch session.status {
    case .finished(let ticket):
      guard ticket == flow, tickets.remove(flow) != nil else { return .empty(403) }
      session.status = .expired
      sessions[id] = session
      return finish(session)
    case .refused(let error):
      session.status = .expired
      sessions[id] = session
      return callback(session.request, error: OAuthError(error, "the journey was refused"))
    case .open, .handedOver, .expired: return .empty(403)
    }
  }

  /// A journey that a link began has no verifier, so no code can come of it.
  private mutating func finish(_ session: Session) -> HTTPResponseMessage {
    guard !session.isEntry else { return callback(session.request, []) }
    guard let account = session.account else {
      return callback(session.request, error: OAuthError("access_denied", "nobody signed in"))
    }
    let signOn = SignOn(account: account, sid: random.token(), time: now, until: now + tenant.lives.signOn)
    browsers[session.browser]?.signOn = signOn
    return callback(session.request, [QueryItem("code", code(for: session.request, signOn))])
  }

  /// A fresh code for somebody who is signed in.
  mutating func code(for start: StartRequest, _ signOn: SignOn) -> String {
    let code = random.token()
    let subject = TokenSubject(
      account: signOn.account, client: start.client, scope: start.scope, nonce: start.nonce, sid: signOn.sid,
      authTime: signOn.time, family: random.token(), issuer: issuerName)
    grants.codes[code] = CodeGrant(
      subject: subject, redirectURI: start.redirectURI, challenge: start.challenge, until: now + tenant.lives.code)
    return code
  }

  /// `GET /provider/flow`: the page that a browser shows where an app cannot; it leads back with the same session.
  func hostedPage(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    guard let challenge = request.url.queryValue("challenge"), let id = hostedChallenges[challenge], let session = sessions[id],
      request.url.queryValue("redirect_uri") == session.request.redirectURI
    else { return .text("unknown challenge", status: 400) }
    return .redirect(Self.appending([QueryItem("session_id", session.id)], to: session.request.redirectURI))
  }

  /// `GET /provider/flow/entry`: a journey that a link of a message begins.
  mutating func entry(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    let parameters = FlowParameters(request.url.queryItems)
    guard let id = parameters["client_id"], let client = tenant.clientRules.firstIndex(where: { $0.id == id }) else {
      return Self.entryError("clientMismatch", "the client is unknown")
    }
    guard tenant.clientRules[client].entryURL != nil else {
      return .json(["error": "server_error", "error_description": "the client has no entry URL"], status: 500)
    }
    guard let redirectURI = parameters["redirect_uri"], tenant.clientRules[client].redirectURIs.contains(redirectURI) else {
      return Self.entryError("invalidRedirectUri", "the redirect URI is not one of the client's")
    }
    guard let challenge = parameters["challenge"], let link = links[challenge] else {
      return Self.entryError("magicLinkExpired", "the link is used or unknown")
    }
    guard link.client == client else { return Self.entryError("clientMismatch", "the link was made for another client") }
    links[challenge] = nil
    if let until = link.until, until <= now { return Self.entryError("magicLinkExpired", "the link's time is over") }
    let start = StartRequest(client: client, redirectURI: redirectURI, scope: "", state: "", challenge: "", sdk: parameters["sdk"])
    return begin(link, start, request)
  }

  private mutating func begin(
    _ link: EntryLink, _ start: StartRequest, _ request: HTTPRequestMessage
  ) -> HTTPResponseMessage {
    let language = language([], request.headers["Accept-Language"])
    let browser = browser(request.cookie(FlowPath.cookie))
    var session = begin(start, browser: browser, language: language, state: link.state, isEntry: true)
    session.scope = link.scope
    session.account = link.account
    edgesTaken += enter(&session).edges
    sessions[session.id] = session
    var response = address(
      start,
      [
        QueryItem("session_id", session.id), QueryItem("language", tenant.languages[language]),
        QueryItem("short_app_id", tenant.clientRules[start.client].id),
      ])
    setCookie(browser, on: &response)
    return response
  }

  private static func entryError(_ error: String, _ description: String) -> HTTPResponseMessage {
    .json(["error": .string(error), "error_description": .string(description)], status: 400)
  }
}
