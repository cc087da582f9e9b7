import Encodings
import JourneyMock
import Testing

/// An app that signs people in by raw messages, as the protocol's documentation tells it to.
struct TestApp {
  let world: World
  var cookie: String?
  /// How long the browser was told to keep it, in seconds; `nil` for as long as its windows are open.
  private(set) var cookieLife: Int?
  var session = ""
  var verifier = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
  let issuer = "https://acme.test"
  /// Edges that answers named, in order.
  var edges: [String] = []

  init(_ world: World) { self.world = world }

  mutating func send(_ request: HTTPRequestMessage) async -> HTTPResponseMessage {
    var request = request
    if let cookie { request.headers.append("Cookie", cookie) }
    let response = await world.respond(to: request)
    if let set = response.headers["Set-Cookie"] {
      cookie = String(set.prefix { $0 != ";" })
      cookieLife = set.firstRange(of: "Max-Age=").flatMap { Int(set[$0.upperBound...].prefix { $0 != ";" }) }
    }
    edges += response.headers["X-Journey-Edge"]?.split(separator: ",").map(String.init) ?? []
    return response
  }

  mutating func get(_ address: String, bearer: String? = nil) async throws -> HTTPResponseMessage {
    var request = HTTPRequestMessage(url: try WebURL(address))
    if let bearer { request.headers.append("Authorization", "Bearer \(bearer)") }
    return await send(request)
  }

  /// The parameters that the authorize request is answered with.
  mutating func authorize(_ extra: [QueryItem] = [], leavingOut left: Set<String> = []) async throws -> [String: String] {
    let challenge = Base64URL.encode(Digests.sha256(verifier))
    var items: [QueryItem] = [
      .init("client_id", "acme-web"), .init("redirect_uri", "https://app.acme.test/callback"), .init("response_type", "code"),
      .init("scope", "openid profile email"), .init("state", "state-01"), .init("nonce", "nonce-1"),
      .init("code_challenge", challenge), .init("code_challenge_method", "S256"), .init("sdk", "web"),
    ]
    items.removeAll { item in left.contains(item.name) || extra.contains { $0.name == item.name } }
    let url = try WebURL("\(issuer)/oauth2/auth").appending(query: items + extra)
    let response = await send(HTTPRequestMessage(url: url))
    let address = response.headers["Location"] ?? String(decoding: response.body, as: UTF8.self)
    let answer = try Dictionary(WebURL(address).queryItems.map { ($0.name, $0.value) }) { first, _ in first }
    session = answer["session_id"] ?? session
    return answer
  }

  mutating func start() async throws -> JSONValue {
    _ = try await authorize()
    return try await initialize()
  }

  mutating func initialize() async throws -> JSONValue {
    try await JSONReader.read(post("init", body: "{}").body)
  }

  /// The state that a posted form leads to.
  mutating func submit(_ form: String, _ body: JSONValue) async throws -> JSONValue {
    try await JSONReader.read(post("form/\(form)", body: JSONWriter.text(of: body)).body)
  }

  mutating func post(_ path: String, body: String) async throws -> HTTPResponseMessage {
    await send(
      HTTPRequestMessage(
        method: "POST", url: try WebURL("\(issuer)/flow/api/v1/\(path)"),
        headers: ["Authorization": "Bearer \(session)", "Content-Type": "application/json"], body: Array(body.utf8)))
  }

  /// The parameters that the finalize address leads back with.
  mutating func finish(_ state: JSONValue) async throws -> [String: String] {
    let address = try #require(state["finalizeUrl"]?.stringValue)
    let response = try await get(address, bearer: session)
    #expect(response.status == 200)
    let url = try WebURL(String(decoding: response.body, as: UTF8.self))
    return Dictionary(url.queryItems.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// What the token endpoint makes of these parameters.
  mutating func token(_ items: [QueryItem]) async throws -> (status: Int, body: JSONValue) {
    let body = FormURLEncoding.encode([QueryItem("client_id", "acme-web")] + items)
    let response = await send(
      HTTPRequestMessage(
        method: "POST", url: try WebURL("\(issuer)/oauth2/token"), headers: ["Content-Type": FormURLEncoding.mediaType],
        body: Array(body.utf8)))
    return (response.status, try JSONReader.read(response.body))
  }

  mutating func exchange(_ code: String, verifier: String? = nil) async throws -> (status: Int, body: JSONValue) {
    try await token([
      .init("grant_type", "authorization_code"), .init("code", code), .init("code_verifier", verifier ?? self.verifier),
      .init("redirect_uri", "https://app.acme.test/callback"),
    ])
  }

  /// Signs jane in and gives what the token endpoint answers.
  mutating func signIn(scope: String = "openid profile email") async throws -> JSONValue {
    _ = try await authorize([.init("scope", scope)])
    _ = try await submit("identifier", ["identifier": "jane@acme.test"])
    let state = try await submit("password", ["password": "Jane-horse-11"])
    let callback = try await finish(state)
    return try await exchange(try #require(callback["code"])).body
  }
}

extension JSONValue {
  /// A form of a screen.
  func form(_ id: String) -> JSONValue? {
    self["forms"]?.arrayValue?.first { $0["id"]?.stringValue == id }
  }

  /// A widget of a form of a screen.
  func widget(_ form: String, _ id: String) -> JSONValue? {
    self.form(form)?["widgets"]?.arrayValue?.first { $0["id"]?.stringValue == id }
  }
}
