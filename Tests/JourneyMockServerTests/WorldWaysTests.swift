import Encodings
import JourneyMock
import JourneyMockServer
import Testing

/// Worlds of a served mock, by every sign that names one.
struct WorldWaysTests {
  /// How a client says which world it means.
  enum Way: String, CaseIterable, Sendable {
    case path, header, alias, host, cookie
  }

  @Test func `forty people sign in at once, each in a world of their own by each of the five ways, and a reset between`() async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      for round in 1...2 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<40 {
            let client = WorldClient(way: Way.allCases[number % 5], world: "w\(number)", address: address)
            group.addTask { try await client.signIn() }
          }
          try await group.waitForAll()
        }
        let listed = try await SocketClient.send("GET", "/__journey/worlds", to: address).json["worlds"]?.arrayValue
        #expect(listed?.count == 40)
        for number in 0..<40 {
          let client = WorldClient(way: Way.allCases[number % 5], world: "w\(number)", address: address)
          // A sign-in of Acme is six requests; nobody else's are among them.
          #expect(try await client.control("GET", "/__journey/requests").json["total"] == 6, "\(client.way) in round \(round)")
          #expect(try await client.control("POST", "/__journey/reset").status == 204)
          #expect(try await client.control("GET", "/__journey/requests").json["total"] == 0)
        }
      }
      #expect(try await SocketClient.send("GET", "/__journey/requests", to: address).json["total"] == 0, "nobody used the shared world")
    }
  }

  @Test(arguments: Way.allCases)
  func `links and the issuer keep the way to the world`(way: Way) async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let client = WorldClient(way: way, world: "w1", address: address)
      let port = try #require(try WebURL(address).port)
      let own =
        switch way {
        case .path: "\(address)/~w1"
        case .host: "http://w1.localhost:\(port)"
        case .header, .alias, .cookie: address
        }
      #expect(try await client.send("GET", "/.well-known/openid-configuration").json["issuer"]?.stringValue == own + "/")
      let begun = try await client.control("POST", "/__journey/journeys", #"{"screen": "password", "account": "jane"}"#).json
      #expect(begun["hosted_url"]?.stringValue?.hasPrefix(own + "/provider/flow?") == true)
    }
  }

  @Test func `pages below a prefix lead to pages below it`() async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let client = WorldClient(way: .path, world: "w 1", address: address)
      let begun = try await client.send("GET", ServedTenant.browserStart, headers: ["Accept": "application/xhtml+xml,text/html"])
      let location = try #require(begun.headers["Location"])
      #expect(location.hasPrefix("/~w%201/pages/"))
      let cookies = begun.headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }.joined(separator: "; ")
      let page = try await SocketClient.send("GET", location, to: address, headers: ["Cookie": cookies])
      #expect(page.status == 200)
      let text = String(decoding: page.body, as: UTF8.self)
      #expect(text.contains("action=\"/~w%201/pages/"))
      #expect(!text.contains("action=\"/pages/"))
      #expect(try await client.control("GET", "/__journey/requests").json["total"] == 2)
    }
  }

  @Test func `a world is found again by what it handed out`() async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let named = WorldClient(way: .header, world: "w1", address: address)
      let nameless = WorldClient(way: nil, world: "", address: address)
      let session = try await named.begin()
      // By the session, as a bearer.
      #expect(try await nameless.form("identifier", #"{"identifier": "jane@acme.test"}"#, session)["screen"] == "password")
      let done = try await nameless.form("password", #"{"password": "Jane-horse-11"}"#, session)
      // By the code in a form, then by a token's own name.
      let finish = try WebURL(try #require(done["finalizeUrl"]?.stringValue))
      let callback = try await nameless.send("GET", finish.requestTarget, headers: ["Authorization": "Bearer \(session)"])
      let code = try #require(try WebURL(callback.headers["Location"] ?? String(decoding: callback.body, as: UTF8.self)).queryValue("code"))
      let tokens = try await nameless.exchange(code)
      let access = try #require(tokens["access_token"]?.stringValue)
      let person = try await nameless.send("GET", "/userinfo", headers: ["Authorization": "Bearer \(access)"])
      #expect(person.status == 200)
      // A browser's page is found by the challenge, and its next page by its cookie.
      let hosted = try await named.control("POST", "/__journey/journeys", #"{"screen": "password", "account": "jane"}"#).json["hosted_url"]
      let page = try await nameless.send(
        "GET", try WebURL(try #require(hosted?.stringValue)).requestTarget, headers: ["Accept": "application/xhtml+xml,text/html"])
      let location = try #require(page.headers["Location"])
      let cookies = page.headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }.joined(separator: "; ")
      #expect(try await nameless.send("GET", location, headers: ["Cookie": cookies]).status == 200)
      // A journey that begins anew is not drawn into it by a cookie.
      let fresh = try await nameless.send("GET", ServedTenant.appStart, headers: ["Cookie": cookies])
      #expect(fresh.status == 200)
      #expect(try await nameless.control("GET", "/__journey/requests").json["total"] == 1)
    }
  }

  @Test func `a world that had to make room is not begun anew without a word`() async throws {
    var settings = MockServerSettings()
    settings.worldLimit = 2
    try await withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
      func client(_ world: String) -> WorldClient { WorldClient(way: .header, world: world, address: address) }
      for world in ["one", "two", "one", "three"] { #expect(try await client(world).send("GET", "/.well-known/jwks.json").status == 200) }
      #expect(try await client("one").send("GET", "/.well-known/jwks.json").status == 200, "it was used after the other")
      let gone = try await client("two").send("GET", "/.well-known/jwks.json")
      #expect(gone.status == 410)
      #expect(
        try gone.json["error"]
          == "the world 'two' was forgotten: more than 2 worlds were used, and it was the one not used for longest")
      #expect(try await client("two").control("GET", "/__journey/clock").status == 410)
      #expect(try await client("two").control("POST", "/__journey/reset").status == 204)
      #expect(try await client("two").send("GET", "/.well-known/jwks.json").status == 200)
      #expect(try await client("three").control("DELETE", "/__journey/world").status == 204)
      #expect(try await client("three").send("GET", "/.well-known/jwks.json").status == 200, "whoever forgets a world may begin it anew")
      let long = String(repeating: "x", count: 1001)
      #expect(try await client(long).send("GET", "/.well-known/jwks.json").status == 400)
    }
  }

  @Test func `a seed makes every world's codes its own, and the same in every run`() async throws {
    var sessions: [String] = []
    for _ in 1...2 {
      var settings = MockServerSettings()
      settings.seed = 7
      try await sessions += withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
        let one = try await WorldClient(way: .header, world: "one", address: address).begin()
        return [one, try await WorldClient(way: .header, world: "two", address: address).begin()]
      }
    }
    #expect(sessions[0] == sessions[2])
    #expect(sessions[1] == sessions[3])
    #expect(sessions[0] != sessions[1])
  }

  @Test func `secrets are shown to who has the token, and preflights are seen`() async throws {
    for token in [nil, "s3cret"] {
      var settings = MockServerSettings()
      settings.controlToken = token
      try await withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
        let headers: HTTPFields = token.map { ["Journey-Control-Token": $0] } ?? [:]
        let preflight = ["Origin": "http://localhost:1", "Access-Control-Request-Method": "POST"] as HTTPFields
        _ = try await SocketClient.send("OPTIONS", "/flow/api/v1/init", to: address, headers: preflight)
        let jane = try await SocketClient.send("GET", "/__journey/accounts/jane", to: address, headers: headers).json
        #expect(jane["password"]?.stringValue == (token == nil ? "***" : "Jane-horse-11"))
        let seen = try await SocketClient.send("GET", "/__journey/requests", to: address, headers: headers).json
        #expect(seen["requests"]?[0]?["preflight"] == true)
        #expect(seen["requests"]?[0]?["response"]?["status"] == 204)
      }
    }
  }

  @Test func `a tenant that comes later is served from then on`() async throws {
    let (tenants, continuation) = AsyncStream.makeStream(of: MockTenant.self)
    var settings = MockServerSettings()
    settings.replacements = tenants
    try await withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
      let client = WorldClient(way: .header, world: "w1", address: address)
      _ = try await client.control("POST", "/__journey/clock", #"{"now": "2030-01-01T00:00:00Z"}"#)
      continuation.yield(try ServedTenant.acme(with: ("after: 3", "after: 7")))
      // Another task takes it up: it is asked for until then, and the test ends by itself if that never comes.
      var after: JSONValue?
      while after != 7, !Task.isCancelled { after = try await client.control("GET", "/__journey/policies").json["lockout.after"] }
      #expect(try await client.control("GET", "/__journey/clock").json["now"]?.stringValue?.hasPrefix("2030-01-01") == true)
    }
  }
}
