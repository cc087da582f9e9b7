import Encodings
import JourneyModel
import Testing

@testable import HostedDialect

/// A page that is loaded to be looked at.
struct HostedLookTests {
  private static func screen(at address: String?, _ routes: [String: PageServer.Route] = [:]) async throws -> String {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn).merging(routes) { $1 })
    switch try await walk.driver.look(at: address.map { try WebURL($0) }) {
    case .page(let page, let reading, _): return "\(reading.screen.id) at \(page.url)"
    case .nothing(let sentence): return sentence
    }
  }

  @Test func `a page is found over redirects`() async throws {
    let routes: [String: PageServer.Route] = ["GET /old": { _, _ in .redirect("/signin?x=1") }]
    #expect(try await Self.screen(at: "\(PageServer.origin)/old", routes) == "/signin#sign-in at \(PageServer.origin)/signin?x=1")
  }

  @Test func `without an address it is the page at which the app begins`() async throws {
    #expect(try await Self.screen(at: nil) == "/signin#sign-in at \(PageServer.origin)/signin")
  }

  @Test func `what is no page is told in words`() async throws {
    let routes: [String: PageServer.Route] = [
      "GET /app": { _, _ in .redirect("\(HostedWalk.callback)?code=Ab12Cd34") },
      "GET /out": { _, _ in .redirect("https://idp.test/x?y=z") },
    ]
    #expect(try await Self.screen(at: "\(PageServer.origin)/app", routes) == "it leads back to the app, at '\(HostedWalk.callback)'")
    #expect(
      try await Self.screen(at: "\(PageServer.origin)/out", routes)
        == "it leads to 'https://idp.test', which is not an origin of the tenant")
  }

  @Test func `an address of somebody else is not requested`() async throws {
    var walk = try HostedWalk([:])
    await #expect(throws: DriverError.self) { try await walk.driver.look(at: try WebURL("https://evil.test/")) }
    #expect(await walk.server.requests.isEmpty)
  }
}
