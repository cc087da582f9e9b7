import Encodings
import HostedSpeech
import JourneyMock
import JourneyModel
import ScreenPages

extension GatewayDialogue {
  /// A screen as a page, with the cookie that its forms' token is compared with.
  mutating func draw(_ place: Int, _ moment: GatewayMoment, in world: inout WorldState) -> HTTPResponseMessage {
    let rule = screens[place]
    let session = moment.session
    let filled = HostedMoment(session: session, world: world, typed: moment.typed)
    var screen = rule.page.screen(filled, says: moment.says)
    // A form that only shows texts has no button.
    for index in screen.forms.indices where screen.forms[index].isOfTexts { screen.forms[index].label = nil }
    let truth = world.truth(in: session)
    screen.forms += rule.links.filter { truth.holds($0.condition) }.map { form(of: $0, filled, moment.kept) }
    let (token, cookie) = forgeryToken(of: moment.request, in: &world)
    let heading = filled.text(rule.heading) ?? rule.page.id
    var frame = PageFrame(site: brand, language: world.tenant.languages[session.language], heading: heading)
    frame.title = filled.text(rule.title)
    frame.keepsHeading = true
    frame.tellsScreen = false
    frame.hidden = [
      HiddenField("_csrf", token), HiddenField("_csrfPageUrl", moment.request.url.requestTarget), HiddenField("ref", ""),
      HiddenField("refViewId", ""),
    ]
    let (kept, opened) = (moment.kept, openedLinks[session.id])
    frame.action = { kept.appended(to: rule.action(of: $0.rawValue).path(token: opened)) }
    let response = Self.page(screen, status: moment.status, frame: frame, in: world)
    return cookie.map(response.setting) ?? response
  }

  private func form(of link: GatewayLinkRule, _ moment: HostedMoment, _ kept: KeptQuery) -> Form {
    let address: String
    switch link.target {
    case .onward: address = kept.fromURI ?? returnAddress(kept["returnUrl"], in: moment.world)
    case .path(let path):
      guard let back = link.back else {
        address = kept.appended(to: path)
        break
      }
      address = path.appending(query: [QueryItem("returnUrl", moment.world.siteAddress + kept.appended(to: back))])
    }
    let label = moment.text(link.label) ?? link.form
    return Form(id: FormID(link.form), kind: .navigation(address), label: RichText(label))
  }

  /// Where a person who tries the tenant out begins: its apps, its people, its inbox.
  ///
  /// If a person is signed in in this browser, it names them and offers to sign out.
  func startPage(for request: HTTPRequestMessage, in world: WorldState) -> HTTPResponseMessage {
    var ways = world.tenant.clientRules.indices.compactMap { client in
      world.beginning(for: client).map { Self.way("Sign in to \(world.tenant.clientRules[client].id)", to: $0) }
    }
    let signOn = signOn(of: request, in: world)
    ways.append(signOn == nil ? Self.way("Sign in", to: GatewayPath.signIn) : Self.way("Sign out", to: GatewayPath.signOut))
    ways.append(Self.way("Inbox", to: "/api/v1/messages"))
    let person = signOn.flatMap { world.accounts[$0.account][.email] }.map { [Fact("Signed in", .text($0))] } ?? []
    let people = (0..<world.accounts.count).map { world.accounts[$0] }.compactMap { account in
      account.name.map { Fact($0, .text(account[.email] ?? "")) }
    }
    let frame = PageFrame(site: brand, language: "en", heading: "Welcome to \(brand)")
    return Self.page(Screen(id: ScreenID("start"), forms: ways, facts: person + people), status: 200, frame: frame, in: world)
  }

  private static func way(_ label: String, to address: String) -> Form {
    Form(id: FormID(address), kind: .navigation(address), label: RichText(label))
  }

  /// A page that is not a screen of a journey.
  func notice(_ notice: GatewayNotice, in world: WorldState) -> HTTPResponseMessage {
    var frame = PageFrame(site: brand, language: "en", heading: notice.heading)
    frame.title = notice.title
    var response = Self.page(notice.screen, status: notice.status, frame: frame, in: world)
    if case .wrongMethod = notice { response.headers.append("Allow", "GET, POST") }
    return response
  }

  private static func page(_ screen: Screen, status: Int, frame: PageFrame, in world: WorldState) -> HTTPResponseMessage {
    var response = HTTPResponseMessage(status: status, body: ScreenPage(screen, in: frame).document)
    for (name, value) in headers { response.headers.append(name, value) }
    if let life = world.strictTransport { response.headers.append("Strict-Transport-Security", life) }
    return response
  }

  /// No `form-action`: browsers apply it to redirects after a form too, and would never let one lead to an app's own scheme.
  private static let headers: [(String, String)] = [
    ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; style-src \(PageStyle.source); base-uri 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin"),
  ]
}

extension Form {
  /// Whether it asks nothing.
  fileprivate var isOfTexts: Bool {
    widgets.allSatisfy { widget in
      if case .output = widget.kind { true } else { false }
    }
  }
}
