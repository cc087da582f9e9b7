import JourneyModel
import Testing

@testable import JourneyRunner

/// Scenarios that must not pass, and once did.
struct TrueVerdictTests {
  private static func steps(_ steps: String...) -> String { "journey: x\nsteps:\n" + steps.map { "  - \($0)\n" }.joined() }

  private static let signIn = "screen: password\n    answers: {password: x}"

  // MARK: Ends that no step looked at

  struct End: CustomTestStringConvertible {
    var name: String
    var turns: [Turn]
    /// Kind and actual of what failed; `nil` if it passes.
    var failure: (kind: Mismatch.Kind, actual: String)?
    var testDescription: String { name }
  }

  static let ends = [
    End(name: "complete, and its tokens hold", turns: [.completed, .finished()]),
    End(
      name: "complete, and refused once it is followed", turns: [.completed, .refused("access_denied", "declined")],
      failure: (.unexpectedEnd, "it ends in the error 'access_denied': declined")),
    End(
      name: "complete, and a check of its tokens fails", turns: [.completed, .finished(checks: [TokenCheck("iss", problem: "wrong")])],
      failure: (.token, "wrong")),
    End(
      name: "refused", turns: [.refused("access_denied")], failure: (.unexpectedEnd, "it ends in the error 'access_denied'")),
    End(
      name: "left for a page", turns: [WalkEndTests.provider],
      failure: (.unexpectedEnd, "it leaves for 'https://idp.test/auth?client_id=1&state=xyz'")),
    End(
      name: "expired", turns: [.ended(.expired(status: 403))], failure: (.expired, "the session is refused as expired (status 403)")),
    End(
      name: "expired, with what a person reads", turns: [WalkEndTests.loggedOut],
      failure: (
        .expired,
        "the session is refused as expired (status 200): error 'You have been logged out due to inactivity.' (idx.session.expired)"
      )),
    End(
      name: "complete without a code", turns: [.completed, .finished(checks: [.noCode])],
      failure: (.token, "the callback has no 'code'")),
    End(
      name: "complete, and its end leads back to itself", turns: [.completed, .completed],
      failure: (.unexpectedEnd, "its end leads back to the same end")),
    End(name: "complete, and its end leads back to screens", turns: [.completed, .showing(.bare("more"))]),
  ]

  @Test(arguments: ends)
  func `an end that no step looked at is followed, and fails where nobody expects it`(_ end: End) throws {
    var rehearsal = try Rehearsal(Self.steps(Self.signIn), [.showing(.password())] + end.turns)
    let outcome = try rehearsal.outcome()
    guard let failure = end.failure else {
      #expect(outcome.result == .passed)
      return
    }
    guard case .failed(let mismatches) = outcome.result else {
      Issue.record("\(outcome.result)")
      return
    }
    #expect(mismatches.map(\.kind) == [failure.kind])
    #expect(mismatches.map(\.actual) == [failure.actual])
    #expect(mismatches.first?.place?.line == 3)
  }

  @Test(arguments: ["start_again:", "open: https://acme.test/entry"])
  func `a journey that gives way to another one is looked at first`(_ step: String) throws {
    var refused = try Rehearsal(Self.steps(Self.signIn, step, "screen: password"), [.showing(.password()), .refused("access_denied")])
    #expect(try refused.mismatches().map(\.kind) == [.unexpectedEnd])

    var hidden = try Rehearsal(
      Self.steps(Self.signIn, step, "screen: password"), [.showing(.password()), .showing(.password([.error("No.")]))])
    #expect(try hidden.mismatches().map(\.kind) == [.unexpectedMessage])

    var complete = try Rehearsal(
      Self.steps(Self.signIn, step, "screen: password"), [.showing(.password()), .completed, .finished(), .showing(.password())])
    #expect(try complete.outcome().result == .passed)
    #expect(complete.driverActions.contains(.finish(probes: [])))
  }

