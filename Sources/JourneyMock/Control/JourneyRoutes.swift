import Encodings
import JourneyModel

/// Journeys that begin at a screen of a test's choice.
enum JourneyRoutes {
  private static let beginning = "/__journey/start"

  static let all = [
    ControlRoute(
      method: "PUT", path: beginning, id: "placeJourneys",
      summary: "Lets journeys begin at another screen, whatever app or browser begins them.",
      body: .init(
        schema: ControlSchema.object(
          place + [.init("times", ControlSchema.number("How many journeys begin there; all from now on without it."))]),
        example: ["times": 1]),
      answers: [.init(status: 204, summary: "They will.")], refusals: [400, 409]
    ) { call, world throws(ControlRefusal) in
      let asked = try AskedBeginning(call.members(AskedBeginning.members + ["times"]), in: world)
      world.state.beginning = asked.beginning
      return .empty(204)
    },
    ControlRoute(
      method: "DELETE", path: beginning, id: "unplaceJourneys", summary: "Lets journeys begin where the tenant's file says.",
      answers: [.init(status: 204, summary: "They will.")]
    ) { _, world throws(ControlRefusal) in
      world.state.beginning = nil
      return .empty(204)
    },
    ControlRoute(
      method: "POST", path: "/__journey/journeys", id: "beginJourney",
      summary: "Begins a journey at a screen, and gives the names by which an app or a browser goes on with it.",
      body: .init(schema: ControlSchema.object(place + request), example: [:]),
      answers: [.init(status: 201, summary: "The journey.", schema: journey)], refusals: [400, 409], act: begin),
  ]

  private static let journey = ControlSchema.open(
    [
      "state": ControlSchema.text("The state of the flow that it is in."),
      "session_id": ControlSchema.text("Journey Flow: what an app takes the session up by."),
      "hosted_url": ControlSchema.text("Journey Flow: the address of its web page."),
      "interaction_handle": ControlSchema.text("Identity Engine: what an app introspects."),
      "state_handle": ControlSchema.text("Identity Engine: the handle that every form carries."),
    ], required: ["state"])

  private static let place: [JSONValue.Member] = [
    .init("screen", ControlSchema.text("A screen; of several states with one screen the first of the file.")),
    .init("state", ControlSchema.text("A state of the flow, instead of a screen.")),
    .init("account", ControlSchema.text("Who the journey is about: a name, e-mail address, user name or `sub`.")),
    .init("facts", ControlSchema.map("Facts and texts of the session, by their names without `session.`.")),
  ]

  private static let request: [JSONValue.Member] = [
    .init("client", ControlSchema.text("The app; the tenant's first without it.")),
    .init("redirect_uri", ControlSchema.text("The client's first without it.")),
    .init("scope", ControlSchema.text("All scopes of the client without it.")),
    .init("oauth_state", ControlSchema.text("Comes back with the code.")),
    .init("nonce", ControlSchema.text("Comes back in the ID token.")),
    .init("code_challenge", ControlSchema.text("S256 of the app's verifier; without it the verifier is the letter `a`, 43 times.")),
    .init("sdk", ControlSchema.text("The word by which the app says which SDK it is.")),
    .init("send", ControlSchema.list(of: ControlSchema.text("A mail or text message."), "What is sent at once, such as a code.")),
  ]

  @Sendable private static func begin(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let members = try call.members(AskedBeginning.members + request.map(\.name))
    let asked = try AskedBeginning(members, in: world)
    let body = JSONValue.object(members)
    let start = try start(body, in: world.state)
    let mails = try mails(body, in: world.state)
    return .json(.object(world.begin(start, at: asked.beginning, sending: mails)), status: 201)
  }

  private static func start(_ body: JSONValue, in state: WorldState) throws(ControlRefusal) -> StartRequest {
    let clients = state.tenant.clientRules
    let name = body["client"]?.stringValue ?? clients[0].id
    guard let client = state.client(name) else { throw .unknown(name, "client", among: clients.map(\.id), status: 400) }
    let rule = clients[client]
    let address = body["redirect_uri"]?.stringValue ?? rule.redirectURIs.first ?? ""
    guard rule.redirectURIs.contains(address) else {
      throw .unknown(address, "redirect URI", of: rule.id, among: rule.redirectURIs, status: 400)
    }
    let challenge = Base64URL.encode(Digests.sha256(String(repeating: "a", count: 43)))
    return StartRequest(
      client: client, redirectURI: address, scope: try TokenRoutes.scope(in: body, of: rule),
      state: body["oauth_state"]?.stringValue ?? "journey", nonce: body["nonce"]?.stringValue,
      challenge: body["code_challenge"]?.stringValue ?? challenge, profile: body["sdk"]?.stringValue)
  }

  private static func mails(_ body: JSONValue, in state: WorldState) throws(ControlRefusal) -> [Int] {
    var places: [Int] = []
    for item in body["send"]?.arrayValue ?? [] {
      let known = state.tables.mails.map(\.name)
      guard let place = known.firstIndex(of: item.stringValue ?? "") else {
        throw .unknown(item.stringValue ?? "", "mail or text message", among: known, status: 400)
      }
      places.append(place)
    }
    return places
  }
}
