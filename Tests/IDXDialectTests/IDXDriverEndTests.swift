import Encodings
import IDXDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

struct IDXDriverEndTests {
  private func finished(_ names: [String]) async throws -> WalkThrough {
    var walk = try WalkThrough(WalkThrough.completing + ["token", "discovery", "keys"] + names)
    _ = try await walk.complete()
    _ = try await walk.driver.perform(.finish(probes: []))
    return walk
  }

  @Test func `an ID token of another transaction does not hold`() async throws {
    var walk = try WalkThrough(WalkThrough.completing + ["token-other-nonce", "discovery", "keys"])
    _ = try await walk.complete()
    let finish = try await walk.driver.perform(.finish(probes: ["code_replay"])).finish
    #expect(finish?.problem == TokenCheck("nonce", problem: "the token's nonce is not the one sent"))
    #expect(finish?.probes == [])
    await walk.checkScript()
  }

  @Test func `a refused exchange is a refusal`() async throws {
    var walk = try WalkThrough(WalkThrough.completing + ["token-refused"])
    _ = try await walk.complete()
    #expect(try await walk.driver.perform(.finish(probes: [])).oauthError?.error == "invalid_grant")
  }

  @Test func `nothing can be finished before the journey is complete`() async throws {
    var walk = try WalkThrough(WalkThrough.opening)
    _ = try await walk.start()
    #expect(try await driverError { try await walk.driver.perform(.finish(probes: [])) }?.kind == .impossible)
    #expect(try await driverError { try await walk.driver.perform(.token(.userinfo)) }?.kind == .impossible)
  }

  @Test func `the probes are tried, and those that cannot be say so`() async throws {
    var walk = try WalkThrough(WalkThrough.completing + ["token", "discovery", "keys", "token-refused", "refresh", "refresh-reuse"])
    _ = try await walk.complete()
    let probes = ["code_replay", "wrong_verifier", "redirect_uri", "refresh_reuse"]
    let finish = try #require(try await walk.driver.perform(.finish(probes: probes)).finish)
    #expect(finish.probes.map(\.name) == probes)
    #expect(finish.probes.map { $0.problem == nil } == [true, false, false, true])
    await walk.checkScript()
  }

  @Test func `an accepted replay is a problem`() async throws {
    var walk = try WalkThrough(WalkThrough.completing + ["token", "discovery", "keys", "token"])
    _ = try await walk.complete()
    let finish = try await walk.driver.perform(.finish(probes: ["code_replay"])).finish
    #expect(finish?.probes.first?.problem == "the server issued tokens for a code that was used already")
  }

  @Test func `tokens are refreshed for the same person`() async throws {
    var walk = try await finished(["refresh"])
    let finish = try #require(try await walk.driver.perform(.token(.refresh)).finish)
    #expect(finish.problem == nil)
    #expect(finish["claims"]?["sub"] == "jane-1")
    await walk.checkScript()
  }

  @Test func `userinfo is about the same person`() async throws {
    var walk = try await finished(["userinfo"])
    let finish = try #require(try await walk.driver.perform(.token(.userinfo)).finish)
    #expect(finish["claims"]?["email"] == "jane@acme.test")
    #expect(finish.problem == nil)
    await walk.checkScript()
  }

  @Test func `signing out revokes the access token, then the refresh token`() async throws {
    var walk = try await finished(["revoke-access", "revoke-refresh"])
    #expect(try await walk.driver.perform(.token(.revoke)).finish != nil)
    await walk.checkScript()
  }

  @Test func `logout leads back to the app`() async throws {
    var walk = try await finished(["logout"])
    let finish = try #require(try await walk.driver.perform(.token(.logout)).finish)
    #expect(finish["redirect"] == "https://app.acme.test/bye")
    await walk.checkScript()
  }
}
