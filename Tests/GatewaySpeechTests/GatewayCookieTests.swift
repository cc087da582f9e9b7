import Encodings
import JourneyMock
import Testing

/// What the system's cookies are, and when they change.
struct GatewayCookieTests {
  private static func ask(_ world: World, _ path: String, _ cookies: String = "") async throws -> HTTPResponseMessage {
    var request = HTTPRequestMessage(url: try WebURL("https://profile.ledger.test\(path)"))
    if !cookies.isEmpty { request.headers.append("Cookie", cookies) }
    return await world.respond(to: request)
  }

  @Test func `each cookie of the sign-in page is hidden, encrypted and of this site`() async throws {
    let world = try LedgerWalk().world
    let cookies = try await Self.ask(world, "/signin").headers.values(of: "Set-Cookie")
    #expect(cookies.map { $0.prefix { $0 != "=" } } == ["__Host-_csrf", "GU_GATEWAY_STATE"])
    for cookie in cookies {
      #expect(cookie.contains("; HttpOnly") && cookie.contains("; Secure") && cookie.contains("; SameSite=Lax"))
      #expect(!cookie.contains("Domain"))
    }
  }

  @Test func `an unknown sign-in is forgotten, and the person signs in again`() async throws {
    let response = try await Self.ask(LedgerWalk().world, "/signin", "idx=made-up")
    #expect(response.status == 303)
    #expect(response.headers["Location"] == "/reauthenticate")
    #expect(response.headers.values(of: "Set-Cookie").contains { $0.hasPrefix("idx=; Path=/; Max-Age=0") })
  }

  @Test(arguments: [
    ("/no/such/page", 404), ("/signin/%FF", 400), ("/oauth2/readers/v1/authorize?client_id=nobody", 400),
    ("/oauth2/readers/v1/authorize/redirect?okta_key=made-up", 400), ("/oauth2/readers/v1/nothing", 404),
    ("/oauth2/readers/v1/logout?id_token_hint=made-up", 400), ("/", 200), ("/signin/google", 200),
  ])
  func `a request that leads nowhere has its page`(_ path: String, status: Int) async throws {
    let response = try await Self.ask(LedgerWalk().world, path)
    #expect(response.status == status)
    #expect(response.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(response.headers["Location"] == nil)
  }

  @Test func `a proof of a sign-in is good once`() async throws {
    let world = try LedgerWalk().world
    let callback = "https%3A%2F%2Fprofile.ledger.test%2Foauth%2Fauthorization-code%2Fcallback"
    let path = "/oauth2/readers/v1/authorize?client_id=gateway&redirect_uri=\(callback)&state=s&prompt=none&sessionToken=made-up"
    let response = try await Self.ask(world, path)
    #expect(response.headers["Location"]?.contains("error=login_required") ?? false)
    #expect(response.headers.values(of: "Set-Cookie").isEmpty)
  }
}
