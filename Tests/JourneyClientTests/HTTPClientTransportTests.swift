import Encodings
import JourneyClient
import JourneyModel
import Testing

struct HTTPClientTransportTests {
  /// So long that no busy machine reaches it: a limit is tested only where a test sets one.
  private static let patience = TransportLimits(
    connectTimeout: .seconds(300), readTimeout: .seconds(300), totalTimeout: .seconds(300))

  /// What a transport made of one connection, and what the server read.
  private func talk(
    _ manner: LoopbackServer.Manner, _ settings: HTTPClientSettings = HTTPClientSettings(limits: patience), path: String = "/x?y=1"
  ) async throws -> (outcome: Result<HTTPResponseMessage, TransportError>, asked: String) {
    let server = try LoopbackServer()
    defer { server.close() }
    let url = try WebURL("http://127.0.0.1:\(server.port)\(path)")
    return try await withThrowingTaskGroup(of: String.self) { group in
      group.addTask { await server.serve(manner) }
      let outcome = try await HTTPClientTransport.withTransport(settings) { transport in await answer(transport, url) }
      return (outcome, try await group.next() ?? "")
    }
  }

  private func answer(_ transport: HTTPClientTransport, _ url: WebURL) async -> Result<HTTPResponseMessage, TransportError> {
    do {
      return .success(
        try await transport.send(HTTPRequestMessage(method: "POST", url: url, headers: ["X-A": "1"], body: Array("hi".utf8))))
    } catch {
      return .failure(error)
    }
  }

  private func error(_ outcome: Result<HTTPResponseMessage, TransportError>) -> TransportError? {
    guard case .failure(let error) = outcome else { return nil }
    return error
  }

  @Test func `a redirect comes back as it is, with all its cookies`() async throws {
    let head = "HTTP/1.1 302 Found\r\nLocation: /y\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n\r\nok"
    let (outcome, asked) = try await talk(.answers(head))
    let answer = try outcome.get()
    #expect(answer.status == 302)
    #expect(answer.headers.values(of: "set-cookie") == ["a=1", "b=2"])
    #expect(answer.body == Array("ok".utf8))
    #expect(asked.hasPrefix("POST /x?y=1 HTTP/1.1\r\n"))
    #expect(asked.hasSuffix("\r\n\r\nhi"))
  }

  @Test(arguments: [
    ("Set-Cookie: a=1\r\nSet-Cookie: sid=a\u{1}b; Path=/\r\n", "the cookie 'sid' in the response of '%' has the control character U+0001"),
    ("set-cookie:sid=\u{7F}\r\n", "the cookie 'sid' in the response of '%' has the control character U+007F"),
    ("Set-Cookie: s\u{2}d=x\r\n", "the name of a cookie in the response of '%' has the control character U+0002"),
    ("X-Name: a\u{1B}[0m\r\n", "the header 'X-Name' in the response of '%' has the control character U+001B"),
  ])
  func `a control character in a header is named with its cookie or header`(header: String, problem: String) async throws {
    let server = try LoopbackServer()
    defer { server.close() }
    let url = try WebURL("http://127.0.0.1:\(server.port)/")
    let outcome = try await withThrowingTaskGroup(of: String.self) { group in
      group.addTask { await server.serve(.answers("HTTP/1.1 200 OK\r\n\(header)Content-Length: 5\r\n\r\nX: \u{3}\n")) }
      let outcome = try await HTTPClientTransport.withTransport(HTTPClientSettings(limits: Self.patience)) { await answer($0, url) }
      _ = try await group.next()
      return outcome
    }
    let place = "http://127.0.0.1:\(server.port)"
    #expect(error(outcome) == TransportError(.protocol, problem.replacing("%", with: place) + ", which no header may have"))
  }

  @Test func `what is no HTTP, and control characters in a body, are no such header`() async throws {
    let (noise, _) = try await talk(.answers("\u{1}\u{2}: \u{3}\r\n\r\n"))
    #expect(error(noise)?.reason.hasSuffix(" is not HTTP") == true)
    let (body, _) = try await talk(.answers("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nX: \u{1}\r\n\r\n"))
    #expect(try body.get().body.count == 8)
  }

  @Test func `a refused port fails at once and says so`() async throws {
    let server = try LoopbackServer()
    server.close()
    let url = try WebURL("http://127.0.0.1:\(server.port)/")
    let outcome = try await HTTPClientTransport.withTransport(HTTPClientSettings(limits: Self.patience)) { await answer($0, url) }
    #expect(error(outcome) == TransportError(.connection, "the connection to 'http://127.0.0.1:\(server.port)' was refused"))
  }

