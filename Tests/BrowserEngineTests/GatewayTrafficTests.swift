import Encodings
import HostedDialect
import JourneyClient
import JourneyModel
import Testing

@testable import BrowserEngine

/// What goes through the gateway of a browser, without a browser.
struct GatewayTrafficTests {
  /// A tenant that answers scripts with status 404 and breaks off everything else.
  private struct Tenant: HTTPTransport {
    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      guard request.url.path.hasSuffix(".js") else { throw TransportError(.connection, "the connection was closed") }
      return HTTPResponseMessage(status: 404)
    }
  }

  private static func traffic() throws -> GatewayTraffic {
    let traffic = GatewayTraffic(transport: Tenant(), reach: try ScriptedSite.reach()) { Instant(seconds: 1_800_000_000) }
    let issuer = try WebURL(ScriptedSite.issuer)
    traffic.begin(PageVisit(.open(issuer), headers: [:], for: try #require(issuer.origin)))
    return traffic
  }

  private static func request(_ url: String, _ method: String = "GET", _ headers: HTTPFields) throws -> HTTPRequestMessage {
    HTTPRequestMessage(method: method, url: try WebURL(url), headers: headers)
  }

  @Test(
    arguments: [
      (["Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "none"], false), ([:], false),
      (["Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "none"], false),
      (["Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "cross-site"], true), (["Referer": "https://id.acme.test/"], true),
      (["Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site"], true),
    ] as [(HTTPFields, Bool)])
  func `what a browser wants for itself is none of the page's requests`(headers: HTTPFields, isOfPage: Bool) async throws {
    let traffic = try Self.traffic()
    let answer = await traffic.answer(try Self.request("https://accounts.google.com/ListAccounts", headers))
    #expect(answer?.status == 403)
    let note = "the page asked 'https://accounts.google.com' for something, which the tenant does not allow"
    #expect(traffic.take().notes == (isOfPage ? [note] : []))
  }

  @Test func `a script's request that the tenant breaks off is the failure of the page`() async throws {
    let traffic = try Self.traffic()
    _ = await traffic.answer(
      try Self.request("https://id.acme.test/api?x=1", "POST", ["Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "same-origin"]))
    #expect(traffic.failure?.kind == .connection)
    #expect(traffic.failure?.message == "POST https://id.acme.test/api, which a script of the page sent: the connection was closed")
  }

  @Test func `a script that does not load is named, and a picture is not`() async throws {
    let traffic = try Self.traffic()
    for kind in ["script", "image"] {
      _ = await traffic.answer(
        try Self.request("https://id.acme.test/\(kind).js", ["Sec-Fetch-Dest": kind, "Sec-Fetch-Site": "same-origin"]))
    }
    #expect(traffic.takeScriptFailures() == ["the script 'https://id.acme.test/script.js' did not load: it was answered with status 404"])
  }
}

extension GatewayTrafficTests {
  private static func request(_ url: String, _ headers: HTTPFields) throws -> HTTPRequestMessage { try request(url, "GET", headers) }
}
