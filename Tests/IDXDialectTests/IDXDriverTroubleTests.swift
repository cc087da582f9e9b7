import Encodings
import IDXDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

struct IDXDriverTroubleTests {
  @Test func `an OAuth error instead of a handle is a refusal`() async throws {
    var walk = try WalkThrough(["interact-refused"])
    let turn = try await walk.start([Value.Member("recovery_token", "recovery-1")])
    #expect(turn.oauthError == OAuthErrorResponse(error: "invalid_request", description: "The recovery token is invalid"))
  }

  @Test(arguments: [
    ("interact-nothing", DriverError.Kind.protocol), ("interact-rate-limit", .rateLimit), (ScriptedTransport.noAnswer, .connection),
  ])
  func `without a handle there is no journey`(name: String, kind: DriverError.Kind) async throws {
    var walk = try WalkThrough([name])
    #expect(try await driverError { try await walk.start() }?.kind == kind)
  }

  @Test(arguments: [
    ("identify-429-engine", DriverError.Kind.rateLimit, "too many requests (X-Rate-Limit-Reset: 1790000130) (request req-1)"),
    ("identify-html", .status, "status 502"), ("identify-empty", .status, "status 400 and an empty body (request req-2)"),
    ("identify-5xx", .status, "status 500: Internal Server Error (request req-1)"),
    ("identify-other", .protocol, "status 200 and a body without 'version'"),
    ("identify-messages-map", .protocol, "'messages' that are not a list of messages"),
  ])
  func `what is no state of a transaction is an error, and the screen stays`(
    name: String, kind: DriverError.Kind, words: String
  ) async throws {
    var walk = try WalkThrough(WalkThrough.opening + [name, "identify-password"])
    let error = try await driverError { try await walk.identify() }
    #expect(error?.kind == kind)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(try await walk.post("identify", [("identifier", .text("jane@acme.test"))]).screen != nil)
    await walk.checkScript()
  }

  @Test func `an error of a proxy stands on the screen that was shown, whose forms stay`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["identify-proxy", "identify-password"])
    let turn = try await walk.identify()
    #expect(turn.screen?.id.text == "error/403")
    #expect(turn.screen?.messages == [Message(level: .error, text: "Request blocked", key: "Forbidden")])
    #expect(turn.warnings == ["the response has no 'x-okta-request-id', so it may be a proxy's and not the server's"])
    #expect(turn.screen?.form("identify") != nil)
    #expect(try await walk.post("identify", [("identifier", .text("jane@acme.test"))]).screen?.id.base == "challenge-authenticator")
  }

  @Test func `an expired transaction ends the journey`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["identify-expired"])
    let message = Message(level: .error, text: "The session has expired.", key: "idx.session.expired")
    #expect(try await walk.identify().now == .ended(.expired(status: 401, messages: [message])))
    #expect(try await driverError { try await walk.post("identify") }?.kind == .impossible)
  }

  @Test func `a refusal without forms is a screen with nothing to do`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["identify-denied"])
    let screen = try #require(try await walk.identify().screen)
    #expect(screen.id == ScreenID("terminal", qualifiers: ["security.access_denied"]))
    #expect(screen.forms == [])
    #expect(screen.messages.map(\.level) == [.error])
  }

  @Test func `a refusal with forms is the next screen, whatever its status`() async throws {
    var walk = try WalkThrough(WalkThrough.email + ["answer-429-operation"])
    _ = try await walk.identify()
    _ = try await walk.post("select-authenticator-authenticate", [("authenticator", .text("okta_email"))])
    let turn = try await walk.post("challenge-authenticator", [("credentials.passcode", .text("000000"))])
    #expect(turn.screen?.messages.map(\.key) == ["tooManyRequests"])
    #expect(turn.screen?.id.text == "challenge-authenticator/okta_email")
  }

  @Test func `the same message twice is told once`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["identify-unknown"])
    let screen = try #require(try await walk.identify().screen)
    #expect(screen.messages.map(\.key) == ["idx.unknown.user"])
    #expect(screen.id.text == "identify")
  }

  @Test func `a version that nobody knows is worth a word`() async throws {
    var walk = try WalkThrough(["interact", "introspect-version"])
    #expect(try await walk.start().warnings == ["the body is of version '2.0.0' instead of '1.0.0'"])
  }

  @Test func `completion without a code is off the protocol`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["identify-password", "answer-codeless"])
    let error = try await driverError { try await walk.complete() }
    #expect(error?.kind == .protocol)
    #expect(error?.message == "the journey is complete without an interaction code")
  }

  @Test func `an address off the tenant is not asked`() async throws {
    var walk = try WalkThrough(["interact", "introspect-identify"]) { $0.client.allowed = AllowedOrigins([]) }
    #expect(try await driverError { try await walk.start() }?.kind == .forbidden)
  }

  @Test func `a link that the app does not claim and that leads elsewhere names what is missing in tenants.yaml`() async throws {
    var walk = try WalkThrough(WalkThrough.opening)
    _ = try await walk.start()
    let link = Secret("https://app.elsewhere.test/welcome?otp=123456", name: "link")
    let error = try await driverError { try await walk.driver.perform(.open(link: link, elsewhere: false)) }
    #expect(error?.kind == .forbidden)
    #expect(error?.message.contains("'client.entry_url' or 'claimed_links'") == true)
  }

  @Test func `a form that is not there is named with those that are`() async throws {
    var walk = try WalkThrough(WalkThrough.opening)
    _ = try await walk.start()
    let missing = try await driverError { try await walk.post("skip") }
    #expect(
      missing?.message
        == "form 'skip' is not on screen 'identify'; it has 'identify', 'select-enroll-profile', 'redirect-idp/0oa1' (redirect-idp, GOOGLE, Gull), "
        + "'redirect-idp/0oa2' (redirect-idp, SAML2, Sable), 'cancel'")
    let several = try await driverError { try await walk.post("redirect-idp") }
    #expect(
      several?.message
        == "'redirect-idp' can be any of 'redirect-idp/0oa1' (redirect-idp, GOOGLE, Gull), 'redirect-idp/0oa2' (redirect-idp, SAML2, Sable)"
    )
  }
}
