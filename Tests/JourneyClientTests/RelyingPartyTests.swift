import Encodings
import JourneyClient
import JourneyModel
import Testing

/// An authorization server that discovers itself and gives tokens for any grant.
///
/// An actor, as a transport is shared by value while the list of its requests grows.
private actor ToyServer: HTTPTransport {
  private let methods: JSONValue?
  private let refreshedScope: String
  private(set) var requests: [HTTPRequestMessage] = []

  init(methods: JSONValue? = nil, refreshedScope: String = "email") {
    self.methods = methods
    self.refreshedScope = refreshedScope
  }

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    requests.append(request)
    let json: JSONValue =
      switch request.url.path {
      case "/.well-known/openid-configuration": .object(document)
      case "/keys": ["keys": []]
      case "/login": [:]
      case "/token": ["access_token": "t0ken", "scope": .string(scope(of: request)), "refresh_token": "r3fresh"]
      case "/userinfo": ["sub": "jane-1"]
      default: ["error": "not_found"]
      }
    // Each answer tries to set a cookie.
    let cookie = "at\(request.url.path.dropFirst().filter(\.isLetter))=1; Path=/"
    return HTTPResponseMessage(
      status: 200, headers: ["Content-Type": "application/json", "Set-Cookie": cookie], body: JSONWriter.write(json))
  }

  private func scope(of request: HTTPRequestMessage) -> String {
    let isRefresh = FormURLEncoding.decode(request.body).contains { $0.name == "grant_type" && $0.value == "refresh_token" }
    return isRefresh ? refreshedScope : "email"
  }

  private var document: [JSONValue.Member] {
    let names = [
      "authorization_endpoint": "auth", "token_endpoint": "token", "userinfo_endpoint": "userinfo", "revocation_endpoint": "revoke",
      "jwks_uri": "keys",
    ]
    var members = [JSONValue.Member("issuer", "https://acme.test")]
    members += names.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string("https://acme.test/" + $0.value)) }
    if let methods { members.append(JSONValue.Member("token_endpoint_auth_methods_supported", methods)) }
    return members
  }

  var tokenRequests: [HTTPRequestMessage] { requests.filter { $0.url.path == "/token" } }
}

struct RelyingPartyTests {
  private func party(
    _ server: ToyServer, secret: Secret? = nil, profile: RelyingPartyProfile = RelyingPartyProfile()
  ) throws -> RelyingParty {
    let client = OAuthClient(
      issuer: try WebURL("https://acme.test"), id: "acme app", secret: secret, redirectURI: try WebURL("https://app.test/cb"),
      scopes: ["email"])
    return RelyingParty(
      client: client, profile: profile, transport: server, generator: SeededGenerator(seed: 1), providers: ProviderCache(),
      now: { Instant(seconds: 1_790_000_000) })
  }

  private func redeem(_ party: inout RelyingParty) async throws -> RelyingParty.Redemption {
    let request = party.authorizationRequest()
    let grant = CodeGrant(code: party.learn("c0de", name: "code"), verifier: request.verifier, of: party.client)
    return try await party.redeem(grant, for: request, begun: Finish(facts: [], checks: []))
  }

  private static let secret = Secret("s3cret/of the app", name: "client.secret")
  /// `acme+app:s3cret%2Fof+the+app`, each part form-encoded as RFC 6749 section 2.3.1 asks.
  private static let credentials = "YWNtZSthcHA6czNjcmV0JTJGb2YrdGhlK2FwcA=="

  struct Method: Sendable, CustomTestStringConvertible {
    var listed: [String]?
    var header: String?
    var field: String?
    var testDescription: String { listed.map { "\($0)" } ?? "nothing" }
  }

  @Test(arguments: [
    Method(listed: nil, header: "Basic " + credentials), Method(listed: ["client_secret_basic"], header: "Basic " + credentials),
    Method(listed: ["none", "private_key_jwt", "client_secret_post", "client_secret_basic"], field: "s3cret/of the app"),
    Method(listed: ["client_secret_basic", "client_secret_post"], header: "Basic " + credentials),
  ])
  func `a confidential client authenticates itself by the first listed method`(method: Method) async throws {
    let server = ToyServer(methods: method.listed.map { .array($0.map(JSONValue.string)) })
    var party = try party(server, secret: Self.secret)
    guard case .finished = try await redeem(&party) else { throw NotFinished() }
    let request = try #require(await server.tokenRequests.first)
    #expect(request.headers["Authorization"] == method.header)
    #expect(FormURLEncoding.decode(request.body).first { $0.name == "client_secret" }?.value == method.field)
  }

  private struct NotFinished: Error {}

  @Test func `a public client sends no secret and asks no discovery for a documented endpoint`() async throws {
    let server = ToyServer()
    var profile = RelyingPartyProfile()
    profile.endpoints[.token] = .documented(try WebURL("https://acme.test/token"))
    var party = try party(server, profile: profile)
    _ = try await redeem(&party)
    #expect(await server.requests.map(\.url.path) == ["/token"])
    #expect(await server.tokenRequests.first?.headers["Authorization"] == nil)
  }

