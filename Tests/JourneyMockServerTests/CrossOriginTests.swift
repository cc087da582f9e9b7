import Encodings
import JourneyMock
import JourneyMockServer
import Synchronization
import Testing

/// What browsers ask before they let a script of another origin use the mock.
struct CrossOriginTests {
  private static let ask: HTTPFields = [
    "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type,x-okta-user-agent-extended",
  ]

  private static func asking(_ origin: String) -> HTTPFields { HTTPFields(Array(ask) + [.init("Origin", origin)]) }

  @Test func `the origin of a redirect URI may ask with every header that its SDK sends`() async throws {
    try await withMockServer(try MockServerTests.acme()) { (address: String) async throws in
      let preflight = try await SocketClient.send(
        "OPTIONS", "/flow/api/v1/init", to: address, headers: Self.asking("https://app.acme.test"))
      #expect(preflight.status == 204)
      #expect(preflight.headers["Access-Control-Allow-Origin"] == "https://app.acme.test")
      #expect(preflight.headers["Access-Control-Allow-Credentials"] == "true")
      #expect(preflight.headers["Access-Control-Allow-Headers"] == "authorization,content-type,x-okta-user-agent-extended")
      #expect(preflight.headers["Access-Control-Allow-Methods"] == "GET, HEAD, POST, PUT, PATCH, DELETE")
      #expect(preflight.headers["Access-Control-Max-Age"] == "600")
      #expect(preflight.headers["Access-Control-Allow-Private-Network"] == nil)
      #expect(preflight.headers["Vary"]?.hasPrefix("Origin, ") == true)
      let local = HTTPFields(Array(Self.asking("https://app.acme.test")) + [.init("Access-Control-Request-Private-Network", "true")])
      let asked = try await SocketClient.send("OPTIONS", "/flow/api/v1/init", to: address, headers: local)
      #expect(asked.headers["Access-Control-Allow-Private-Network"] == "true")
    }
  }

  @Test func `its scripts see answers, refusals too, and the headers of limits and requests`() async throws {
    try await withMockServer(try MockServerTests.acme()) { (address: String) async throws in
      for path in ["/.well-known/openid-configuration", "/flow/api/v1/init", "/nowhere"] {
        let answer = try await SocketClient.send("GET", path, to: address, headers: ["Origin": "https://app.acme.test"])
        #expect(answer.headers["Access-Control-Allow-Origin"] == "https://app.acme.test", "\(path)")
        #expect(answer.headers["Vary"] == "Origin")
        let exposed = answer.headers["Access-Control-Expose-Headers"] ?? ""
        for name in ["X-Event-ID", "X-Ratelimit-Reset", "X-Rate-Limit-Reset", "X-Okta-Request-Id"] { #expect(exposed.contains(name)) }
      }
    }
  }

  @Test(arguments: [
    "https://evil.test", "http://app.acme.test", "https://app.acme.test:8443", "https://app.acme.test.evil.test", "test.acme.app", "null",
  ])
  func `no other origin may ask`(_ origin: String) async throws {
    try await withMockServer(try MockServerTests.acme()) { (address: String) async throws in
      let preflight = try await SocketClient.send("OPTIONS", "/flow/api/v1/init", to: address, headers: Self.asking(origin))
      #expect(preflight.headers.filter { $0.name.hasPrefix("Access-Control-") }.isEmpty)
      let answer = try await SocketClient.send("GET", "/.well-known/jwks.json", to: address, headers: ["Origin": origin])
      #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
      #expect(answer.headers["Vary"] == "Origin")
    }
  }

  @Test func `a tenant that is served later brings the origins of its own redirect URIs`() async throws {
    let (tenants, continuation) = AsyncStream.makeStream(of: MockTenant.self)
    var settings = MockServerSettings()
    settings.replacements = tenants
    try await withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
      func origin(_ asked: String) async throws -> String? {
        let preflight = try await SocketClient.send("OPTIONS", "/flow/api/v1/init", to: address, headers: Self.asking(asked))
        return preflight.headers["Access-Control-Allow-Origin"]
      }
      #expect(try await origin("https://new.acme.test") == nil)
      continuation.yield(try ServedTenant.acme(with: ("https://app.acme.test/", "https://new.acme.test/")))
      // Another task takes it up: it is asked for until then, and the test ends by itself if that never comes.
      while try await origin("https://new.acme.test") == nil, !Task.isCancelled {}
      #expect(try await origin("https://app.acme.test") == nil)
    }
  }

