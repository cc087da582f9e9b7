import Encodings
import JourneyMock
import JourneyMockServer
import Testing

/// Connections to a served mock, whatever comes over them.
struct ConnectionTests {
  @Test(arguments: [
    "", "GET / HT", "GET / HTTP/1.1\r\nHost: 127", "POST /oauth2/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nco",
  ])
  func `one on which nothing more comes is ended`(sent: String) async throws {
    var settings = MockServerSettings()
    settings.idleLimit = .milliseconds(20)
    try await withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
      #expect(try await SocketClient.send(sent, to: address).isEnded)
    }
  }

  @Test func `one that waits for its next request is ended, and its answer came`() async throws {
    var settings = MockServerSettings()
    settings.idleLimit = .milliseconds(20)
    try await withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
      let (answer, isEnded) = try await SocketClient.send("GET /.well-known/jwks.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", to: address)
      #expect(answer.status == 200)
      #expect(isEnded)
    }
  }

  @Test(arguments: [204, 304]) func `an answer that has no body is not followed by one`(status: Int) async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let arranged = try await SocketClient.send(
        "POST", "/__journey/answers", to: address, body: #"{"path": "/z", "status": \#(status), "body": "HTTP/1.1 200 OK"}"#)
      #expect(arranged.status < 300)
      let (answer, _) = try await SocketClient.send("GET /z HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", to: address)
      #expect(answer.status == status && answer.body.isEmpty)
    }
  }

  @Test(arguments: ["", "Host: 127.0.0.1\r\nHost: evil.test\r\n", "Host: evil.test\r\nhost: 127.0.0.1\r\n"])
  func `a request with no Host header or with two is refused`(hosts: String) async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      for path in ["/.well-known/jwks.json", "/__journey/clock"] {
        let sent = "GET \(path) HTTP/1.1\r\n\(hosts)Connection: close\r\n\r\n"
        #expect(try await SocketClient.send(sent, to: address).answer.status == 400)
      }
    }
  }

  @Test(arguments: ["", "Host: 127.0.0.1:1\r\nHost: evil.test\r\n", "Host: evil.test\r\nhost: 127.0.0.1:1\r\n"])
  func `the page of a person refuses a request with no Host header or with two`(hosts: String) async throws {
    let site = PrivateSite(name: "studio", port: 0) { _ in .text("in\n", status: 200) }
    let (addresses, continuation) = AsyncStream.makeStream(of: (String, Int).self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await site.run { address, port in continuation.yield((address, port)) } }
      var iterator = addresses.makeAsyncIterator()
      let (opened, port) = try #require(await iterator.next())
      let query = try #require(opened.split(separator: "/").last)
      func status(_ hosts: String) async throws -> Int {
        let sent = "GET /\(query) HTTP/1.1\r\n\(hosts)Connection: close\r\n\r\n"
        return try await SocketClient.send(sent, to: "http://127.0.0.1:\(port)").answer.status
      }
      #expect(try await status(hosts.replacing("127.0.0.1:1", with: "127.0.0.1:\(port)")) == 400)
      #expect(try await status("Host: 127.0.0.1:\(port)\r\n") == 303, "the token is not used up")
      group.cancelAll()
    }
  }

  @Test func `a request that offers another protocol is answered, and the client is asked to open another connection`() async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\n"
      let sent = "GET /.well-known/jwks.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\(offer)\r\n"
      let (answer, isEnded) = try await SocketClient.send(sent, to: address)
      #expect(answer.status == 200 && answer.headers["Connection"] == "close" && isEnded)
    }
  }

  @Test(arguments: ["Close", "CLOSE", "keep-alive, close", "TE, close"])
  func `a connection ends where the client asks for it, in whatever letters`(_ option: String) async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let sent = "GET /.well-known/jwks.json HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: \(option)\r\n\r\n"
      let (answer, isEnded) = try await SocketClient.send(sent, to: address)
      #expect(answer.status == 200 && isEnded)
    }
  }

  @Test func `of two requests at once the first is not the end of the connection because the second asks for it`() async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let first = "GET /.well-known/jwks.json HTTP/1.1\r\nHost: 127.0.0.1\r\n"
      let (answer, isEnded) = try await SocketClient.send("\(first)\r\n\(first)Connection: close\r\n\r\n", to: address)
      #expect(answer.status == 200 && isEnded)
      #expect(String(decoding: answer.body, as: UTF8.self).contains("HTTP/1.1 200 "), "the second answer came")
    }
  }

  @Test func `a client that waits for leave to send its body gets it before the answer`() async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let head = "POST /oauth2/token HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nConnection: close\r\n"
      let sent = "\(head)Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 12\r\n\r\ngrant_type=x"
      let (first, isEnded) = try await SocketClient.send(sent, to: address)
      #expect(first.status == 100 && isEnded)
      #expect(String(decoding: first.body, as: UTF8.self).hasPrefix("HTTP/1.1 401 "), "\(first)")
    }
  }

  @Test func `a request with two names of a world is refused`() async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let sent = "GET /__journey/clock HTTP/1.1\r\nHost: 127.0.0.1\r\nJourney-World: a\r\njourney-world: b\r\nConnection: close\r\n\r\n"
      let answer = try await SocketClient.send(sent, to: address).answer
      #expect(answer.status == 400)
      #expect(String(decoding: answer.body, as: UTF8.self) == "a request has one Journey-World header\n")
    }
  }

  @Test(arguments: [
    ("OPTIONS *", 405, "OPTIONS is not supported for this target\n"),
    ("CONNECT host:443", 405, "CONNECT is not supported for this target\n"),
    ("GET *", 400, "the target of a request begins with a slash\n"),
    ("GET /" + String(repeating: "a", count: 60_000), 414, "the URL is longer than 16384 bytes\n"),
    ("GET /?" + String(repeating: "<", count: 10_000), 414, "the URL is longer than 16384 bytes\n"),
    ("GET http://127.0.0.1/.well-known/jwks.json", 200, nil),
  ])
  func `a target that is not a path of the mock is refused in words`(line: String, status: Int, words: String?) async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let sent = "\(line) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
      let answer = try await SocketClient.send(sent, to: address).answer
      #expect(answer.status == status)
      #expect((answer.headers["Allow"] != nil) == (status == 405))
      if let words { #expect(String(decoding: answer.body, as: UTF8.self) == words) }
    }
  }
}
