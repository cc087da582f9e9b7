import IDXDialect
import JourneyModel
import JourneyTestSupport
import Testing

struct IDXPollingTests {
  private func polling(_ names: [String]) async throws -> WalkThrough {
    var walk = try WalkThrough(WalkThrough.email + names)
    _ = try await walk.identify()
    _ = try await walk.post("select-authenticator-authenticate", [("authenticator", .text("okta_email"))])
    return walk
  }

  private func interval(_ turn: Turn) -> Duration? {
    guard case .poll(let every) = turn.screen?.form("poll")?.kind else { return nil }
    return every
  }

  @Test func `each answer says when to ask again, until something changed`() async throws {
    var walk = try await polling(["poll-same", "poll-code"])
    let same = try await walk.post("poll")
    #expect(interval(same) == .milliseconds(2500))
    #expect(same.screen?.id.text == "challenge-authenticator/okta_email")
    #expect(try await walk.post("poll").now == .ended(.completed))
    await walk.checkScript()
  }

  @Test(arguments: [("poll-429", 30), ("poll-429-bare", 60)])
  func `a refused poll waits as long as the server says, on the same screen`(name: String, seconds: Int) async throws {
    var walk = try await polling([name, "poll-same"])
    let refused = try await walk.post("poll")
    #expect(interval(refused) == .seconds(seconds))
    #expect(refused.screen?.id.text == "challenge-authenticator/okta_email")
    #expect(
      refused.warnings == ["a poll was refused with status 429: too many requests; the next one waits \(seconds) seconds"])
    #expect(interval(try await walk.post("poll")) == .milliseconds(2500))
    await walk.checkScript()
  }

  @Test func `a lost poll is made again, and its exchange is told`() async throws {
    var walk = try await polling([ScriptedTransport.noAnswer, "poll-same"])
    let lost = try await walk.post("poll")
    #expect(lost.screen?.id.text == "challenge-authenticator/okta_email")
    #expect(lost.exchanges.count == 1)
    #expect(lost.warnings.count == 1)
    #expect(interval(try await walk.post("poll")) == .milliseconds(2500))
  }

  @Test func `polls that get no answer for long end the walk`() async throws {
    var walk = try await polling(Array(repeating: ScriptedTransport.noAnswer, count: 4))
    for _ in 1...3 { #expect(try await walk.post("poll").screen != nil) }
    #expect(try await driverError { try await walk.post("poll") }?.kind == .connection)
  }
}
