import Encodings
import IDXDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

struct IDXDriverTests {
  @Test func `a walk from the first screen to verified tokens asks just what the protocol has`() async throws {
    var walk = try WalkThrough(WalkThrough.completing + ["token", "discovery", "keys"])
    let first = try await walk.start()
    #expect(first.screen?.id.text == "identify")
    #expect(first.screen?.forms.map(\.id) == ["identify", "select-enroll-profile", "redirect-idp/0oa1", "redirect-idp/0oa2", "cancel"])
    #expect(first.exchanges.map(\.purpose) == ["interact", "introspect"])
    let second = try await walk.post("identify", [("identifier", .text("jane@acme.test"))])
    #expect(second.screen?.id.text == "challenge-authenticator/okta_password")
    let third = try await walk.post("challenge-authenticator", [("credentials.passcode", .secret(WalkThrough.password))])
    #expect(third.now == .ended(.completed))
    let end = try await walk.driver.perform(.finish(probes: []))
    let finish = try #require(end.finish)
    #expect(finish.problem == nil)
    #expect(
      finish.checks.map(\.name) == ["discovery", "signature", "iss", "aud", "exp", "iat", "sub", "nonce", "at_hash"])
    #expect(finish["claims"]?["email"] == "jane@acme.test")
    #expect(finish["scope"] == "openid email")
    #expect(end.warnings == [])
    await walk.checkScript()
  }

  @Test func `what must not be seen is learned`() async throws {
    var walk = try WalkThrough(WalkThrough.completing + ["token", "discovery", "keys"])
    let first = try await walk.start()
    var learned = Set(first.learned.map(\.name))
    #expect(learned.isSuperset(of: ["code verifier", "state", "nonce", "interaction handle", "state handle"]))
    _ = try await walk.post("identify", [("identifier", .text("jane@acme.test"))])
    let end = try await walk.post("challenge-authenticator", [("credentials.passcode", .secret(WalkThrough.password))])
    learned = Set(end.learned.map(\.name))
    #expect(learned.contains("interaction code"))
    let finish = try await walk.driver.perform(.finish(probes: []))
    #expect(Set(finish.learned.map(\.name)) == ["access token", "ID token", "refresh token"])
  }

  @Test func `what people do not see of a device is learned, member by member`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["identify-samedevice"])
    let turn = try await walk.identify()
    let texts = Set(turn.learned.map(\.unsafeText))
    #expect(texts.isSuperset(of: ["https://acme.okta.test/setup/fsvZ81aa", "pfd1Ab22cc"]), "\(texts)")
    #expect(!texts.contains("Jane's phone"))
  }

  @Test func `a code by mail may be typed wrong first, and its form comes back`() async throws {
    var walk = try WalkThrough(WalkThrough.email + ["answer-wrong", "resend", "answer-code"])
    _ = try await walk.identify()
    let challenge = try await walk.post("select-authenticator-authenticate", [("authenticator", .text("okta_email"))])
    #expect(challenge.screen?.id.text == "challenge-authenticator/okta_email")
    #expect(
      challenge.screen?.forms.map(\.id) == [
        "challenge-authenticator", "select-authenticator-authenticate", "currentAuthenticatorEnrollment-resend",
        "currentAuthenticatorEnrollment-poll", "cancel",
      ])
    let wrong = try await walk.post("challenge-authenticator", [("credentials.passcode", .text("000000"))])
    #expect(wrong.screen?.id.text == "challenge-authenticator/okta_email")
    #expect(wrong.screen?.messages.map(\.key) == ["api.authn.error.PASSCODE_INVALID"])
    #expect(wrong.screen?.messages.first?.scope == .widget("challenge-authenticator", "credentials.passcode"))
    #expect(try await walk.post("resend").screen?.messages == [])
    let end = try await walk.post("challenge-authenticator", [("credentials.passcode", .text("123456"))])
    #expect(end.now == .ended(.completed))
    await walk.checkScript()
  }

  @Test func `cancelling begins anew and the new handle goes on`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["cancel", "identify-after-cancel"])
    _ = try await walk.start()
    #expect(try await walk.post("cancel").screen?.id.text == "identify")
    #expect(
      try await walk.post("identify", [("identifier", .text("jane@acme.test"))]).screen?.id.text
        == "challenge-authenticator/okta_password")
    await walk.checkScript()
  }

  @Test func `recovering is a form of the authenticator with a state handle of its own`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["identify-password", "recover"])
    _ = try await walk.identify()
    let screen = try await walk.post("recover").screen
    #expect(screen?.id.text == "identify-recovery")
    #expect(
      screen?.facts == [
        Fact("purpose", "recover"), Fact("recoveryAuthenticator.key", "okta_password"), Fact("recoveryAuthenticator.type", "password"),
        Fact("recoveryAuthenticator.displayName", "Password"), Fact("recoveryAuthenticator.methods", .list(["password"])),
        Fact("intent", "LOGIN"),
      ])
    await walk.checkScript()
  }

  @Test func `a screen is asked for again by the handle`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["introspect-identify"])
    _ = try await walk.start()
    #expect(try await walk.driver.perform(.refresh).screen?.id.text == "identify")
    await walk.checkScript()
  }

  @Test func `a journey begins with the token of a recovery mail, which is seen nowhere`() async throws {
    var walk = try WalkThrough(["interact-recovery", "introspect-identify"])
    let turn = try await walk.start([Value.Member("recovery_token", "recovery-1")])
    #expect(turn.screen?.id.text == "identify")
    #expect(turn.learned.contains { $0.name == "recovery_token" })
    guard case .form(let fields) = turn.exchanges[0].requestBody else {
      Issue.record("no form was sent")
      return
    }
    #expect(fields.first { $0.name == "recovery_token" }?.value.quoted == "***")
    await walk.checkScript()
  }

  @Test func `somebody who is signed in is done at once`() async throws {
    var walk = try WalkThrough(["interact", "introspect-code", "token", "discovery", "keys"])
    #expect(try await walk.start().now == .ended(.completed))
    #expect(try await walk.driver.perform(.finish(probes: [])).finish?.problem == nil)
    await walk.checkScript()
  }

  @Test func `the hosted kind of success is a page to go to, and no step can expect an error that comes with it`() async throws {
    var walk = try WalkThrough(["interact", "introspect-success-redirect"])
    let turn = try await walk.start()
    #expect(turn.handover?.url == "https://acme.okta.test/login/token/redirect?stateToken=02.state")
    #expect(turn.handover?.reason == .server)
    let problem = "the end of the journey came with a message of level 'error': 'Sign-in did not go quite well.'"
    #expect(turn.findings == [TokenCheck("message", problem: problem)])
  }

  @Test func `the org's own authorization server has its endpoints below oauth2`() async throws {
    let org = try WebURL("https://acme.okta.test")
    var walk = try WalkThrough(["interact"]) { $0.client.issuer = org }
    _ = try await driverError { try await walk.start() }
    let paths = await walk.transport.requests.map(\.url.path)
    #expect(paths == ["/oauth2/v1/interact", "/idp/idx/introspect"])
  }
}
