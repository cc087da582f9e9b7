import Encodings
import JourneyModel
import JourneyTestSupport
import Testing

@testable import JourneyRunner

/// Codes of authenticator apps on a tenant that takes each of them once.
struct PasscodeWalkTests {
  private static let key = "JBSWY3DPEHPK3PXP"
  private static let current = OneTimePassword.step(atSecondsSinceEpoch: 1_893_456_000)
  private static let signIn = """
    journey: Sign in
    steps:
      - screen: password
        answers: {password: "${totp('\(key)')}"}
    """

  private static func lease(_ ahead: UInt64, _ extent: PasscodeLease.Extent = .machine, problem: String? = nil) -> PasscodeLease {
    PasscodeLease(step: current + ahead, begins: Instant(seconds: Int64(current + ahead) * 30), extent: extent, problem: problem)
  }

  private static func code(_ ahead: UInt64) -> String {
    OneTimePassword(secret: Base32.decode(key) ?? []).code(counter: current + ahead)
  }

  private static func codes(_ rehearsal: Rehearsal) -> [String] {
    rehearsal.submissions.flatMap(\.answers).compactMap { answer in
      guard case .secret(let secret) = answer.value else { return nil }
      return secret.unsafeText
    }
  }

  private static func notes(_ rehearsal: Rehearsal) -> [String] {
    rehearsal.events.compactMap { event in
      guard case .note(let text) = event.kind else { return nil }
      return text
    }
  }

  @Test func `a code that was used is not sent: the walk waits for the leased one, and says so`() throws {
    var rehearsal = try Rehearsal(Self.signIn, [.showing(.password()), .completed], leases: [Self.lease(2)])
    let begin = rehearsal.now
    #expect(try rehearsal.outcome().result == .passed)
    #expect(Self.codes(rehearsal) == [Self.code(2)])
    #expect(rehearsal.now - begin == .seconds(60))
    #expect(Self.notes(rehearsal) == ["waits 1m1s for a code of the authenticator app that was not used yet"])
    let steps = rehearsal.events.count { if case .stepStarted = $0.kind { true } else { false } }
    #expect(steps == 1, "the step is begun once")
  }

  @Test func `a code that may be used at once is not waited for`() throws {
    var rehearsal = try Rehearsal(Self.signIn, [.showing(.password()), .completed], leases: [Self.lease(0, problem: "why")])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(Self.codes(rehearsal) == [Self.code(0)])
    #expect(Self.notes(rehearsal) == ["why"])
  }

  @Test func `each call of totp has a code of its own, and a variable keeps its code`() throws {
    let yaml = """
      journey: Sign in
      vars: {code: "${totp('\(Self.key)')}"}
      steps:
        - screen: password
          answers: {password: "${code}"}
        - screen: password
          answers: {password: "${code}"}
        - screen: password
          answers: {password: "${totp('\(Self.key)')}"}
      """
    var rehearsal = try Rehearsal(
      yaml, [.showing(.password()), .showing(.password()), .showing(.password()), .completed], leases: [Self.lease(0), Self.lease(1)])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(Self.codes(rehearsal) == [Self.code(0), Self.code(0), Self.code(1)])
  }

  @Test func `a case without a code that may be used is broken at the step that needs it`() throws {
    var rehearsal = try Rehearsal(Self.signIn, [.showing(.password())], leases: [])
    #expect(try rehearsal.outcome().result == .broken(Breakage(kind: .impossible, message: "every code is taken")))
    let steps = rehearsal.events.compactMap { event in if case .stepStarted(let facts) = event.kind { facts.head } else { nil } }
    #expect(steps == ["screen password"])
  }

  @Test func `a clock that goes back is not waited for without end`() throws {
    let far = PasscodeLease(step: Self.current + 9000, begins: Instant(seconds: Int64(Self.current + 9000) * 30))
    var rehearsal = try Rehearsal(Self.signIn, [.showing(.password())], leases: [far])
    guard case .broken(let breakage) = try rehearsal.outcome().result else {
      Issue.record("it is not broken")
      return
    }
    #expect(breakage.message.contains("clock set back"))
  }

  @Test(arguments: [(PasscodeLease.Extent.machine, "on this machine"), (.run, "in this run")])
  func `a fresh code that is refused is called that`(_ extent: PasscodeLease.Extent, _ place: String) throws {
    let refused = Turn.showing(.password([.error("The code is incorrect.")]))
    var rehearsal = try Rehearsal(Self.signIn, [.showing(.password()), refused], leases: [Self.lease(0, extent)])
    let mismatches = try rehearsal.mismatches()
    #expect(mismatches.flatMap(\.details).first?.hasPrefix("the code of the authenticator app was not used before \(place)") == true)
  }

  @Test func `a code that the case sent before is called that, and an answer without a code is not`() throws {
    let yaml = """
      journey: Sign in
      vars: {code: "${totp('\(Self.key)')}"}
      steps:
        - screen: password
          answers: {password: "${code}"}
        - screen: password
          answers: {password: "${code}"}
        - screen: home
      """
    let refused = Turn.showing(.password([.error("The code is incorrect.")]))
    var rehearsal = try Rehearsal(yaml, [.showing(.password()), .showing(.password()), refused], leases: [Self.lease(0)])
    let again = try rehearsal.mismatches()
    #expect(again.flatMap(\.details).contains("this case has sent the same code of the authenticator app before"), "\(again)")
    var plain = try Rehearsal(
      "journey: A\nsteps:\n  - screen: password\n    answers: {password: x}\n", [.showing(.password()), refused], leases: [])
    #expect(try plain.mismatches().flatMap(\.details) == [])
  }

  /// Hands out the code of the next time step.
  private struct NextStep: PasscodeLeases {
    func lease(_ key: Secret, at now: Instant) async throws(DriverError) -> PasscodeLease { PasscodeWalkTests.lease(1) }
  }

  @Test func `waiting for a code takes nothing of the case's time`() async throws {
    let time = ManualClock()
    let begin = time.current
    let clock = RunClock(elapsed: { time.current - begin }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
    var attempt = Attempt(
      driver: ScriptedDriver([.success(.showing(.password())), .success(.completed), .success(.finished())]), control: time,
      requester: Nobody(), commands: Nobody())
    attempt.passcodes = NextStep()
    let planned = try PlannedCase.written(Self.signIn)
    let limits = RunLimits(seed: 1)
    let walk = Walk(planned, values: [:], seed: 1, limits: attempt.limits(of: limits))
    var passage = Walker.Passage(
      walk: walk, attempt: attempt, account: nil, scenario: planned.id, number: 1, buffer: EventBuffer(EventPipe(capacity: 100), clock),
      action: .wait(.zero))
    let outcome = await Walker(clock: clock, limits: limits).walk(&passage, timeout: .seconds(10))
    #expect(outcome.result == .passed)
    #expect(time.current - begin == .seconds(30))
  }
}
