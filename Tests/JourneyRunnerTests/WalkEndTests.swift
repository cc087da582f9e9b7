import JourneyModel
import Testing

@testable import JourneyRunner

struct WalkEndTests {
  /// How a scenario of one step ends, for what is shown.
  struct Row: CustomTestStringConvertible {
    var step: String
    var turns: [Turn]
    /// The kinds of its mismatches; empty if it passes.
    var kinds: [Mismatch.Kind] = []
    var testDescription: String { "\(step) ← \(turns.map(\.now.said))" }
  }

  /// Tokens whose access token has claims; `doubt` says why nobody vouches for them.
  private static func claims(_ doubt: String? = nil) -> Turn {
    Turn(
      now: .ended(
        .finished(
          Finish(
            facts: [
              Value.Member(
                "access_token",
                .map(
                  [Value.Member("claims", .map([Value.Member("sub", "jane")]))]
                    + (doubt.map { [Value.Member(Finish.doubtName, .text($0))] } ?? [])))
            ], checks: []))), exchanges: [])
  }

  /// The end of a session, with what the person reads there.
  static let loggedOut = Turn(
    now: .ended(
      .expired(
        status: 200,
        messages: [Message(level: .error, text: "You have been logged out due to inactivity.", key: "idx.session.expired")])),
    exchanges: [])
  static let provider = Turn(
    now: .handover(Handover(url: "https://idp.test/auth?client_id=1&state=xyz", reason: .provider)), exchanges: [])

  @Test(arguments: [
    Row(step: "finish:", turns: [.completed, .finished()]),
    Row(step: "finish:\n    tokens: none", turns: [.completed, .finishedWithoutTokens()]),
    Row(step: "finish:", turns: [.completed, .finishedWithoutTokens()], kinds: [.token]),
    Row(step: "finish:\n    probes: [code_replay]", turns: [.completed, .finished()], kinds: [.probe]),
    Row(step: "finish:", turns: [.completed, .refused("access_denied")], kinds: [.unexpectedEnd]),
    Row(step: "finish:", turns: [.showing(.password())], kinds: [.screen]),
    Row(
      step: "finish:", turns: [.completed, .finished(checks: [TokenCheck("state"), TokenCheck("iss", problem: "x")])], kinds: [.token]),
    Row(
      step: "finish:\n    claims: {email: a@b.test, sub: present}\n    scope: openid",
      turns: [
        .completed, .finished([Value.Member("claims", .map([Value.Member("email", "x@b.test")])), Value.Member("scope", "openid")]),
      ], kinds: [.claim, .claim]),
    Row(
      step: "finish:\n    probes: [code_replay, wrong_verifier]",
      turns: [.completed, .finished(probes: [ProbeResult("code_replay", problem: "took it"), ProbeResult("wrong_verifier")])],
      kinds: [.probe]),
    Row(step: "finish:\n    access_token: {claims: {sub: jane}}", turns: [.completed, claims()]),
    Row(step: "finish:\n    access_token: {claims: {sub: jane}}", turns: [.completed, claims("forged")], kinds: [.token]),
    Row(step: "finish:\n    access_token: {claims: {admin: absent}}", turns: [.completed, claims("forged")], kinds: [.token]),
    Row(step: "finish:\n    access_token: {claims: absent}", turns: [.completed, claims("forged")], kinds: [.token]),
    Row(step: "finish:\n    access_token: {any_of: [{claims: {sub: jane}}]}", turns: [.completed, claims("forged")], kinds: [.token]),
    Row(step: "finish:\n    access_token: present", turns: [.completed, claims("forged")]),
    Row(step: "finish:", turns: [.completed, claims("forged")]),
    Row(step: "finish:\n    access_token: {claims: absent}", turns: [.completed, .finished()]),
    Row(step: "finish:\n    access_token: {claims: absent}", turns: [.completed, claims()], kinds: [.token]),
    Row(step: "finish:\n    access_token: {claims: {sub: jane}}", turns: [.completed, .finished()], kinds: [.token]),
    Row(step: "error: access_denied", turns: [.refused("access_denied")]),
    Row(step: "error: access_denied", turns: [.completed, .refused("access_denied")]),
    Row(step: "error: access_denied", turns: [.refused("login_required")], kinds: [.unexpectedEnd]),
    Row(
      step: "error: access_denied\n    description: {contains: policy}", turns: [.refused("access_denied", "no")], kinds: [.unexpectedEnd]),
    Row(step: "error: access_denied", turns: [.completed, .finished()], kinds: [.unexpectedEnd]),
    Row(step: "expired:", turns: [.ended(.expired(status: 403))]),
    Row(step: "expired:", turns: [.completed], kinds: [.unexpectedEnd]),
    Row(step: "expired:", turns: [loggedOut]),
    Row(step: "expired:\n    messages: {global: {contains: inactivity}}", turns: [loggedOut]),
    Row(step: "expired:\n    messages: {global: {key: idx.session.expired}}", turns: [loggedOut]),
    Row(step: "expired:\n    messages: {global: {contains: policy}}", turns: [loggedOut], kinds: [.message]),
    Row(step: "expired:\n    messages: none", turns: [loggedOut], kinds: [.message]),
    Row(step: "expired:\n    messages: {global: {contains: inactivity}}", turns: [.ended(.expired(status: 403))], kinds: [.message]),
    Row(step: "expired:\n    response: {status: 401}", turns: [loggedOut], kinds: [.response]),
    Row(step: "hand_over: {starts_with: \"https://idp.test/\"}", turns: [provider]),
    Row(step: "hand_over: present\n    reason: server", turns: [provider], kinds: [.unexpectedEnd]),
    Row(step: "hand_over: {starts_with: \"https://other.test/\"}", turns: [provider], kinds: [.unexpectedEnd]),
    Row(step: "hand_over: present", turns: [.showing(.password())], kinds: [.screen]),
    Row(step: "screen: password", turns: [provider], kinds: [.unexpectedEnd]),
  ])
  func `an end fits, or says what came instead`(_ row: Row) throws {
    var rehearsal = try Rehearsal("journey: x\nsteps:\n  - \(row.step)\n", row.turns)
    let outcome = try rehearsal.outcome()
    if case .failed(let mismatches) = outcome.result {
      #expect(mismatches.map(\.kind) == row.kinds, "\(mismatches)")
    } else {
      #expect(outcome.result == .passed)
      #expect(row.kinds == [])
    }
  }

