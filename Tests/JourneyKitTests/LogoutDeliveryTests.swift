import Encodings
import JourneyClient
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What the server of an app gets when a person signs out at a served mock (OpenID Connect Back-Channel Logout section 2).
struct LogoutDeliveryTests {
  private static let token = "control-token-of-this-test"

  private static func tenant(_ address: String) -> [String: String] {
    [
      "journeys/tenants.yaml": "default: shop\ntenants:\n  shop: {dialect: journey-flow, mock: ../shop.yaml}\n",
      "shop.yaml": """
      tenant: shop
      extends: acme.yaml
      clients:
        shop:
          redirect_uris: [https://shop.test/cb]
          scopes: [openid, email]
          backchannel_logout_uri: \(address)

      """,
    ]
  }

  private static func ask(_ address: String, _ json: JSONValue? = nil) async throws -> HTTPResponseMessage {
    let headers: HTTPFields = ["Journey-Control-Token": token, "Content-Type": "application/json"]
    let request = HTTPRequestMessage(
      method: json == nil ? "GET" : "POST", url: try WebURL(address), headers: headers, body: json.map { JSONWriter.write($0) } ?? [])
    return try await HTTPClientTransport.withTransport { transport in try await transport.send(request) }
  }

  /// The posts that a server got; asked until there is one, which is on its way.
  private static func posts(at app: String) async throws -> [JSONValue] {
    for _ in 0..<10_000 {
      let body = try JSONReader.read(try await ask(app + "/__journey/requests?method=POST").body)
      let requests = (body["requests"]?.arrayValue ?? []).filter { $0["url"]?.stringValue == "/logged-out" }
      if !requests.isEmpty { return requests }
    }
    return []
  }

  @Test func `a served mock posts a signed logout token of the person and the sign-in`() async throws {
    var settings = ServedMock.Settings()
    settings.port = 0
    settings.controlToken = Self.token
    // Any server does for the app's that remembers what it was asked.
    let served = settings
    try await ServedMock(tenant: "acme", JourneySuiteTests.settings).withServer(served) { app in
      try await SampleProject.with(Self.tenant(app + "/logged-out"), tenants: nil) { project in
        var own = RunSettings()
        own.paths = [project.folder.file("journeys")]
        try await ServedMock(tenant: "shop", own).withServer(served) { mock in
          let tokens = try JSONReader.read(try await Self.ask(mock + "/__journey/tokens", ["account": "jane", "client": "shop"]).body)
          let hint = try #require(tokens["id_token"]?.stringValue)
          _ = try await Self.ask("\(mock)/oauth2/sessions/logout?id_token_hint=\(hint)")
          let posts = try await Self.posts(at: app)
          #expect(posts.count == 1)
          #expect(posts.first?["headers"]?["Content-Type"] == "application/x-www-form-urlencoded")
          let items = FormURLEncoding.decode(Array((posts.first?["body"]?.stringValue ?? "").utf8))
          #expect(items.map(\.name) == ["logout_token"])
          let notice = try #require(items.first.flatMap { JSONWebToken($0.value) })
          let keys = await SigningKeys(try JSONReader.read(try await Self.ask(mock + "/.well-known/jwks.json").body))
          #expect(keys.verdict(on: notice) == .valid)
          let signedIn = try #require(JSONWebToken(hint)).claims
          for name in ["iss", "sub", "sid"] { #expect(notice.claims[name] != nil && notice.claims[name] == signedIn[name], "\(name)") }
          #expect(notice.claims["aud"] == "shop" && notice.claims["nonce"] == nil)
          #expect(notice.claims["events"] == ["http://schemas.openid.net/event/backchannel-logout": [:]])
          let times = ["iat", "exp"].compactMap { notice.claims[$0]?.doubleValue }
          #expect(times.count == 2 && times[0] < times[1])
          #expect(notice.claims["jti"]?.stringValue?.isEmpty == false)
        }
      }
    }
  }
}
