import Encodings
import JourneyMock
import JourneyMockServer
import Testing

struct StartPageTests {
  private static func page(_ headers: HTTPFields = [:], at address: String) async throws -> (answer: SocketClient.Answer, text: String) {
    let answer = try await SocketClient.send("GET", "/__journey/", to: address, headers: headers)
    return (answer, String(decoding: answer.body, as: UTF8.self))
  }

  @Test func `who looks at the address sees apps, people, inbox, clock and where journeys begin`() async throws {
    try await withMockServer(try MockServerTests.acme()) { (address: String) async throws in
      let root = try await SocketClient.send("GET", "/", to: address)
      #expect(root.status == 302)
      #expect(root.headers["Location"] == "/__journey/")
      let (answer, text) = try await Self.page(at: address)
      #expect(answer.status == 200)
      #expect(answer.headers["Cache-Control"] == "no-store")
      #expect(answer.headers["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
      for piece in [
        "<html lang=\"en\">", "<h1>acme, a mock tenant</h1>", "<h3>acme-web</h3>", "https://app.acme.test/callback", "jane@acme.test",
        "Jane-horse-11", "JBSWY3DPEHPK3PXP", "\(address)/oauth2/auth?client_id=acme-web", "Nothing was sent yet.", "/__journey/clock",
        "<dt>factors</dt><dd><code>totp</code></dd>", "<dt>status</dt><dd><code>locked</code></dd>", "href=\"#people\"",
        "<section aria-labelledby=\"people\"><h2 id=\"people\">People</h2>",
      ] {
        #expect(text.contains(piece), "\(piece)")
      }
    }
  }

  @Test func `it shows the world that is asked for, and what came by mail`() async throws {
    try await withMockServer(try MockServerTests.acme()) { (address: String) async throws in
      _ = try await SocketClient.send(
        "POST", "/__journey/clock", to: address, headers: ["Journey-World": "late"], body: #"{"advance": "4000d"}"#)
      let late = try await Self.page(["Journey-World": "late"], at: address).text
      let usual = try await Self.page(at: address).text
      let year = try #require(late.matches(of: /<span>(2\d{3})-/).first?.1)
      #expect(usual.matches(of: /<span>(2\d{3})-/).first?.1 != year)
    }
  }

  @Test func `it is for the same eyes as the control routes`() async throws {
    try await withMockServer(try MockServerTests.acme()) { (address: String) async throws in
      #expect(try await Self.page(["Host": "evil.test"], at: address).answer.status == 421)
      #expect(try await Self.page(["Origin": "https://app.acme.test"], at: address).answer.status == 403)
    }
    var settings = MockServerSettings()
    settings.controlToken = "s3cret"
    try await withMockServer(try MockServerTests.acme(), settings: settings) { (address: String) async throws in
      let refused = try await Self.page(at: address).answer
      #expect(refused.status == 401)
      #expect(refused.headers["WWW-Authenticate"]?.hasPrefix("Basic ") == true)
      let password = "Basic \(Base64.encode(Array("me:s3cret".utf8)))"
      #expect(try await Self.page(["Authorization": password], at: address).answer.status == 200)
      // A browser sends the password with forms of other sites too, so it opens nothing else.
      let moved = try await SocketClient.send(
        "POST", "/__journey/clock", to: address, headers: ["Authorization": password], body: #"{"advance": "1d"}"#)
      #expect(moved.status == 401)
    }
  }
}
