import Encodings
import JourneyMock
import JourneyMockServer
import Testing

/// What the mock calls itself, and who may call it what.
struct ServedAddressTests {
  private static func issuer(_ host: String, at address: String) async throws -> String? {
    let answer = try await SocketClient.send("GET", "/.well-known/openid-configuration", to: address, headers: ["Host": host])
    return try answer.json["issuer"]?.stringValue
  }

  @Test(arguments: ["10.0.2.2:8080", "localhost:49153", "[::1]:8080", "w1.localhost:8080", "192.168.1.20"])
  func `the issuer follows a name that no web page can make its own`(host: String) async throws {
    try await withMockServer(try MockServerTests.acme()) { (address: String) async throws in
      #expect(try await Self.issuer(host, at: address) == "http://\(host)/")
      let control = try await SocketClient.send("GET", "/__journey/clock", to: address, headers: ["Host": host])
      #expect(control.status == 200)
    }
  }

  @Test(arguments: ["mock:8080", "evil.test", "localhost.evil.test", "evil.test@localhost", "localhost/x", "", "2130706433"])
  func `any other name has to be allowed`(host: String) async throws {
    try await withMockServer(try MockServerTests.acme()) { (address: String) async throws in
      #expect(try await Self.issuer(host, at: address) == address + "/")
      for path in ["/__journey/clock", "/__journey/", "/api/v1/messages"] {
        #expect(try await SocketClient.send("GET", path, to: address, headers: ["Host": host]).status == 421)
      }
    }
  }

  @Test func `an allowed name is one of the mock's, on any port`() async throws {
    var settings = MockServerSettings()
    settings.allowedHosts = ["mock"]
    try await withMockServer(try MockServerTests.acme(), settings: settings) { (address: String) async throws in
      #expect(try await Self.issuer("mock:8080", at: address) == "http://mock:8080/")
      #expect(try await Self.issuer("mock.evil.test", at: address) == address + "/")
      #expect(try await SocketClient.send("GET", "/__journey/clock", to: address, headers: ["Host": "mock:8080"]).status == 200)
    }
    settings.allowedHosts = ["*"]
    try await withMockServer(try MockServerTests.acme(), settings: settings) { (address: String) async throws in
      #expect(try await Self.issuer("any.test", at: address) == "http://any.test/")
    }
  }

  @Test func `an issuer that is given stays, whoever asks`() async throws {
    var settings = MockServerSettings()
    settings.issuer = "https://login.acme.test/tenant"
    try await withMockServer(try MockServerTests.acme(), settings: settings) { (address: String) async throws in
      for host in ["localhost:1", "login.acme.test", "evil.test"] {
        #expect(try await Self.issuer(host, at: address) == "https://login.acme.test/tenant/")
      }
      #expect(try await SocketClient.send("GET", "/__journey/clock", to: address, headers: ["Host": "login.acme.test"]).status == 200)
    }
  }

  @Test func `all addresses of a journey are those by which it is walked`() async throws {
    try await withMockServer(try MockServerTests.acme()) { (address: String) async throws in
      let host = "10.0.2.2:8080"
      let start = MockServerTests.start + Base64URL.encode(Digests.sha256(String(repeating: "v", count: 43)))
      let begun = try await SocketClient.send("GET", start, to: address, headers: ["Host": host])
      let text = String(decoding: begun.body, as: UTF8.self)
      let session = try #require(try WebURL(text).queryValue("session_id"))
      func post(_ path: String, _ body: String) async throws -> JSONValue {
        try await SocketClient.send(
          "POST", "/flow/api/v1/\(path)", to: address,
          headers: ["Host": host, "Authorization": "Bearer \(session)", "Content-Type": "application/json"], body: body
        ).json
      }
      let screen = try await post("init", "{}")
      #expect(screen["hostedUrl"]?.stringValue?.hasPrefix("http://10.0.2.2:8080/") == true)
      _ = try await post("form/identifier", #"{"identifier": "jane@acme.test"}"#)
      let done = try await post("form/password", #"{"password": "Jane-horse-11"}"#)
      #expect(done["finalizeUrl"]?.stringValue?.hasPrefix("http://10.0.2.2:8080/") == true)
      let discovery = try await SocketClient.send("GET", "/.well-known/openid-configuration", to: address, headers: ["Host": host]).json
      #expect(discovery["token_endpoint"] == "http://10.0.2.2:8080/oauth2/token")
    }
  }

  @Test func `what listens on every address is called by one that clients can use`() async throws {
    var settings = MockServerSettings()
    settings.host = "0.0.0.0"
    settings.controlToken = "t"
    try await withMockServer(try MockServerTests.acme(), settings: settings) { (address: String) async throws in
      #expect(address.hasPrefix("http://127.0.0.1:"))
      #expect(try await Self.issuer("evil.test", at: address) == address + "/")
    }
  }

  @Test(arguments: [
    ("127.0.0.1:8080", "__Host-journey-browser=", "SameSite=None; Secure"),
    ("localhost:8080", "__Host-journey-browser=", "SameSite=None; Secure"), ("10.0.2.2:8080", "journey-browser=", "SameSite=Lax"),
  ])
  func `an app on another site keeps its sign-in, where browsers take such a cookie`(host: String, name: String, end: String) async throws {
    try await withMockServer(try MockServerTests.acme()) { (address: String) async throws in
      let start = MockServerTests.start + Base64URL.encode(Digests.sha256(String(repeating: "v", count: 43)))
      let begun = try await SocketClient.send("GET", start, to: address, headers: ["Host": host])
      let cookie = try #require(begun.headers["Set-Cookie"])
      #expect(cookie.hasPrefix(name) && cookie.hasSuffix(end), "\(cookie)")
    }
  }
}
