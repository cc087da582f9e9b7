import Encodings
import JourneyMock
import JourneyModel

/// An org's side of what is said in remediations.
struct IDXDialogue: MockDialogue {
  /// By their places in the tenant's definition.
  let screens: [IDXScreenRule]
  let messages: [IDXMessageRule]
  let clients: [IDXClientRule]
  let phrases: IDXPhrases
  /// What is kept of the journeys under way.
  var transactions = TransactionTable()
  /// The requests that were pushed and not used yet.
  var pushed = RecentTable<PushedRequest>()
  /// The requests of devices, by the codes that the devices have.
  var devices = RecentTable<DeviceRequest>()

  init(screens: [IDXScreenRule], messages: [IDXMessageRule], clients: [IDXClientRule], phrases: IDXPhrases) {
    self.screens = screens
    self.messages = messages
    self.clients = clients
    self.phrases = phrases
  }

  func takes(_ path: String) -> Bool {
    path.hasPrefix(IDXPath.remediations) || path.hasPrefix(IDXPath.provider) || path.hasPrefix(IDXPath.page)
      || path == IDXPath.ownSession || path == IDXPath.refreshedSession || path == IDXPath.setUp || path == IDXPath.activate
      || AuthorizationPath(path) != nil
  }

  mutating func respond(to request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    var response = route(request, in: &world)
    response.headers.append("x-okta-request-id", "r\(world.requestNumber)")
    return response
  }

  /// The journey whose handle a request brings.
  func session(of request: HTTPRequestMessage, in world: WorldState) -> String? {
    guard let body = Self.object(in: request) else { return nil }
    return body["interactionHandle"]?.stringValue ?? body["stateHandle"]?.stringValue.flatMap { transactions.journey(of: $0) }
  }

  func link(to state: Int, challenge: String, of session: Session, in world: WorldState) -> String {
    let screen = world.tenant.graph.states[state].screen.map { screens[$0] }
    // A mail that is waited for has its code in the link, for the app that shows the screen (okta/okta-auth-js, `isEmailVerifyCallback`).
    if screen?.authenticator == .email, screen?.forms.first?.kind == .challengeAuthenticator, let code = session.lastCode {
      return session.request.redirectURI.appending(query: [QueryItem("otp", code), QueryItem("state", session.request.state)])
    }
    if screen?.isWaitingForDevice ?? false { return world.setUpAddress(of: session) }
    let entry = world.tenant.clientRules[session.request.client].entryURL
    return "\(entry ?? world.orgAddress + "/welcome")?\(entryToken(leadingTo: state, in: world).rawValue)=\(challenge)"
  }

  func outline(ofScreen place: Int) -> [ScreenOutline.FormOutline] {
    let screen = screens[place]
    let implied = screen.implied.flatMap { implied in
      var beside = screen
      beside.forms = [implied.form]
      return beside.outline([]).filter { $0.id.rawValue != RemediationKind.cancel.rawValue }
    }
    let own = screen.outline(messages)
    return own + implied.filter { form in !own.contains { $0.id == form.id } }
  }

  /// What is implied, and everywhere but at an end the way back to the start.
  func formsBeside(screen place: Int, of graph: TenantGraph) -> [BesideForm] {
    let screen = screens[place]
    let implied = screen.implied.compactMap { implied -> BesideForm? in
      guard implied.screen != nil else { return BesideForm(asking: implied.form.id) }
      guard let state = implied.state(in: graph), let form = graph.states[state].form(implied.form.id) else { return nil }
      return BesideForm(form, condition: implied.condition(in: graph), state: state)
    }
    let cancel = graph.everywhere.first { $0.id == RemediationKind.cancel.rawValue }
    return implied + (screen.isFinal ? [] : [cancel].compactMap(\.self).map { BesideForm($0) })
  }

  /// A journey that is refused.
  func ends(of graph: TenantGraph) -> [ScreenOutline] {
    let edges = graph.states.flatMap { state in (state.forms + (state.decision.map { [$0] } ?? [])).flatMap(\.edges) }
    let refuses = edges.contains { edge in
      if case .refuse = edge.target { true } else { false }
    }
    return refuses ? [ScreenOutline(id: "failure-redirect", forms: [])] : []
  }

  /// The screen that a session shows; `nil` in a state that shows none.
  func screen(of session: Session, in world: WorldState) -> IDXScreenRule? {
    world.tenant.graph.states[session.state].screen.map { screens[$0] }
  }

  /// A body of any JSON type; `nil` for anything that is not an object.
  static func object(in request: HTTPRequestMessage) -> JSONValue? {
    guard let type = request.headers["Content-Type"]?.lowercased(), type.contains("json") else { return nil }
    do throws(JSONError) {
      let body = try JSONReader.read(request.body, depthLimit: 32)
      return body.objectValue == nil ? nil : body
    } catch {
      return nil
    }
  }
}
