import Encodings
import IDXDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

struct IDXDriverLinkTests {
  private func callback(_ query: String) -> DriverAction {
    .resume(url: Secret("https://app.acme.test/callback?\(query)", name: "callback"))
  }

  private func atProvider(_ names: [String]) async throws -> WalkThrough {
    var walk = try WalkThrough(WalkThrough.opening + names)
    _ = try await walk.start()
    let handover = try #require(try await walk.post("Gull").handover)
    #expect(handover == Handover(url: "https://acme.okta.test/sso/idps/0oa1?stateToken=token-0oa1", reason: .provider))
    return walk
  }

  @Test func `an identity provider comes back with a code, exchanged where the issuer says`() async throws {
    var walk = try await atProvider(["discovery", "keys", "token"])
    let turn = try await walk.driver.perform(callback("state=\(WalkThrough.state)&interaction_code=code-1#_=_"))
    #expect(turn.now == .ended(.completed))
    let finish = try #require(try await walk.driver.perform(.finish(probes: [])).finish)
    #expect(finish.problem == nil)
    #expect(finish.checks.map(\.name).prefix(4) == ["redirect_uri", "state", "iss", "code"])
    #expect(finish["redirect"] == "https://app.acme.test/callback")
    await walk.checkScript()
  }

  @Test(arguments: ["redirect-idverify", "Gannet", "ID_PROOFING", "IDV_STANDARD"])
  func `an identity proofing is called as a provider is`(name: String) async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["identify-proofing"])
    let screen = try #require(try await walk.identify().screen)
    #expect(screen.id.text == "redirect-idverify")
    #expect(
      screen.facts.first { $0.name == "idvMetadata" }?.value
        == .map([
          Value.Member("termsOfUse", "https://gannet.test/terms"), Value.Member("privacyPolicy", "https://gannet.test/privacy"),
        ]))
    let handover = try #require(try await walk.post(FormID(name)).handover)
    let address = "https://acme.okta.test/idp/identity-verification?stateTokenExternalId=token-idv"
    #expect(handover == Handover(url: address, reason: .provider))
    await walk.checkScript()
  }

  @Test func `an identity provider may leave something to be asked`() async throws {
    var walk = try await atProvider(["discovery", "introspect-after-provider"])
    let turn = try await walk.driver.perform(callback("state=\(WalkThrough.state)&error=interaction_required"))
    #expect(turn.screen?.id.text == "enroll-profile")
    await walk.checkScript()
  }

  @Test(arguments: [
    ("state=other&interaction_code=code-1", "the callback's 'state' is not the one sent"),
    ("interaction_code=code-1", "the callback has no 'state'"),
  ])
  func `a callback that does not hold is never exchanged`(query: String, problem: String) async throws {
    var walk = try await atProvider([])
    _ = try await walk.driver.perform(callback(query))
    #expect(try await walk.driver.perform(.finish(probes: [])).finish?.problem == TokenCheck("state", problem: problem))
    await walk.checkScript()
  }

  @Test func `somebody else's state does not go on either`() async throws {
    var walk = try await atProvider([])
    let error = try await driverError { try await walk.driver.perform(callback("state=x&error=interaction_required")) }
    #expect(error?.kind == .protocol)
  }

  @Test func `another error of a provider is a refusal`() async throws {
    var walk = try await atProvider(["discovery"])
    let turn = try await walk.driver.perform(callback("state=\(WalkThrough.state)&error=access_denied&error_description=No"))
    #expect(turn.oauthError == OAuthErrorResponse(error: "access_denied", description: "No"))
  }

  @Test(arguments: [
    ("state=x&error=access_denied", "the callback's 'state' is not the one sent"), ("error=access_denied", "the callback has no 'state'"),
    ("state=S&error=a&iss=https%3A%2F%2Fevil.test", "the callback's 'iss' is not the issuer 'https://acme.okta.test/oauth2/default'"),
    ("state=S&interaction_code=c&error=a", "the callback has a 'interaction_code' and an 'error'"),
    ("#state=S&error=access_denied", "the callback's 'state' is in the fragment, and the app reads the query"),
  ])
  func `an error is believed no more than a code`(query: String, problem: String) async throws {
    var walk = try await atProvider(["discovery"])
    var turn = try await walk.driver.perform(callback(query.replacing("state=S", with: "state=\(WalkThrough.state)")))
    if turn.now == .ended(.completed) { turn = try await walk.driver.perform(.finish(probes: [])) }
    #expect(turn.finish?.problem?.problem == problem)
  }

  @Test func `the link of a mail is a code that need not be typed`() async throws {
    var walk = try WalkThrough(WalkThrough.email + ["answer-code"])
    _ = try await walk.identify()
    _ = try await walk.post("select-authenticator-authenticate", [("authenticator", .text("okta_email"))])
    let link = Secret("https://app.acme.test/welcome?otp=123456&state=x", name: "link")
    let turn = try await walk.driver.perform(.open(link: link, elsewhere: false))
    #expect(turn.now == .ended(.completed))
    #expect(turn.warnings == ["the link's 'state' is not the journey's own"])
    await walk.checkScript()
  }

  @Test func `the link of a recovery mail begins a journey`() async throws {
    var walk = try WalkThrough(["interact-recovery", "introspect-identify"])
    let link = Secret("https://app.acme.test/welcome?recovery_token=recovery-1", name: "link")
    #expect(try await walk.driver.perform(.open(link: link, elsewhere: false)).screen?.id.text == "identify")
    await walk.checkScript()
  }

  @Test func `an address that brings nothing is off the protocol`() async throws {
    var walk = try await atProvider([])
    #expect(try await driverError { try await walk.driver.perform(callback("hello=there")) }?.kind == .protocol)
  }
}
