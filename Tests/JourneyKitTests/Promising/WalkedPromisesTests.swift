import JourneyInsight
import JourneyLanguage
import JourneyModel
import JourneyRunner
import Testing

@testable import JourneyKit

/// What a walk of a log says of promises about answers that were right.
struct WalkedPromisesTests {
  private static let own = AnswerSource(rawValue: "account.password")

  /// A walk that answers a password, and ends with tokens.
  ///
  /// - Parameter isOpen: whether the scenario ends on the screen after the password instead.
  private static func met(
    _ source: AnswerSource, name: AnswerSource? = nil, _ result: AttemptOutcome.Result = .passed, isOpen: Bool = false
  ) -> MetWalks {
    var run = MetRun()
    record("a#b", into: &run, source, name: name, result, isOpen: isOpen)
    return MetWalks(run)
  }

  private static func record(
    _ id: String, into run: inout MetRun, _ source: AnswerSource = own, name: AnswerSource? = nil,
    _ result: AttemptOutcome.Result = .passed, isOpen: Bool
  ) {
    func record(_ kind: RunEvent.Kind) {
      run.record(RunEvent(sequence: 1, time: .zero, scenario: id, attempt: 1, step: nil, kind: kind))
    }
    let field = Widget(id: "password", typeName: "password", label: "Password", kind: .entry(Entry(purpose: .password)))
    record(.scenarioPlanned(PlannedScenario(name: "A", file: "journeys/a.yaml", line: 1, tenant: "acme", dialect: "journey-flow")))
    record(.attemptStarted(account: "jane"))
    let who = Widget(id: "identifier", typeName: "input", label: "User name", kind: .entry(Entry(purpose: .text)))
    record(.screenShown(Screen(id: ScreenID("login"), forms: [Form(id: FormID("login"), widgets: [who, field])])))
    let named = name.map { [AnsweredForm.Answered(widget: "identifier", from: $0)] } ?? []
    record(.answered(AnsweredForm(form: "login", answers: named + [AnsweredForm.Answered(widget: "password", from: source)])))
    record(isOpen ? .screenShown(Screen(id: ScreenID("terms"))) : .journeyEnded(.completed))
    record(.attemptEnded(AttemptOutcome(result: result, duration: .zero)))
  }

  /// A walk of two journeys, of which one is left on the screen after the login.
  private static func met(endsFirst: Bool) -> MetWalks {
    var run = MetRun()
    func record(_ kind: RunEvent.Kind) {
      run.record(RunEvent(sequence: 1, time: .zero, scenario: "a#b", attempt: 1, step: nil, kind: kind))
    }
    let field = Widget(id: "password", typeName: "password", label: "Password", kind: .entry(Entry(purpose: .password)))
    record(.scenarioPlanned(PlannedScenario(name: "A", file: "journeys/a.yaml", line: 1, tenant: "acme", dialect: "journey-flow")))
    record(.attemptStarted(account: "jane"))
    for ends in [endsFirst, !endsFirst] {
      record(.stepStarted(StepFacts(head: "start_again", place: Excerpt(file: "journeys/a.yaml", line: 1, column: 1, length: 1, text: ""))))
      record(.screenShown(Screen(id: ScreenID("login"), forms: [Form(id: FormID("login"), widgets: [field])])))
      record(.answered(AnsweredForm(form: "login", answers: [AnsweredForm.Answered(widget: "password", from: own)])))
      record(ends ? .journeyEnded(.completed) : .screenShown(Screen(id: ScreenID("terms"))))
    }
    record(.attemptEnded(AttemptOutcome(result: .passed, duration: .zero)))
    return MetWalks(run)
  }

  private static func outcome(
    _ rule: String, _ source: AnswerSource, name: AnswerSource? = nil, _ result: AttemptOutcome.Result = .passed, isOpen: Bool = false
  ) throws -> PromiseFinding.Outcome {
    try finding(rule, in: met(source, name: name, result, isOpen: isOpen)).outcome
  }

  private static func finding(_ rule: String, in walks: MetWalks) throws -> PromiseFinding {
    let text = "promises:\n  it:\n    says: it holds\n" + rule.split(separator: "\n").map { "    \($0)\n" }.joined()
    let promise = try #require(PromisesFile.read(Array(text.utf8), named: "promises.yaml").file.promises.first)
    let names = PromiseNames(screens: ["account", "mfa/totp"], accounts: ["jane", "rita"])
    return try #require(walks.findings(of: promise, as: ["acme"]) { _ in names }.first)
  }

