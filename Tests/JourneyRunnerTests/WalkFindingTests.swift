import JourneyModel
import Testing

@testable import JourneyRunner

/// What is wrong with the exchanges, whatever the screens say, stops no step and fails the case at its end.
struct WalkFindingTests {
  private static let line = "checks: {cookie-flags: {skip: why}}"

  private static func found(_ now: Turn.Now, _ problem: String = "the cookie 'idx' has no 'HttpOnly'") -> Turn {
    Turn(now: now, exchanges: [], findings: [TokenCheck("cookie-flags", problem: problem, switchedOffBy: line)])
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

  @Test func `a finding of the start points at the first step, and every step is walked`() throws {
    var rehearsal = try Rehearsal(Self.steps, [Self.found(.screen(.password())), .showing(.password())])
    let outcome = try rehearsal.outcome()
    guard case .failed(let found) = outcome.result else { Issue.record("\(outcome.result)"); return }
    #expect(outcome.stepsLeft == [])
    #expect(found.map(\.kind) == [.security])
    #expect(found.first?.place?.line == 3)
    #expect(found.first?.subject.sentence == "check 'cookie-flags'")
    #expect(found.first?.actual == "the cookie 'idx' has no 'HttpOnly'")
    #expect(found.first?.details.last == Self.line)
  }

  @Test func `a finding is shown as a mismatch of no step, after all steps`() throws {
    var rehearsal = try Rehearsal(Self.steps, [Self.found(.screen(.password())), .showing(.password())])
    _ = try rehearsal.outcome()
    let told = rehearsal.events.filter { event in
      switch event.kind {
      case .mismatch, .stepEnded: true
      default: false
      }
    }
    #expect(told.map { $0.step == nil } == [false, false, true])
    #expect(told.prefix(2).allSatisfy { $0.kind == .stepEnded(.passed) })
  }

  @Test func `a finding of an answer is that step's`() throws {
    let found = try Self.mismatches(Self.steps, [.showing(.password()), Self.found(.screen(.password()))])
    #expect(found.map(\.kind) == [.security] && found.first?.place?.line == 3)
  }

  @Test func `the same finding of two turns counts once, another one counts too`() throws {
    let other = Self.found(.screen(.password()), "the cookie 'sid' has no 'HttpOnly'")
    let steps = Self.steps + "    answers: {password: x}\n  - screen: password\n"
    let found = try Self.mismatches(steps, [Self.found(.screen(.password())), Self.found(.screen(.password())), other])
    #expect(found.map(\.actual) == ["the cookie 'idx' has no 'HttpOnly'", "the cookie 'sid' has no 'HttpOnly'"])
  }

  @Test func `of several findings only the last one has a line, which is for all of them`() throws {
    let all = "checks: {cookie-flags: {skip: why}, headers: {skip: why}}"
    let other = Turn(
      now: .screen(.password()), exchanges: [], findings: [TokenCheck("headers", problem: "any site can frame it", switchedOffBy: all)])
    let found = try Self.mismatches(Self.steps, [Self.found(.screen(.password())), other])
    #expect(found.map(\.details.last) == [nil, all])
    #expect(found.last?.details.first?.contains("these checks") == true)
  }

  @Test func `an expectation that fails comes before what was found until then`() throws {
    let steps = Self.steps + "    widgets: {password: {label: PIN}}\n  - screen: other\n"
    var rehearsal = try Rehearsal(steps, [Self.found(.screen(.password())), .showing(.password())])
    let outcome = try rehearsal.outcome()
    guard case .failed(let found) = outcome.result else { Issue.record("\(outcome.result)"); return }
    #expect(found.map(\.kind) == [.widget, .security])
    #expect(outcome.stepsLeft == ["screen other"])
  }

  @Test func `a finding comes beside an end that no step expects`() throws {
    let found = try Self.mismatches(Self.steps, [Self.found(Turn.completed.now), .finished()])
    #expect(found.map(\.kind) == [.unexpectedEnd, .security])
  }

  @Test func `a finding of an end that no step looks at fails`() throws {
    let steps = "journey: x\nsteps:\n  - screen: password\n    answers: {password: x}\n"
    let found = try Self.mismatches(steps, [.showing(.password()), .completed, Self.found(Turn.finished().now)])
    #expect(found.map(\.kind) == [.security] && found.first?.place != nil)
  }

  @Test func `a case of which every step was passed over fails by a finding`() throws {
    let steps = "journey: x\nsteps:\n  - screen: other\n    optional: true\n"
    #expect(try Self.mismatches(steps, [Self.found(.screen(.password()))]).map(\.kind) == [.security])
  }

  @Test func `a journey that cannot be walked is broken, and its findings are warnings`() throws {
    var rehearsal = try Rehearsal(
      Self.steps, results: [.success(Self.found(.screen(.password()))), .failure(DriverError(.connection, "refused"))])
    guard case .broken = try rehearsal.outcome().result else { Issue.record("not broken"); return }
    let warnings = rehearsal.events.compactMap { event in
      if case .warning(let text) = event.kind { text } else { nil }
    }
    #expect(
      warnings == ["check 'cookie-flags': the cookie 'idx' has no 'HttpOnly'; to switch it off, write '\(Self.line)' in tenants.yaml"])
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

  @Test(arguments: [
    "  - screen: elsewhere\n", "  - screen: password\n", "  - screen: password\n    messages: {global: {contains: wrong}}\n", "",
  ])
  func `what likely led to a page that no step expects is told with the failure`(last: String) throws {
    var turn = Self.silent
    turn.likelyCause = "browsers drop the cookie 'kaka'"
    let steps = "journey: x\nsteps:\n  - screen: password\n    answers: {password: x}\n" + last
    let found = try Self.mismatches(steps, [.showing(.password()), turn])
    #expect(found.first?.details.contains("likely cause: browsers drop the cookie 'kaka'") == true, "\(found)")
  }

  @Test(arguments: [
    "  - screen: elsewhere\n", "  - screen: password\n", "  - screen: password\n    messages: {global: {contains: wrong}}\n",
  ])
  func `a request that refuses what was sent is told, and is no cause`(last: String) throws {
    var turn = Self.silent
    turn.refusedRequest = "POST /api/login was answered with status 401"
    let steps = "journey: x\nsteps:\n  - screen: password\n    answers: {password: x}\n" + last
    let details = try #require(try Self.mismatches(steps, [.showing(.password()), turn]).first?.details)
    #expect(details.contains("the site refused what was sent: POST /api/login was answered with status 401"), "\(details)")
    #expect(!details.contains { $0.contains("likely cause") }, "\(details)")
  }

  @Test func `what is new on a page that refuses silently is told with the line that makes it a message`() throws {
    var turn = Self.silent
    turn.unmarkedText = UnmarkedText("Wrong name or password.", selector: "div#toast")
    let details = try #require(try Self.mismatches(Self.steps, [.showing(.password()), turn]).first?.details)
    let advice =
      "new on the page is 'Wrong name or password.', in an element that is not known as a message: name it in tenants.yaml: "
      + "'pages: {messages: {\"div#toast\": error}}'"
    #expect(details.first == advice, "\(details)")
  }

  @Test(arguments: [("elsewhere", true), ("nowhere", false)])
  func `what a rule lacks is the cause where its screen is expected`(name: String, isTold: Bool) throws {
    var turn = Turn.showing(.password())
    turn.unmetRules = ["elsewhere": "the rule for 'elsewhere' does not fit"]
    let steps = "journey: x\nsteps:\n  - screen: \(name)\n"
    let details = try #require(try Self.mismatches(steps, [turn]).first?.details)
    #expect(details.contains("likely cause: the rule for 'elsewhere' does not fit") == isTold, "\(details)")
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

  private static var sharing: Turn {
    var turn = Turn.showing(.password())
    turn.sharedName = "'password', the name of the page before the password was sent and of the page after it"
    return turn
  }

  @Test(arguments: ["", "    messages: none\n", "    name: signed in\n"])
  func `a step that expects nothing but a name of both pages fails`(more: String) throws {
    let found = try Self.mismatches(Self.steps + more, [.showing(.password()), Self.sharing])
    #expect(found.map(\.kind) == [.screen] && found.first?.place?.line == 5)
  }

  @Test(arguments: [
    "    widgets: {password: {label: text}}\n", "    forms: [password]\n", "  - screen: password\n    forms: [password]\n",
  ])
  func `a step that looks at the page, or the next one that does, does not`(more: String) throws {
    let found = try Self.mismatches(Self.steps + more, [.showing(.password()), Self.sharing])
    #expect(!found.contains { $0.subject.sentence == "name of the screen" }, "\(found)")
  }

  private static var doubtful: Turn {
    Turn(
      now: .screen(.password()),
      exchanges: [.answered(200, headers: [Exchange.Header("x-page", "1")], body: #"{"user": "Jane"}"#)],
      findings: [TokenCheck("sign-in-kept", problem: "no response set a cookie", switchedOffBy: line, isOfScreen: true)])
  }

  @Test(arguments: [
    ("", true), ("    messages: none\n", true), ("    widgets: {password: {label: text}}\n", false),
    ("  - screen: password\n    forms: [password]\n", false), ("    widgets: {nothing: absent}\n", true),
    ("    response: {headers: {x-none: absent}, cookies: {sid: absent}}\n", true),
    ("    response: {headers: {x-page: present}}\n", true), ("  - screen: password\n    response: {status: 200}\n", true),
    ("    response: {json: {$.user: Jane}}\n", false), ("    only_forms: [password]\n", false),
    ("  - check: {tenant.name: present}\n", true),
  ])
  func `what is wrong with a screen counts where no step looks at more than its name`(more: String, counts: Bool) throws {
    let found = try Self.mismatches(Self.steps + more, [.showing(.password()), Self.doubtful])
    #expect(found.contains { $0.subject.sentence == "check 'sign-in-kept'" } == counts, "\(found)")
  }

  @Test(arguments: ["only_widgets: []", "only_forms: []", "forms: {login: absent}"])
  func `what is wrong with a screen counts where a step looks for nothing on it`(key: String) throws {
    var turn = Self.doubtful
    turn.now = .screen(Screen(id: ScreenID("account")))
    let steps = "journey: x\nsteps:\n  - screen: password\n    answers: {password: x}\n  - screen: account\n    \(key)\n"
    let found = try Self.mismatches(steps, [.showing(.password()), turn])
    #expect(found.map(\.subject.sentence) == ["check 'sign-in-kept'"], "\(found)")
  }

  @Test func `what is wrong with a screen counts where no step looks at it`() throws {
    let steps = "journey: x\nsteps:\n  - screen: password\n    answers: {password: x}\n"
    let found = try Self.mismatches(steps, [.showing(.password()), Self.doubtful])
    #expect(found.map(\.subject.sentence) == ["check 'sign-in-kept'"] && found.first?.place?.line == 3)
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
