import Encodings
import HostedSpeech
import JourneyMock
import JourneyModel
import ScreenPages

extension GatewayDialogue {
  /// `GET` of a page.
  mutating func show(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    if request.url.path.hasPrefix(GatewayPath.signIn + "/"), ["google", "apple"].contains(where: request.url.path.hasSuffix) {
      return notice(.provider, in: world)
    }
    guard let route = route(to: request.url.path) else { return notice(.unknownPath, in: world) }
    let kept = KeptQuery(request.url.queryItems)
    var session = session(for: route, request, kept, in: &world)
    defer { world.sessions.keep(session) }
    let response = page(at: route, request, kept, &session, in: &world)
    return response.setting(GatewayCookie.journey.header(session.id, in: world))
  }

  private mutating func page(
    at route: GatewayRoute, _ request: HTTPRequestMessage, _ kept: KeptQuery, _ session: inout Session, in world: inout WorldState
  ) -> HTTPResponseMessage {
    guard let screen = screen(of: session, in: world) else { return notice(.unexpected, in: world) }
    guard route.screens.contains(screen) else {
      var response = HTTPResponseMessage.empty(303).leading(to: address(of: screen, session, kept))
      // A sign-in that the site does not know any more is forgotten.
      if isBroken(request, in: world) { response = response.setting(GatewayCookie.signOn.header(nil, in: world)) }
      return response
    }
    let says = world.entryMessages(of: session.state) + told(by: request, in: world)
    return draw(screen, GatewayMoment(session: session, request: request, kept: kept, says: says), in: &world)
  }

  /// The browser's journey: the one that it is on, else one that begins at the page.
  ///
  /// - Parameter isPosted: whether a form is posted; a page that is requested instead may begin the journey again.
  mutating func session(
    for route: GatewayRoute, _ request: HTTPRequestMessage, _ kept: KeptQuery, isPosted: Bool = false, in world: inout WorldState
  ) -> Session {
    if let id = GatewayCookie.journey.value(in: request, world), var known = world.session(id), case .open = known.status {
      world.settleTimers(of: &known)
      let isThere = screen(of: known, in: world).map(route.screens.contains) ?? false
      let isSame = route.token.map { $0 == openedLinks[id] } ?? (isPosted || !begins(route, in: world))
      if isThere, isSame { return known }
    }
    var session = world.begin(Self.start(kept, in: world), browser: "", language: world.language([], request.headers["Accept-Language"]))
    if let token = route.token, let link = world.links[token], !link.isLate(at: world.now) {
      session.follow(link)
      openedLinks[session.id] = token
    } else {
      let signOn = signOn(of: request, in: world)
      world.restart(
        &session, account: signOn?.account,
        given: [
          (ArrivalFact.page.rawValue, route.word), (ArrivalFact.signOn.rawValue, state(of: signOn, request, kept, in: world)),
        ])
      if let token = route.token {
        openedLinks[session.id] = token
        if let late = world.links[token] { session.come(by: late) }
      }
    }
    world.note(world.enter(&session))
    return session
  }

  /// Whether the graph's first state knows the page, so that requesting it begins the journey again.
  private func begins(_ route: GatewayRoute, in world: WorldState) -> Bool {
    world.tenant.graph.tables.facts.first { $0.name == ArrivalFact.page.rawValue }?.words.contains(route.word) ?? false
  }

  private func state(of signOn: SignOn?, _ request: HTTPRequestMessage, _ kept: KeptQuery, in world: WorldState) -> String {
    guard let signOn else { return isBroken(request, in: world) ? "broken" : "none" }
    return signOn.isFresh(kept["maxAge"], at: world.now) ? "valid" : "old"
  }

  /// Whether the browser brings a sign-in that is over or unknown.
  private func isBroken(_ request: HTTPRequestMessage, in world: WorldState) -> Bool {
    GatewayCookie.signOn.value(in: request, world) != nil && signOn(of: request, in: world) == nil
  }

  /// A journey on the gateway's pages belongs to the app that the browser came from, and to no request of it.
  private static func start(_ kept: KeptQuery, in world: WorldState) -> StartRequest {
    let client = world.client(kept["appClientId"])
    return StartRequest(client: client ?? 0, redirectURI: "", profile: client == nil ? nil : "app")
  }

  /// Where a screen is, for this journey.
  func address(of screen: Int, _ session: Session, _ kept: KeptQuery, _ others: [QueryItem] = []) -> String {
    kept.appended(to: screens[screen].path.path(token: openedLinks[session.id]), others)
  }

  /// What the page's address asks it to say: that the way back failed, or that a form came without its token.
  private func told(by request: HTTPRequestMessage, in world: WorldState) -> [SaidMessage] {
    let parameters = RequestParameters(request.url.queryItems)
    var places: [Int?] = []
    if parameters["csrfError"] == "true" { places.append(phrases.forged) }
    if parameters["error_description"] != nil || parameters["error"] == "login_required" { places.append(phrases.problem) }
    if parameters["error"] == "accountLinkingRequired" { places.append(phrases.unlinked) }
    // Any other text would be a stranger's words on the site's page.
    if let text = parameters["error"] {
      places.append(world.tenant.graph.tables.messages.firstIndex { $0.texts.contains { $0.constant == text } })
    }
    return places.compactMap { place in place.map { SaidMessage(message: $0, form: "") } }
  }
}
