import JourneyInsight
import JourneyLanguage
import JourneyModel
import JourneyRunner
import Testing

@testable import JourneyKit

/// What a walk of a log says of promises about answers that were right.
struct WalkedPromisesTests {
  /// A walk that answers a password, and ends with tokens.
  private static func met(_ source: AnswerSource, name: AnswerSource? = nil, _ result: AttemptOutcome.Result = .passed) -> MetWalks {
    var run = MetRun()
    func record(_ kind: RunEvent.Kind) {
      run.record(RunEvent(sequence: 1, time: .zero, scenario: "a#b", attempt: 1, step: nil, kind: kind))
    }
    let field = Widget(id: "password", typeName: "password", label: "Password", kind: .entry(Entry(purpose: .password)))
    record(.scenarioPlanned(PlannedScenario(name: "A", file: "journeys/a.yaml", line: 1, tenant: "acme", dialect: "journey-flow")))
    record(.attemptStarted(account: "jane"))
    let who = Widget(id: "identifier", typeName: "input", label: "User name", kind: .entry(Entry(purpose: .text)))
    record(.screenShown(Screen(id: ScreenID("login"), forms: [Form(id: FormID("login"), widgets: [who, field])])))
    let named = name.map { [AnsweredForm.Answered(widget: "identifier", from: $0)] } ?? []
    record(.answered(AnsweredForm(form: "login", answers: named + [AnsweredForm.Answered(widget: "password", from: source)])))
    record(.journeyEnded(.completed))
    record(.attemptEnded(AttemptOutcome(result: result, duration: .zero)))
    return MetWalks(run)
  }

  private static func outcome(
    _ rule: String, _ source: AnswerSource, name: AnswerSource? = nil, _ result: AttemptOutcome.Result = .passed
  ) throws -> PromiseFinding.Outcome {
    let text = "promises:\n  it:\n    says: it holds\n" + rule.split(separator: "\n").map { "    \($0)\n" }.joined()
    let promise = try #require(PromisesFile.read(Array(text.utf8), named: "promises.yaml").file.promises.first)
    return try #require(met(source, name: name, result).findings(of: promise, as: ["acme"]).first).outcome
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
}
