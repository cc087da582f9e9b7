import Diagnostics
import Encodings
import FoundationEssentials
import HostedSpeech
import IDXSpeech
import JourneyFlowSpeech
import JourneyMock
import JourneyMockServer
import Synchronization
import Testing

struct MockServerTests {
  static let start =
    "/oauth2/auth?client_id=acme-web&redirect_uri=https%3A%2F%2Fapp.acme.test%2Fcallback&response_type=code&scope=openid%20email"
    + "&state=state-01&nonce=n&code_challenge_method=S256&sdk=web&code_challenge="

  @Test func `a journey walks over a socket as it does in process`() async throws {
    try await withMockServer(Self.acme()) { (address: String) async throws in
      let verifier = String(repeating: "v", count: 43)
      let begun = try await SocketClient.send("GET", Self.start + Base64URL.encode(Digests.sha256(verifier)), to: address)
      #expect(begun.status == 200)
      #expect(begun.headers["Content-Type"] == "text/plain; charset=utf-8")
      let session = try #require(try WebURL(String(decoding: begun.body, as: UTF8.self)).queryValue("session_id"))
      func post(_ path: String, _ body: String) async throws -> SocketClient.Answer {
        try await SocketClient.send(
          "POST", "/flow/api/v1/\(path)", to: address,
          headers: ["Authorization": "Bearer \(session)", "Content-Type": "application/json"], body: body)
      }
      let screen = try await post("init", "{}")
      #expect(screen.headers["Content-Type"] == "application/json")
      #expect(try screen.json["screen"] == "identification")
      let known = try await post("form/identifier", #"{"identifier": "jane@acme.test"}"#)
      #expect(known.headers["X-Journey-Edge"] == "identification.identifier.known")
      let done = try await post("form/password", #"{"password": "Jane-horse-11"}"#)
      let finish = try WebURL(try #require(try done.json["finalizeUrl"]?.stringValue))
      #expect(finish.description.hasPrefix(address + "/"))
      let callback = try await SocketClient.send("GET", finish.requestTarget, to: address, headers: ["Authorization": "Bearer \(session)"])
      let code = try #require(try WebURL(String(decoding: callback.body, as: UTF8.self)).queryValue("code"))
      let tokens = try await SocketClient.send(
        "POST", "/oauth2/token", to: address, headers: ["Content-Type": FormURLEncoding.mediaType],
        body: FormURLEncoding.encode([
          .init("grant_type", "authorization_code"), .init("client_id", "acme-web"), .init("code", code),
          .init("code_verifier", verifier), .init("redirect_uri", "https://app.acme.test/callback"),
        ]))
      #expect(tokens.status == 200)
      #expect(try tokens.json["id_token"] != nil)
    }
  }

  @Test(arguments: [(nil, "RS256"), ("ES256", "ES256"), ("RS256", "RS256")])
  func `a mock that is served signs as the vendor does where the tenant does not say how`(said: String?, algorithm: String) async throws {
    try await withMockServer(Self.acme(signing: said)) { (address: String) async throws in
      let discovery = try await SocketClient.send("GET", "/.well-known/openid-configuration", to: address).json
      #expect(discovery["id_token_signing_alg_values_supported"] == [.string(algorithm)])
      let keys = try await SocketClient.send("GET", "/.well-known/jwks.json", to: address).json
      #expect(keys["keys"]?.arrayValue?.map { $0["alg"] } == [.string(algorithm)])
    }
  }

  @Test func `the Date header is the world's, and there is one`() async throws {
    try await withMockServer(Self.acme()) { (address: String) async throws in
      let moved = try await SocketClient.send(
        "POST", "/__journey/clock", to: address, body: #"{"advance": "400d"}"#
      ).json["now"]?.stringValue
      let dates = try await SocketClient.send("GET", "/.well-known/openid-configuration", to: address).headers.values(of: "Date")
      #expect(dates.count == 1)
      let year = try #require(moved?.prefix(4))
      #expect(dates.first?.contains(" \(year) ") == true, "\(dates) \(moved ?? "")")
    }
  }

  @Test func `a world is made for each name`() async throws {
    try await withMockServer(Self.acme()) { (address: String) async throws in
      func clock(_ world: String, _ body: String?) async throws -> String? {
        try await SocketClient.send(
          body == nil ? "GET" : "POST", "/__journey/clock", to: address, headers: ["Journey-World": world], body: body ?? ""
        ).json["now"]?.stringValue
      }
      let moved = try #require(try await clock("one", #"{"advance": "400d"}"#))
      let other = try #require(try await clock("two", nil))
      #expect(moved.prefix(4) != other.prefix(4))
      #expect(try await clock("one", nil)?.prefix(4) == moved.prefix(4))
    }
  }

  @Test func `control routes are for this machine, and for who knows the token`() async throws {
    try await withMockServer(Self.acme()) { (address: String) async throws in
      #expect(try await SocketClient.send("GET", "/__journey/clock", to: address, headers: ["Host": "evil.test"]).status == 421)
      #expect(try await SocketClient.send("GET", "/api/v1/messages", to: address, headers: ["Host": "evil.test"]).status == 421)
      #expect(try await SocketClient.send("GET", "/__journey/clock", to: address, headers: ["Origin": "https://evil.test"]).status == 403)
      #expect(try await SocketClient.send("GET", "/api/v1/messages", to: address).json["total"] == 0)
    }
    var settings = MockServerSettings()
    settings.host = "0.0.0.0"
    #expect(throws: MockServerError.tokenRequired(host: "0.0.0.0")) { try MockServer(Self.acme(), settings: settings) }
    settings = MockServerSettings()
    settings.controlToken = "s3cret"
    try await withMockServer(Self.acme(), settings: settings) { (address: String) async throws in
      #expect(try await SocketClient.send("GET", "/__journey/clock", to: address).status == 401)
      #expect(
        try await SocketClient.send("GET", "/__journey/clock", to: address, headers: ["Journey-Control-Token": "s3creT"]).status == 401)
      // Through a mapped port or a container's name too: the token alone counts.
      for host in ["127.0.0.1", "localhost:49153", "mock:8080"] {
        let headers: Encodings.HTTPFields = ["Journey-Control-Token": "s3cret", "Host": host]
        #expect(try await SocketClient.send("GET", "/__journey/clock", to: address, headers: headers).status == 200, "\(host)")
      }
    }
  }

  @Test(arguments: [-1, 65_536, Int.max])
  func `a port that there is not is refused`(_ port: Int) throws {
    var settings = MockServerSettings()
    settings.port = port
    #expect(throws: MockServerError.notStarted(reason: "there is no port \(port)")) { try MockServer(try Self.acme(), settings: settings) }
  }

  @Test func `a port that is in use is named`() async throws {
    try await withMockServer(Self.acme()) { (address: String) async throws in
      var settings = MockServerSettings()
      settings.port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
      let second = try MockServer(try Self.acme(), settings: settings)
      await #expect(throws: MockServerError.portInUse(settings.port)) { try await second.run { _, _ in } }
      #expect(MockServerError.portInUse(8080).description == "port 8080 is in use; port 0 takes any free one")
    }
  }

  @Test func `faults reach the socket`() async throws {
    try await withMockServer(Self.acme()) { (address: String) async throws in
      func fault(_ body: String) async throws {
        #expect(try await SocketClient.send("POST", "/__journey/faults", to: address, body: body).status == 204)
      }
      try await fault(#"{"effect": "drop", "times": 1}"#)
      #expect(try await SocketClient.send("GET", "/.well-known/jwks.json", to: address).status == 0)
      try await fault(#"{"effect": "cut", "value": 5, "times": 1}"#)
      let cut = try await SocketClient.send("GET", "/.well-known/jwks.json", to: address)
      #expect(cut.status == 200)
      #expect(cut.body == Array("{\"key".utf8))
      #expect(cut.headers["Content-Length"] != "5")
      try await fault(#"{"effect": "status", "value": 503, "times": 1}"#)
      #expect(try await SocketClient.send("GET", "/.well-known/jwks.json", to: address).status == 503)
      #expect(try await SocketClient.send("GET", "/.well-known/jwks.json", to: address).status == 200)
    }
  }

  @Test func `a body over the limit is refused, and every request is logged without its query`() async throws {
    let records = Mutex<[AccessRecord]>([])
    var settings = MockServerSettings()
    settings.bodyLimit = 100
    settings.log = { record in records.withLock { $0.append(record) } }
    try await withMockServer(Self.acme(), settings: settings) { (address: String) async throws in
      let large = try await SocketClient.send("POST", "/oauth2/token", to: address, body: String(repeating: "x", count: 101))
      #expect(large.status == 413)
      _ = try await SocketClient.send("GET", "/oauth2/auth?client_id=secret", to: address)
    }
    #expect(records.withLock { $0.map(\.path) } == ["/oauth2/auth"])
    #expect(records.withLock { $0.map(\.status) } == [302])
  }

  static func acme(signing algorithm: String? = nil) throws -> MockTenant {
    var diagnostics: [Diagnostic] = []
    var source = try file("acme.yaml")
    if let algorithm {
      source = SourceFile(name: source.name, text: source.text.replacing("tokens: {", with: "tokens: {algorithm: \(algorithm), "))
    }
    let tenant = MockTenant.load(source, speeches: .journeyFlow + .hosted, diagnostics: &diagnostics) { path, _ throws(UnreadableInclude) in
      do {
        return try file(path)
      } catch {
        throw UnreadableInclude("no such file")
      }
    }
    return try #require(tenant)
  }

  static func cascade() throws -> MockTenant {
    var diagnostics: [Diagnostic] = []
    let tenant = MockTenant.load(try file("cascade.yaml"), speeches: .oktaIDX + .hosted, diagnostics: &diagnostics) {
      _, _ throws(UnreadableInclude) in throw UnreadableInclude("it includes nothing")
    }
    return try #require(tenant, "\(diagnostics)")
  }

  private static func file(_ name: String) throws -> SourceFile {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return SourceFile(name: name, text: try String(contentsOf: URL(filePath: "/\(folder)/fixtures/tenants/\(name)"), encoding: .utf8))
  }
}
