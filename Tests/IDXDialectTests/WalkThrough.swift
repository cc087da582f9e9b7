import Encodings
import IDXDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

typealias WalkThrough = ScriptedWalk<IDXDriver>

extension ScriptedWalk where Driver == IDXDriver {
  static var opening: [String] { ["interact", "introspect-identify"] }
  static var completing: [String] { opening + ["identify-password", "answer-password"] }
  static var email: [String] { opening + ["identify-select", "challenge-email"] }

  /// What every walk of these fixtures draws as `state`, second after the verifier.
  static var state: String {
    var generator = SeededGenerator(seed: 1)
    _ = AuthorizationRequest.randomText(using: &generator)
    return AuthorizationRequest.randomText(using: &generator)
  }

  init(_ names: [String], adjust: (inout IDXConfiguration) -> Void = { _ in }) throws {
    let transport = try ScriptedTransport(names, folder: "idx")
    let client = OAuthClient(
      issuer: try WebURL("https://acme.okta.test/oauth2/default"), id: "acme-app",
      redirectURI: try WebURL("https://app.acme.test/callback"), scopes: ["openid", "email"],
      postLogoutURI: try WebURL("https://app.acme.test/bye"), entryURL: try WebURL("https://app.acme.test/welcome"))
    var configuration = IDXConfiguration(client: client)
    adjust(&configuration)
    self.init(
      driver: IDXDriver(
        configuration: configuration, transport: transport, generator: SeededGenerator(seed: 1), now: { Self.now }),
      transport: transport)
  }

  /// Walks to the first screen and gives the identifier.
  mutating func identify() async throws -> Turn {
    _ = try await start()
    return try await post("identify", [("identifier", .text("jane@acme.test"))])
  }

  /// Walks to the end of the flow, where only `finish` is left.
  mutating func complete() async throws -> Turn {
    _ = try await identify()
    return try await post("challenge-authenticator", [("credentials.passcode", .secret(Self.password))])
  }

  func checkScript(sourceLocation: Testing.SourceLocation = #_sourceLocation) async {
    #expect(await departures == [], sourceLocation: sourceLocation)
  }
}

extension ExchangeFixture {
  init(_ name: String) throws { try self.init(name, folder: "idx") }
}
