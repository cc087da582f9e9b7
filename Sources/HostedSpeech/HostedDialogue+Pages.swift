import Encodings
import JourneyMock
import JourneyModel
import ScreenPages

extension HostedDialogue {
  /// To the journey's present page, with the cookie that makes it this browser's.
  func page(of session: Session, at form: String?, handle: String, in world: WorldState) -> HTTPResponseMessage? {
    guard var response = present(session, status: 302, in: world) else { return nil }
    if let form, let screen = screen(of: session, in: world) {
      response = HTTPResponseMessage.empty(302).leading(to: HostedPath.path(ofForm: form, onScreen: screen.id))
    }
    response.headers.append("Set-Cookie", world.cookieHeader(HostedPath.cookie, handle))
    return response
  }

  func page(saying notice: PageNotice, in world: WorldState) -> HTTPResponseMessage? {
    let screen = Screen(
      id: ScreenID(notice.id), messages: [Message(level: notice.status < 400 ? .info : .error, text: RichText(notice.text))])
    return page(screen, status: notice.status, frame: PageFrame(site: site, language: "en", heading: notice.heading), in: world)
  }

  /// A redirect to where the journey is; `nil` where nothing can be shown.
  func present(_ session: Session, status: Int, in world: WorldState) -> HTTPResponseMessage? {
    let address: String?
    switch session.status {
    case .open: address = screen(of: session, in: world).map { path(of: $0, session, in: world) }
    case .handedOver: address = HostedPath.away
    case .finished, .refused: address = world.end(of: session)
    case .expired: address = HostedPath.away
    }
    guard let address else { return nil }
    return HTTPResponseMessage.empty(status).leading(to: address)
  }

  /// The address of the present page; weak tenants tell in it what it must not tell.
  private func path(of rule: HostedScreenRule, _ session: Session, in world: WorldState) -> String {
    var items: [QueryItem] = []
    if world.has(.tokenInURL) { items.append(QueryItem("access_token", session.publicID)) }
    if world.has(.enumerationRedirect), isOfStranger(session) { items.append(QueryItem("unknown", "1")) }
    let path = HostedPath.path(ofScreen: rule.id)
    return items.isEmpty ? path : path.appending(query: items)
  }

  private func isOfStranger(_ session: Session) -> Bool {
    guard case .stranger? = said[session.id]?.aside else { return false }
    return true
  }

  /// The page of a place, or a redirect to the one where the journey is.
  func show(_ place: HostedPath.Place, _ session: Session, in world: WorldState) -> HTTPResponseMessage {
    switch session.status {
    case .open:
      guard let rule = screen(of: session, in: world) else { return notice(.noWay, in: world) }
      if place == .screen(rule.id) { return page(rule, session, in: world) }
      if case .form(let id, of: rule.id) = place, let form = provider(id, of: rule, session, in: world) {
        return page(ofProvider: form, of: rule, session, in: world)
      }
    case .handedOver(let name):
      if place == .away { return page(ofProvider: name, session, in: world) }
    case .finished, .refused, .expired: break
    }
    return present(session, status: 303, in: world) ?? notice(.noWay, in: world)
  }

  private func page(_ rule: HostedScreenRule, _ session: Session, in world: WorldState) -> HTTPResponseMessage {
    let last = said[session.id].flatMap { $0.state == session.state ? $0 : nil }
    let moment = HostedMoment(
      session: session, world: world, typed: last.map { ($0.form, $0.answer) }, messages: messages, tellsPerson: tellsPerson)
    let says = last?.says ?? world.entryMessages(of: session.state)
    var screen = rule.screen(moment, says: says)
    switch last?.aside {
    case .stale?: screen.messages.insert(Message(level: .info, text: Self.stale), at: 0)
    case .stranger? where world.has(.enumerationText):
      screen.messages.insert(Message(level: .info, text: "This address is unknown."), at: 0)
    case .stranger?, nil: break
    }
    // As the tenant's file has it for what the page says.
    let statuses = says.compactMap { messages[$0.message].status }
    // Who can go on is not turned away.
    let said = statuses.filter { $0 != 429 || screen.forms.isEmpty }.max() ?? 200
    let status = world.has(.enumerationStatus) && isOfStranger(session) ? 404 : said
    return page(screen, status: status, heading: SignInPageWords.heading(ofScreen: rule.id), session, in: world) {
      HostedPath.path(ofForm: $0.rawValue, onScreen: rule.id)
    }
  }

  /// The form of a screen by which a person leaves for an identity provider.
  func provider(_ id: String, of rule: HostedScreenRule, _ session: Session, in world: WorldState) -> HostedFormRule? {
    rule.form(id).flatMap { $0.isProvider && world.truth(in: session).holds($0.condition) ? $0 : nil }
  }

  /// The page that represents an identity provider's: the person says who they are there, or goes back.
  private func page(
    ofProvider form: HostedFormRule, of rule: HostedScreenRule, _ session: Session, in world: WorldState
  ) -> HTTPResponseMessage {
    let name = HostedPath.name(ofProvider: form.id)
    let person = Widget(
      id: WidgetID(HostedFormRule.personName), typeName: "text", label: "Who signs in there, by email address",
      kind: .entry(Entry(autocomplete: "username")))
    let back = Form(
      id: "return", widgets: [person, Widget(id: "continue", typeName: "submit", label: "Continue", kind: .submitter)])
    let cancel = Form(id: "cancel", kind: .action, label: "Cancel")
    let text = Message(level: .info, text: "This page replaces the one that the journey left for.")
    let screen = Screen(id: ScreenID("away", qualifiers: [name]), forms: [back, cancel], messages: [text])
    return page(screen, status: 200, heading: name, session, in: world) { pressed in
      HostedPath.path(ofForm: form.id, onScreen: rule.id) + (pressed == "cancel" ? "?\(HostedPath.cancelled)" : "")
    }
  }

