import HTTPTypes
import JourneyKit
import JourneyModel
import JourneyTestSupport
import Testing

/// Walks a tenant that has one screen: its name is the body of the response.
struct SignDriver: JourneyDriver {
  static let description = DialectDescription(name: "sign", startKeys: [], widgetTypes: [], capabilities: [])

  let context: DriverContext

  mutating func perform(_ action: DriverAction) async throws(DriverError) -> Turn {
    guard case .start = action else { throw DriverError(.impossible, "a sign can only be looked at") }
    let request = HTTPRequest(method: .get, scheme: "https", authority: "sign.test", path: "/sign")
    let (_, body) = try await context.send(request)
    return Turn(now: .screen(Screen(id: ScreenID(String(decoding: body, as: UTF8.self)))), exchanges: [])
  }
}

/// A dialect of another package.
struct OwnDriverTests {
  @Test func `scenarios of a dialect of one's own are planned`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("journey: Look at the sign\nsteps:\n  - screen: open\n", to: "journeys/sign.yaml")
      let client = "client: {id: app, redirect_uri: \"https://app.test/back\"}"
      try folder.write("tenants:\n  shop:\n    dialect: sign\n    issuer: https://sign.test\n    \(client)\n", to: "journeys/tenants.yaml")

      var settings = RunSettings()
      settings.paths = [folder.file("journeys")]
      settings.dialects = DialectRegistry(adding: [
        RegisteredDialect(SignDriver.description) { SignDriver(context: $0) }
      ])
      let run = try JourneyRun.planned(settings)
      #expect(run.cases.map(\.description) == ["Look at the sign"])
    }
  }
}