  @Test(arguments: [AnswerSource.typed, AnswerSource(rawValue: "secret.letmein")])
  func `whether a password was right that is only taken is not known`(source: AnswerSource) throws {
    guard case .unknown(let reason, _) = try Self.outcome("only: tokens\nafter: right password", source) else {
      Issue.record("it is known")
      return
    }
    #expect(
      reason == "'a#b' walked 'login' → signed in: a log does not tell a right password or code from one that is taken, whatever it is")
  }

  @Test func `the account's own password is right where it is taken`() throws {
    guard case .kept = try Self.outcome("only: tokens\nafter: right password", AnswerSource(rawValue: "account.password")) else {
      Issue.record("it is not kept")
      return
    }
  }

  @Test(arguments: [(AnswerSource(rawValue: "account.email"), true), (.typed, false), (AnswerSource(rawValue: "secret.eve"), false)])
  func `the account's own password proves nothing of another name`(name: AnswerSource, isKept: Bool) throws {
    let outcome = try Self.outcome("only: tokens\nafter: right password", AnswerSource(rawValue: "account.password"), name: name)
    switch outcome {
    case .kept: #expect(isKept)
    case .unknown: #expect(!isKept)
    default: Issue.record("\(outcome)")
    }
  }

  @Test(arguments: [AttemptOutcome.Result.failed([]), .broken(Breakage(kind: .connection, message: "no connection"))])
  func `a walk that stopped on the way keeps nothing`(result: AttemptOutcome.Result) throws {
    guard case .unknown("no walk there came to the end of its steps", _) = try Self.outcome("never: an error", .typed, result) else {
      Issue.record("it is known")
      return
    }
  }

  @Test func `a password that is taken breaks what says that none ever is`() throws {
    guard case .broken = try Self.outcome("never: tokens\nafter: right password", .typed) else {
      Issue.record("it is not broken")
      return
    }
  }

  /// The walk answers one password, which is taken, and gets tokens.
  @Test(arguments: [
    "only: an error\nafter: right password", "only: screen account\nafter: tokens", "never: tokens\nafter: 3 wrong passwords",
    "never: tokens\nafter: an error", "only: tokens\nafter: right password\nwho: [rita]", "never: screen login\nwho: [rita]",
  ])
  func `a promise of what no walk came to is not known`(rule: String) throws {
    guard
      case .unknown("what it is about happened on no walk there", _) = try Self.outcome(rule, AnswerSource(rawValue: "account.password"))
    else {
      Issue.record("it is known")
      return
    }
  }

  @Test(arguments: ["never: an error", "never: screen account\nafter: tokens", "never: an error\nwho: [jane]"])
  func `a promise of what does not happen is kept by walks that come as far`(rule: String) throws {
    guard case .kept = try Self.outcome(rule, AnswerSource(rawValue: "account.password")) else {
      Issue.record("it is not kept")
      return
    }
  }

  @Test(arguments: [
    "never: tokens", "never: an error", "never: screen account", "never: screen account\nafter: right password",
    "only: screen terms\nafter: right password", "only: screen terms\nafter: screen login",
  ])
  func `a walk that its scenario leaves on a screen keeps nothing`(rule: String) throws {
    guard
      case .unknown("every walk there that it is about stopped before the end of the journey", _) = try Self.outcome(
        rule, Self.own, isOpen: true)
    else {
      Issue.record("it is known")
      return
    }
  }

  @Test func `a walk that its scenario leaves on a screen may break a promise`() throws {
    guard case .broken = try Self.outcome("never: screen terms", Self.own, isOpen: true) else {
      Issue.record("it is not broken")
      return
    }
  }

  /// Two journeys of one walk, of which one is left on a screen.
  @Test(arguments: [
    ("never: an error", true), ("only: tokens\nafter: right password", true), ("only: screen terms\nafter: screen login", false),
  ])
  func `a journey that ends counts, and one that is left does not`(rule: String, isKept: Bool) throws {
    for isFirst in [true, false] {
      let outcome = try Self.finding(rule, in: Self.met(endsFirst: isFirst)).outcome
      switch outcome {
      case .kept: #expect(isKept, "\(isFirst)")
      case .unknown: #expect(!isKept, "\(isFirst)")
      case .broken: Issue.record("\(outcome)")
      }
    }
  }

  @Test func `walks that stopped before the end are counted apart`() throws {
    var run = MetRun()
    for (id, isOpen) in [("a", true), ("b", false), ("c", false)] { Self.record(id, into: &run, isOpen: isOpen) }
    #expect(
      try Self.finding("never: an error", in: MetWalks(run)).judged.note
        == "on 2 walks of the log; 1 more stopped before the end of the journey")
  }

  @Test(arguments: [
    ("never: screen acount", "screen 'acount': did you mean 'account'?"), ("never: screen nowhere-near", "screen 'nowhere-near'"),
    ("never: tokens\nafter: wrong code on mfa/topt", "screen 'mfa/topt': did you mean 'mfa/totp'?"),
    ("only: tokens\nafter: [right password, right code on mff]", "screen 'mff'"),
    ("never: an error\nwho: [jame]", "account 'jame': did you mean 'jane'?"),
  ])
  func `a promise that names what neither files nor walks have is not known`(rule: String, name: String) throws {
    guard case .unknown(let reason, _) = try Self.outcome(rule, Self.own) else {
      Issue.record("it is known")
      return
    }
    #expect(reason == "neither its files nor a walk of the log has a \(name)")
  }

  @Test(arguments: [("never: screen mfa", true), ("never: screen login/password", false), ("only: tokens\nafter: screen login", true)])
  func `a screen may be given up to a slash, and is known by files and walks`(rule: String, isKept: Bool) throws {
    switch try Self.outcome(rule, Self.own) {
    case .kept: #expect(isKept)
    case .unknown: #expect(!isKept)
    case .broken(let breach): Issue.record("\(breach)")
    }
  }

  @Test func `a promise that is broken says which of its names is not there`() throws {
    guard case .broken(let breach) = try Self.outcome("only: tokens\nafter: right code on mfa/topt", Self.own) else {
      Issue.record("it is not broken")
      return
    }
    #expect(breach.line.hasSuffix("; neither its files nor a walk of the log has a screen 'mfa/topt': did you mean 'mfa/totp'?"))
  }

  @Test func `whom a condition is about a log does not tell`() throws {
    guard case .unknown(let reason, _) = try Self.outcome("never: an error\nwho: account.factors has totp", Self.own) else {
      Issue.record("it is known")
      return
    }
    #expect(reason == "no walk there breaks it, but a log does not tell of 'account.factors has totp'")
  }
}