  private static let stale: RichText = "That form was on an older page, so nothing was sent. This is where you are now."

  /// Where a journey is away, at an identity provider for one, the mock has a page that leads back.
  private func page(ofProvider name: String, _ session: Session, in world: WorldState) -> HTTPResponseMessage {
    let form = Form(
      id: "return", kind: .action, widgets: [Widget(id: "continue", typeName: "submit", label: "Continue", kind: .submitter)])
    let cancel = Form(id: "cancel", kind: .action, label: "Cancel")
    let text = Message(level: .info, text: "This page replaces the one that the journey left for.")
    let screen = Screen(id: ScreenID("away", qualifiers: [name]), forms: [form, cancel], messages: [text])
    return page(screen, status: 200, heading: name, session, in: world) { pressed in
      HostedPath.away + (pressed == "cancel" ? "?\(HostedPath.cancelled)" : "")
    }
  }

  /// Where a person who tries the tenant out begins: its apps, its people, its inbox.
  func startPage(in world: WorldState) -> HTTPResponseMessage {
    var ways = world.tenant.clientRules.indices.compactMap { client in
      world.beginning(for: client).map { Self.way("Sign in to \(world.tenant.clientRules[client].id)", to: $0) }
    }
    ways.append(Self.way("Inbox", to: "/api/v1/messages"))
    let people = (0..<world.accounts.count).map { world.accounts[$0] }.compactMap { account in
      account.name.map { Fact($0, .text(account[.email] ?? account[.username] ?? "")) }
    }
    let frame = PageFrame(site: site, language: "en", heading: "Try \(world.tenant.name) out")
    return page(Screen(id: ScreenID("start"), forms: ways, facts: people), status: 200, frame: frame, in: world)
  }

  private static func way(_ label: String, to address: String) -> Form {
    Form(id: FormID(address), kind: .navigation(address), label: RichText(label))
  }

  /// A page that is not a screen of a journey.
  func notice(_ notice: HostedNotice, in world: WorldState) -> HTTPResponseMessage {
    var response = page(
      notice.screen, status: notice.status, frame: PageFrame(site: site, language: "en", heading: notice.heading), in: world)
    if notice == .wrongMethod { response.headers.append("Allow", "GET, HEAD, POST") }
    if notice == .over { response.headers.append("Set-Cookie", world.cookieHeader(HostedPath.cookie, nil)) }
    return response
  }

  private func page(
    _ screen: Screen, status: Int, heading: String, _ session: Session, in world: WorldState,
    action: @escaping @Sendable (FormID) -> String
  ) -> HTTPResponseMessage {
    var frame = PageFrame(
      site: site, language: world.tenant.languages[session.language], heading: heading,
      hidden: [HiddenField(Self.tokenName, Self.token(of: session))], action: action)
    frame.account = session.account.flatMap { world.accounts[$0][.email] }.flatMap { screen.tells($0) ? $0 : nil }
    return page(screen, status: status, frame: frame, in: world)
  }

  private func page(_ screen: Screen, status: Int, frame: PageFrame, in world: WorldState) -> HTTPResponseMessage {
    var screen = screen
    if let copyright { screen.branding = [Value.Member("copyright", .text(copyright))] }
    var response = HTTPResponseMessage(status: status, body: ScreenPage(screen, in: frame).document)
    for (name, value) in Self.headers(of: world) { response.headers.append(name, value) }
    if let life = world.strictTransport { response.headers.append("Strict-Transport-Security", life) }
    return response
  }

  /// No `form-action`: browsers apply it to redirects after a form too, and would never let one lead to an app's own scheme.
  private static func headers(of world: WorldState) -> [(String, String)] {
    var policy = "default-src 'none'; style-src \(PageStyle.source); base-uri 'none'"
    var headers = [
      ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", world.has(.referrerUnsafe) ? "unsafe-url" : "same-origin"),
    ]
    if !world.has(.framingAllowed) {
      policy += "; frame-ancestors 'none'"
      headers.append(("X-Frame-Options", "DENY"))
    }
    if world.has(.formActionSelf) { policy += "; form-action 'self'" }
    headers.append(("Content-Security-Policy", policy))
    return headers
  }

  // MARK: Tokens against forged requests

  /// The hidden field that every form has.
  static let tokenName = "_csrf"

  /// One for each journey; it cannot be known without the cookie.
  static func token(of session: Session) -> String { Base64URL.encode(Digests.sha256("\(tokenName) \(session.id)")) }
}

extension HTTPResponseMessage {
  /// The same response with an address to go on to.
  func leading(to address: String) -> HTTPResponseMessage {
    var response = self
    response.headers.append("Location", address)
    return response
  }
}

extension Screen {
  /// Whether a person reads this on it, so that it need not be repeated.
  fileprivate func tells(_ text: String) -> Bool {
    forms.flatMap(\.widgets).contains { widget in
      guard case .output(let output) = widget.kind else { return false }
      return output.visible.contains(text)
    }
  }
}
