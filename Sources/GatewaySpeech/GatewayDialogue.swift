import Encodings
import HostedSpeech
import JourneyMock
import JourneyModel

/// A tenant's authorization server and gateway. Accounts, journeys, links, codes and tokens are the machine's; kept here is the state
/// between a request and its answer: interrupted authorization requests, tickets that are valid once, and who opened which link.
struct GatewayDialogue: MockDialogue {
  /// By their places in the tenant's definition.
  let screens: [GatewayScreenRule]
  let clients: [GatewayClientRule]
  /// The status with which a page comes that says a message, by the message's place; `nil` for 200.
  let statuses: [Int?]
  let phrases: GatewayPhrases
  /// Whose pages they are.
  let brand: String
  /// Authorization requests that the login page interrupted, by their keys.
  var interrupted = RecentTable<InterruptedRequest>()
  /// Proofs of a sign-in that the authorization server takes once, with the account.
  var tickets = RecentTable<Ticket>()
  /// The gateway's own codes, with the account.
  var gatewayCodes = RecentTable<Ticket>()
  /// The tokens of the links that journeys began with, by the journey's id.
  var openedLinks = RecentTable<String>()
  /// What the dialogue signs its cookies with; made on first use.
  var cookieKey: String?

  init(
    screens: [GatewayScreenRule], clients: [GatewayClientRule], statuses: [Int?], phrases: GatewayPhrases, brand: String
  ) {
    self.screens = screens
    self.clients = clients
    self.statuses = statuses
    self.phrases = phrases
    self.brand = brand
  }

  /// An app's authorization request that waits until a person has signed in.
  struct InterruptedRequest: Sendable {
    var start: StartRequest
    var server: String
    /// The error with which the journey was refused, which the app gets instead of a code.
    var error: String?
  }

  /// Something that is good once and for a short time, for an account.
  struct Ticket: Sendable {
    var account: Int
    var until: Instant
  }

  mutating func respond(to request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    // The gateway sends plain text here, as a proxy in front of it would.
    if world.exceededLimit(by: request) != nil { return .text("Too many requests, please try again later.", status: 429) }
    let path = request.url.path
    if let place = ServerPath(path) { return respond(to: request, at: place, in: &world) }
    guard !path.utf8.contains(UInt8(ascii: "%")) || PercentEncoding.decode(path) != nil else { return notice(.badPath, in: world) }
    guard request.method == "GET" || request.method == "POST" else { return notice(.wrongMethod, in: world) }
    switch (path, request.method) {
    case (GatewayPath.start, "GET"): return startPage(for: request, in: world)
    case (GatewayPath.login, "GET"): return LoginPage.response(to: request, slips: world.slips, below: world.sitePath)
    case (GatewayPath.callback, "GET"): return comeBack(request, in: &world)
    case (GatewayPath.signOut, "GET"): return signOut(request, everywhere: false, in: &world)
    case (GatewayPath.signOutEverywhere, "GET"): return signOut(request, everywhere: true, in: &world)
    case (_, "GET"): return show(request, in: &world)
    default: return take(request, in: &world)
    }
  }

  private mutating func respond(
    to request: HTTPRequestMessage, at place: ServerPath, in world: inout WorldState
  ) -> HTTPResponseMessage {
    switch (place.endpoint, request.method) {
    case (.authorize, "GET"): authorize(request, at: place.server, in: &world)
    // The browser repeats the form there.
    case (.authorize, "POST") where world.slips.contains(.passwordRepeated): authorize(request, at: place.server, in: &world)
    case (.resume, "GET"): resume(request, in: &world)
    case (.token, "POST"): exchange(request, in: &world)
    case (.revoke, "POST"): revoke(request, in: &world)
    case (.logout, "GET"): logOut(request, at: place.server, in: &world)
    case (.userinfo, "GET"), (.userinfo, "POST"): world.userinfo(request)
    case (.keys, "GET"): .json(world.keys.document)
    case (.discovery, "GET"): .json(discovery(of: place.server, in: world))
    default: notice(.wrongMethod, in: world)
    }
  }

  /// For faults that end a session.
  func session(of request: HTTPRequestMessage, in world: WorldState) -> String? { request.cookie("GU_GATEWAY_STATE") }

  /// The link of a mail is at the page that its state shows, with the app's mark where the person came from one.
  func link(to state: Int, challenge: String, of session: Session, in world: WorldState) -> String {
    let prefix = session.request.profile == nil ? "" : clients[session.request.client].linkPrefix
    guard let screen = firstScreen(from: state, in: world) else { return world.siteAddress + GatewayPath.signIn }
    let site = world.slips.contains(.mailWrongHost) ? "https://profile.elsewhere.test" : world.siteAddress
    return site + screens[screen].path.path(token: prefix + challenge)
  }

  /// The first screen that a state leads to.
  private func firstScreen(from state: Int, in world: WorldState) -> Int? {
    var place = state
    for _ in 0..<8 {
      let state = world.tenant.graph.states[place]
      if let screen = state.screen { return screen }
      let targets = state.decision?.edges.map(\.target) ?? []
      guard case .state(let next)? = targets.first(where: { if case .state = $0 { true } else { false } }) else { return nil }
      place = next
    }
    return nil
  }

  func outline(ofScreen place: Int) -> [ScreenOutline.FormOutline] {
    let forms = screens[place].page.forms.map { form in
      ScreenOutline.FormOutline(
        id: FormID(form.id), widgets: form.widgets.map { ScreenOutline.WidgetOutline(id: WidgetID($0.id), type: $0.typeName) })
    }
    let links = screens[place].links.map { link in ScreenOutline.FormOutline(id: FormID(link.address ?? link.form), widgets: []) }
    return forms + links
  }

  /// A link is a page that is asked for, which the first state decides on; and so is the page after the end.
  func leadsToStart(fromScreen place: Int) -> Bool { !screens[place].links.isEmpty || screens[place].after != nil }

  /// The pages of the servers themselves.
  func ends(of graph: TenantGraph) -> [ScreenOutline] {
    (["start"] + GatewayNotice.names).map { ScreenOutline(id: $0, forms: []) }
  }

  /// The screen that a session shows; `nil` in a state that shows none.
  func screen(of session: Session, in world: WorldState) -> Int? { world.tenant.graph.states[session.state].screen }
}

extension GatewayLinkRule {
  /// The path that names the link on its page, where it is always the same.
  var address: String? {
    if case .path(let path) = target { path } else { nil }
  }
}
