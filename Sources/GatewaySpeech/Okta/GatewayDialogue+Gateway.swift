import Encodings
import JourneyMock
import JourneyModel

/// The gateway as a client of the authorization server: how a sign-in on its pages becomes one of the whole site.
extension GatewayDialogue {
  /// The gateway's client id.
  static let ownClient = "gateway"
  private static let ticketLife = Duration.seconds(300)
  private static let signInLife = 90 * 86_400

  /// A person is who they say: the browser asks the authorization server for a sign-in, with a proof that is good once.
  mutating func signIn(_ session: Session, _ kept: KeptQuery, after: String?, in world: inout WorldState) -> HTTPResponseMessage {
    guard let account = session.account else { return notice(.unexpected, in: world) }
    if let token = openedLinks[session.id], !world.slips.contains(.linkKept) { world.links.spend(token) }
    let ticket = world.random.token()
    tickets[ticket] = Ticket(account: account, until: world.now + Self.ticketLife)
    let asked = OwnRequest(state: Hex.encode(world.random.bytes(16)), kept: kept, after: after)
    let address = "\(world.authorizationServer)/v1/authorize".appending(query: [
      QueryItem("client_id", Self.ownClient), QueryItem("redirect_uri", world.siteAddress + GatewayPath.callback),
      QueryItem("response_type", "code"), QueryItem("scope", "openid"), QueryItem("state", asked.state), QueryItem("prompt", "none"),
      QueryItem("sessionToken", ticket),
    ])
    return HTTPResponseMessage.empty(world.slips.contains(.passwordRepeated) ? 307 : 303).leading(to: address)
      .setting(GatewayCookie.request.header(sign(asked.text, in: &world), in: world))
  }

  /// The gateway's own authorization request: the proof of a sign-in makes a new one, under a new cookie.
  mutating func authorizeGateway(
    _ request: HTTPRequestMessage, _ parameters: RequestParameters, in world: inout WorldState
  ) -> HTTPResponseMessage {
    let redirectURI = world.siteAddress + GatewayPath.callback
    guard parameters["redirect_uri"] == redirectURI else { return notice(.foreignRedirect, in: world) }
    let state = parameters["state"].map { [QueryItem("state", $0)] } ?? []
    func back(_ items: [QueryItem]) -> HTTPResponseMessage {
      HTTPResponseMessage.empty(302).leading(to: redirectURI.appending(query: items + state))
    }
    guard let proof = parameters["sessionToken"], let ticket = tickets.remove(proof), ticket.until > world.now else {
      return back(OAuthError("login_required", "The client specified not to prompt, but the user is not signed in.").items)
    }
    let browser = world.browser(nil)
    world.browsers.signIn(
      SignOn(account: ticket.account, sid: world.random.token(), time: world.now, until: world.now + world.tenant.lives.signOn),
      in: browser)
    let code = world.random.token()
    gatewayCodes[code] = Ticket(account: ticket.account, until: world.now + world.tenant.lives.code)
    return back([QueryItem("code", code)]).setting(GatewayCookie.signOn.header(browser, life: Self.signInLife, in: world))
  }

  /// `GET /oauth/authorization-code/callback`: the gateway's code is used, and the browser goes to where it wanted to.
  mutating func comeBack(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = RequestParameters(request.url.queryItems)
    let asked = GatewayCookie.request.value(in: request, world).flatMap { read($0, in: &world) }.flatMap(OwnRequest.init)
    func refuse(_ items: [QueryItem]) -> HTTPResponseMessage {
      let address = (asked?.kept ?? KeptQuery([])).appended(to: GatewayPath.signIn, items)
      return HTTPResponseMessage.empty(302).leading(to: address).setting(GatewayCookie.request.header(nil, in: world))
    }
    switch parameters["error"] {
    case "login_required": return refuse([QueryItem("error", "login_required")])
    case "access_denied": return refuse([QueryItem("error", "accountLinkingRequired")])
    case .some(let error): return refuse([QueryItem("error_description", error)])
    case nil: break
    }
    guard let asked, parameters["state"] == asked.state, let code = parameters["code"].flatMap({ gatewayCodes.remove($0) }),
      code.until > world.now
    else { return refuse([QueryItem("error_description", "There was a problem")]) }
    let name = world.accounts[code.account][.sub] ?? ""
    return HTTPResponseMessage.empty(303).leading(to: destination(of: asked, in: world))
      .setting(GatewayCookie.request.header(nil, in: world))
      .setting(GatewayCookie.journey.header(nil, in: world))
      .setting(GatewayCookie.person.header(sign(name, in: &world), life: Self.signInLife, in: world))
      .setting(GatewayCookie.personSecure.header(world.random.token(), life: Self.signInLife, in: world))
      .setting(GatewayCookie.lastSeen.header(world.random.token(), life: 1800, in: world))
  }