  @Test func `a client that cannot authenticate itself by any listed method says so`() async throws {
    let server = ToyServer(methods: ["private_key_jwt"])
    var party = try party(server, secret: Self.secret)
    let error = await #expect(throws: DriverError.self) { _ = try await redeem(&party) }
    #expect(
      error?.message
        == "the issuer authenticates clients by 'private_key_jwt'; expected 'client_secret_basic' or 'client_secret_post'")
    #expect(await server.tokenRequests.isEmpty)
  }

  @Test(arguments: ["client_secret_basic", "client_secret_post"])
  func `a client's secret is learned in each spelling and shown in no exchange`(method: String) async throws {
    var party = try party(ToyServer(methods: [.string(method)]), secret: Self.secret)
    _ = try await redeem(&party)
    let turn = party.turn(.ended(.completed))
    let learned = turn.learned.map(\.unsafeText)
    #expect(learned.contains("s3cret/of the app"))
    #expect(learned.contains(Self.credentials) == (method == "client_secret_basic"))
    let exchange = try #require(turn.exchanges.last)
    #expect(exchange.purpose == "token")
    let shown = "\(exchange.requestHeaders) \(exchange.requestBody)"
    #expect(!shown.contains("s3cret") && !shown.contains(Self.credentials))
  }

  @Test(arguments: ["client_secret_basic", "client_secret_post"])
  func `a client's secret is sent to the issuer's origin only`(method: String) async throws {
    let server = ToyServer(methods: [.string(method)])
    var client = try party(server, secret: Self.secret).client
    client.allowed = AllowedOrigins([client.issuer, try WebURL("https://elsewhere.test")])
    client.secret = Self.secret
    var party = RelyingParty(
      client: client, profile: RelyingPartyProfile(), transport: server, generator: SeededGenerator(seed: 1),
      providers: ProviderCache(), now: { Instant(seconds: 1_790_000_000) })
    let request = party.authorizationRequest()
    let grant = CodeGrant(fields: [Value.Member("grant_type", "x")], endpoint: try WebURL("https://elsewhere.test/token"))
    let error = await #expect(throws: DriverError.self) {
      _ = try await party.redeem(grant, for: request, begun: Finish(facts: [], checks: []))
    }
    #expect(error?.kind == .forbidden)
    #expect(await server.tokenRequests.isEmpty)
  }

  @Test func `tokens are used as discovery says, without a dialect's help`() async throws {
    let server = ToyServer()
    var party = try party(server)
    let none = await #expect(throws: DriverError.self) { try await party.perform(.userinfo) }
    #expect(none?.kind == .impossible)
    _ = try await redeem(&party)
    let shown = try await party.perform(.userinfo)
    guard case .ended(.finished(let finish)) = shown else { throw NotFinished() }
    #expect(finish.facts == [Value.Member("claims", .map([Value.Member("sub", "jane-1")]))])
    #expect(await server.requests.last?.headers["Authorization"] == "Bearer t0ken")
    let logout = await #expect(throws: DriverError.self) { try await party.perform(.logout) }
    #expect(logout?.message == "no app requests a logout without an ID token")
  }

  @Test(arguments: [("email", nil), ("", nil), ("email admin", "the refreshed tokens have the scope 'admin', which was not granted")])
  func `a refresh gives no more than was granted`(scope: String, problem: String?) async throws {
    var party = try party(ToyServer(refreshedScope: scope))
    guard case .finished = try await redeem(&party) else { throw NotFinished() }
    // The second refresh is compared with the first grant too, not with what the first refresh gave.
    for _ in 1...2 {
      guard case .ended(.finished(let finish)) = try await party.perform(.refresh) else { throw NotFinished() }
      #expect(finish.checks.compactMap(\.problem) == (problem.map { [$0] } ?? []))
    }
  }

  @Test func `the app's own requests carry no cookie of the login, and store none`() async throws {
    let server = ToyServer()
    var party = try party(server)
    let login = try WebURL("https://acme.test/login")
    _ = try await party.load(party.call("page", "GET", login, accept: "*/*"))
    guard case .finished = try await redeem(&party) else { throw NotFinished() }
    for action in [TokenAction.userinfo, .refresh, .revoke] { _ = try await party.perform(action) }
    _ = try await party.load(party.call("page", "GET", login, accept: "*/*"))
    let requests = await server.requests
    #expect(requests.count >= 7)
    #expect(requests.filter { $0.url.path != "/login" }.allSatisfy { $0.headers["Cookie"] == nil })
    #expect(requests.last?.headers["Cookie"] == "atlogin=1")
  }

  @Test func `a warning is given once, and not without end`() throws {
    var party = try party(ToyServer())
    for number in 0..<(Warnings.limit + 5) {
      party.warn("warning \(number)")
      party.warn("warning \(number)")
    }
    let warnings = party.turn(.ended(.completed)).warnings
    #expect(warnings.count == Warnings.limit)
    #expect(warnings.prefix(2) == ["warning 0", "warning 1"])
    party.beginAction()
    #expect(party.turn(.ended(.completed)).warnings.isEmpty)
  }
}
