import JourneyModel
import Testing

@testable import JourneyRunner

/// What is wrong with the exchanges, whatever the screens say, fails the step that led to them.
struct WalkFindingTests {
  private static func found(_ now: Turn.Now) -> Turn {
    Turn(now: now, exchanges: [], findings: [TokenCheck("cookie-flags", problem: "the cookie 'idx' has no 'HttpOnly'")])
  }

  private static let steps = """
    journey: x
    steps:
      - screen: password
        answers: {password: x}
      - screen: password

    """

  private static func mismatches(_ steps: String, _ turns: [Turn]) throws -> [Mismatch] {
    var rehearsal = try Rehearsal(steps, turns)
    guard case .failed(let mismatches) = try rehearsal.outcome().result else { return [] }
    return mismatches
  }

  @Test func `a finding of the start is the first step's`() throws {
    let found = try Self.mismatches(Self.steps, [Self.found(.screen(.password())), .showing(.password())])
    #expect(found.map(\.kind) == [.security])
    #expect(found.first?.place?.line == 3)
    #expect(found.first?.subject.sentence == "check 'cookie-flags'")
    #expect(found.first?.actual == "the cookie 'idx' has no 'HttpOnly'")
  }

  @Test func `a finding of an answer is that step's`() throws {
    let found = try Self.mismatches(Self.steps, [.showing(.password()), Self.found(.screen(.password()))])
    #expect(found.map(\.kind) == [.security] && found.first?.place?.line == 3)
  }

  @Test func `a finding comes beside what else is wrong with the step`() throws {
    let found = try Self.mismatches(Self.steps, [Self.found(Turn.completed.now), .finished()])
    #expect(found.map(\.kind) == [.unexpectedEnd, .security])
  }

  @Test func `a finding of an end that no step looks at fails`() throws {
    let steps = "journey: x\nsteps:\n  - screen: password\n    answers: {password: x}\n"
    let found = try Self.mismatches(steps, [.showing(.password()), .completed, Self.found(Turn.finished().now)])
    #expect(found.map(\.kind) == [.security] && found.first?.place != nil)
  }

  private static var silent: Turn {
    var turn = Turn.showing(.password())
    turn.silentRefusal = "form 'password' was sent and came back, and no message is known on the page"
    return turn
  }

  @Test func `a form that comes back without a message fails the step that looks at it`() throws {
    let found = try Self.mismatches(Self.steps, [.showing(.password()), Self.silent])
    #expect(found.map(\.kind) == [.unexpectedMessage] && found.first?.place?.line == 5)
    #expect(found.first?.actual.contains("came back") == true)
  }

  @Test func `a form that comes back fails where no step looks at it`() throws {
    let steps = "journey: x\nsteps:\n  - screen: password\n    answers: {password: x}\n"
    let found = try Self.mismatches(steps, [.showing(.password()), Self.silent])
    #expect(found.map(\.kind) == [.unexpectedMessage] && found.first?.place?.line == 3)
  }

  @Test(arguments: ["messages: none", "forms: {password: {messages: none}}"])
  func `a step that states which messages it expects answers it`(key: String) throws {
    let found = try Self.mismatches(Self.steps + "    \(key)\n", [.showing(.password()), Self.silent])
    #expect(found == [])
  }

  private static func refusedWith(_ status: Int) -> Turn {
    var turn = Turn.showing(.password())
    turn.errorStatus = status
    return turn
  }

  private static let answered = "journey: x\nsteps:\n  - screen: password\n    answers: {password: x}\n"

  @Test(arguments: [
    "", "  - open: https://acme.test/x\n", "  - screen: {starts_with: pass}\n", "  - screen: other\n    within: 30s\n",
    "  - mail: jane@acme.test\n",
  ])
  func `a page with status 404 that no step names fails at once`(next: String) throws {
    let found = try Self.mismatches(Self.answered + next, [.showing(.password()), Self.refusedWith(404)])
    #expect(found.count == 1, "\(found)")
    #expect(found.first.map { "\($0.actual) \($0.details)" }?.contains("404") == true, "\(found)")
  }

  @Test(arguments: [
    "  - screen: password\n", "  - screen: {starts_with: pass}\n    messages: none\n",
  ])
  func `a page with status 401 that a step names is expected`(next: String) throws {
    #expect(try Self.mismatches(Self.answered + next, [.showing(.password()), Self.refusedWith(401)]) == [])
  }
}