  @Test func `one that the caller allows may, and with a star everyone, by an echo`() async throws {
    var settings = MockServerSettings()
    settings.allowedOrigins = ["http://localhost:5173"]
    try await withMockServer(try MockServerTests.acme(), settings: settings) { (address: String) async throws in
      let listed = try await SocketClient.send("GET", "/nowhere", to: address, headers: ["Origin": "http://localhost:5173"])
      #expect(listed.headers["Access-Control-Allow-Origin"] == "http://localhost:5173")
      let other = try await SocketClient.send("GET", "/nowhere", to: address, headers: ["Origin": "http://localhost:5174"])
      #expect(other.headers["Access-Control-Allow-Origin"] == nil)
    }
    settings.allowedOrigins = ["*"]
    try await withMockServer(try MockServerTests.acme(), settings: settings) { (address: String) async throws in
      let any = try await SocketClient.send("GET", "/nowhere", to: address, headers: ["Origin": "http://localhost:5174"])
      #expect(any.headers["Access-Control-Allow-Origin"] == "http://localhost:5174")
      #expect(any.headers["Access-Control-Allow-Credentials"] == "true")
    }
  }

  @Test func `the control routes are not for web pages, whoever is allowed`() async throws {
    var settings = MockServerSettings()
    settings.allowedOrigins = ["*"]
    try await withMockServer(try MockServerTests.acme(), settings: settings) { (address: String) async throws in
      for path in ["/__journey/clock", "/api/v1/messages", "/__journey/"] {
        let preflight = try await SocketClient.send("OPTIONS", path, to: address, headers: Self.asking("https://app.acme.test"))
        #expect(preflight.status == 403)
        #expect(preflight.headers["Access-Control-Allow-Origin"] == nil)
      }
    }
  }

  @Test(arguments: ["a\u{7F}b", "x-<b>", String(repeating: "x", count: 5000)])
  func `what is no list of header names is not echoed`(_ asked: String) async throws {
    try await withMockServer(try MockServerTests.acme()) { (address: String) async throws in
      let headers: HTTPFields = ["Origin": "https://app.acme.test", "Access-Control-Request-Headers": asked]
      let preflight = try await SocketClient.send("OPTIONS", "/flow/api/v1/init", to: address, headers: headers)
      #expect(preflight.headers["Access-Control-Allow-Headers"] == nil)
    }
  }

  @Test func `preflights are logged, and which script was refused`() async throws {
    let records = Mutex<[AccessRecord]>([])
    var settings = MockServerSettings()
    settings.log = { record in records.withLock { $0.append(record) } }
    try await withMockServer(try MockServerTests.acme(), settings: settings) { (address: String) async throws in
      _ = try await SocketClient.send("OPTIONS", "/flow/api/v1/init", to: address, headers: Self.asking("https://app.acme.test"))
      _ = try await SocketClient.send("OPTIONS", "/flow/api/v1/init", to: address, headers: Self.asking("http://localhost:4200"))
      _ = try await SocketClient.send("POST", "/nowhere", to: address, headers: ["Origin": address])
      _ = try await SocketClient.send(
        "POST", "/nowhere", to: address, headers: ["Origin": "https://elsewhere.test", "Sec-Fetch-Mode": "navigate"])
    }
    #expect(records.withLock { $0.map(\.method) } == ["OPTIONS", "OPTIONS", "POST", "POST"])
    #expect(records.withLock { $0.map(\.refusedOrigin) } == [nil, "http://localhost:4200", nil, nil])
  }

  @Test func `an origin is written as browsers write it`() {
    #expect(WebOrigin.text(of: "HTTPS://App.Acme.test:443/callback?x=y") == "https://app.acme.test")
    #expect(WebOrigin.text(of: "http://localhost:5173/") == "http://localhost:5173")
    #expect(WebOrigin.text(of: "test.acme.app:/callback") == nil)
    for origin in ["http://localhost:5173", "capacitor://localhost", "null"] { #expect(WebOrigin.isOne(origin), "\(origin)") }
    for text in ["http://localhost:5173/", "localhost:5173", "https://a.test:443", "a.test"] { #expect(!WebOrigin.isOne(text), "\(text)") }
  }
}