  /// The interrupted request, then the app's fallback address, then where the browser came from.
  private func destination(of asked: OwnRequest, in world: WorldState) -> String {
    let believesAll = world.slips.contains(.openFromURI) || world.slips.contains(.fromURIUndefined)
    if let fromURI = believesAll ? asked.kept["fromURI"] : asked.kept.fromURI { return fromURI }
    if let client = world.client(asked.kept["appClientId"]), let fallback = clients[client].fallbackURI {
      let isBare = !world.slips.contains(.fallbackWithParameters)
      return isBare ? fallback : fallback.appending(query: [QueryItem("state", asked.state)])
    }
    return asked.after ?? returnAddress(asked.kept["returnUrl"], in: world)
  }

  /// The address of the site's own domain to which the person wants to come back, else the site itself.
  func returnAddress(_ wanted: String?, in world: WorldState) -> String {
    if let wanted, world.slips.contains(.openReturnURL) { return wanted }
    guard let wanted, wanted == world.siteAddress || wanted.hasPrefix(world.siteAddress + "/") else {
      return world.siteAddress + GatewayPath.start
    }
    return wanted
  }

  // MARK: Signed texts

  /// A text with a mark by which the gateway knows it as its own.
  mutating func sign(_ text: String, in world: inout WorldState) -> String {
    "\(text).\(mark(of: text, in: &world))"
  }

  /// What was signed; `nil` for a text that the gateway did not sign.
  mutating func read(_ signed: String, in world: inout WorldState) -> String? {
    guard let dot = signed.lastIndex(of: ".") else { return nil }
    let text = String(signed[..<dot])
    return sign(text, in: &world) == signed ? text : nil
  }

  mutating func mark(of text: String, in world: inout WorldState) -> String {
    let key = cookieKey ?? world.random.token()
    cookieKey = key
    return Base64URL.encode(Digests.sha256("\(key) \(text)"))
  }
}

/// What the gateway keeps in a cookie while the browser is at the authorization server.
private struct OwnRequest {
  let state: String
  let kept: KeptQuery
  let after: String?

  init(state: String, kept: KeptQuery, after: String?) {
    self.state = state
    self.kept = kept
    self.after = after
  }

  /// As the cookie holds it.
  var text: String {
    let items = kept.items.map { JSONValue.Member($0.name, .string($0.value)) }
    var members: [JSONValue.Member] = [.init("stateParam", .string(state)), .init("queryParams", .object(items))]
    if let after { members.append(.init("confirmationPage", .string(after))) }
    return Base64URL.encode(JSONWriter.write(.object(members)))
  }

  init?(_ text: String) {
    guard let bytes = Base64URL.decode(text), let value = Self.json(bytes), let state = value["stateParam"]?.stringValue else {
      return nil
    }
    self.state = state
    let members = value["queryParams"]?.objectValue ?? []
    kept = KeptQuery(members.compactMap { member in member.value.stringValue.map { QueryItem(member.name, $0) } })
    after = value["confirmationPage"]?.stringValue
  }

  private static func json(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONError) { return try JSONReader.read(bytes, depthLimit: 8) } catch { return nil }
  }
}
