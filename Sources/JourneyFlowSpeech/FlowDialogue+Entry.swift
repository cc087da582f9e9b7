import Encodings
import JourneyMock
import JourneyModel

/// Journeys that links of messages begin.
extension FlowDialogue {
  /// `GET /provider/flow/entry`: a journey that a link of a message begins.
  func entry(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = RequestParameters(request.url.queryItems)
    guard let client = world.client(parameters["client_id"]) else {
      return OAuthError("clientMismatch", "the client is unknown").response()
    }
    guard world.tenant.clientRules[client].entryURL != nil else {
      return OAuthError("server_error", "the client has no entry URL").response(status: 500)
    }
    guard let redirectURI = parameters["redirect_uri"], world.tenant.clientRules[client].redirectURIs.contains(redirectURI) else {
      return OAuthError("invalidRedirectUri", "the redirect URI is not one of the client's").response()
    }
    guard let challenge = parameters["challenge"], let link = world.links[challenge] else {
      return OAuthError("magicLinkExpired", "the link is used or unknown").response()
    }
    guard link.client == client else { return OAuthError("clientMismatch", "the link was made for another client").response() }
    world.spend(link: challenge)
    if link.isLate(at: world.now) { return OAuthError("magicLinkExpired", "the link's time is over").response() }
    let start = StartRequest(client: client, redirectURI: redirectURI, profile: parameters["sdk"])
    return begin(link, start, request, in: &world)
  }

  /// `GET /provider/entry`: the same for an app that shows pages and passes on nothing but the link's own parameters.
  ///
  /// The client is the link's, and the redirect URI that of the journey that sent it, or the client's first.
  func pageEntry(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let late = OAuthError("magicLinkExpired", "the link is used, unknown or too old")
    guard let challenge = request.url.queryValue("challenge"), let link = world.links[challenge] else {
      return errorPage(late, to: request, in: world)
    }
    world.spend(link: challenge)
    let rule = world.tenant.clientRules[link.client]
    guard !link.isLate(at: world.now), let redirectURI = world.sessions[link.sender]?.request.redirectURI ?? rule.redirectURIs.first else {
      return errorPage(late, to: request, in: world)
    }
    return begin(link, StartRequest(client: link.client, redirectURI: redirectURI), request, in: &world)
  }

  /// What the embedded journey would be drawn by: the vendor's own code, which a mock does not have.
  static let components = OAuthError(
    "not_offered",
    "embedded journeys are drawn by the vendor's own components, which this mock does not have: use native, redirect or popup"
  ).response(status: 404)

  private func begin(
    _ link: EntryLink, _ start: StartRequest, _ request: HTTPRequestMessage, in world: inout WorldState
  ) -> HTTPResponseMessage {
    let language = world.language([], request.headers["Accept-Language"])
    let browser = world.browser(world.cookie(FlowPath.cookie, of: request))
    let continued = continued(by: link, start, in: browser, world)
    var session = world.begin(continued ?? start, browser: browser, language: language)
    session.isEntry = continued == nil
    session.isOfApp = !request.isOfBrowser
    session.follow(link)
    world.note(world.enter(&session))
    world.sessions.keep(session)
    if start.profile == nil, request.isOfBrowser, var page = world.page(of: session) {
      setCookie(browser, on: &page, in: world)
      return page
    }
    // The app that asked learns of the journey first, and of a code at its end.
    var response = address(
      start,
      [
        QueryItem("session_id", session.id), QueryItem("language", world.tenant.languages[language]),
        QueryItem("short_app_id", world.tenant.clientRules[start.client].id),
      ], in: world)
    setCookie(browser, on: &response, in: world)
    return response
  }

  /// The app's request whose journey sent the link, as far as its browser can still take the code: it has the state and the verifier.
  ///
  /// Inferred: the recorded apps show how a link begins, and none shows how its journey ends. A mobile app keeps no request of an earlier
  /// journey.
  private func continued(by link: EntryLink, _ start: StartRequest, in browser: String, _ world: WorldState) -> StartRequest? {
    guard world.tenant.clientRules[link.client].linksSignIn, start.profile?.hasPrefix("web") ?? true,
      let sender = world.session(link.sender), sender.browser == browser || sender.guest == browser,
      sender.request.client == link.client, sender.request.redirectURI == start.redirectURI, !sender.request.challenge.isEmpty
    else { return nil }
    switch sender.status {
    case .finished, .refused, .expired: return nil
    case .open, .handedOver: break
    }
    var request = sender.request
    request.profile = start.profile
    return request
  }
}
