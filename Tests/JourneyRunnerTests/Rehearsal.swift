import Diagnostics
import JourneyModel
import JourneyScenario
import JourneyTestSupport
import Testing

@testable import JourneyRunner

/// A walk with hand-made input: turns come from a list, time passes as soon as it is waited for.
struct Rehearsal {
  var walk: Walk
  var now = Instant(seconds: 1_893_456_000)
  /// Everything the walk asked for.
  var actions: [WalkAction] = []
  var events: [WalkEvent] = []
  /// What the walk learned and must not be seen.
  var learned: [Secret] = []
  var inbox: [InboxMessage] = []
  var exchanges: [Exchange] = []
  var exitStatus = 0
  var snapshotDifferences: [Mismatch] = []
  /// The codes of authenticator apps that are leased, one for each that is asked for; none is left behind them.
  var leases: ArraySlice<PasscodeLease> = []
  private var turns: ArraySlice<Result<Turn, DriverError>>

  init(_ yaml: String, _ turns: [Turn], values: [String: Value] = [:], canMoveClock: Bool = true, app: String? = nil) throws {
    try self.init(yaml, results: turns.map { .success($0) }, values: values, canMoveClock: canMoveClock, app: app)
  }

  init(
    _ yaml: String, results: [Result<Turn, DriverError>], values: [String: Value] = [:], canMoveClock: Bool = true, app: String? = nil
  ) throws {
    let planned = try PlannedCase.written(yaml, app: app)
    walk = Walk(
      planned, values: values, seed: 1, limits: WalkLimits(canMoveClock: canMoveClock))
    turns = results[...]
  }

  /// On a live tenant.
  init(live yaml: String, _ results: [Result<Turn, DriverError>]) throws {
    var planned = try PlannedCase.written(yaml)
    planned.tenant.sharesAccounts = true
    walk = Walk(planned, values: [:], seed: 1, limits: WalkLimits(canMoveClock: false))
    turns = results[...]
  }

  /// On a tenant that takes each code of an authenticator app once.
  init(_ yaml: String, _ turns: [Turn], leases: [PasscodeLease]) throws {
    var limits = WalkLimits(canMoveClock: false)
    limits.leasesPasscodes = true
    walk = Walk(try PlannedCase.written(yaml), values: [:], seed: 1, limits: limits)
    self.turns = turns.map { .success($0) }[...]
    self.leases = leases[...]
  }

  /// Walks to the end.
  mutating func outcome() throws -> AttemptOutcome {
    var input = WalkInput.began
    while true {
      let action = walk.next(input, at: now)
      events += walk.takeEvents()
      learned += walk.takeLearnedSecrets()
      actions.append(action)
      switch action {
      case .end(let outcome): return outcome
      case .perform, .visit, .comeBack:
        // An end without a scripted result is followed and succeeds.
        if case .perform(.finish) = action, turns.isEmpty {
          input = .turned(.finished())
          continue
        }
        let turn = turns.popFirst()
        switch try #require(turn, "the walk asks for a turn too many: \(action)") {
        case .success(let turn): input = .turned(turn)
        case .failure(let error): input = .failed(error)
        }
      case .wait(let time):
        now = now + time
        input = .passed
      case .leasePasscode:
        input = leases.popFirst().map { .leased($0) } ?? .failed(DriverError(.impossible, "every code is taken"))
      case .awaitPasscode(let time):
        now = now + time
        input = .passed
      case .answerPush: input = .passed
      case .askInbox(let question): input = .mails(inbox.filter { $0.to == question.recipient && $0.received <= now })
      case .request: input = .answered(exchanges.isEmpty ? Exchange(purpose: "", method: "", url: "") : exchanges.removeFirst())
      case .run: input = .ran(CommandResult(status: exitStatus, output: "", errorOutput: "line"))
      case .compareSnapshot: input = .compared(snapshotDifferences)
      case .pause: input = .resumed
      }
    }
  }

  /// The mismatches, if the walk failed.
  mutating func mismatches() throws -> [Mismatch] {
    guard case .failed(let mismatches) = try outcome().result else { return [] }
    return mismatches
  }

  var driverActions: [DriverAction] {
    actions.compactMap { action in
      guard case .perform(let action) = action else { return nil }
      return action
    }
  }

  var submissions: [Submission] {
    driverActions.compactMap { action in
      guard case .submit(let submission) = action else { return nil }
      return submission
    }
  }

  var waits: [Duration] {
    actions.compactMap { action in
      guard case .wait(let time) = action else { return nil }
      return time
    }
  }
}

extension PlannedCase {
  /// The first case of a scenario as a person writes it.
  static func written(_ yaml: String, app: String? = nil, accounts: [String] = [], sharesAccounts: Bool = false) throws -> PlannedCase {
    try #require(try all(yaml, app: app, accounts: accounts, sharesAccounts: sharesAccounts).first)
  }

