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

  @Test(arguments: [("", true), ("&_csrf=%", false), ("&_csrf=made-up", true), ("&_csrf=%&_csrf=%", true)])
  func `a form is taken with the token of its page alone`(field: String, isRefused: Bool) async throws {
    let world = try LedgerWalk().world
    let cookies = try await Self.ask(world, "/signin").headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }
    let token = try #require(cookies.first { $0.hasPrefix("__Host-_csrf=") }?.dropFirst(13).prefix { $0 != "|" })
    let request = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://profile.ledger.test/signin"),
      headers: ["Cookie": cookies.joined(separator: "; "), "Content-Type": FormURLEncoding.mediaType],
      body: Array("email=rosa@ledger.test&password=x\(field.replacing("%", with: token))".utf8))
    let response = await world.respond(to: request)
    #expect((response.headers["Location"]?.contains("csrfError=true") == true) == isRefused, "\(response.status) \(response.headers)")
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
