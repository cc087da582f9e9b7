import Encodings
import JourneyMock
import JourneyMockServer
import Testing

/// Web pages of strangers: they may load what every page may load, and begin or crowd out no world.
struct StrangerTests {
  private static let keys = "/.well-known/jwks.json"

  /// The names of the worlds that there are.
  private static func worlds(_ address: String) async throws -> JSONValue? {
    try await SocketClient.send("GET", "/__journey/worlds", to: address).json["worlds"]
  }

  @Test(
    arguments: [
      ["Origin": "https://evil.test"], ["Origin": "null"], ["Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site"],
      ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"],
      ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"],
      ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
      [
        "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-User": "?1",
        "Sec-Purpose": "prefetch;prerender",
      ],
      ["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Referer": "http://127.0.0.1:9/"],
      ["Referer": "https://evil.test/page"], ["Referer": "http://127.0.0.1:40115.evil.test/"], ["Referer": "no address"],
      ["Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
    ] as [HTTPFields])
  func `a page of a stranger begins no world, and lets none be forgotten`(_ headers: HTTPFields) async throws {
    var settings = MockServerSettings()
    settings.worldLimit = 2
    try await withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
      for world in ["one", "two"] { #expect(try await SocketClient.send("GET", "/~\(world)\(Self.keys)", to: address).status == 200) }
      for number in 1...3 {
        let refused = try await SocketClient.send("GET", "/~evil\(number)\(Self.keys)", to: address, headers: headers)
        #expect(refused.status == 403)
        #expect(try refused.json["error"]?.stringValue?.hasSuffix(" cannot begin the world 'evil\(number)'") == true)
        let preflight = try await SocketClient.send(
          "OPTIONS", "/~evil\(number)/flow/api/v1/init", to: address, headers: headers)
        #expect(preflight.status == 204)
        let control = try await SocketClient.send("GET", "/~evil\(number)/__journey/clock", to: address, headers: headers)
        #expect(control.status == 403)
        // A world that is there is used as ever, and is none the longer in use for it.
        #expect(try await SocketClient.send("GET", "/~one\(Self.keys)", to: address, headers: headers).status == 200)
        #expect(try await SocketClient.send("GET", Self.keys, to: address, headers: headers).status == 200)
      }
      #expect(try await Self.worlds(address) == ["one", "two"])
      #expect(try await SocketClient.send("GET", "/~two\(Self.keys)", to: address).status == 200)
      #expect(try await SocketClient.send("GET", "/~three\(Self.keys)", to: address).status == 200)
      #expect(try await Self.worlds(address) == ["three", "two"])
    }
  }

  @Test(
    arguments: [
      ["Sec-Fetch-Site": "cross-site"], ["Referer": "https://evil.test/page"], ["Referer": "http://127.0.0.1:40115.evil.test/"],
      ["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"],
    ] as [HTTPFields])
  func `a page of a stranger uses no control route, though it names no origin`(_ headers: HTTPFields) async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let people = try await SocketClient.send("GET", "/__journey/accounts", to: address, headers: headers)
      #expect(people.status == 403)
      #expect(!String(decoding: people.body, as: UTF8.self).contains("Jane-horse-11"))
      #expect(try await SocketClient.send("POST", "/__journey/reset", to: address, headers: headers).status == 403)
      let followed: HTTPFields = [
        "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-User": "?1",
      ]
      #expect(try await SocketClient.send("GET", "/__journey/", to: address, headers: followed).status == 200, "a person follows a link")
      #expect(try await SocketClient.send("POST", "/__journey/reset", to: address, headers: followed).status == 403)
    }
  }

  @Test(
    arguments: [
      [:], ["Origin": "https://app.acme.test", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"],
      ["Referer": "https://app.acme.test/", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"],
      ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
      [
        "Referer": "https://elsewhere.test/", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
        "Sec-Fetch-User": "?1",
      ],
      ["Origin": "null", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
    ] as [HTTPFields])
  func `an app that is allowed begins one, and a client that is no page, and a person who follows a link`(
    _ headers: HTTPFields
  ) async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      #expect(try await SocketClient.send("GET", "/~one\(Self.keys)", to: address, headers: headers).status == 200)
      #expect(try await Self.worlds(address) == ["one"])
      let own = HTTPFields(Array(headers).filter { $0.name != "Origin" && $0.name != "Referer" } + [.init("Origin", address)])
      #expect(try await SocketClient.send("GET", "/~two\(Self.keys)", to: address, headers: own).status == 200)
    }
  }

  @Test func `who has shown the token may begin worlds from anywhere`() async throws {
    var settings = MockServerSettings()
    settings.controlToken = "s3cret"
    try await withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
      let headers: HTTPFields = ["Origin": "https://tests.test", "Journey-Control-Token": "s3cret"]
      #expect(try await SocketClient.send("GET", "/~one/__journey/clock", to: address, headers: headers).status == 200)
      let without: HTTPFields = ["Origin": "https://tests.test"]
      let refused = try await SocketClient.send("GET", "/~two/__journey/clock", to: address, headers: without)
      #expect(refused.status == 401)
      #expect(try refused.json["document"] == "/__journey/openapi.json")
    }
  }

  @Test func `a server's own refusals of control routes say why`() async throws {
    var settings = MockServerSettings()
    settings.bodyLimit = 100
    try await withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
      let large = try await SocketClient.send(
        "PATCH", "/__journey/accounts/jane", to: address, body: String(repeating: " ", count: 200))
      #expect(large.status == 413)
      #expect(try large.json["error"] == "the body is larger than 100 bytes")
      let elsewhere = try await SocketClient.send("GET", "/__journey/clock", to: address, headers: ["Host": "evil.test"])
      #expect(elsewhere.status == 421)
      #expect(try elsewhere.json["error"] == "the Host is none of the mock's names")
      let page = try await SocketClient.send("GET", "/__journey/clock", to: address, headers: ["Origin": "https://app.acme.test"])
      #expect(page.status == 403)
      #expect(try page.json["error"] == "the control routes are not for web pages")
    }
  }

  @Test func `the page for people has a head`() async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let head = try await SocketClient.send("HEAD", "/__journey/", to: address)
      #expect(head.status == 200)
      #expect(head.headers["Content-Type"] == "text/html; charset=utf-8")
      #expect(head.body.isEmpty)
    }
  }
}
