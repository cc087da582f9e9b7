import Encodings
import JourneyMockServer
import Testing

/// What a served mock tells a client that listens, and what it lets an app's script read.
struct EventStreamTests {
  @Test func `a client waits for the next request, and for the stream to end`() async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let body = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
        group.addTask { try await SocketClient.send("GET", "/__journey/events?count=1&kind=request", to: address).body }
        // Whether somebody listens is not seen from outside, so requests come until one was told.
        group.addTask {
          while !Task.isCancelled { _ = try await SocketClient.send("GET", "/.well-known/jwks.json", to: address) }
          return nil
        }
        let first = try await group.next()
        group.cancelAll()
        return first ?? nil
      }
      let text = String(decoding: try #require(body), as: UTF8.self)
      #expect(text.contains(": listening") && text.contains("event: request") && text.contains("jwks.json"), "\(text)")
    }
  }

  @Test func `who listens in a world is told of that one alone`() async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let world: HTTPFields = ["Journey-World": "w1"]
      let body = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
        group.addTask { try await SocketClient.send("GET", "/__journey/events?count=1", to: address, headers: world).body }
        group.addTask {
          while !Task.isCancelled {
            _ = try await SocketClient.send("GET", "/.well-known/jwks.json", to: address)
            _ = try await SocketClient.send("GET", "/.well-known/openid-configuration", to: address, headers: world)
          }
          return nil
        }
        let first = try await group.next()
        group.cancelAll()
        return first ?? nil
      }
      let text = String(decoding: try #require(body), as: UTF8.self)
      #expect(text.contains("openid-configuration") && !text.contains("\"url\":\"/.well-known/jwks.json\""), "\(text)")
    }
  }

  @Test func `events are for who may use the control routes`() async throws {
    var settings = MockServerSettings()
    settings.controlToken = "s3cret"
    try await withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
      #expect(try await SocketClient.send("GET", "/__journey/events?count=1", to: address).status == 401)
      let headers: HTTPFields = ["Journey-Control-Token": "s3cret"]
      #expect(try await SocketClient.send("GET", "/__journey/events?kind=mail", to: address, headers: headers).status == 400)
    }
  }

  @Test func `an app's script reads why a token is refused`() async throws {
    try await withMockServer(try ServedTenant.acme()) { (address: String) async throws in
      let headers: HTTPFields = ["Origin": "https://app.acme.test", "Authorization": "Bearer old"]
      let answer = try await SocketClient.send("GET", "/userinfo", to: address, headers: headers)
      #expect(answer.status == 401)
      let exposed = answer.headers["Access-Control-Expose-Headers"]?.split(separator: ", ") ?? []
      #expect(exposed.contains("WWW-Authenticate") && exposed.contains("DPoP-Nonce"))
      #expect(answer.headers["WWW-Authenticate"]?.contains("error_description=") == true)
    }
  }
}
