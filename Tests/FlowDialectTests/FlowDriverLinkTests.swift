import Encodings
import FlowDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

struct FlowDriverLinkTests {
  private let link = "https://app.acme.test/welcome?challenge=challenge-9&extra=1"

  @Test func `a journey begins at a link with all its parameters and without a verifier`() async throws {
    var walk = try WalkThrough(["entry", "init-identification"])
    #expect(try await walk.start([Value.Member("entry", .text(link))]).screen?.id.text == "identification")
    await walk.checkScript()
  }

  @Test func `a link out of a message is opened in the app`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "entry", "init-registration"])
    _ = try await walk.start()
    let turn = try await walk.driver.perform(.open(link: Secret(link, name: "activation"), elsewhere: false))
    #expect(turn.screen?.id.text == "registration")
    await walk.checkScript()
  }

  @Test func `a link opened elsewhere leaves the app's screen and cookies alone`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "entry", "init-registration", "init-identification"])
    let first = try await walk.start()
    let turn = try await walk.driver.perform(.open(link: Secret(link, name: "activation"), elsewhere: true))
    #expect(turn.screen == first.screen)
    #expect(turn.exchanges.map(\.purpose) == ["entry", "init"])
    #expect(await walk.transport.requests[2].headers["cookie"] == nil)
    _ = try await walk.driver.perform(.refresh)
    #expect(await walk.transport.requests[4].headers["cookie"] == "flow=cookie-value-1")
  }

  @Test func `an expired link is a refusal by its name`() async throws {
    var walk = try WalkThrough(["entry-expired"])
    let turn = try await walk.start([Value.Member("entry", .text(link))])
    #expect(turn.oauthError == OAuthErrorResponse(error: "magicLinkExpired", description: "This link has expired."))
    await walk.checkScript()
  }

  @Test func `a client without an Entry URL is named as a likely cause`() async throws {
    var walk = try WalkThrough(["entry-no-url"])
    let error = try await driverError { try await walk.start([Value.Member("entry", .text(link))]) }
    #expect(error?.message.contains("Entry URL") == true)
    await walk.checkScript()
  }

  @Test func `a refused link is named by its key, and else by its status`() async throws {
    var walk = try WalkThrough(["entry-error-key", "entry-error-mute"])
    #expect(try await walk.start([Value.Member("entry", .text(link))]).oauthError == OAuthErrorResponse(error: "clientMismatch"))
    let error = try await driverError { try await walk.start([Value.Member("entry", .text(link))]) }
    #expect(error?.kind == .status)
    #expect(error?.message == "the entry request was answered with status 400")
  }

  @Test func `a link-driven journey ends without tokens, and says so`() async throws {
    var walk = try WalkThrough(["entry", "init-finalize", "finalize-any-nothing"])
    _ = try await walk.start([Value.Member("entry", .text(link))])
    let turn = try await walk.driver.perform(.finish(probes: []))
    #expect(turn.finish?.problem == nil)
    #expect(turn.warnings == ["the journey is complete without tokens"])
    #expect(try await driverError { try await walk.driver.perform(.token(.userinfo)) }?.kind == .impossible)
    await walk.checkScript()
  }

  @Test func `a link-driven journey that ends in an error is refused`() async throws {
    var walk = try WalkThrough(["entry", "init-finalize", "finalize-any-refused", "discovery"])
    _ = try await walk.start([Value.Member("entry", .text(link))])
    let turn = try await walk.driver.perform(.finish(probes: []))
    #expect(turn.oauthError == OAuthErrorResponse(error: "access_denied", description: "No"))
    await walk.checkScript()
  }

  @Test func `coming back with an error is a refusal`() async throws {
    let url = Secret("https://app.acme.test/callback?error=access_denied&error_description=No", name: "url")
    // A scenario that writes what the page leads back with cannot know the state; a page knows it.
    for (isWritten, problem) in [(true, nil), (false, "the callback has no 'state'")] {
      var walk = try WalkThrough(["start-text", "init-identification", "discovery"])
      _ = try await walk.start()
      let turn = try await walk.driver.perform(.resume(url: url, isWritten: isWritten))
      #expect(turn.finish?.problem?.problem == problem)
      if isWritten { #expect(turn.oauthError == OAuthErrorResponse(error: "access_denied", description: "No")) }
    }
  }

  @Test func `a link without a challenge is refused here`() async throws {
    var walk = try WalkThrough([])
    let error = try await driverError { try await walk.start([Value.Member("entry", "https://app.acme.test/welcome?challenge=+")]) }
    #expect(error?.kind == .impossible)
  }

  @Test func `a code at the end of a link-driven journey cannot be exchanged`() async throws {
    var walk = try WalkThrough(["entry", "init-identification", "form-identifier", "form-password", "finalize-text"])
    _ = try await walk.start([Value.Member("entry", .text(link))])
    _ = try await walk.post("identifier", [("identifier", .text("jane@acme.test"))])
    _ = try await walk.post("password", [("password", .secret(WalkThrough.password)), ("keepMeLoggedIn", .bool(true))])
    let finish = try #require(try await walk.driver.perform(.finish(probes: [])).finish)
    #expect(finish.problem?.name == "code")
  }

  @Test func `coming back with another session id adopts it and says so`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "init-registration"])
    _ = try await walk.start()
    let url = Secret("https://app.acme.test/callback?session_id=session-2", name: "url")
    let turn = try await walk.driver.perform(.resume(url: url))
    #expect(turn.screen?.id.text == "registration")
    #expect(turn.warnings == ["the server sent another session id than the journey's own"])
    #expect(await walk.transport.requests[2].headers["authorization"] == "Bearer session-2")
  }

  @Test func `coming back with a code completes the journey`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification"])
    _ = try await walk.start()
    let url = Secret("https://app.acme.test/callback?code=code-1&state=x", name: "url")
    #expect(try await walk.driver.perform(.resume(url: url)).now == .ended(.completed))
  }
}
