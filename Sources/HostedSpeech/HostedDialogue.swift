import Encodings
import JourneyMock
import JourneyModel

/// A tenant's pages. What they keep of a journey is what the last form was answered with; everything else is the machine's.
struct HostedDialogue: MockDialogue {
  /// What the last form of a journey came to; it is on the page until the next one.
  struct Said: Sendable {
    var state: Int
    var says: [SaidMessage]
    var form: String
    var answer: JSONValue
    /// What is added in words that are not the tenant's.
    var aside: Aside?
  }

  /// What a page says of how it came about, rather than of an answer.
  enum Aside: Sendable {
    /// A form of an older page was sent, and not taken.
    case stale
    /// The typed address is unknown, which a tenant should not reveal.
    case stranger
  }

  /// By their places in the tenant's definition.
  let screens: [HostedScreenRule]
  /// By the messages' places.
  let messages: [HostedMessageRule]
  /// Whether pages name the person that they are about.
  let tellsPerson: Bool
  /// Whose pages they are.
  let site: String
  let copyright: String?
  /// The places of the tenant's own words for answers that are missing or wrong.
  let required: Int?
  let invalid: Int?
  /// By the session's id.
  var said = RecentTable<Said>()

  init(
    screens: [HostedScreenRule], messages: [HostedMessageRule], tellsPerson: Bool, site: String, copyright: String?, required: Int?,
    invalid: Int?
  ) {
    self.screens = screens
    self.messages = messages
    self.tellsPerson = tellsPerson
    self.site = site
    self.copyright = copyright
    self.required = required
    self.invalid = invalid
  }

  func takes(_ path: String) -> Bool { path.hasPrefix(HostedPath.root) }

  mutating func respond(to request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    if world.exceededLimit(by: request) != nil { return notice(.tooMany, in: world) }
    guard let place = HostedPath.place(of: request.url.path), isKnown(place) else { return notice(.unknownPath, in: world) }
    if request.method == "HEAD" {
      var asked = request
      asked.method = "GET"
      var response = respond(to: asked, in: &world)
      response.body = []
      return response
    }
    guard request.method == "GET" || request.method == "POST" else { return notice(.wrongMethod, in: world) }
    if place == .root, request.method == "GET" { return startPage(in: world) }
    guard let id = session(of: request, in: world), var session = world.session(id) else { return notice(.noJourney, in: world) }
    if case .expired = session.status { return notice(.over, in: world) }
    world.settleTimers(of: &session)
    defer { world.sessions.keep(session) }
    if request.method == "GET" { return show(place, session, in: world) }
    return take(request, at: place, &session, in: &world)
  }

  private func isKnown(_ place: HostedPath.Place) -> Bool {
    switch place {
    case .root, .away: true
    case .screen(let id), .form(_, of: let id): screens.contains { $0.id == id }
    }
  }

  func session(of request: HTTPRequestMessage, in world: WorldState) -> String? {
    world.cookie(HostedPath.cookie, of: request).flatMap { world.sessions.id(ofHandle: $0) }
  }

  /// A tenant's links lead to the app, as its first dialect says.
  func link(to state: Int, challenge: String, of session: Session, in world: WorldState) -> String { world.issuer + HostedPath.root }

  func outline(ofScreen place: Int) -> [ScreenOutline.FormOutline] { screens[place].outline(messages, tellsPerson: tellsPerson) }

  /// Those that are on every page with a form.
  func formsBeside(screen place: Int, of graph: TenantGraph) -> [BesideForm] {
    screens[place].forms.compactMap { form in graph.everywhere.first { $0.id == form.id }.map { BesideForm($0, condition: form.condition) }
    }
  }

  /// The pages of other sites that a journey can leave for, and what is added.
  func ends(of graph: TenantGraph) -> [ScreenOutline] {
    let edges = graph.states.flatMap { state in (state.forms + (state.decision.map { [$0] } ?? [])).flatMap(\.edges) }
    let pages = edges.compactMap { edge -> String? in
      if case .handOver(let page) = edge.target { page } else { nil }
    }
    let providers = screens.flatMap { $0.forms.filter(\.isProvider).map { HostedPath.name(ofProvider: $0.id) } }
    var seen: Set<String> = []
    let away = (pages + providers).filter { seen.insert($0).inserted }.map(Self.awayOutline)
    return away + HostedNotice.allCases.map { ScreenOutline(id: $0.rawValue, forms: []) }
  }

  /// The screen that a session shows; `nil` in a state that shows none.
  func screen(of session: Session, in world: WorldState) -> HostedScreenRule? {
    world.tenant.graph.states[session.state].screen.map { screens[$0] }
  }
}
