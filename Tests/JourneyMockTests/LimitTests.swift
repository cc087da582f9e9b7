import Encodings
import JourneyMock
import JourneyModel
import Testing

struct LimitTests {
  private static let limits =
    "limits: [{paths: [/flow/api/, /provider/], requests: 3, per: 1m}, {paths: [/oauth2/], requests: 2, per: 1s}]\n"

  @Test func `one request too many is refused, with what is left in headers, until the time is over`() async throws {
    let world = World(try tenant(), clock: .standing(at: Instant(seconds: 1_000_000)))
    for _ in 1...3 { #expect(await status(of: "/flow/api/v1/init", in: world) == 401) }
    try await world.pass(.seconds(20))
    let refused = await world.respond(to: try request("/provider/flow"))
    #expect(refused.status == 429)
    #expect(refused.headers["X-Ratelimit-Limit"] == "3")
    #expect(refused.headers["X-Ratelimit-Remaining"] == "0")
    #expect(refused.headers["X-Ratelimit-Reset"] == "40")
    #expect(refused.headers["Retry-After"] == nil)
    try await world.pass(.seconds(40))
    #expect(await status(of: "/flow/api/v1/init", in: world) == 401)
  }

  @Test func `each limit counts its own paths`() async throws {
    let world = World(try tenant(), clock: .standing(at: Instant(seconds: 1_000_000)))
    for _ in 1...2 { #expect(await status(of: "/oauth2/error", in: world) != 429) }
    #expect(await status(of: "/oauth2/error", in: world) == 429)
    #expect(await status(of: "/flow/api/v1/init", in: world) == 401)
    #expect(await status(of: "/.well-known/openid-configuration", in: world) == 200)
    try await world.pass(.seconds(1))
    #expect(await status(of: "/oauth2/error", in: world) != 429)
  }

  private func tenant() throws -> MockTenant {
    let (tenant, diagnostics) = TenantSource.load(TenantSource.text(replacing: ["timers": Self.limits]))
    #expect(diagnostics == [])
    return try #require(tenant)
  }

  private func status(of path: String, in world: World) async -> Int {
    do {
      return await world.respond(to: try request(path)).status
    } catch {
      Issue.record(error)
      return 0
    }
  }

  private func request(_ path: String) throws -> HTTPRequestMessage {
    let isPost = path.hasPrefix("/flow/")
    return HTTPRequestMessage(method: isPost ? "POST" : "GET", url: try WebURL("https://tiny.test" + path))
  }
}