  @Test func `finish with tokens none follows the end and fails when tokens come`() throws {
    let none = Self.steps("finish:\n    tokens: none")
    var withTokens = try Rehearsal(none, [.completed, .finished()])
    let mismatches = try withTokens.mismatches()
    #expect(mismatches.map(\.kind) == [.token])
    #expect(mismatches.map(\.actual) == ["a code came back, and tokens for it"])

    var refused = try Rehearsal(none, [.completed, .refused("access_denied")])
    #expect(try refused.mismatches().map(\.kind) == [.unexpectedEnd])

    var withoutCode = try Rehearsal(none, [.completed, .finishedWithoutTokens(checks: [TokenCheck("state"), .noCode])])
    #expect(try withoutCode.outcome().result == .passed)

    var wrongState = try Rehearsal(none, [.completed, .finishedWithoutTokens(checks: [TokenCheck("state", problem: "not the one sent")])])
    #expect(try wrongState.mismatches().map(\.kind) == [.token])

    var either = try Rehearsal(
      Self.steps("either: [[error: access_denied], [{finish: , tokens: none}]]"),
      [.completed, .finished()])
    #expect(try either.mismatches().map(\.kind) == [.token])
  }

  // MARK: Steps that are passed over

  @Test func `a case of which every step was passed over is skipped, with that reason`() throws {
    var guarded = try Rehearsal(
      "journey: x\nvars: {n: 1}\nsteps:\n  - screen: password\n    when: {n: 2}\n", [.showing(.password())])
    #expect(try guarded.outcome().result == .skipped("every step was passed over: no 'when' was true, or no optional screen was shown"))

    var optional = try Rehearsal(Self.steps("screen: terms\n    optional: true"), [.showing(.password())])
    #expect(try optional.outcome().result == .skipped("every step was passed over: no 'when' was true, or no optional screen was shown"))

    var refused = try Rehearsal(Self.steps("screen: terms\n    optional: true"), [.refused("access_denied")])
    #expect(try refused.mismatches().map(\.kind) == [.unexpectedEnd])
  }

  @Test(arguments: [
    "either: [[screen: terms], []]", "wait: 1s", "check: {n: 1}", "start_again:", "repeat: 2\n    steps: [{wait: 1s}]",
    "request: GET https://api.test/x\n    response: {}", "request: GET https://api.test/x\n    response: {headers: {}, json: {}}",
  ])
  func `a case of which no step looks at the tenant is skipped, with that reason`(_ step: String) throws {
    var rehearsal = try Rehearsal("journey: x\nvars: {n: 1}\nsteps:\n  - \(step)\n", [.showing(.password()), .showing(.password())])
    rehearsal.exchanges = [.answered(200, body: "{}")]
    guard case .skipped(let reason) = try rehearsal.outcome().result else {
      Issue.record("\(step) is not skipped")
      return
    }
    #expect(reason.hasPrefix("no step looked at the tenant: "))
  }

  @Test func `a case of which no step looks at the tenant passes where its end was checked`() throws {
    var rehearsal = try Rehearsal(Self.steps("either: [[screen: terms], []]"), [.completed, .finished()])
    #expect(try rehearsal.outcome().result == .passed)
  }

