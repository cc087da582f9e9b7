import FlowDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

struct FlowDriverEndTests {
  @Test(arguments: [
    ("finalize-other-state", "state", "the callback's 'state' is not the one sent"),
    (
      "finalize-other-path", "redirect_uri",
      "the callback went to 'https://app.acme.test.evil.test/callback' instead of 'https://app.acme.test/callback'"
    ),
  ])
  func `a callback that does not hold is never exchanged`(name: String, check: String, problem: String) async throws {
    var walk = try WalkThrough(WalkThrough.opening + [name])
    _ = try await walk.complete()
    let turn = try await walk.driver.perform(.finish(probes: []))
    #expect(turn.finish?.problem == TokenCheck(check, problem: problem))
    await walk.checkScript()
  }

  @Test func `an error next to the end of the journey is a finding`() async throws {
    var walk = try WalkThrough(["start-text", "init-finalize-errors"])
    let turn = try await walk.start()
    #expect(turn.now == .ended(.completed))
    #expect(turn.findings == [TokenCheck("message", problem: "the end of the journey came with 'error'")])
    await walk.checkScript()
  }

  @Test func `a session that is handed to a foreign origin is a failure, as a code is`() async throws {
    var walk = try WalkThrough(["start-foreign-session"])
    let turn = try await walk.start()
    #expect(
      turn.finish?.problem
        == TokenCheck(
          "redirect_uri", problem: "the session went to 'http://127.0.0.1:18190/steal' instead of 'https://app.acme.test/callback'"))
    await walk.checkScript()
  }

  @Test func `an error at the callback is a refusal`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["finalize-denied", "discovery"])
    _ = try await walk.complete()
    let turn = try await walk.driver.perform(.finish(probes: []))
    #expect(turn.oauthError == OAuthErrorResponse(error: "access_denied", description: "Blocked"))
    await walk.checkScript()
  }

  @Test func `the web app fails where finalize leads back to screens`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["finalize-session"])
    _ = try await walk.complete()
    let error = try await driverError { try await walk.driver.perform(.finish(probes: [])) }
    #expect(error?.message == "app 'web' fails where finalize leads back to screens instead of returning a code")
    await walk.checkScript()
  }

  @Test func `a refused code is a refusal without a description`() async throws {
    var walk = try WalkThrough(["start-sso", "discovery", "token-refused"])
    _ = try await walk.start()
    #expect(try await walk.driver.perform(.finish(probes: [])).oauthError == OAuthErrorResponse(error: "invalid_grant"))
    await walk.checkScript()
  }

  @Test func `a forged signature is the last thing looked at`() async throws {
    var walk = try WalkThrough(["start-sso", "discovery", "token-forged", "keys"])
    _ = try await walk.start()
    let finish = try #require(try await walk.driver.perform(.finish(probes: ["code_replay"])).finish)
    #expect(finish.checks.last == TokenCheck("signature", problem: "the signature with key 'acme-1' is not the issuer's"))
    #expect(finish.probes == [])
    await walk.checkScript()
  }

  @Test func `a second walk of the run does not ask for the keys again`() async throws {
    var walk = try WalkThrough(["start-sso", "discovery", "token", "keys", "start-sso", "token"])
    for _ in 1...2 {
      _ = try await walk.start()
      _ = try await walk.driver.perform(.finish(probes: []))
    }
    // The second walk's nonce is another one, and the fixture's token has the first.
    await walk.checkScript()
  }

  @Test func `an issuer that changed its keys is asked for them again`() async throws {
    var walk = try WalkThrough(["start-sso", "discovery", "token", "keys", "start-sso", "token-forged", "keys"])
    for _ in 1...2 {
      _ = try await walk.start()
      _ = try await walk.driver.perform(.finish(probes: []))
    }
    await walk.checkScript()
  }

  @Test func `probes are tried in the order asked for and hold where the server refuses`() async throws {
    var walk = try WalkThrough([
      "start-sso", "discovery", "token", "keys", "token-replay", "start-silent", "token", "token-replay", "refresh", "refresh-refused",
    ])
    _ = try await walk.start()
    let turn = try await walk.driver.perform(.finish(probes: ["code_replay", "refresh_reuse"]))
    #expect(turn.finish?.probes == [ProbeResult("code_replay"), ProbeResult("refresh_reuse")])
    await walk.checkScript()
  }

  @Test func `a code that is good twice is a finding, and so is a probe that could not be tried`() async throws {
    var walk = try WalkThrough(["start-sso", "discovery", "token", "keys", "token", "start-silent-error"])
    _ = try await walk.start()
    let turn = try await walk.driver.perform(.finish(probes: ["code_replay", "wrong_verifier"]))
    let untried = "it could not be tried: the server issued no second code without asking the person again"
    #expect(
      turn.finish?.probes == [
        ProbeResult("code_replay", problem: "the server issued tokens for a code that was used already"),
        ProbeResult("wrong_verifier", problem: untried),
      ])
    await walk.checkScript()
  }

  @Test func `a silent second code carries another verifier and another redirect URI to the server`() async throws {
    var walk = try WalkThrough([
      "start-sso", "discovery", "token", "keys", "start-silent", "token-replay", "start-silent", "token",
      "start-silent", "token-other-redirect", "start-silent", "token",
    ])
    _ = try await walk.start()
    let turn = try await walk.driver.perform(.finish(probes: ["wrong_verifier", "redirect_uri"]))
    #expect(turn.finish?.probes == [ProbeResult("wrong_verifier"), ProbeResult("redirect_uri")])
    await walk.checkScript()
  }

  @Test(arguments: [
    (["start-silent", "token-replay"], "with the right values, too, a new code got the error 'invalid_grant' instead of tokens"),
    (["start-silent-error"], "the server issued no second code without asking the person again"),
  ])
  func `a refused code shows nothing where no code is exchanged`(_ control: [String], why: String) async throws {
    var walk = try WalkThrough(["start-sso", "discovery", "token", "keys", "start-silent", "token-replay"] + control)
    _ = try await walk.start()
    let turn = try await walk.driver.perform(.finish(probes: ["wrong_verifier"]))
    #expect(turn.finish?.probes == [ProbeResult("wrong_verifier", problem: "it could not be tried: \(why)")])
    await walk.checkScript()
  }

  @Test(
    arguments: [
      (
        ["token-replay", "start-silent", "token-replay"],
        "it could not be tried: a new code got the error 'invalid_grant' instead of tokens"
      ),
      (
        ["token-replay", "start-silent", "token", "token"], "the server issued tokens for a code that was used already"
      ),
      (
        ["token-maintenance", "start-silent-error"],
        "the server answered with 'invalid_request' instead of 'invalid_grant', and issues no other code that shows what it takes"
      ), (["token-replay", "start-silent-error"], nil),
    ] as [([String], String?)])
  func `a used code that is refused shows nothing where no code is exchanged`(_ exchanges: [String], problem: String?) async throws {
    var walk = try WalkThrough(["start-sso", "discovery", "token", "keys"] + exchanges)
    _ = try await walk.start()
    let turn = try await walk.driver.perform(.finish(probes: ["code_replay"]))
    #expect(turn.finish?.probes == [ProbeResult("code_replay", problem: problem)])
    await walk.checkScript()
  }

  @Test func `an unknown probe is refused before anything is asked`() async throws {
    var walk = try WalkThrough(["start-sso"])
    _ = try await walk.start()
    let error = try await driverError { try await walk.driver.perform(.finish(probes: ["replay"])) }
    #expect(error?.kind == .impossible)
    #expect(error?.message.contains("'code_replay'") == true)
  }

  @Test func `tokens are refreshed, shown, revoked and logged out with`() async throws {
    var walk = try WalkThrough(["start-sso", "discovery", "token", "keys", "userinfo", "logout", "revoke", "refresh"])
    _ = try await walk.start()
    _ = try await walk.driver.perform(.finish(probes: []))
    let userinfo = try await walk.driver.perform(.token(.userinfo))
    #expect(userinfo.finish?["claims"]?["email"] == "jane@acme.test")
    #expect(userinfo.finish?.problem == nil)
    let logout = try await walk.driver.perform(.token(.logout))
    #expect(logout.finish?["redirect"] == "https://app.acme.test/bye")
    #expect(logout.warnings == [])
    _ = try await walk.driver.perform(.token(.revoke))
    let refresh = try await walk.driver.perform(.token(.refresh))
    #expect(refresh.finish?.problem == nil)
    #expect(refresh.finish?.checks.map(\.name).contains("nonce") == false)
    await walk.checkScript()
  }

  @Test func `a refused refresh is a refusal`() async throws {
    var walk = try WalkThrough(["start-sso", "discovery", "token", "keys", "refresh-refused"])
    _ = try await walk.start()
    _ = try await walk.driver.perform(.finish(probes: []))
    #expect(try await walk.driver.perform(.token(.refresh)).oauthError?.error == "invalid_grant")
  }
}
