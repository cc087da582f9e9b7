import Diagnostics
import JourneyLanguage
import JourneyModel
import Testing

@testable import JourneyRunner

struct WalkTests {
  @Test func `a journey is begun, answered step by step, finished`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      start: {prompt: login}
      vars: {email: jane@acme.test}
      steps:
        - screen: identification
          widgets:
            identifier: {type: input, label: Email address}
          answers: {identifier: "${email}"}
        - screen: password
          answers: {password: wrong-one}
        - screen: password
          messages:
            password: {contains: incorrect}
          answers: {password: right-one, keepMeLoggedIn: true}
        - finish:
          claims: {email: "${email}"}
      """,
      [
        .showing(.identification()), .showing(.password()),
        .showing(.password([.error("The password is incorrect.", on: "password")])), .completed,
        .finished([Value.Member("claims", .map([Value.Member("email", "jane@acme.test")]))]),
      ])
    let outcome = try rehearsal.outcome()
    #expect(outcome.result == .passed)
    #expect(outcome.stepsLeft == [])
    #expect(rehearsal.driverActions.first == .start(StartParameters(keys: [Value.Member("prompt", "login")])))
    #expect(rehearsal.driverActions.last == .finish(probes: []))
    let submissions = rehearsal.submissions
    #expect(submissions.map(\.form) == ["identifier", "password", "password"])
    #expect(submissions.first?.answers == [Answer(widget: "identifier", value: .text("jane@acme.test"))])
    #expect(submissions.last?.answers.last == Answer(widget: "keepMeLoggedIn", value: .bool(true)))
  }

  @Test func `what is typed into a password is a secret`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: password
          answers: {password: plain}
      """, [.showing(.password()), .completed])
    #expect(try rehearsal.outcome().result == .passed)
    let value = try #require(rehearsal.submissions.first?.answers.first?.value)
    guard case .secret(let secret) = value else {
      Issue.record("\(value)")
      return
    }
    #expect(secret.unsafeText == "plain")
  }

  @Test func `events tell the steps in their order`() throws {
    let edge = Exchange.answered(200, headers: [Exchange.Header("X-Journey-Edge", "identification.identifier.known")])
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: identification
          name: who
          answers: {identifier: jane}
        - screen: password
      """, [.showing(.identification()), .showing(.password(), [edge])])
    #expect(try rehearsal.outcome().result == .passed)
    let told = rehearsal.events.map { "\($0.step ?? "-") \($0.kind.word)" }
    #expect(
      told == [
        "- screen", "who started 'screen identification' 3", "who answered identifier", "who exchange",
        "who edge identification.identifier.known", "who screen", "who passed", "1 started 'screen password' 6", "1 passed",
      ])
  }

  @Test func `a screen that no step expects ends the walk and says what was left`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: identification
          answers: {identifier: jane}
        - screen: password
          answers: {password: x}
        - screen: consent
        - finish:
      """, [.showing(.identification()), .showing(.bare("passwort"))])
    let outcome = try rehearsal.outcome()
    guard case .failed(let mismatches) = outcome.result else {
      Issue.record("\(outcome)")
      return
    }
    #expect(mismatches.map(\.kind) == [.screen])
    #expect(mismatches.first?.expected == "screen 'password'")
    #expect(mismatches.first?.actual == "screen 'passwort'")
    #expect(mismatches.first?.nearest == "did you mean 'passwort'?")
    rehearsal = try Rehearsal("journey: x\nsteps:\n  - screen: signed-in\n", [.showing(.bare("signed-out"))])
    rehearsal.walk.planned.tenant.screens = ["signed-in", "signed-out"]
    #expect(try rehearsal.mismatches().map(\.nearest) == [nil], "a name that the tenant knows is no misspelling")
    #expect(mismatches.first?.place?.line == 5)
    #expect(outcome.stepsLeft == ["screen consent", "finish"])
  }

  @Test func `all mismatches of a screen come at once`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: identification
          forms: [identifyer]
          widgets:
            identifier: {label: E-Mail, required: true}
          answers: {identifer: jane}
      """, [.showing(.identification([.error("Too many tries")]))])
    let mismatches = try rehearsal.mismatches()
    #expect(mismatches.map(\.kind) == [.form, .widget, .widget, .unexpectedMessage, .answer])
    #expect(mismatches.first?.nearest == "did you mean 'identifier'?")
    #expect(mismatches.dropFirst(1).first?.subject.sentence == "label of widget 'identifier'")
    #expect(mismatches.dropFirst(4).first?.nearest == "did you mean 'identifier'?")
    #expect(rehearsal.events.count { if case .mismatch = $0.kind { true } else { false } } == 5)
  }

  @Test func `an optional screen is passed over when another one is shown`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: consent
          optional: true
          answers: {agree: true}
        - screen: identification
      """, [.showing(.identification())])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.events.contains { $0.kind == .stepEnded(.skipped("another screen is shown")) })
  }

  @Test func `a message that one step expected stays expected while the same answer is looked at`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: password
          messages: {global: {contains: locked}}
        - screen: password
        - screen: password
          answers: {password: x}
        - screen: password
      """,
      [.showing(.password([.error("You are locked out")])), .showing(.password([.error("You are locked out")]))])
    #expect(try rehearsal.mismatches().map(\.kind) == [.unexpectedMessage])
    #expect(rehearsal.submissions.count == 1)
  }

  @Test func `errors on a last screen that nobody looked at fail the walk`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: password
          answers: {password: x}
      """, [.showing(.password()), .showing(.password([.error("Wrong")]))])
    #expect(try rehearsal.mismatches().map(\.kind) == [.unexpectedMessage])
  }

  @Test func `a driver that cannot go on breaks the walk`() throws {
    let error = DriverError(.connection, "POST https://acme.test/x: refused", exchanges: [.answered(200)])
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: password
          answers: {password: x}
        - finish:
      """, results: [.success(.showing(.password())), .failure(error)])
    let outcome = try rehearsal.outcome()
    #expect(outcome.result == .broken(Breakage(kind: .connection, message: "POST https://acme.test/x: refused")))
    #expect(outcome.stepsLeft == ["finish"])
    #expect(rehearsal.events.contains { if case .exchange = $0.kind { true } else { false } })
  }

  @Test func `a status that would break the walk may be expected by the next step`() throws {
    let error = DriverError(.rateLimit, "429", exchanges: [.answered(429)])
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: password
          answers: {password: x}
        - screen: password
          response: {status: 429}
      """, results: [.success(.showing(.password())), .failure(error)])
    #expect(try rehearsal.outcome().result == .passed)
  }

  @Test func `what is captured serves the same step's answers and later steps`() throws {
    var screen = Screen.identification()
    screen.facts = [Fact("number", .text("tap 42 now"))]
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: identification
          capture:
            label: {widget: identifier, attribute: label, matches: "^(\\\\w+)"}
            number: {fact: number}
          answers: {identifier: "${label}"}
        - check: {number: {contains: "42"}, label: Email}
      """, [.showing(screen), .completed])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.submissions.first?.answers.first?.value == .text("Email"))
  }

  @Test func `start again makes new parameters and keeps the headers of the person's device`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Silent
      start: {prompt: login, headers: {X-Device: phone}}
      steps:
        - screen: identification
        - start_again: {prompt: none}
        - error: login_required
      """, [.showing(.identification()), .refused("login_required")])
    #expect(try rehearsal.outcome().result == .passed)
    let again = StartParameters(keys: [Value.Member("prompt", "none")], headers: [Value.Member("X-Device", "phone")])
    #expect(rehearsal.driverActions.last == .start(again))
  }

  @Test func `a journey that begins with a link is not started before it`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Magic link
      steps:
        - request: POST https://acme.test/invite
          capture: {link: {json: $.link}}
        - open: ${link}
        - screen: identification
      """, [.showing(.identification())])
    rehearsal.exchanges = [.answered(200, body: #"{"link": "https://acme.test/l?x=1"}"#)]
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.driverActions.count == 1)
  }

  @Test func `what a case cleans up is done whatever happened, and changes no verdict`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: password
      after:
        - request: DELETE https://acme.test/users/1
        - request: DELETE https://acme.test/users/2
      """, [.showing(.identification())])
    rehearsal.exchanges = [.answered(404), .answered(204)]
    let outcome = try rehearsal.outcome()
    guard case .failed = outcome.result else {
      Issue.record("\(outcome)")
      return
    }
    #expect(outcome.cleanUpProblems.count == 1)
    #expect(rehearsal.actions.count { if case .request = $0 { true } else { false } } == 2)
  }

  @Test func `a walk whose time is up could not be walked, says where it was and cleans up`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Sign in
      steps:
        - screen: password
          answers: {password: x}
        - finish:
      """, [])
    _ = rehearsal.walk.next(.began, at: rehearsal.now)
    _ = rehearsal.walk.next(.turned(.showing(.password())), at: rehearsal.now)
    let action = rehearsal.walk.next(.timedOut(after: .seconds(60)), at: rehearsal.now)
    guard case .end(let outcome) = action else {
      Issue.record("\(action)")
      return
    }
    #expect(outcome.result == .broken(Breakage(kind: .timeout, message: "the walk took longer than 1m, at 'screen password'")))
    #expect(outcome.stepsLeft == ["finish"])
  }

  @Test func `an interrupted walk is skipped at once`() throws {
    var rehearsal = try Rehearsal("journey: x\nsteps:\n  - screen: a\nafter:\n  - request: GET https://acme.test/", [])
    _ = rehearsal.walk.next(.began, at: rehearsal.now)
    let action = rehearsal.walk.next(.interrupted, at: rehearsal.now)
    #expect(action == .end(AttemptOutcome(result: .skipped("the run was interrupted"), duration: .zero, stepsLeft: ["screen a"])))
  }
}

extension RunEvent.Kind {
  /// As short as a test can read it.
  var word: String {
    switch self {
    case .stepStarted(let facts): "started '\(facts.head)' \(facts.place.line)"
    case .exchange: "exchange"
    case .screenShown: "screen"
    case .answered(let form): "answered \(form.form)"
    case .messageTaken: "message"
    case .handedOver: "handed over"
    case .journeyEnded: "ended"
    case .edgeTaken(let edge): "edge \(edge)"
    case .warning: "warning"
    case .note: "note"
    case .mismatch(let mismatch): "mismatch \(mismatch.kind.rawValue)"
    case .stepEnded(.passed): "passed"
    case .stepEnded(.failed): "failed"
    case .stepEnded(.broken): "broken"
    case .stepEnded(.skipped(let reason)): "skipped: \(reason)"
    case .runStarted: "run started"
    case .fileRefused: "file refused"
    case .scenarioPlanned: "planned"
    case .attemptStarted: "attempt"
    case .attemptEnded(let outcome): "attempt \(outcome.result.word)"
    case .scenarioEnded(let result): "scenario \(result.verdict.name)"
    case .runEnded: "run ended"
    }
  }
}

extension AttemptOutcome.Result {
  var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .broken: "broken"
    case .skipped: "skipped"
    }
  }
}
