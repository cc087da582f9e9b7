import JourneyModel
import JourneyTestSupport
import Testing

@testable import JourneyRunner

/// The steps of a web page that a journey leaves for.
struct WalkPageTests {
  private static let left = Turn(now: .handover(Handover(url: "https://idp.test/login?c=1", reason: .provider)), exchanges: [])
  private static func back(_ query: String) -> Turn {
    Turn(now: .handover(Handover(url: "https://app.test/callback?\(query)", reason: .back)), exchanges: [])
  }

  private static func scenario(_ rest: String) -> String {
    """
    journey: Social
    steps:
      - hand_over: present
        steps:
          - screen: password
            answers: {password: x}
        comes_back: \(rest)

    """
  }

  @Test func `the page is opened, walked, and left for the app, which goes on`() throws {
    var rehearsal = try Rehearsal(
      Self.scenario("{code: present, error: absent}\n  - finish:"),
      [Self.left, .showing(.password()), Self.back("code=abc"), .completed, .finished()])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.actions.contains { if case .visit(let url) = $0 { url.unsafeText == "https://idp.test/login?c=1" } else { false } })
    #expect(rehearsal.actions.contains(.comeBack(isClosed: false)))
    let steps = rehearsal.events.compactMap { event in
      if case .stepStarted = event.kind { event.step } else { nil }
    }
    #expect(steps == ["0", "0/hand_over/0", "0/comes_back", "1"])
  }

  @Test func `what the page brings back is compared`() throws {
    var rehearsal = try Rehearsal(
      Self.scenario("{session_id: present}"), [Self.left, .showing(.password()), Self.back("code=abc")])
    #expect(try rehearsal.mismatches().map(\.subject.sentence) == ["'session_id' of the address"])
  }

  @Test func `a page that does not lead back fails`() throws {
    var rehearsal = try Rehearsal(
      Self.scenario("{code: present}"), [Self.left, .showing(.password()), .showing(.password())])
    #expect(try rehearsal.mismatches().map(\.expected) == ["the web page leads back to the app"])
  }

  @Test func `a page is closed, unless it shows an error that no step expects`() throws {
    var closed = try Rehearsal(
      Self.scenario("cancelled\n  - error: cancelled"),
      [Self.left, .showing(.password()), .showing(.password()), .refused("cancelled")])
    #expect(try closed.outcome().result == .passed)
    #expect(closed.actions.contains(.comeBack(isClosed: true)))
    var screen = Screen.password()
    screen.messages = [Message(level: .error, text: "Wrong.")]
    var refused = try Rehearsal(
      Self.scenario("cancelled"), [Self.left, .showing(.password()), .showing(screen)])
    #expect(try refused.mismatches().map(\.kind) == [.unexpectedMessage])
  }

  private static func signingOut(press: String) -> String {
    """
    journey: Sign out
    steps:
      - screen: password
        answers: {password: x}
      - finish:
      - logout:
        press: \(press)

    """
  }

  @Test func `a logout that asks first is answered with the button that the step names`() throws {
    var rehearsal = try Rehearsal(
      Self.signingOut(press: "Sign in"), [.showing(.password()), .completed, .finished(), .showing(.password()), .finished()])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.actions.contains(.perform(.token(.logout, isAnswered: true))))
    #expect(rehearsal.actions.filter { if case .perform(.submit) = $0 { true } else { false } }.count == 2)
  }

  @Test func `a logout that does not ask, or whose page has no such button, fails where a step presses one`() throws {
    var silent = try Rehearsal(Self.signingOut(press: "Sign in"), [.showing(.password()), .completed, .finished(), .finished()])
    #expect(try silent.mismatches().map(\.expected) == ["a page that asks before it signs out"])
    var other = try Rehearsal(
      Self.signingOut(press: "Goodbye"), [.showing(.password()), .completed, .finished(), .showing(.password())])
    #expect(try other.mismatches().map(\.kind) == [.press])
  }

  @Test func `a logout that ends before it asks says what was wrong`() throws {
    let problem = "the page 'sign-in' asks for a password, and not whether to sign out"
    var rehearsal = try Rehearsal(
      Self.signingOut(press: "Sign in"),
      [.showing(.password()), .completed, .finished(), .finished(checks: [TokenCheck("logout", problem: problem)])])
    #expect(try rehearsal.mismatches().map(\.actual) == [problem])
  }

  @Test(arguments: [("", false), ("    redirect: {starts_with: https://other.test}\n", true)])
  func `a logout may lead to another site where the step names it`(named: String, passes: Bool) throws {
    let address = Value.Member("redirect", .text("https://other.test/bye"))
    let check = TokenCheck(TokenCheck.logoutElsewhere, problem: "logout led to 'https://other.test/bye'")
    let ended = Turn.finished([address], checks: [check])
    var rehearsal = try Rehearsal(
      Self.signingOut(press: "Sign in") + named, [.showing(.password()), .completed, .finished(), .showing(.password()), ended])
    if passes {
      #expect(try rehearsal.outcome().result == .passed)
    } else {
      #expect(try rehearsal.mismatches().map(\.actual) == ["logout led to 'https://other.test/bye'"])
    }
  }

  @Test(arguments: ["press: Sign in", "answers: {password: x}"])
  func `a disabled button fails the step that presses it`(_ line: String) throws {
    var screen = Screen.password()
    screen.forms[0].widgets[2].extras = [Value.Member("disabled", .bool(true))]
    var rehearsal = try Rehearsal("journey: A\nsteps:\n  - screen: password\n    \(line)\n", [.showing(screen)])
    #expect(try rehearsal.mismatches().map(\.actual) == ["the button 'Sign in' is disabled"])
    var forced = try Rehearsal(
      "journey: A\nsteps:\n  - screen: password\n    \(line)\n    force: true\n  - finish:\n", [.showing(screen), .completed, .finished()])
    #expect(try forced.outcome().result == .passed)
  }

  @Test(arguments: [(MessageLevel.error, false), (.warning, false), (.info, true)])
  func `an error on the page that asks first fails the logout`(level: MessageLevel, passes: Bool) throws {
    var asking = Screen.password()
    asking.messages = [Message(level: level, text: "You cannot be signed out.")]
    var rehearsal = try Rehearsal(
      Self.signingOut(press: "Sign in"), [.showing(.password()), .completed, .finished(), .showing(asking), .finished()])
    if passes {
      #expect(try rehearsal.outcome().result == .passed)
    } else {
      #expect(try rehearsal.mismatches().map(\.kind) == [.unexpectedMessage])
    }
  }
}
