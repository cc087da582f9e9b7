import Encodings
import JourneyClient
import JourneyModel
import Testing

struct BrowserTests {
  /// Answers every request alike.
  private struct StillTransport: HTTPTransport {
    var answer: HTTPResponseMessage?

    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      guard let answer else { throw TransportError(.connection, "the connection was refused") }
      return answer
    }
  }

  private func browser(_ answer: HTTPResponseMessage?) throws -> Browser {
    Browser(
      transport: StillTransport(answer: answer), allowed: AllowedOrigins([try WebURL("https://acme.test/")]),
      now: { Instant(seconds: 1_790_000_000) })
  }

  @Test func `an exchange shows neither secrets of the address nor of the headers`() async throws {
    var browser = try browser(
      HTTPResponseMessage(
        status: 302,
        headers: [
          "Location": "https://app.test/cb?code=c0de&page=1#access_token=t0ken&scope=2&x=3", "Set-Cookie": "sid=v4lue-1; HttpOnly",
        ]))
    let token = Secret("b34rer", name: "token")
    let call = BrowserCall(
      "authorize", url: try WebURL("https://acme.test/auth?state=st4te&client_id=a&audience=h1nt&x=1"),
      headers: [Exchange.Header("Authorization", .secret(token))], concealedQuery: ["audience"])
    _ = try await browser.send(call)
    let record = browser.takeRecord()
    let exchange = try #require(record.exchanges.first)
    #expect(exchange.url == "https://acme.test/auth?state=***&client_id=a&audience=***&x=***")
    #expect(exchange.response?.headers.first?.value == "https://app.test/cb?code=***&page=1#access_token=***&scope=2&x=***")
    #expect(exchange.response?.headers.last?.value.quoted == "***")
    #expect(record.learned.map(\.unsafeText) == ["v4lue-1"])
    #expect(browser.exchanges.isEmpty)
  }

  @Test func `a refused connection says what was asked and keeps the exchange`() async throws {
    var browser = try browser(nil)
    let error = await #expect(throws: DriverError.self) {
      try await browser.send(BrowserCall("init", method: "POST", url: try WebURL("https://acme.test/init")))
    }
    #expect(error?.message == "POST https://acme.test/init: the connection was refused")
    #expect(error?.exchanges.count == 1)
    #expect(error?.exchanges.first?.response == nil)
  }

  @Test func `an origin that is not the tenant's is not asked`() async throws {
    var browser = try browser(HTTPResponseMessage(status: 200))
    let error = await #expect(throws: DriverError.self) {
      try await browser.send(BrowserCall("x", url: try WebURL("https://evil.test/?code=c0de")))
    }
    #expect(error?.kind == .forbidden)
    #expect(error?.message.contains("c0de") == false)
    #expect(error?.exchanges == [])
  }
}
