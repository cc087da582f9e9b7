import JourneyModel
import JourneyScenario
import JourneyTestSupport
import Testing

@testable import JourneyRunner

struct GrowingWalkTests {
  private static func planned(_ steps: [String], vars: String = "") throws -> PlannedCase {
    try PlannedCase.written("journey: Grows\n\(vars)steps:\n" + steps.map { "  - \($0)\n" }.joined())
  }

  private static func walk(_ turns: [Turn], _ record: ActionRecord) throws -> GrowingWalk {
    var empty = try planned(["screen: a"])
    empty.main.instructions = []
    let attempt = Attempt(
      driver: ScriptedDriver(turns.map { .success($0) }, record: record), control: ManualClock(), requester: Nobody(), commands: Nobody())
    return GrowingWalk(empty, attempt: attempt, account: nil, limits: RunLimits(seed: 7))
  }

  @Test func `steps are added while the journey goes on, and each is carried out once`() async throws {
    let record = ActionRecord()
    var walk = try Self.walk([.showing(.identification()), .showing(.password()), .completed], record)
    guard case .waits = await walk.begin() else {
      Issue.record("it does not begin")
      return
    }
    let first = "screen: identification\n    answers: {identifier: \"${email}\"}"
    let vars = "vars: {email: jane@acme.test}\n"
    guard case .waits = await walk.take(try Self.planned([first], vars: vars)) else {
      Issue.record("it does not hold")
      return
    }
    #expect(walk.value(of: "email") == "jane@acme.test")
    guard case .screen(let shown)? = walk.shown else {
      Issue.record("no screen")
      return
    }
    #expect(shown.id.text == "password")
    let second = "screen: password\n    answers: {password: right}"
    guard case .waits = await walk.take(try Self.planned([first, second], vars: vars)) else {
      Issue.record("it does not hold")
      return
    }
    #expect(walk.shown == .ended(.completed))
    #expect(record.actions.count == 3)
  }

  @Test func `a step that does not hold sends nothing, and another one can be tried`() async throws {
    let record = ActionRecord()
    var walk = try Self.walk([.showing(.identification()), .showing(.password())], record)
    _ = await walk.begin()
    guard case .stuck(let mismatches, wasSent: false) = await walk.take(try Self.planned(["screen: identification\n    press: Nowhere"]))
    else {
      Issue.record("it holds")
      return
    }
    #expect(mismatches.count == 1)
    #expect(record.actions.count == 1)
    let right = "screen: identification\n    answers: {identifier: jane@acme.test}"
    guard case .waits = await walk.take(try Self.planned([right])) else {
      Issue.record("it does not hold")
      return
    }
    #expect(record.actions.count == 2)
  }

  @Test func `what a driver cannot do is a reason`() async throws {
    var walk = try Self.walk([.showing(.identification())], ActionRecord())
    _ = await walk.begin()
    let right = "screen: identification\n    answers: {identifier: jane@acme.test}"
    guard case .broken(let reason) = await walk.take(try Self.planned([right])) else {
      Issue.record("it holds")
      return
    }
    #expect(reason.contains("no answer left"))
  }
}
