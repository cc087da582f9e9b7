import Encodings
import JourneyMock
import JourneyMockServer
import Testing

/// An issuer with a path: behind a proxy that takes the path away, behind one that does not, and without any.
struct IssuerPathTests {
  private static let issuer = "https://login.acme.test/auth"
  private static let browser: HTTPFields = ["Accept": "application/xhtml+xml,text/html"]

  private static func serve(_ body: @escaping @Sendable (String) async throws -> Void) async throws {
    var settings = MockServerSettings()
    settings.issuer = issuer
    try await withMockServer(try ServedTenant.acme(), settings: settings, body: body)
  }

  @Test(arguments: ["", "/auth"])
  func `requests are answered with the path and without it`(path: String) async throws {
    try await Self.serve { (address: String) async throws in
      let discovery = try await SocketClient.send("GET", path + "/.well-known/openid-configuration", to: address).json
      #expect(discovery["issuer"] == "https://login.acme.test/auth/")
      #expect(discovery["token_endpoint"] == "https://login.acme.test/auth/oauth2/token")
      let own = try await SocketClient.send("GET", path + "/~w1/.well-known/openid-configuration", to: address).json
      #expect(own["issuer"] == "https://login.acme.test/auth/~w1/")
      #expect(try await SocketClient.send("GET", path + "/__journey/clock", to: address).status == 200)
    }
  }

  @Test func `pages and redirects stay below the path`() async throws {
    try await Self.serve { (address: String) async throws in
      for (begin, below) in [("/auth", "/auth"), ("", "/auth"), ("/auth/~w1", "/auth/~w1")] {
        let begun = try await SocketClient.send("GET", begin + ServedTenant.browserStart, to: address, headers: Self.browser)
        let location = try #require(begun.headers["Location"])
        #expect(location.hasPrefix(below + "/pages/"), "\(location)")
        let cookies = begun.headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }.joined(separator: "; ")
        let page = try await SocketClient.send("GET", location, to: address, headers: ["Cookie": cookies])
        #expect(page.status == 200)
        #expect(String(decoding: page.body, as: UTF8.self).contains("action=\"\(below)/pages/"))
      }
      #expect(try await SocketClient.send("GET", "/auth", to: address).headers["Location"] == "/auth/__journey/")
      let look = try await SocketClient.send("GET", "/auth/__journey/", to: address)
      #expect(String(decoding: look.body, as: UTF8.self).contains("href=\"/auth/pages/\""))
    }
  }

  @Test func `a path that only begins like it is another`() async throws {
    try await Self.serve { (address: String) async throws in
      #expect(try await SocketClient.send("GET", "/authority/.well-known/openid-configuration", to: address).status == 404)
    }
  }

  @Test func `the path of an authorization server is the org's own, and its world stands before it`() async throws {
    let (prefix, target) = WorldPrefix.split("/base/~w1/oauth2/readers/v1/token", below: "/base")
    #expect(target == "/oauth2/readers/v1/token")
    #expect(prefix.path == "/base/~w1")
    #expect(prefix.address(at: "https://a.test/base/oauth2/readers") == "https://a.test/base/~w1/oauth2/readers")
    #expect(prefix.address(at: "https://a.test/base") == "https://a.test/base/~w1")
    #expect(WorldPrefix.split("/base?x=1", below: "/base").target == "/?x=1")
  }
}
