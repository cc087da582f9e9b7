import Encodings
import JourneyClient
import JourneyModel
import JourneyRunner
import Synchronization
import Testing

@testable import JourneyKit

/// Whom `request` steps speak to, and what they tell there.
struct StepRequesterTests {
  private static let own = Origin(scheme: "https", host: "login.acme.test", port: 443)
  private static let other = Origin(scheme: "https", host: "api.acme.test", port: 443)

  /// Answers with a way to somewhere else, and remembers what it was asked.
  private final class Wire: HTTPTransport {
    let asked = Mutex<[HTTPRequestMessage]>([])

    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      asked.withLock { $0.append(request) }
      return HTTPResponseMessage(status: 302, headers: ["Location": "https://evil.test/"], body: [])
    }
  }

  /// What was asked for, or why nothing was.
  private static func send(_ call: HTTPCall) async throws -> (asked: [HTTPRequestMessage], refusal: String?) {
    let wire = Wire()
    let requester = StepRequester(
      issuer: try WebURL("https://login.acme.test/tenant/"), transport: wire, reach: SecretScope(own: [own], others: [other]),
      allowed: AllowedOrigins([own, other]), now: { Instant(milliseconds: 0) })
    do throws(DriverError) {
      _ = try await requester.send(call)
      return (wire.asked.withLock { $0 }, nil)
    } catch {
      #expect(error.kind == .forbidden)
      return (wire.asked.withLock { $0 }, error.message)
    }
  }

  private static func call(_ url: Value, header: Value? = nil, body: HTTPCall.Body = .none) -> HTTPCall {
    HTTPCall(method: "POST", url: url, headers: header.map { [Value.Member("X-Key", $0)] } ?? [], body: body)
  }

  @Test func `an address without a host is below the issuer's, and redirects are not followed`() async throws {
    let sent = try await Self.send(Self.call(.text("/reset")))
    #expect(sent.asked.map(\.url.description) == ["https://login.acme.test/tenant/reset"])
    #expect(sent.refusal == nil)
  }

  /// Answers every request with a body and a header.
  private struct Speaker: HTTPTransport {
    let body: String
    var header = "X-A"

    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      HTTPResponseMessage(status: 200, headers: [header: "abc"], body: Array(body.utf8))
    }
  }

  private static func answer(of transport: some HTTPTransport) async throws -> Exchange.Answered? {
    let requester = StepRequester(
      issuer: try WebURL("https://login.acme.test/"), transport: transport, reach: SecretScope(own: [own], others: []),
      allowed: AllowedOrigins([own]), now: { Instant(milliseconds: 0) })
    return try await requester.send(call(.text("/a"))).response
  }

  @Test(arguments: [
    (#"{"password":12345678901}"#, ["password"]), (#"{"tokens":["a"]}"#, ["tokens"]), (#"{"token":{"value":"a"}}"#, ["token"]),
    (#"{"credentials":{"username":"jane","password":{"value":"a"}}}"#, ["password"]), (#"{"max_tokens":5}"#, []),
    (#"{"code":"E-17","passwordless":"a","pass":true}"#, []), (#"{"pwd":"a","recoveryCodes":["b"]}"#, ["pwd", "recoveryCodes"]),
  ])
  func `members with credentials are hidden whatever they hold`(body: String, names: [String]) async throws {
    #expect(try await Self.answer(of: Speaker(body: body))?.concealedMembers == Set(names))
  }

  @Test(arguments: ["X-Session-Id", "X-Access", "DPoP", "X-Hub-Signature", "Authentication-Info", "Session", "X-Id-Token"])
  func `a header with a credential is a secret`(name: String) async throws {
    let headers = try await Self.answer(of: Speaker(body: "{}", header: name))?.headers
    #expect(headers?.first { $0.name == name }?.value.secrets.count == 1)
  }

  @Test(arguments: [
    "https://evil.test/", "http://login.acme.test/", "https://login.acme.test:8443/", "http://127.0.0.1/", "http://169.254.169.254/",
  ])
  func `an origin that nobody named is not asked`(url: String) async throws {
    let sent = try await Self.send(Self.call(.text(url)))
    #expect(sent.asked.isEmpty)
    #expect(sent.refusal?.contains("was not sent") == true)
  }

  @Test func `a request to the tenant goes to the world of its walk`() async throws {
    let wire = Wire()
    let requester = StepRequester(
      issuer: try WebURL("https://login.acme.test/tenant/"), transport: wire, reach: SecretScope(own: [Self.own], others: [Self.other]),
      allowed: AllowedOrigins([Self.own, Self.other]), now: { Instant(milliseconds: 0) },
      headers: [Exchange.Header("Journey-World", .text("mine"))])
    _ = try await requester.send(Self.call(.text("/reset")))
    _ = try await requester.send(Self.call(.text("https://api.acme.test/")))
    #expect(wire.asked.withLock { $0.map { $0.headers["journey-world"] } } == ["mine", nil])
  }

  @Test func `what a walk learned is told to the tenant only`() async throws {
    let learned = Value.secret(Secret("482913", name: "code"))
    #expect(try await Self.send(Self.call(.text("/verify"), header: learned)).asked.first?.headers["x-key"] == "482913")
    let sent = try await Self.send(Self.call(.text("https://api.acme.test/"), header: learned))
    #expect(sent.asked.isEmpty)
    #expect(sent.refusal?.contains("the secret 'code' may not go to 'https://api.acme.test'") == true)
  }

  @Test(arguments: [HTTPCall.Body.json(.map([.init("a", secret)])), .form([.init("a", secret)]), .text(secret)])
  func `a body tells a secret to whom it is for`(body: HTTPCall.Body) async throws {
    let elsewhere = try await Self.send(Self.call(.text("https://login.acme.test/"), body: body))
    #expect(elsewhere.asked.isEmpty)
    #expect(elsewhere.refusal?.contains("the secret 'secret.API_KEY' may not go to 'https://login.acme.test'") == true)
    #expect(try await Self.send(Self.call(.text("https://api.acme.test/"), body: body)).asked.count == 1)
  }

  private static let secret = Value.secret(Secret("key-of-the-api", name: "secret.API_KEY", origins: [other]))

  @Test func `an address that is made of a secret tells it too`() async throws {
    let address = Value.secret(Secret("https://api.acme.test/?code=482913", name: "link"))
    let sent = try await Self.send(Self.call(address))
    #expect(sent.asked.isEmpty)
    #expect(sent.refusal == "the request was not sent: the secret 'link' may not go to the origin of its address")
    #expect(try await Self.send(Self.call(.secret(Secret("https://login.acme.test/x", name: "link")))).asked.count == 1)
  }
}