  @Test(arguments: [
    ("otp: {length: 6}", "a secret can only be compared with 'equals'"),
    ("otp: {not: {matches: '^[0-9]+$'}}", "a secret can only be compared with 'equals'"),
    ("n: \"1\"", "the value is a number: write 1 without quotes"), ("n: {not: \"1\"}", "the value is a number: write 1 without quotes"),
    ("list: a", "the value is a list, not a text"),
  ])
  func `a condition that cannot be judged fails the case`(_ when: String, _ reason: String) throws {
    // What only the walk knows: the content of a file is checked before.
    let values: [String: Value] = ["secret": .map([Value.Member("OTP", .secret(Secret("123456", name: "otp")))])]
    for step in ["screen: password\n    when: {\(when)}", "either: [[{screen: password, when: {\(when)}}], []]"] {
      let yaml = """
        journey: x
        vars: {otp: "${secret.OTP}"}
        steps:
          - request: GET https://acme.test/values
            capture: {n: {json: $.n}, list: {json: $.list}}
          - \(step)
          - check: {n: present, list: present}
        """
      var rehearsal = try Rehearsal(yaml, [.showing(.password())], values: values)
      rehearsal.exchanges = [.answered(200, body: #"{"n": 1, "list": ["a"]}"#)]
      let mismatches = try rehearsal.mismatches()
      #expect(mismatches.map(\.kind) == [.condition], "\(mismatches)")
      #expect(mismatches.first?.details.contains(reason) == true, "\(mismatches)")
    }
  }

  @Test(arguments: ["n: 1", "m: 1", "m: \"1\"", "n: {at_least: 1}", "n: {any_of: [2, 1]}"])
  func `a condition reads numbers that came as texts`(_ when: String) throws {
    var rehearsal = try Rehearsal(
      "journey: x\nvars: {n: 1, m: \"1\"}\nsteps:\n  - screen: password\n    when: {\(when)}\n    widgets: [nothing]\n",
      [.showing(.password())])
    #expect(try rehearsal.mismatches().map(\.kind) == [.widget])
  }

  @Test func `a head that cannot be judged fails instead of not fitting`() throws {
    let evil = #"{not: {matches: '^(x+x+)+[\d][yz]$'}}"#
    let screen = Screen.bare(String(repeating: "x", count: 80) + "!")
    for step in ["screen: \(evil)", "screen: \(evil)\n    optional: true", "either: [[screen: \(evil)], []]"] {
      var rehearsal = try Rehearsal(Self.steps(step), [.showing(screen)])
      let mismatches = try rehearsal.mismatches()
      #expect(mismatches.map(\.kind) == [.screen], "\(mismatches)")
      #expect(mismatches.first?.details.first?.contains("given up") == true, "\(mismatches)")
    }
  }

  // MARK: Messages

  @Test(arguments: [
    "{pin: {level: error}}", "{global: {level: info}}", "{password: {level: error, not: Foo}}", "{password: {not: {contains: banana}}}",
    "{password: {key: {not: x}}}", "{global: [{not: x}]}", "{password: {not: empty}}",
  ])
  func `what is said of a message asks for a message`(_ messages: String) throws {
    var rehearsal = try Rehearsal(Self.steps("screen: password\n    messages: \(messages)"), [.showing(.password())])
    #expect(try rehearsal.mismatches().map(\.kind) == [.message])
  }

  @Test(arguments: ["{password: absent}", "{global: absent}", "{password: {any_of: [absent, {contains: x}]}}", "none"])
  func `absent is content with no message`(_ messages: String) throws {
    var rehearsal = try Rehearsal(Self.steps("screen: password\n    messages: \(messages)"), [.showing(.password())])
    #expect(try rehearsal.outcome().result == .passed)
  }

  @Test func `a missing level is told as a message of that level`() throws {
    var rehearsal = try Rehearsal(Self.steps("screen: password\n    messages: {password: {level: error}}"), [.showing(.password())])
    let mismatch = try rehearsal.mismatches().first
    #expect(mismatch?.expected == "a message of level 'error'")
    #expect(mismatch?.actual == "nothing")
  }

  @Test(arguments: [
    "[{contains: ab}, {contains: abc}]", "[{contains: abc}, {contains: ab}]", "[present, abc]", "[{not: ab}, {contains: b}]",
  ])
  func `expectations find their messages whatever the order`(_ list: String) throws {
    for messages in [["abc", "ab"], ["ab", "abc"]] {
      var rehearsal = try Rehearsal(
        Self.steps("screen: password\n    messages: {global: \(list)}"), [.showing(.password(messages.map { .error($0) }))])
      #expect(try rehearsal.outcome().result == .passed, "\(messages)")
    }
  }

  @Test func `two expectations need two messages`() throws {
    var rehearsal = try Rehearsal(
      Self.steps("screen: password\n    messages: {global: [{contains: ab}, {contains: abc}]}"), [.showing(.password([.error("abc")]))])
    #expect(try rehearsal.mismatches().map(\.actual) == ["nothing"])
  }

  // MARK: Mails

  private static func mail(_ id: String, at seconds: Int64) -> InboxMessage {
    InboxMessage(
      id: id, channel: .mail, to: "jane@acme.test", subject: "Code", text: "Your code is 123456.", links: [],
      received: Instant(seconds: 1_893_456_000 + seconds))
  }

  @Test func `a message that was sent twice is told`() throws {
    var rehearsal = try Rehearsal(
      Self.steps("screen: password", "mail: jane@acme.test\n    capture: {code: code}", "check: {code: present}"), [.showing(.password())])
    rehearsal.inbox = [Self.mail("1", at: 0), Self.mail("2", at: 0)]
    #expect(try rehearsal.outcome().result == .passed)
    let warnings = rehearsal.events.compactMap { if case .warning(let text) = $0.kind { text } else { nil } }
    #expect(warnings == ["2 messages to jane@acme.test are the same; the newest is used"])
  }

  @Test func `an earlier message that fails an absent one says how it is passed over`() throws {
    var rehearsal = try Rehearsal(Self.steps("screen: password", "mail: jane@acme.test\n    absent: true"), [.showing(.password())])
    rehearsal.inbox = [Self.mail("1", at: 0)]
    let mismatch = try rehearsal.mismatches().first
    #expect(
      mismatch?.details == ["a message that arrived before this step counts as well: take it first with a 'mail' step before this one"])
  }

  @Test func `a condition on a message that cannot be judged shows nothing of the message`() throws {
    var rehearsal = try Rehearsal(
      Self.steps("screen: password", "mail: jane@acme.test\n    text: {not: {at_least: 3}}"), [.showing(.password())])
    rehearsal.inbox = [Self.mail("1", at: 0)]
    let mismatch = try rehearsal.mismatches().first
    #expect(mismatch?.kind == .mail)
    #expect(mismatch?.actual == "mail 'Code'")
    #expect(!"\(mismatch as Any)".contains("123456"))
  }

  // MARK: Journeys whose first step is not a screen

  @Test func `a journey begins where the link that would have begun it was passed over`() throws {
    let yaml = """
      journey: x
      vars: {link: none}
      steps:
        - open: ${link}
          when: {link: {starts_with: "https://"}}
        - screen: password
      """
    var rehearsal = try Rehearsal(yaml, [.showing(.password())])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.driverActions == [.start(StartParameters())])
  }

