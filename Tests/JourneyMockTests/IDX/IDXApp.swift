import Encodings
import JourneyMock
import Testing

/// An app that walks an org by raw messages, as the vendor's apps do: every address but two is taken out of a body.
struct IDXApp {
  let world: World
  var server = "https://cascade.test/oauth2"
  /// The address of the org itself.
  var org = "https://cascade.test"
  /// The client and what it proves itself by.
  static let client = [QueryItem("client_id", "cascade-portal"), QueryItem("client_secret", "cascade-portal-4711")]
  var client = Self.client

  var verifier = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
  var interaction = ""
  /// The last body.
  var body: JSONValue = .null
  var status = 0
  /// All bodies of the engine.
  var bodies: [JSONValue] = []
  var edges: [String] = []

  init(_ world: World, server: String? = nil) {
    self.world = world
    if let server { self.server = server }
  }

  @discardableResult mutating func send(_ request: HTTPRequestMessage) async throws -> HTTPResponseMessage {
    let response = await world.respond(to: request)
    edges += response.headers["X-Journey-Edge"]?.split(separator: ",").map(String.init) ?? []
    status = response.status
    body = response.body.isEmpty ? .null : try JSONReader.read(response.body)
    if response.headers["Content-Type"]?.contains("ion+json") == true { bodies.append(body) }
    return response
  }

  mutating func form(_ path: String, _ items: [QueryItem], headers: HTTPFields = [:]) async throws {
    var headers = headers
    headers.append("Content-Type", "application/x-www-form-urlencoded")
    let request = HTTPRequestMessage(
      method: "POST", url: try WebURL(server + path), headers: headers, body: Array(FormURLEncoding.encode(items).utf8))
    try await send(request)
  }

  mutating func post(_ address: String, _ json: JSONValue, type: String = "application/json") async throws {
    let request = HTTPRequestMessage(
      method: "POST", url: try WebURL(address), headers: ["Content-Type": type], body: JSONWriter.write(json))
    try await send(request)
  }

  /// Asks for a journey; these items stand in place of the usual ones of their names, an empty one for none.
  mutating func interact(_ changes: [QueryItem] = []) async throws {
    let usual: [QueryItem] =
      client + [
        .init("redirect_uri", "https://portal.cascade.test/callback"),
        .init("scope", "openid profile email offline_access"), .init("state", "state-01"), .init("nonce", "nonce-1"),
        .init("code_challenge", Base64URL.encode(Digests.sha256(verifier))), .init("code_challenge_method", "S256"),
      ]
    let kept = usual.filter { item in !changes.contains { $0.name == item.name } }
    try await form("/v1/interact", kept + changes.filter { !$0.value.isEmpty })
    interaction = body["interaction_handle"]?.stringValue ?? ""
  }

  mutating func introspect() async throws {
    try await post("\(org)/idp/idx/introspect", ["interactionHandle": .string(interaction)])
  }

  mutating func start() async throws {
    try await interact()
    try await introspect()
  }

  var remediations: [String] { (body["remediation"]?["value"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue } }

  func remediation(_ name: String) -> JSONValue? {
    body["remediation"]?["value"]?.arrayValue?.first { $0["name"]?.stringValue == name }
  }

  /// Posts a remediation to its own address, with its own state handle.
  mutating func submit(_ name: String, _ answer: [JSONValue.Member] = []) async throws {
    try await submit(try #require(remediation(name), "\(name) of \(remediations)"), answer)
  }

  mutating func submit(_ form: JSONValue, _ answer: [JSONValue.Member] = []) async throws {
    let handle = form["value"]?.arrayValue?.first { $0["name"] == "stateHandle" }?["value"] ?? .null
    try await post(try #require(form["href"]?.stringValue), .object(answer + [.init("stateHandle", handle)]))
  }

  /// Names themselves and gives the password.
  mutating func signIn(_ name: String, _ password: String) async throws {
    try await start()
    try await submit("identify", [.init("identifier", .string(name))])
    try await submit("challenge-authenticator", [.init("credentials", ["passcode": .string(password)])])
  }

  /// The id by which a choice of an authenticator is sent, with its method.
  func option(_ label: String, in name: String, method: String? = nil) throws -> [JSONValue.Member] {
    let fields = try #require(remediation(name)?["value"]?.arrayValue)
    let options = fields.first { $0["name"] == "authenticator" }?["options"]?.arrayValue ?? []
    let option = options.first { $0["label"]?.stringValue == label }
    let id = try #require(option?["value"]?["form"]?["value"]?.arrayValue?.first { $0["name"] == "id" }?["value"])
    return [.init("authenticator", .object([.init("id", id)] + (method.map { [.init("methodType", .string($0))] } ?? [])))]
  }

  /// Everything said, on the page or on a field, by its key.
  var keys: [String] { Self.keys(in: body) }

  private static func keys(in value: JSONValue) -> [String] {
    switch value {
    case .object(let members):
      members.flatMap { $0.name == "i18n" ? [$0.value["key"]?.stringValue ?? ""] : keys(in: $0.value) }
    case .array(let elements): elements.flatMap(keys)
    case .null, .bool, .number, .string: []
    }
  }

  mutating func exchange(verifier: String? = nil, code: String? = nil) async throws {
    let form = body["successWithInteractionCode"]
    let given = form?["value"]?.arrayValue?.first { $0["name"] == "interaction_code" }?["value"]?.stringValue
    try await self.form(
      "/v1/token",
      client + [
        .init("grant_type", "interaction_code"),
        .init("interaction_code", code ?? given ?? ""), .init("code_verifier", verifier ?? self.verifier),
      ])
  }

  var code: String? {
    let fields = body["successWithInteractionCode"]?["value"]?.arrayValue
    return fields?.first { $0["name"] == "interaction_code" }?["value"]?.stringValue
  }
}