  /// All cases of all scenarios of a file.
  static func all(
    _ yaml: String, app: String? = nil, accounts: [String] = [], sharesAccounts: Bool = false
  ) throws -> [PlannedCase] {
    var reader = ScenarioReader(files: OneFragment())
    let reading = reader.read(SourceFile(name: "journeys/test.yaml", text: yaml))
    let problems = reading.diagnostics.filter { $0.severity == .error }.map { "\($0.id): \($0.message)" }
    try #require(problems.isEmpty, "\(problems)")
    let expansion = CaseExpansion(root: "journeys")
    var tenant = CaseTenant(name: "acme", dialect: ScriptedDriver.description, app: app, redirectURI: "https://app.test/callback")
    tenant.sharesAccounts = sharesAccounts
    return reading.scenarios.flatMap { scenario in
      tenant.accounts = accounts.isEmpty ? scenario.accounts.map(\.value) : accounts
      return expansion.cases(of: scenario).map { PlannedCase($0, on: tenant, skipped: scenario.skip?.why) }
    }
  }
}

/// A project with one fragment, `_type.yaml`, which types its parameter and captures the screen's label.
struct OneFragment: ScenarioFiles {
  static let text = """
    params: {who: required, suffix: "!"}
    steps:
      - screen: identification
        capture: {label: {widget: identifier, attribute: label}}
        answers: {identifier: "${who}${suffix}"}
    """

  func name(of path: String, relativeTo base: String) throws(ScenarioFileError) -> String { path }
  func bytes(of name: String) throws(ScenarioFileError) -> [UInt8] { Array(Self.text.utf8) }
  func folderFile(in folder: String) -> String? { nil }
}

extension Turn {
  static func showing(_ screen: Screen, _ exchanges: [Exchange] = []) -> Turn { Turn(now: .screen(screen), exchanges: exchanges) }
  static func ended(_ end: JourneyEnd, _ exchanges: [Exchange] = []) -> Turn { Turn(now: .ended(end), exchanges: exchanges) }
  static let completed = ended(.completed)
  static func finished(_ facts: [Value.Member] = [], checks: [TokenCheck] = [], probes: [ProbeResult] = []) -> Turn {
    let token = Value.Member("access_token", .secret(Secret("token", name: "access token")))
    return ended(.finished(Finish(facts: facts + [token], checks: checks, probes: probes)))
  }
  /// The end of a journey that brings no code.
  static func finishedWithoutTokens(checks: [TokenCheck] = []) -> Turn { ended(.finished(Finish(facts: [], checks: checks))) }
  static func refused(_ error: String, _ description: String? = nil) -> Turn {
    ended(.refused(OAuthErrorResponse(error: error, description: description)))
  }
}

extension Screen {
  static func identification(_ messages: [Message] = []) -> Screen {
    Screen(
      id: ScreenID("identification"),
      forms: [
        Form(id: "identifier", widgets: [.entry("identifier", label: "Email address"), .submit("submit", "Continue")]),
        Form(id: "register", kind: .action, widgets: [.submit("submit", "Create account")]),
      ], messages: messages)
  }

  static func password(_ messages: [Message] = []) -> Screen {
    Screen(
      id: ScreenID("password"),
      forms: [
        Form(
          id: "password",
          widgets: [
            .entry("password", purpose: .password, label: "Password"), .toggle("keepMeLoggedIn"), .submit("submit", "Sign in"),
          ])
      ], messages: messages)
  }

  static func bare(_ id: String) -> Screen { Screen(id: ScreenID(id)) }
}

extension Widget {
  static func entry(
    _ id: WidgetID, purpose: Entry.Purpose = .text, label: RichText? = nil, value: String? = nil, isReadOnly: Bool = false,
    isRequired: Bool = false, validator: [Value.Member] = []
  ) -> Widget {
    Widget(
      id: id, typeName: purpose == .password ? "password" : "input", label: label,
      kind: .entry(Entry(purpose: purpose, value: value, isReadOnly: isReadOnly, isRequired: isRequired, validator: validator)))
  }

  static func toggle(_ id: WidgetID) -> Widget { Widget(id: id, typeName: "checkbox", kind: .toggle(Toggle())) }

  static func submit(_ id: WidgetID, _ label: RichText) -> Widget {
    Widget(id: id, typeName: "submit", label: label, kind: .submitter)
  }

  static func choice(_ id: WidgetID, _ choices: [Choice], takesSeveral: Bool = false) -> Widget {
    Widget(id: id, typeName: "select", kind: .choice(ChoiceList(choices: choices, takesSeveral: takesSeveral)))
  }
}

extension Message {
  static func error(_ text: String, on widget: WidgetID? = nil, of form: FormID = "password") -> Message {
    Message(level: .error, text: RichText(text), scope: widget.map { .widget(form, $0) } ?? .page)
  }

  static func info(_ text: String) -> Message { Message(level: .info, text: RichText(text)) }
}

extension Exchange {
  static func answered(
    _ status: Int, headers: [Header] = [], body: String = "{}", cookies: [ReceivedCookie] = [], concealed: Set<String> = []
  ) -> Exchange {
    Exchange(
      purpose: "test", method: "POST", url: "https://acme.test/x",
      response: Answered(status: status, headers: headers, body: Array(body.utf8), concealedMembers: concealed, cookies: cookies),
      duration: .milliseconds(120))
  }
}
