import Diagnostics
import Encodings
import JourneyModel

/// Tokens without a journey, and the keys that sign them.
enum TokenRoutes {
  static let all = [
    ControlRoute(
      method: "POST", path: "/__journey/tokens", id: "issueTokens", summary: "Issues tokens to a person's app without a journey.",
      body: .init(
        schema: ControlSchema.object(members, required: ["account"]), example: ["account": "jane", "claims": ["groups": ["admins"]]]),
      answers: [
        .init(
          status: 200, summary: "What the token endpoint would answer.",
          schema: ControlSchema.open(
            ["access_token": ControlSchema.text("Good at the tenant's own endpoints, too.")], required: ["access_token"]))
      ], refusals: [400], act: issue),
    ControlRoute(
      method: "POST", path: "/__journey/keys", id: "rotateKeys", summary: "Signs tokens with a new key from now on.",
      body: .init(
        schema: ControlSchema.object([
          "listed": ControlSchema.flag(
            "Whether the tenant's document lists the new key, as it does without this: else its `kid` is unknown."),
          "keep": ControlSchema.flag("Whether it lists the keys before it still, as it does without this."),
        ]), example: ["listed": true], isRequired: false),
      answers: [
        .init(
          status: 200, summary: "The keys by their ids.",
          schema: ControlSchema.object(
            [
              "kid": ControlSchema.text("The key that signs."),
              "listed": ControlSchema.list(of: ControlSchema.text("A key's id."), "Those that the document lists."),
            ], required: ["kid", "listed"]))
      ], refusals: [400], act: rotate),
  ]

  private static let members: KeyValuePairs<String, JSONValue> = [
    "account": ControlSchema.text("Whose they are: a name, e-mail address, user name or `sub`."),
    "client": ControlSchema.text("The app; the tenant's first without it."),
    "scope": ControlSchema.text("What they are for; all scopes of the client without it."),
    "nonce": ControlSchema.text("Comes back in the ID token."),
    "audience": ControlSchema.list(of: ControlSchema.text("A service."), "What the access token is for, where the dialect has that."),
    "amr": ControlSchema.list(of: ControlSchema.text("A method."), "How the person proved who they are, where the dialect says so."),
    "acr": ControlSchema.text("The class of authentication that was reached."),
    "expires_in": ControlSchema.number("Seconds, up to 100 years, below 0 for tokens that are over; the tenant's own lives without it."),
    "claims": ControlSchema.map("Claims of the ID token, in place of its own; `null` takes one out."),
    "access_claims": ControlSchema.map("The same for the access token."),
  ]

  /// A hundred years forward and back; times in a tenant's file are not longer.
  private static let lives = -3_155_760_000...3_155_760_000

  @Sendable private static func issue(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let body = JSONValue.object(try call.members(members.map(\.key)))
    guard let name = body["account"]?.stringValue else { throw ControlRefusal("write {\"account\": …}") }
    let account = try AccountRoutes.place(of: name, in: world.state, status: 400)
    let clients = world.state.tenant.clientRules
    let id = body["client"]?.stringValue ?? clients[0].id
    guard let client = world.state.client(id) else { throw .unknown(id, "client", among: clients.map(\.id), status: 400) }
    let scope = try scope(in: body, of: clients[client])
    let names = world.dialogues.first?.tokenNames(in: world.state)
    var subject = TokenSubject(
      account: account, client: client, scope: scope, nonce: body["nonce"]?.stringValue, sid: world.state.random.token(),
      authTime: world.state.now, family: world.state.random.token(), issuer: names?.issuer ?? world.state.issuer,
      methods: try words("amr", in: body))
    subject.audience = try words("audience", in: body)
    subject.context = body["acr"]?.stringValue
    if let life = body["expires_in"] {
      guard let seconds = life.intValue, lives.contains(seconds) else {
        throw ControlRefusal("'expires_in' is a whole number of seconds from \(lives.lowerBound) to \(lives.upperBound)")
      }
      subject.life = .seconds(seconds)
    }
    subject.ownClaims = try claims("claims", in: body)
    subject.ownAccessClaims = try claims("access_claims", in: body)
    return world.state.tokens(for: subject, tokenType: names?.type ?? "bearer")
  }

  /// The scope that is asked for: that of the client, or a part of it.
  static func scope(in body: JSONValue, of client: ClientDefinition) throws(ControlRefusal) -> String {
    guard let value = body["scope"] else { return client.scopes.joined(separator: " ") }
    guard let scope = value.stringValue else { throw ControlRefusal("'scope' is a text") }
    if let word = scope.split(separator: " ").first(where: { !client.scopes.contains(String($0)) }) {
      throw .unknown(String(word), "scope", of: client.id, among: client.scopes, status: 400)
    }
    return scope
  }

  private static func words(_ name: String, in body: JSONValue) throws(ControlRefusal) -> [String] {
    guard let value = body[name] else { return [] }
    guard let elements = value.arrayValue else { throw ControlRefusal("'\(name)' is a list of texts") }
    return elements.compactMap(\.stringValue)
  }

  private static func claims(_ name: String, in body: JSONValue) throws(ControlRefusal) -> [JSONValue.Member] {
    guard let value = body[name] else { return [] }
    guard let members = value.objectValue else { throw ControlRefusal("'\(name)' is an object") }
    return members
  }

  @Sendable private static func rotate(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let body = JSONValue.object(try call.members(["listed", "keep"]))
    for name in ["listed", "keep"] where body[name] != nil && body[name]?.boolValue == nil {
      throw ControlRefusal("'\(name)' is true or false")
    }
    world.state.keys.rotate(listsIt: body["listed"]?.boolValue ?? true, keepsOld: body["keep"]?.boolValue ?? true)
    return .json([
      "kid": .string(world.state.keys.id), "listed": .array(world.state.keys.listed.map { .string($0) }),
    ])
  }
}