  @Test func `an unknown host is named`() async throws {
    let url = try WebURL("http://no-such-host.invalid/")
    let outcome = try await HTTPClientTransport.withTransport(HTTPClientSettings(limits: Self.patience)) { await answer($0, url) }
    #expect(error(outcome) == TransportError(.connection, "the host 'no-such-host.invalid' is unknown"))
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123456789", "HTTP/1.1 200 OK\r\n\r\n123456789"])
  func `a body over the limit is refused`(text: String) async throws {
    var settings = HTTPClientSettings(limits: Self.patience)
    settings.limits.bodyBytes = 8
    let (outcome, _) = try await talk(.answers(text), settings)
    #expect(error(outcome) == TransportError(.tooLarge, "the body is larger than 8 bytes"))
  }

  @Test(arguments: [("Cookie", 80_000), ("X-Big", 33_000), ("X-Big", 31_000)])
  func `a request with a head over the limit is refused, and the process goes on`(name: String, size: Int) async throws {
    let server = try LoopbackServer()
    defer { server.close() }
    let url = try WebURL("http://127.0.0.1:\(server.port)/")
    let big = String(repeating: "a", count: size)
    let request = HTTPRequestMessage(method: "POST", url: url, headers: [name: big], body: Array("hi".utf8))
    let isSent = size < TransportLimits().requestHeadBytes
    await withTaskGroup(of: Void.self) { group in
      if isSent { group.addTask { _ = await server.serve(.answers("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) } }
      do {
        let answer = try await HTTPClientTransport.withTransport(HTTPClientSettings(limits: Self.patience)) { try await $0.send(request) }
        #expect(isSent && answer.status == 200)
      } catch {
        let refusal = error as? TransportError
        #expect(!isSent && refusal?.kind == .tooLarge)
        #expect(refusal?.reason.contains("at most 32768 are sent") == true)
        #expect(refusal?.reason.contains("80000 of them cookies") == (name == "Cookie"))
      }
    }
  }

  @Test func `an answer that ends too early is a broken connection`() async throws {
    let (outcome, _) = try await talk(.answers("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n123"))
    #expect(error(outcome)?.kind == .connection)
  }

  // MARK: Connections that end between two requests

  /// Requests by their methods, one after the other, and what the server does on each of its connections.
  struct Talk: Sendable, CustomTestStringConvertible {
    let id: String
    let methods: [String]
    let script: [[String?]]
    /// By request, whether it is answered.
    let isAnswered: [Bool]
    let asked: [[String]]

    init(_ id: String, _ methods: [String], _ script: [[String?]], _ isAnswered: [Bool], _ asked: [[String]]) {
      (self.id, self.methods, self.script, self.isAnswered, self.asked) = (id, methods, script, isAnswered, asked)
    }

    var testDescription: String { id }
  }

  private static let okay = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
  private static let last = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"

  @Test(arguments: [
    Talk("a connection is used again", ["GET", "GET"], [[okay, okay]], [true, true], [["GET", "GET"]]),
    Talk("one that the server says to close is not", ["GET", "GET"], [[last], [okay]], [true, true], [["GET"], ["GET"]]),
    Talk(
      "a request without effect is repeated once", ["GET", "GET"], [[okay, nil], [okay]], [true, true], [["GET", "GET"], ["GET"]]),
    Talk("also on a new connection", ["GET"], [[nil], [okay]], [true], [["GET"], ["GET"]]),
    Talk("and not twice", ["GET"], [[nil], [nil]], [false], [["GET"], ["GET"]]),
    Talk("a form has a connection of its own", ["GET", "POST"], [[okay], [okay]], [true, true], [["GET"], ["POST"]]),
    Talk("nothing follows it there", ["POST", "GET"], [[okay], [okay]], [true, true], [["POST"], ["GET"]]),
    Talk("a form is never sent twice", ["POST"], [[nil]], [false], [["POST"]]),
  ])
  func `what a request comes to does not depend on when a connection ends`(_ talk: Talk) async throws {
    let server = try LoopbackServer()
    defer { server.close() }
    let url = try WebURL("http://127.0.0.1:\(server.port)/")
    let (answered, asked) = try await withThrowingTaskGroup(of: [[String]].self) { group in
      group.addTask { await server.serve(script: talk.script) }
      let answered = try await HTTPClientTransport.withTransport(HTTPClientSettings(limits: Self.patience)) { transport in
        var answered: [Bool] = []
        for method in talk.methods {
          let body = method == "POST" ? Array("a=1".utf8) : []
          do { answered.append(try await transport.send(HTTPRequestMessage(method: method, url: url, body: body)).status == 200) } catch {
            #expect((error as? TransportError)?.kind == .connection, "\(error)")
            answered.append(false)
          }
        }
        return answered
      }
      return (answered, try await group.next() ?? [])
    }
    #expect(answered == talk.isAnswered)
    #expect(asked.map { $0.map { String($0.prefix { $0 != " " }) } } == talk.asked)
  }

  @Test func `requests wait for their turn where only so many may go in a second`() async throws {
    let server = try LoopbackServer()
    defer { server.close() }
    let url = try WebURL("http://127.0.0.1:\(server.port)/")
    let settings = HTTPClientSettings(limits: Self.patience, requestsPerSecond: 10)
    let took = try await withThrowingTaskGroup(of: [[String]].self) { group in
      group.addTask { await server.serve(script: [[Self.okay, Self.okay, Self.okay]]) }
      let took = try await HTTPClientTransport.withTransport(settings) { transport in
        let start = ContinuousClock.now
        for _ in 0..<3 { _ = try await transport.send(HTTPRequestMessage(method: "GET", url: url)) }
        return ContinuousClock.now - start
      }
      #expect(try await group.next()?.first?.count == 3)
      return took
    }
    #expect(took >= .milliseconds(200), "\(took)")
  }

  @Test func `a silent server runs into the time limit`() async throws {
    var settings = HTTPClientSettings(limits: Self.patience)
    settings.limits.totalTimeout = .milliseconds(150)
    let (outcome, _) = try await talk(.keepsSilent, settings)
    #expect(error(outcome) == TransportError(.timeout, "no complete response within 150 ms"))
  }

  @Test func `a compressed body that nobody asked for is refused`() async throws {
    let (outcome, asked) = try await talk(.answers("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx"))
    #expect(error(outcome)?.kind == .protocol)
    #expect(!asked.contains("accept-encoding"))
  }

  @Test func `a server without TLS is told from one whose certificate is wrong`() async throws {
    let server = try LoopbackServer()
    defer { server.close() }
    let url = try WebURL("https://127.0.0.1:\(server.port)/")
    let outcome = try await withThrowingTaskGroup(of: String.self) { group in
      group.addTask { await server.serve(.answers("HTTP/1.1 400 Bad Request\r\n\r\n")) }
      let outcome = try await HTTPClientTransport.withTransport(HTTPClientSettings(limits: Self.patience)) { await answer($0, url) }
      _ = try await group.next()
      return outcome
    }
    #expect(error(outcome) == TransportError(.tls, "'https://127.0.0.1:\(server.port)' does not speak TLS"))
  }

  /// What came of asking a host that only a proxy knows, and what the proxy read.
  private func talkThroughProxy(
    _ manner: LoopbackServer.Manner, credentials: HTTPClientSettings.Proxy.Credentials? = nil
  ) async throws -> (outcome: Result<HTTPResponseMessage, TransportError>, asked: String) {
    let server = try LoopbackServer()
    defer { server.close() }
    let proxy = HTTPClientSettings.Proxy(host: "127.0.0.1", port: server.port, credentials: credentials)
    let url = try WebURL("http://acme.invalid/x")
    return try await withThrowingTaskGroup(of: String.self) { group in
      group.addTask { await server.serve(manner) }
      let settings = HTTPClientSettings(limits: Self.patience, proxy: proxy)
      let outcome = try await HTTPClientTransport.withTransport(settings) { transport in await answer(transport, url) }
      return (outcome, try await group.next() ?? "")
    }
  }

  @Test func `a proxy is asked for a tunnel, and the request goes through it`() async throws {
    let (outcome, asked) = try await talkThroughProxy(
      .tunnels("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), credentials: .init(user: "jane", password: "s3cret"))
    #expect(try outcome.get().body == Array("ok".utf8))
    #expect(asked.hasPrefix("CONNECT acme.invalid:80 HTTP/1.1\r\n"))
    #expect(asked.lowercased().contains("proxy-authorization: basic amfuztpzm2nyzxq="))
    let inner = asked.split(separator: "\r\n\r\n").dropFirst().first ?? ""
    #expect(inner.hasPrefix("POST /x HTTP/1.1\r\n"))
    #expect(!inner.lowercased().contains("proxy-authorization"))
  }

  @Test func `a proxy that refuses is named as the reason`() async throws {
    let (outcome, _) = try await talkThroughProxy(.answers("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"))
    #expect(error(outcome)?.kind == .connection)
    #expect(error(outcome)?.reason.hasPrefix("the proxy refused to connect to 'http://acme.invalid'") == true)
  }

  @Test func `certificates that are none are refused before anything is asked`() async throws {
    await #expect(throws: TransportError(.tls, "the certificates given to be trusted are not PEM")) {
      try await HTTPClientTransport.withTransport(HTTPClientSettings(trust: .systemAnd(pem: Array("x".utf8)))) { _ in }
    }
  }
}
