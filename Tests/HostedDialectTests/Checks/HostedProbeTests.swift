import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// Probes that need a server which can be led astray, and the checks as a driver tells them.
struct HostedProbeTests {
  private static func finish(_ routes: [String: PageServer.Route], probe: String) async throws -> String? {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn).merging(routes) { $1 })
    #expect(try await walk.signIn().now == .ended(.completed))
    let turn = try await walk.driver.perform(.finish(probes: [probe]))
    let result = try #require(turn.finish?.probes.first)
    #expect(result.name == probe)
    return result.problem
  }

  private static let back: PageServer.Route = { request, _ in
    guard let target = request.url.queryValue("fromURI") else { return .page(PageServer.signInPage()) }
    return .page("<h1>Signed in as jane</h1><a href=\"\(target)\">Continue</a>")
  }

  @Test func `a page whose link leads where its parameter says is an open redirect`() async throws {
    let problem = try await Self.finish(["GET /signin": Self.back], probe: "open_redirect")
    #expect(problem?.hasPrefix("the page leads to another site that its parameter 'fromURI' names") == true)
  }

  @Test(arguments: ["returnUrl", "fromURI"])
  func `a redirect to where a parameter says is an open redirect`(_ name: String) async throws {
    let route: PageServer.Route = { request, _ in
      request.url.queryValue(name).map { .redirect($0, status: 302) } ?? .page(PageServer.signInPage())
    }
    #expect(try await Self.finish(["GET /signin": route], probe: "open_redirect")?.contains("'\(name)'") == true)
  }

  @Test func `a page that looks at its parameter first is none`() async throws {
    let route: PageServer.Route = { request, _ in
      guard let target = request.url.queryValue("fromURI"), target.hasPrefix("/oauth2/"), !target.contains("..") else {
        return .page(PageServer.signInPage())
      }
      return .redirect(target, status: 302)
    }
    #expect(try await Self.finish(["GET /signin": route], probe: "open_redirect") == nil)
  }

  @Test(arguments: [true, false])
  func `a link that leads to the same page a second time is told`(_ isReusable: Bool) async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /signin"] = { _, _ in
      var page = HTTPResponseMessage.page(PageServer.signInPage())
      page.headers["Set-Cookie"] = "seen=1"
      return page
    }
    // The browser that opens it first is the one that the journey began in.
    routes["GET /confirm"] = { request, _ in
      isReusable || request.headers["Cookie"] != nil
        ? .page(PageServer.signInPage()) : .page("<h1>Link expired</h1><p>Ask for another.</p>")
    }
    var walk = try HostedWalk(routes)
    _ = try await walk.start()
    let link = DriverAction.open(link: Secret("\(PageServer.origin)/confirm", name: "link"), elsewhere: false)
    let screen = try #require(try await walk.driver.perform(link).screen)
    _ = try await walk.submit(screen, [("email", .text("j@example.test")), ("password", .text("Jane-horse-11"))])
    let turn = try await walk.driver.perform(.finish(probes: ["link_reuse"]))
    #expect(turn.finish?.probes.map(\.problem) == [isReusable ? "the link is good a second time" : nil])
  }

  @Test func `without a link of a message there is none to open again`() async throws {
    #expect(try await Self.finish([:], probe: "link_reuse") == "it could not be tried: no link of a message was opened")
  }

  @Test func `a check that the tenant switches off fails nothing`() async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /signin"] = { _, _ in
      var page = HTTPResponseMessage.page(PageServer.signInPage())
      page.headers["X-Frame-Options"] = nil
      return page
    }
    var walk = try HostedWalk(routes)
    let found = try await walk.start()
    #expect(found.failedChecks == ["headers"])
    #expect(found.findings.map(\.switchedOffBy) == ["checks: {headers: {skip: why}}"])
    var configuration = HostedConfiguration(client: walk.driver.party.client)
    configuration.checks = FlowCheckRules(skipped: ["headers": "the test proxy drops them"])
    walk.driver = HostedDriver(
      configuration: configuration, transport: walk.server, generator: SeededGenerator(seed: 7), now: { Instant(seconds: 1_800_000_000) })
    let turn = try await walk.start()
    #expect(turn.failedChecks == [])
    #expect(turn.warnings.contains("the check 'headers' is switched off: the test proxy drops them"))
  }
}
