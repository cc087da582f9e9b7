import Diagnostics
import Encodings
import HostedSpeech
import JourneyFlowSpeech
import JourneyMock
import JourneyModel
import Testing

/// "Keep me signed in": how long the browser keeps the cookie, and how long the sign-in lasts.
struct StaySignedInTests {
  private static let day: Duration = .seconds(86_400)

  /// An app whose person has signed in.
  private func signedIn(_ answer: JSONValue, in world: World) async throws -> TestApp {
    var app = TestApp(world)
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "jane@acme.test", "keepMeLoggedIn": true])
    _ = try await app.finish(try await app.submit("password", answer))
    return app
  }

  @Test func `a sign-in that is kept has a cookie that lasts as long as it does`() async throws {
    let world = World(try AcmeTenant.load(), clock: .standing(at: Instant(seconds: 1_800_000_000)))
    var app = try await signedIn(["password": "Jane-horse-11", "keepMeLoggedIn": true], in: world)
    #expect(app.cookieLife == 30 * 86_400)
    try await world.pass(Self.day * 10)
    #expect(try await app.authorize([.init("prompt", "none")])["code"] != nil)
    #expect(app.cookieLife == 20 * 86_400)
    try await world.pass(Self.day * 20)
    #expect(try await app.authorize([.init("prompt", "none")])["error"] == "login_required")
    #expect(app.cookieLife == nil)
  }

  @Test(arguments: [["password": "Jane-horse-11"], ["password": "Jane-horse-11", "keepMeLoggedIn": false]] as [JSONValue])
  func `one that is not kept ends with the browser's windows, and after eight hours`(answer: JSONValue) async throws {
    let world = World(try AcmeTenant.load(), clock: .standing(at: Instant(seconds: 1_800_000_000)))
    var app = try await signedIn(answer, in: world)
    #expect(app.cookieLife == nil, "a box of another form asks for nothing")
    try await world.pass(.seconds(8 * 3600 - 1))
    #expect(try await app.authorize([.init("prompt", "none")])["code"] != nil)
    #expect(app.cookieLife == nil)
    try await world.pass(.seconds(1))
    #expect(try await app.authorize([.init("prompt", "none")])["error"] == "login_required")
  }

  @Test func `how long one is kept is told in the tenant's file, and begins anew with the next person`() async throws {
    var diagnostics: [Diagnostic] = []
    let file = try AcmeTenant.file("acme.yaml")
    let text = file.text.replacing("tokens: {session: 30m}", with: "tokens: {session: 30m, kept_sign_on: 2d}")
    let tenant = MockTenant.load(
      SourceFile(name: file.name, text: text), speeches: .journeyFlow + .hosted, diagnostics: &diagnostics
    ) { path, _ throws(UnreadableInclude) in
      do { return try AcmeTenant.file(path) } catch { throw UnreadableInclude("no such file") }
    }
    let world = World(try #require(tenant), clock: .standing(at: Instant(seconds: 1_800_000_000)))
    var app = try await signedIn(["password": "Jane-horse-11", "keepMeLoggedIn": true], in: world)
    #expect(app.cookieLife == 2 * 86_400)
    _ = try await app.authorize([.init("prompt", "login")])
    _ = try await app.submit("identifier", ["identifier": "jane@acme.test"])
    _ = try await app.finish(try await app.submit("password", ["password": "Jane-horse-11"]))
    #expect(app.cookieLife == nil)
  }
}
