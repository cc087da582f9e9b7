import Encodings
import JourneyMock
import JourneyModel
import Testing

struct EnrolmentTests {
  @Test func `a fresh secret is shown, its code taken, and taken once`() async throws {
    let world = World(try AcmeTenant.load(), clock: .standing(at: Instant(seconds: 1_800_000_000)))
    var app = try await signedIn(in: world)
    let challenge = try await app.submit("mfaEnrollStart", ["optional": ["softToken"]])
    #expect(challenge["screen"] == "mfaEnrollChallenge")
    let secret = try #require(challenge.widget("mfaEnrollChallenge", "secret")?["value"]?.stringValue)
    let key = try #require(Base32.decode(secret))
    #expect(key.count == 20)
    let code = await OneTimePassword(secret: key).code(atSecondsSinceEpoch: world.now().seconds)
    #expect(try await app.submit("mfaEnrollChallenge", ["passcode": .string(code)])["finalizeUrl"] != nil)

    var again = TestApp(world)
    _ = try await again.start()
    _ = try await again.submit("identifier", ["identifier": "emil@acme.test"])
    _ = try await again.submit("password", ["password": "Emil-badger-99"])
    #expect(try await again.submit("mfaPasscode", ["passcode": .string(code)])["messages"] != nil, "used up by the enrolment")
    try await world.pass(.seconds(30))
    let next = await OneTimePassword(secret: key).code(atSecondsSinceEpoch: world.now().seconds)
    #expect(try await again.submit("mfaPasscode", ["passcode": .string(next)])["finalizeUrl"] != nil)
  }

  @Test func `a list that says one of its bounds is sent with both, as some apps read no other`() async throws {
    var app = try await signedIn(in: World(try AcmeTenant.load()))
    let shown = try await app.initialize()
    #expect(shown.widget("mfaEnrollStart", "optional")?["validator"] == ["minSelectable": 0, "maxSelectable": 1])
  }

  @Test func `every enrolment has a secret of its own`() async throws {
    var secrets: Set<String> = []
    for _ in 1...2 {
      var app = try await signedIn(in: World(try AcmeTenant.load()))
      let challenge = try await app.submit("mfaEnrollStart", ["optional": ["softToken"]])
      secrets.insert(try #require(challenge.widget("mfaEnrollChallenge", "secret")?["value"]?.stringValue))
    }
    #expect(secrets.count == 2)
  }

  private func signedIn(in world: World) async throws -> TestApp {
    var app = TestApp(world)
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "emil@acme.test"])
    let offered = try await app.submit("password", ["password": "Emil-badger-99"])
    #expect(offered["screen"] == "mfaEnrollStart")
    return app
  }
}
