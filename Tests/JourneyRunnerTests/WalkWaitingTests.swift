import Diagnostics
import JourneyModel
import JourneyScenario
import Testing

@testable import JourneyRunner

struct WalkWaitingTests {
  @Test func `a step that waits asks for the screen again, once a second, till it fits`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Push
      steps:
        - screen: done
          within: 30s
      """, [.showing(.bare("push")), .showing(.bare("push")), .showing(.bare("push")), .showing(.bare("done"))])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.waits == [.seconds(1), .seconds(1), .seconds(1)])
    #expect(Array(rehearsal.driverActions.dropFirst()) == [.refresh, .refresh, .refresh])
    #expect(rehearsal.events.count { if case .screenShown = $0.kind { true } else { false } } == 2)
  }

  @Test(arguments: [(PageEngineKind.browser, true), (.http, false), (nil, false)])
  func `a step that waits on a page in a browser waits for the messages that it states, too`(
    engine: PageEngineKind?, waits: Bool
  ) throws {
    var said = Screen.bare("login")
    said.messages = [Message(level: .error, text: RichText("Wrong name"))]
    var rehearsal = try Rehearsal(
      """
      journey: Toast
      steps:
        - screen: login
          within: 30s
          messages: {global: Wrong name}
      """, [.showing(.bare("login")), .showing(.bare("login")), .showing(said)])
    rehearsal.walk.planned.tenant.engine = engine
    let result = try rehearsal.outcome().result
    #expect((result == .passed) == waits, "\(result)")
    #expect(rehearsal.waits == (waits ? [.seconds(1), .seconds(1)] : []))
  }

  @Test func `a message that does not come in time is a failure of the message`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Toast
      steps:
        - screen: login
          within: 2500ms
          messages: {global: Wrong name}
      """, Array(repeating: .showing(.bare("login")), count: 4))
    rehearsal.walk.planned.tenant.engine = .browser
    #expect(try rehearsal.mismatches().map(\.kind) == [.message])
  }

  @Test func `a step that waits for days asks no more often than anybody has use for`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Push
      steps:
        - screen: done
          within: 365d
      """, [.showing(.bare("push")), .showing(.bare("push")), .showing(.bare("done"))])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.waits == [.milliseconds(3_153_600), .milliseconds(3_153_600)])
  }

  @Test func `a screen with a poll form is asked by it, as often as it says`() throws {
    let push = Screen(id: ScreenID("push"), forms: [Form(id: "challenge-poll", kind: .poll(every: .seconds(4)))])
    var rehearsal = try Rehearsal(
      """
      journey: Push
      steps:
        - either:
            - [{screen: done}]
            - [{screen: rejected}]
          within: 10s
      """, [.showing(push), .showing(push), .showing(.bare("rejected"))])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.waits == [.seconds(4), .seconds(4)])
    #expect(rehearsal.submissions.map(\.form) == ["challenge-poll", "challenge-poll"])
  }

  @Test func `a wait that ran out is a timeout that says how often it asked`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Push
      steps:
        - screen: done
          within: 2500ms
      """, Array(repeating: .showing(.bare("push")), count: 4))
    let mismatches = try rehearsal.mismatches()
    #expect(mismatches.map(\.kind) == [.timeout])
    #expect(mismatches.first?.details == ["asked 3 times within 2s500ms"])
    #expect(rehearsal.waits == [.seconds(1), .seconds(1), .milliseconds(500)])
  }

  @Test func `a screen that does not poll is asked more and more seldom`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Push
      steps:
        - finish:
          within: 30s
      """, Array(repeating: .showing(.bare("consent")), count: 31))
    let mismatches = try rehearsal.mismatches()
    #expect(mismatches.first?.details == ["asked 15 times within 30s"])
    #expect(rehearsal.waits.prefix(6) == [.seconds(1), .seconds(1), .seconds(1), .seconds(1), .seconds(1), .seconds(1)])
    #expect(rehearsal.waits.count == 15 && rehearsal.waits[13] > .seconds(4))
  }

  @Test func `a journey that has ended is not asked again`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Push
      steps:
        - screen: done
          within: 30s
      """, [.ended(.expired(status: 403))])
    let mismatches = try rehearsal.mismatches()
    #expect(mismatches.map(\.kind) == [.expired])
    #expect(rehearsal.waits == [])
  }

  @Test func `only what can be waited for is waited for on a live tenant`() throws {
    let yaml = """
      journey: Lock
      steps:
        - screen: locked
        - wait: 30m
        - refresh_screen:
        - screen: password
      """
    let turns: [Turn] = [.showing(.bare("locked")), .showing(.password())]
    var mocked = try Rehearsal(yaml, turns)
    #expect(try mocked.outcome().result == .passed)
    #expect(mocked.waits == [.seconds(1800)])
    var live = try Rehearsal(yaml, turns, canMoveClock: false)
    let outcome = try live.outcome()
    #expect(
      outcome.result
        == .skipped("'wait' of 30m is longer than 1m, and the clock of 'acme' cannot be moved"))
    #expect(outcome.stepsLeft == ["refresh_screen", "screen password"])
  }

  @Test func `a request with within is sent until its response holds`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Ready
      before:
        - request: GET https://acme.test/ready
          within: 5s
          response: {json: {"$.ready": true}}
          capture: {id: {json: "$.id"}}
      steps:
        - screen: password
        - check: {id: "7"}
      """, [.showing(.password())])
    rehearsal.exchanges = [.answered(503), .answered(200, body: #"{"ready":false}"#), .answered(200, body: #"{"ready":true,"id":"7"}"#)]
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.waits.count == 2)
  }

  @Test func `a request that is refused unexpectedly does not pass`() throws {
    let yaml = """
      journey: Ready
      before:
        - request: POST https://acme.test/users
      steps:
        - screen: password
      """
    var refused = try Rehearsal(yaml, [])
    refused.exchanges = [.answered(404)]
    #expect(try refused.mismatches().map(\.kind) == [.response])
    var broken = try Rehearsal(yaml, [])
    broken.exchanges = [.answered(500)]
    #expect(try broken.outcome().result.word == "broken")
  }
}
