import Diagnostics
import JourneyLanguage
import JourneyModel
import JourneyScenario
import Testing

@testable import JourneyRunner

/// Walks in which a scenario is a script of answers, and expects nothing.
struct AnswerScriptTests {
  private static func walked(_ steps: String, _ turns: [Turn], through: [AnswerScript.Passage] = []) throws -> Rehearsal {
    let yaml = "journey: x\nsteps:\n" + steps
    var rehearsal = try Rehearsal(yaml, turns)
    rehearsal.walk = Walk(
      try PlannedCase.written(yaml), values: [:], seed: 1,
      limits: WalkLimits(canMoveClock: true, script: AnswerScript(passages: through)))
    return rehearsal
  }

  private static func passage(_ steps: String) throws -> AnswerScript.Passage {
    var reader = ScenarioReader()
    var diagnostics: [Diagnostic] = []
    return try #require(
      AnswerScript.Passage(reader.fragment(Array("steps:\n\(steps)".utf8), named: "p.yaml", diagnostics: &diagnostics), in: "p.yaml"))
  }

  private static let terms = Turn.showing(Screen(id: ScreenID("terms"), forms: [Form(id: "terms")]))
  private static let answer = "  - screen: password\n    answers: {password: x}\n"

  @Test func `what is expected does not count`() throws {
    var rehearsal = try Self.walked(
      "  - screen: password\n    widgets: {password: {label: Other}}\n    answers: {password: x}\n  - check: {tenant: other}\n  - finish:\n",
      [.showing(.password()), .ended(.completed), .finished()])
    #expect(try rehearsal.outcome().result == .passed)
  }

  @Test func `a screen that nobody knows ends the walk`() throws {
    var rehearsal = try Self.walked(Self.answer + "  - finish:\n", [.showing(.password()), Self.terms])
    guard case .failed = try rehearsal.outcome().result else {
      Issue.record("the walk went on")
      return
    }
  }

  @Test func `a passage leads past it, once`() throws {
    let through = [try Self.passage("  - screen: terms\n    press: terms\n")]
    var rehearsal = try Self.walked(
      Self.answer + "  - finish:\n", [.showing(.password()), Self.terms, .ended(.completed), .finished()], through: through)
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.events.contains { $0.step == "through/0" })
    var stuck = try Self.walked(Self.answer + "  - finish:\n", [.showing(.password()), Self.terms, Self.terms], through: through)
    #expect(try stuck.outcome().result != .passed)
  }

  @Test func `a passage leads past a screen of the web page that a journey left for, after its last step`() throws {
    let left = Turn(now: .handover(Handover(url: "https://idp.test/login", reason: .provider)), exchanges: [])
    let back = Turn(now: .handover(Handover(url: "https://app.test/callback?code=abc", reason: .back)), exchanges: [])
    let steps = """
        - hand_over: present
          steps:
            - screen: password
              answers: {password: x}
          comes_back: {code: present}
        - finish:

      """
    let turns = [left, .showing(.password()), Self.terms, back, .completed, .finished()]
    var rehearsal = try Self.walked(steps, turns, through: [try Self.passage("  - screen: terms\n    press: terms\n")])
    #expect(try rehearsal.outcome().result == .passed)
    var stuck = try Self.walked(steps, turns)
    #expect(try stuck.outcome().result != .passed)
  }

  @Test func `a screen that comes no longer is passed over`() throws {
    var rehearsal = try Self.walked(
      "  - screen: terms\n    press: terms\n" + Self.answer + "  - finish:\n", [.showing(.password()), .ended(.completed), .finished()])
    #expect(try rehearsal.outcome().result == .passed)
  }

  @Test func `what cannot be answered ends the walk`() throws {
    var rehearsal = try Self.walked("  - screen: password\n    answers: {nowhere: x}\n", [.showing(.password())])
    #expect(try rehearsal.outcome().result != .passed)
  }
}