  @Test func `an either begins a journey where nothing else did`() throws {
    let yaml = """
      journey: x
      vars: {link: none}
      steps:
        - open: ${link}
          when: {link: {starts_with: "https://"}}
        - either: [[screen: password], []]
      """
    var rehearsal = try Rehearsal(yaml, [.showing(.password())])
    #expect(try rehearsal.outcome().result == .passed)
  }

  // MARK: Snapshots

  @Test func `each round of a loop has a snapshot of its own`() throws {
    var rehearsal = try Rehearsal(
      Self.steps(
        "repeat: 2\n    steps:\n      - screen: password\n        snapshot: true\n      - screen: password\n        snapshot: seen"),
      [.showing(.password())])
    #expect(try rehearsal.outcome().result == .passed)
    let names = rehearsal.actions.compactMap { if case .compareSnapshot(let question) = $0 { question.name } else { nil } }
    #expect(names == ["0/repeat/0.round-1", "seen.round-1", "0/repeat/0.round-2", "seen.round-2"])
  }

  @Test func `a snapshot is told what the walk made up`() throws {
    let yaml = """
      journey: x
      vars: {email: "${lower(unique_email('acme.test'))}", fixed: jane@acme.test}
      steps:
        - screen: password
          snapshot: true
      """
    var rehearsal = try Rehearsal(yaml, [.showing(.password())])
    _ = try rehearsal.outcome()
    let generated = rehearsal.actions.compactMap { if case .compareSnapshot(let question) = $0 { question.generated } else { nil } }.first
    #expect(generated?.count == 1)
    #expect(generated?.first?.hasSuffix("@acme.test") == true)
    #expect(generated?.contains("jane@acme.test") == false)
  }
}