  @Test(
    arguments: [
      ("finish:", [.showing(.password())], "what is shown: expected a completed journey"),
      ("finish:", [.completed, .finished(checks: [TokenCheck("state", problem: "x")])], "check of 'state': expected success"),
      ("hand_over: present", [.showing(.password())], "what is shown: expected a hand-over to a web page"),
      ("expired:", [.showing(.password())], "what is shown: expected an expired session"),
    ] as [(String, [Turn], String)])
  func `what a step expects of an end completes a sentence`(step: String, turns: [Turn], sentence: String) throws {
    var rehearsal = try Rehearsal("journey: x\nsteps:\n  - \(step)\n", turns)
    let mismatch = try #require(try rehearsal.mismatches().first)
    #expect("\(mismatch.subject.sentence): expected \(mismatch.expected)" == sentence)
  }

  @Test func `a journey left for a page comes back with the members that are said`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Social
      steps:
        - hand_over: present
          capture: {state: {url: state}}
          comes_back: {code: abc d}
        - finish:
        - check: {state: xyz}
      """, [Self.provider, .completed, .finished()])
    #expect(try rehearsal.outcome().result == .passed)
    guard case .resume(let url, true)? = rehearsal.driverActions.dropFirst().first else {
      Issue.record("\(rehearsal.driverActions)")
      return
    }
    #expect(url.unsafeText == "https://app.test/callback?code=abc%20d")
  }

  @Test func `either takes the first branch whose head fits, also where the end has to be followed to know`() throws {
    let yaml = """
      journey: Either
      steps:
        - either:
            - - error: access_denied
            - - screen: mfa
            - - finish:
                probes: [code_replay]
      """
    var denied = try Rehearsal(yaml, [.completed, .refused("access_denied")])
    #expect(try denied.outcome().result == .passed)
    var finished = try Rehearsal(yaml, [.completed, .finished(probes: [ProbeResult("code_replay", problem: "took it")])])
    #expect(try finished.mismatches().map(\.kind) == [.probe])
    #expect(finished.driverActions.last == .finish(probes: ["code_replay"]))
    var other = try Rehearsal(yaml, [.showing(.password())])
    let mismatch = try #require(try other.mismatches().first)
    #expect(mismatch.expected == "one of: error; screen mfa; finish")
  }

  @Test func `token steps match facts, or the refusal that they expect`() throws {
    let yaml = """
      journey: Tokens
      steps:
        - finish:
          capture: {first: {fact: refresh_token}}
        - refresh_tokens:
          refresh_token: {not: "${first}"}
        - userinfo:
          claims: {sub: "1"}
        - revoke:
        - refresh_tokens:
          refused: invalid_grant
      """
    func facts(_ name: String, _ value: Value) -> Turn { .finished([Value.Member(name, value)]) }
    var rehearsal = try Rehearsal(
      yaml,
      [
        .completed, facts("refresh_token", "r1"), facts("refresh_token", "r2"), facts("claims", .map([Value.Member("sub", "1")])),
        .finished(), .refused("invalid_grant"),
      ])
    #expect(try rehearsal.outcome().result == .passed)
    var lenient = try Rehearsal(
      yaml,
      [
        .completed, facts("refresh_token", "r1"), facts("refresh_token", "r1"),
      ])
    #expect(try lenient.mismatches().map(\.kind) == [.token])
  }
}
