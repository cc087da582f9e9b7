import Encodings
import FlowDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

typealias WalkThrough = ScriptedWalk<FlowDriver>

extension ScriptedWalk where Driver == FlowDriver {
  static var opening: [String] { ["start-text", "init-identification", "form-identifier", "form-password"] }

  init(_ names: [String], app: FlowAppProfile = .web, adjust: (inout FlowConfiguration) -> Void = { _ in }) throws {
    let transport = try ScriptedTransport(names, folder: "flow")
    let client = OAuthClient(
      issuer: try WebURL("https://acme.test/"), id: "acme-web", redirectURI: try WebURL("https://app.acme.test/callback"),
      scopes: ["openid", "email"], postLogoutURI: try WebURL("https://app.acme.test/bye"),
      entryURL: try WebURL("https://app.acme.test/welcome"))
    var configuration = FlowConfiguration(client: client, app: app)
    adjust(&configuration)
    self.init(
      driver: FlowDriver(
        configuration: configuration, transport: transport, generator: SeededGenerator(seed: 1), now: { Self.now }),
      transport: transport)
  }

  /// Walks to the end of the flow, where only `finish` is left.
  mutating func complete() async throws -> Turn {
    _ = try await start()
    _ = try await post("identifier", [("identifier", .text("jane@acme.test"))])
    return try await post("password", [("password", .secret(Self.password)), ("keepMeLoggedIn", .bool(true))])
  }

  /// That the script was walked to its end, as expected.
  func checkScript(sourceLocation: Testing.SourceLocation = #_sourceLocation) async {
    let departures = await departures
    #expect(departures == [], sourceLocation: sourceLocation)
  }
}

extension ExchangeFixture {
  init(_ name: String) throws { try self.init(name, folder: "flow") }
}
