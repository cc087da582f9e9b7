import Testing

@testable import JourneyRunner

/// What a known issue covers where only a security check fails.
struct KnownIssueFindingTests {
  private static func judged(_ issue: String, _ mismatches: [Mismatch]) -> (verdict: Verdict, added: [Mismatch]) {
    let result = CaseResult(outcome: AttemptOutcome(result: .failed(mismatches), duration: .zero), attempts: 1, duration: .zero)
    let judged = result.judged(knownIssue: issue, found: [])
    return (judged.verdict, judged.added)
  }

  private static let finding = Mismatch(
    .security, subject: "check 'cookie-flags'", expected: "success", actual: "the cookie 'sid' has no 'HttpOnly'")
  private static let failure = Mismatch(.screen, subject: "screen", expected: "account", actual: "sign-in")

  @Test func `an issue of the steps does not cover a finding`() {
    let fixed = Self.judged("BUG-1 the account page is missing", [Self.finding])
    #expect(fixed.verdict == .failed)
    #expect(fixed.added.map(\.kind) == [.knownIssuePassed])
    #expect(fixed.added.first?.actual.contains("remove known_issue") == true)
  }

  @Test func `an issue that names the check, and one whose steps still fail, is skipped`() {
    #expect(Self.judged("BUG-2 cookie-flags of sid", [Self.finding]).verdict == .skipped("known issue: BUG-2 cookie-flags of sid"))
    #expect(Self.judged("BUG-1", [Self.failure, Self.finding]).verdict == .skipped("known issue: BUG-1"))
  }

  @Test(arguments: [("before:\n  - request: GET /x\nsteps:\n", false), ("steps:\n  - request: GET /x\n", true)])
  func `an issue is not looked at where the journey does not begin`(steps: String, hasBegun: Bool) throws {
    var rehearsal = try Rehearsal("journey: x\n\(steps)  - screen: password\n", [.showing(.password())])
    rehearsal.exchanges = [.answered(404, body: "{}")]
    let outcome = try rehearsal.outcome()
    #expect(rehearsal.walk.hasBegun == hasBegun)
    var result = CaseResult(outcome: outcome, attempts: 1, duration: .zero)
    result.hasBegun = rehearsal.walk.hasBegun
    let verdict = result.judged(knownIssue: "BUG-1", found: []).verdict
    #expect(verdict == (hasBegun ? .skipped("known issue: BUG-1") : .failed))
  }
}
