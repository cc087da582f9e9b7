import Encodings
import JourneyClient
import JourneyModel
import Testing

/// A dialect without screens: the server knows the browser and gives a code at once. All else is the relying party's.
private struct SilentDriver: AppDriver {
  static let description = DialectDescription(
    name: "silent", startKeys: [], apps: [], widgetTypes: [], attributes: [], capabilities: [], resetForm: nil)

  var party: RelyingParty
  private var callback: Callback?

  init(client: OAuthClient, transport: any HTTPTransport) {
    party = RelyingParty(
      client: client, profile: RelyingPartyProfile(), transport: transport, generator: SeededGenerator(seed: 1),
      providers: ProviderCache(), now: { Instant(seconds: 1_790_000_000) })
  }

  mutating func start(_ parameters: StartParameters) async throws(DriverError) -> Turn.Now {
    party.begin(parameters)
    let request = party.authorizationRequest()
    party.session.authorization = request
    let url = try await party.endpoint(.authorization).appending(query: request.parameters)
    let client = party.client
    switch try await party.follow(party.call("authorize", "GET", url, accept: "text/html"), until: { !client.allowed.allows($0) }) {
    case .address(let target): callback = Callback(target)
    case .response(let response, _): throw party.failure(.protocol, "status \(response.status) and no callback")
    }
    return .ended(.completed)
  }

  mutating func refresh() async throws(DriverError) -> Turn.Now { throw party.failure(.impossible, "no screens") }
  mutating func submit(_ submission: Submission) async throws(DriverError) -> Turn.Now { try await refresh() }
  mutating func open(_ link: Secret, elsewhere: Bool) async throws(DriverError) -> Turn.Now { try await refresh() }
  mutating func resume(_ url: Secret) async throws(DriverError) -> Turn.Now { try await refresh() }

  mutating func finish(probes: [ProbeKind]) async throws(DriverError) -> Turn.Now {
    guard let callback, let request = party.session.authorization else { throw party.failure(.impossible, "nothing to finish") }
    let checks = try await party.checks(on: callback)
    guard checks.last?.problem == nil, let code = callback["code"] else { return .ended(.finished(Finish(facts: [], checks: checks))) }
    let grant = CodeGrant(code: party.learn(code, name: "code"), verifier: request.verifier, of: party.client)
    switch try await party.redeem(grant, for: request, begun: Finish(facts: [], checks: checks)) {
    case .refused(let error): return .ended(.refused(error))
    case .finished(var finish):
      for probe in probes { finish.probes.append(try await party.attempt(probe, with: .grant(grant))) }
      return .ended(.finished(finish))
    }
  }
}

/// An authorization server that knows who is there, and takes each code and each refresh token once.
private actor SilentServer: HTTPTransport {
  private var used: Set<String> = []
  private(set) var paths: [String] = []
  private let issuer = TokenIssuer()
  /// Whom ID tokens are about: the first one, and one that was refreshed; empty for none.
  private let people: [String]
  private var nonce = ""

  /// Whether a code and a refresh token are taken again.
  private let takesTwice: Bool

  init(people: [String] = [], takesTwice: Bool = false) { (self.people, self.takesTwice) = (people, takesTwice) }

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    paths.append(request.url.path)
    switch request.url.path {
    case "/.well-known/openid-configuration":
      var members = [
        JSONValue.Member("issuer", "https://acme.test"), JSONValue.Member("jwks_uri", "https://acme.test/.well-known/jwks.json"),
      ]
      for name in ["authorization", "token", "revocation"] {
        members.append(JSONValue.Member("\(name)_endpoint", .string("https://acme.test/\(name)")))
      }
      return json(200, .object(members))
    case "/authorization":
      nonce = request.url.queryValue("nonce") ?? ""
      return HTTPResponseMessage(status: 303, headers: ["Location": "/known?\(request.url.query ?? "")"])
    case "/known":
      let state = request.url.queryValue("state") ?? ""
      return HTTPResponseMessage(status: 303, headers: ["Location": "https://app.test/cb?code=code-1&state=\(state)"])
    case "/token":
      let fields = FormURLEncoding.decode(request.body)
      let grant = fields.first { ["code", "refresh_token"].contains($0.name) }?.value ?? ""
      guard used.insert(grant).inserted || takesTwice else { return json(400, ["error": "invalid_grant"]) }
      var answer: JSONValue = ["access_token": "t0ken", "refresh_token": .string("refresh-\(used.count)")]
      if let token = idToken(isFirst: used.count == 1) { answer = answer.with("id_token", .string(token)) }
      return json(200, answer)
    case "/revocation": return HTTPResponseMessage(status: 200)
    // Without the shared secret of its odd keys, which nobody may publish.
    default: return json(200, ["keys": .array(people.isEmpty ? [] : (issuer.keySet["keys"]?.arrayValue ?? []).prefix(2).map(\.self))])
    }
  }

  private func idToken(isFirst: Bool) -> String? {
    guard let first = people.first, let last = people.last else { return nil }
    let claims = TokenIssuer.claims.with("iss", "https://acme.test").with("aud", "app").with("nonce", .string(nonce))
    do { return try issuer.token(claims.with("sub", .string(isFirst ? first : last))) } catch { return "no token: \(error)" }
  }

  private func json(_ status: Int, _ value: JSONValue) -> HTTPResponseMessage {
    HTTPResponseMessage(status: status, headers: ["Content-Type": "application/json"], body: JSONWriter.write(value))
  }
}

