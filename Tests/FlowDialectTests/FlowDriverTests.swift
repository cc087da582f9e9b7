import Encodings
import FlowDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

struct FlowDriverTests {
  @Test func `a walk from the first screen to verified tokens asks just what the protocol has`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["finalize-text", "discovery", "token", "keys"])
    let first = try await walk.start()
    #expect(first.screen?.id.text == "identification")
    #expect(first.exchanges.count == 2)
    let second = try await walk.post("identifier", [("identifier", .text("jane@acme.test"))])
    #expect(second.screen?.id.text == "password")
    #expect(second.exchanges.count == 1)
    let third = try await walk.post("password", [("password", .secret(WalkThrough.password)), ("keepMeLoggedIn", .bool(true))])
    #expect(third.now == .ended(.completed))
    let end = try await walk.driver.perform(.finish(probes: []))
    let finish = try #require(end.finish)
    #expect(finish.problem == nil)
    #expect(
      finish.checks.map(\.name) == [
        "redirect_uri", "state", "iss", "code", "discovery", "signature", "iss", "aud", "exp", "iat", "sub", "nonce", "at_hash",
      ])
    #expect(finish["claims"]?["email"] == "jane@acme.test")
    #expect(finish["scope"] == "openid email")
    #expect(finish["expires_in"] == .number("3600"))
    #expect(finish["redirect"] == "https://app.acme.test/callback")
    #expect(end.warnings == [])
    await walk.checkScript()
  }

  @Test func `finalize leads to the code in the shape that the web SDK reads`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["finalize-text", "discovery", "token", "keys"])
    _ = try await walk.complete()
    #expect(try await walk.driver.perform(.finish(probes: [])).finish?.problem == nil)
    await walk.checkScript()
    // A redirect is what the documentation has and the web SDK does not look for.
    walk = try WalkThrough(WalkThrough.opening + ["finalize-redirect"])
    _ = try await walk.complete()
    let error = try await driverError { try await walk.driver.perform(.finish(probes: [])) }
    #expect(error?.message == "app 'web' does not look for the address that finalize leads to in a redirect")
  }

  @Test(arguments: [["start-text"], ["start-hop", "start-final-page"]])
  func `the session is found in every shape of answer to sdk`(names: [String]) async throws {
    var walk = try WalkThrough(names + ["init-identification"])
    #expect(try await walk.start().screen?.id.text == "identification")
    await walk.checkScript()
  }

  @Test func `an app that sends no sdk takes the redirect without asking the app's address`() async throws {
    var walk = try WalkThrough(["start-redirect", "init-identification"], app: .flutter)
    #expect(try await walk.start().screen?.id.text == "identification")
    await walk.checkScript()
  }

  @Test func `single sign-on ends at once and its code is exchanged`() async throws {
    var walk = try WalkThrough(["start-sso", "discovery", "token", "keys"])
    #expect(try await walk.start().now == .ended(.completed))
    #expect(try await walk.driver.perform(.finish(probes: [])).finish?.problem == nil)
    await walk.checkScript()
  }

  @Test(arguments: [("start-error", "login_required", "No session"), ("start-error-page", "invalid_client", "Unknown client")])
  func `an OpenID failure is an end and no error page is fetched`(name: String, error: String, description: String) async throws {
    var walk = try WalkThrough(name == "start-error" ? [name, "discovery"] : [name])
    #expect(try await walk.start().oauthError == OAuthErrorResponse(error: error, description: description))
    await walk.checkScript()
  }

  @Test func `start again keeps the cookies and draws a new state, verifier and nonce`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "start-sso"])
    _ = try await walk.start()
    _ = try await walk.start()
    let requests = await walk.transport.requests
    #expect(requests[0].headers["cookie"] == nil)
    #expect(requests[2].headers["cookie"] == "flow=cookie-value-1")
    for name in ["state", "nonce", "code_challenge"] {
      #expect(requests[0].url.queryValue(name) != requests[2].url.queryValue(name))
    }
  }

  @Test(arguments: [("kept", "flow=cookie-value-1"), ("lasting", nil), ("forgotten", nil)])
  func `a start may begin in a browser that was closed or cleared, and the request does not say so`(
    cookies: String, sent: String?
  ) async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "start-sso"])
    _ = try await walk.start()
    _ = try await walk.driver.perform(.start(StartParameters(keys: [Value.Member("cookies", .text(cookies))])))
    let requests = await walk.transport.requests
    #expect(requests[2].headers["cookie"] == sent)
    #expect(requests[2].url.queryValue("cookies") == nil)
  }

  @Test func `the keys and parameters of a start go out once each, in their order`() async throws {
    var walk = try WalkThrough(["start-loop"])
    let parameters = StartParameters(
      keys: [
        Value.Member("prompt", "login"), Value.Member("scopes", .list(["openid", "profile"])),
        Value.Member("ui_locales", .list(["hu", "en"])), Value.Member("sdk", "web-minimal"),
      ], parameters: [Value.Member("x", "1"), Value.Member("redirect_uri", "https://evil.test")],
      headers: [Value.Member("X-Forwarded-For", "10.0.0.1")])
    do { _ = try await walk.driver.perform(.start(parameters)) } catch { #expect(error.kind == .connection) }
    let request = try #require(await walk.transport.requests.first)
    let items = request.url.queryItems
    #expect(Set(items.map(\.name)).count == items.count)
    #expect(request.url.queryValue("scope") == "openid profile")
    #expect(request.url.queryValue("ui_locales") == "hu en")
    #expect(request.url.queryValue("sdk") == "web-minimal")
    #expect(request.url.queryValue("redirect_uri") == "https://evil.test")
    #expect(request.headers["x-forwarded-for"] == "10.0.0.1")
    #expect(request.headers["accept-language"] == "hu")
  }

  @Test func `a second init shows the current screen again`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "init-identification"])
    let first = try await walk.start()
    #expect(try await walk.driver.perform(.refresh).screen == first.screen)
  }

  @Test(arguments: ["form-password-wrong", "form-password-wrong-400"])
  func `messages alone keep the screen, whatever the status`(name: String) async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "form-identifier", name])
    _ = try await walk.start()
    let before = try await walk.post("identifier", [("identifier", .text("jane@acme.test"))])
    let after = try await walk.post("password", [("password", .text("not-her-password"))])
    #expect(after.screen?.forms == before.screen?.forms)
    #expect(
      after.screen?.messages == [
        Message(level: .error, text: "The password is incorrect.", scope: .widget("password", "password"))
      ])
    await walk.checkScript()
  }

  @Test func `the reset form may be posted though no screen lists it`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "form-reset"])
    _ = try await walk.start()
    #expect(try await walk.post("reset").screen?.id.text == "identification")
    await walk.checkScript()
  }

  @Test func `an identity provider's form hands over to the provider`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "form-provider"])
    _ = try await walk.start()
    let turn = try await walk.post("externalLoginProvider/google")
    #expect(turn.handover == Handover(url: "https://acme.test/provider/flow?challenge=challenge-2", reason: .provider))
    await walk.checkScript()
  }

  @Test func `a dotted id goes a level deeper and a label selects its choice`() async throws {
    var walk = try WalkThrough(["start-text", "init-registration", "form-dotted"])
    _ = try await walk.start()
    _ = try await walk.post(
      "registration",
      [("name.first", .text("Jane")), ("name.last", .text("Doe")), ("attributes.country", .text("Hungary"))])
    await walk.checkScript()
  }
}
