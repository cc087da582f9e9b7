import Encodings
import JourneyClient
import JourneyMock
import JourneyModel
import JourneyTestSupport
import Testing

@testable import FlowDialect
@testable import JourneyKit

/// Which apps go on on the hosted page when a form is refused, and that the journey then ends with the app's own tokens.
struct HandOverTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let app: FlowAppProfile
    let status: Int
    let fallsBack: Bool
    var testDescription: String { "\(app.name) at \(status)" }
  }

  private static let rows = [
    Row(app: .ios, status: 404, fallsBack: true), Row(app: .android, status: 404, fallsBack: true),
    Row(app: .java, status: 404, fallsBack: true), Row(app: .web, status: 404, fallsBack: false),
    Row(app: .ios, status: 403, fallsBack: false), Row(app: .java, status: 403, fallsBack: true),
  ]

  @Test(arguments: rows) func `an app goes on on the hosted page where its SDK does`(_ row: Row) async throws {
    try await SampleProject.with([:]) { project in
      let site = try #require(project.run().project.sites["acme"])
      let mock = try #require(site.mock)
      let world = World(mock, seed: 7)
      let client = OAuthClient(
        issuer: site.issuer, id: site.clientID, redirectURI: site.redirectURI, scopes: ["openid", "profile", "email"])
      let transport = InProcessTransport(world: world, limits: site.http.limits)
      var app = FlowDriver(
        configuration: FlowConfiguration(client: client, app: row.app, isSignedByRun: true), transport: transport,
        generator: SeededGenerator(seed: 1), now: { await world.now() })
      _ = try await app.perform(.start(StartParameters()))
      await world.add(Fault(.status(row.status), path: "/flow/api/v1/form/", times: 1))
      let identifier = Answer(widget: "identifier", value: .text("jane@acme.test"))
      let submission = DriverAction.submit(Submission(form: "identifier", answers: [identifier]))
      guard row.fallsBack else {
        do throws(DriverError) {
          let turn = try await app.perform(submission)
          #expect(turn.now == .ended(.expired(status: row.status)))
        } catch {
          #expect(error.kind == .status)
        }
        return
      }
      guard case .handover(let left) = try await app.perform(submission).now else {
        Issue.record("it does not leave")
        return
      }
      #expect(left.reason == .app)
      let driverSite = DriverSite(
        client: client, app: nil, isSignedByRun: true, isOpenedByApp: true, transport: transport, generator: SeededGenerator(seed: 2),
        providers: ProviderCache(), now: { await world.now() })
      var browser = try #require(DialectRegistry().pages?.makeDriver(driverSite) as? any PageVisitor)
      // The form was taken and only its answer lost: the page shows the screen that the journey has come to.
      _ = try await browser.visit(Secret(left.url, name: "page"))
      let password = Answer(widget: "password", value: .text("Jane-horse-11"))
      let back = try await browser.perform(.submit(Submission(form: "password", answers: [password]))).now
      guard case .handover(let address) = back else {
        Issue.record("\(back)")
        return
      }
      #expect(address.reason == .back)
      #expect(try await app.perform(.resume(url: try #require(browser.returned))).now == .ended(.completed))
      guard case .ended(.finished(let finish)) = try await app.perform(.finish(probes: [])).now else {
        Issue.record("no tokens")
        return
      }
      #expect(finish.hasTokens && finish.checks.allSatisfy { $0.problem == nil })
    }
  }
}