struct AppDriverTests {
  private func driver(_ server: SilentServer) throws -> SilentDriver {
    SilentDriver(
      client: OAuthClient(
        issuer: try WebURL("https://acme.test"), id: "app", redirectURI: try WebURL("https://app.test/cb"), scopes: ["email"]),
      transport: server)
  }

  private func finish(_ turn: Turn) throws -> Finish {
    guard case .ended(.finished(let finish)) = turn.now else { throw NoFinish() }
    return finish
  }

  private struct NoFinish: Error {}

  @Test func `a dialect's driver has tokens, checks and probes from the relying party`() async throws {
    let server = SilentServer()
    var driver = try driver(server)
    let start = try await driver.perform(.start(StartParameters()))
    #expect(start.now == .ended(.completed))
    #expect(start.exchanges.map(\.purpose) == ["discovery", "key set", "authorize", "authorize"])
    #expect(start.learned.map(\.name) == ["code verifier", "state", "nonce"])
    let turn = try await driver.perform(.finish(probes: ["code_replay", "refresh_reuse"]))
    let finish = try finish(turn)
    #expect(finish.checks.map(\.name) == ["redirect_uri", "state", "iss", "code"])
    #expect(finish.probes == [ProbeResult("code_replay"), ProbeResult("refresh_reuse")])
    #expect(try self.finish(try await driver.perform(.token(.revoke))).checks.isEmpty)
    #expect(await server.paths.last == "/revocation")
  }

  @Test func `a server that takes a refresh token twice does not pass its probe`() async throws {
    var driver = try driver(SilentServer(takesTwice: true))
    _ = try await driver.perform(.start(StartParameters()))
    let problem = "the server issued tokens for a refresh token that was used already"
    let finish = try finish(try await driver.perform(.finish(probes: ["refresh_reuse"])))
    #expect(finish.probes == [ProbeResult("refresh_reuse", problem: problem)])
  }

  @Test(
    arguments: [("jane-1", nil), ("otto-2", "the token is about another person than the one before it")] as [(String, String?)])
  func `a refreshed ID token has to be about the same person`(person: String, problem: String?) async throws {
    var driver = try driver(SilentServer(people: ["jane-1", person]))
    _ = try await driver.perform(.start(StartParameters()))
    let first = try finish(try await driver.perform(.finish(probes: [])))
    #expect(first.checks.contains(TokenCheck("sub")), "\(first.checks)")
    let refreshed = try finish(try await driver.perform(.token(.refresh)))
    #expect(refreshed.checks.first { $0.name == "sub" } == TokenCheck("sub", problem: problem), "\(refreshed.checks)")
  }

  @Test func `a probe that there is none of is refused before anything is sent`() async throws {
    let server = SilentServer()
    var driver = try driver(server)
    let error = await #expect(throws: DriverError.self) { try await driver.perform(.finish(probes: ["tea"])) }
    #expect(error?.message.contains("there is no probe 'tea'; there are 'code_replay'") == true)
    #expect(await server.paths.isEmpty)
  }
}
