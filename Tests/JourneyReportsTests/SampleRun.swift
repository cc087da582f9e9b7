import JourneyModel
import JourneyReports
import JourneyRunner
import Testing

/// A run made by hand: events one after the other, with times that go on by themselves.
struct SampleRun: CustomTestStringConvertible {
  private(set) var events: [RunEvent] = []
  private var time = Duration.zero
  private var scenario: String?
  private var attempt: Int?

  init(
    seed: UInt64 = 4711, host: String = "runner-1", startedAt: Instant = Instant(milliseconds: 1_795_243_620_250),
    shard: RunStart.Shard? = nil, _ change: (inout RunStart) -> Void = { _ in }
  ) {
    var start = RunStart(version: "0.1.0", seed: seed, jobs: 2, startedAt: startedAt, host: host, shard: shard)
    change(&start)
    add(.runStarted(start))
  }

  mutating func add(_ kind: RunEvent.Kind, after pause: Duration = .milliseconds(4), step: String? = nil) {
    time += pause
    events.append(
      RunEvent(sequence: events.count + 1, time: time, scenario: scenario, attempt: attempt, step: step, kind: kind))
  }

  mutating func plan(_ id: String, _ facts: PlannedScenario) {
    scenario = id
    add(.scenarioPlanned(facts))
    scenario = nil
  }

  /// Walks one attempt; the steps are what happens on it.
  mutating func walk(_ id: String, attempt number: Int = 1, as account: String? = nil, _ steps: (inout SampleRun) -> Void) {
    scenario = id
    attempt = number
    add(.attemptStarted(account: account))
    steps(&self)
    scenario = nil
    attempt = nil
  }

  mutating func end(
    _ id: String, _ verdict: Verdict, attempts: Int = 1, took: Duration = .milliseconds(420), cleanUpProblems: [String] = []
  ) {
    scenario = id
    add(.scenarioEnded(ScenarioResult(verdict: verdict, attempts: attempts, duration: took, cleanUpProblems: cleanUpProblems)))
    scenario = nil
  }

  mutating func endRun(_ interruption: RunEnd.Interruption? = nil) {
    add(.runEnded(RunEnd(interruption: interruption, duration: .milliseconds(1204))))
  }

  var testDescription: String { "a run of \(events.count) events" }

  /// The run as listeners are told it.
  func searched(by redactor: Redactor) -> SampleRun {
    var run = self
    run.events = events.map { SearchedEvent($0, by: redactor).event }
    return run
  }

  /// The log of the run.
  var log: LogBytes {
    var writer = EventLogWriter()
    for event in events { writer.append(event) }
    return LogBytes(writer.take())
  }

  var report: Report {
    get throws { try Report(reading: log) }
  }
}

extension SampleRun {
  static let file = "journeys/sign-in/password.yaml"

  static func planned(_ name: String, file: String = SampleRun.file, line: Int = 2) -> PlannedScenario {
    PlannedScenario(name: name, file: file, line: line, tenant: "acme", dialect: "journey-flow", app: "web")
  }

  static func place(_ line: Int, _ column: Int, _ length: Int, _ text: String) -> Excerpt {
    Excerpt(file: file, line: line, column: column, length: length, text: text)
  }

  static let identification = Screen(
    id: ScreenID("identification"),
    forms: [
      Form(
        id: "identifier",
        widgets: [
          Widget(id: "identifier", typeName: "input", label: "Email address", kind: .entry(Entry(purpose: .email, isRequired: true))),
          Widget(id: "submit", typeName: "submit", label: "Continue", kind: .submitter),
        ])
    ])

  static let password = Screen(
    id: ScreenID("password"),
    forms: [
      Form(
        id: "password",
        widgets: [
          Widget(
            id: "password", typeName: "password", label: "Password",
            kind: .entry(Entry(purpose: .password, value: "typed", isRequired: true))),
          Widget(id: "keepMeLoggedIn", typeName: "checkbox", label: "Keep me logged in", kind: .toggle(Toggle())),
          Widget(
            id: "language", typeName: "select", label: "Language",
            kind: .choice(
              ChoiceList(choices: [Choice(value: "en", label: "English"), Choice(value: "hu", label: "Magyar")], selected: ["en"]))),
          Widget(id: "submit", typeName: "submit", label: "Continue", kind: .submitter),
        ]),
      Form(id: "reset", kind: .action, widgets: [Widget(id: "reset", typeName: "submit", label: "Not you?", kind: .submitter)]),
    ],
    messages: [Message(level: .error, text: "The password is incorrect.", scope: .widget("password", "password"))])

  static func exchange(_ path: String, status: Int? = 200, method: String = "POST", body: String = "{}") -> Exchange {
    Exchange(
      purpose: "form \(path)", method: method, url: "https://acme.test/flow/api/v1/form/\(path)",
      requestHeaders: [Exchange.Header("authorization", .secret(Secret("bearer-1", name: "session")))],
      requestBody: .json(.map([Value.Member("password", .secret(Secret("Jane-horse-11", name: "password")))])),
      response: status.map {
        Exchange.Answered(status: $0, headers: [Exchange.Header("content-type", "application/json")], body: Array(body.utf8))
      }, duration: .milliseconds(12))
  }

  static let mismatches = [
    Mismatch(
      .widget, subject: .widget("password", aspect: "label"), expected: "'Passphrase'", actual: "'Password'",
      place: place(13, 25, 10, "      password: {label: Passphrase}")),
    Mismatch(
      .widget, subject: .widget("keepMeLogedIn"), expected: "a widget", actual: "no such widget",
      nearest: "did you mean 'keepMeLoggedIn'?", place: place(14, 7, 13, "      keepMeLogedIn: present")),
  ]

  mutating func takeStep(_ id: String, _ head: String, _ screen: Screen, _ outcome: StepOutcome = .passed) {
    let line = 11 + (Int(id) ?? 0)
    add(.stepStarted(StepFacts(head: head, place: Self.place(line, 5, 6, "  - \(head)"))), step: id)
    add(.exchange(Self.exchange(screen.id.text)), step: id)
    add(.screenShown(screen), step: id)
    if case .failed(let mismatches) = outcome { for mismatch in mismatches { add(.mismatch(mismatch), step: id) } }
    add(.stepEnded(outcome), step: id)
  }

  mutating func pass(_ id: String, attempt: Int = 1) {
    walk(id, attempt: attempt) { run in
      run.takeStep("0", "screen identification", Self.identification)
      run.add(.journeyEnded(.completed), step: "1")
      run.add(.attemptEnded(AttemptOutcome(result: .passed, duration: .milliseconds(40))))
    }
  }

  mutating func fail(_ id: String, attempt: Int = 1, _ mismatches: [Mismatch] = SampleRun.mismatches) {
    walk(id, attempt: attempt) { run in
      run.takeStep("0", "screen identification", Self.identification)
      run.takeStep("1", "screen password", Self.password, .failed(mismatches))
      run.add(.stepStarted(StepFacts(head: "request DELETE", place: Self.place(30, 5, 7, "  - request: DELETE x"))), step: "after/0")
      run.add(.exchange(Self.exchange("cleanup")), step: "after/0")
      run.add(
        .attemptEnded(
          AttemptOutcome(result: .failed(mismatches), duration: .milliseconds(60), stepsLeft: ["finish"])))
    }
  }

  mutating func breakOff(_ id: String, attempt: Int = 1) {
    let breakage = Breakage(kind: .status, message: "form password was answered with 503")
    walk(id, attempt: attempt) { run in
      run.takeStep("0", "screen identification", Self.identification)
      run.add(.stepStarted(StepFacts(head: "screen password", place: Self.place(12, 5, 6, "  - screen: password"))), step: "1")
      run.add(.exchange(Self.exchange("password", status: 503, body: #"{"error":"maintenance"}"#)), step: "1")
      run.add(.stepEnded(.broken(breakage)), step: "1")
      run.add(
        .attemptEnded(AttemptOutcome(result: .broken(breakage), duration: .milliseconds(50), stepsLeft: ["finish"])))
    }
  }

  /// One case of each verdict, in two files, walked beside each other in another order than planned.
  static func everyVerdict(seed: UInt64 = 4711, host: String = "runner-1") -> SampleRun {
    var run = SampleRun(seed: seed, host: host)
    var tagged = planned("Sign in with a password")
    tagged.tags = ["smoke", "sign-in"]
    tagged.owner = "identity team"
    run.plan("a#pass", tagged)
    run.plan("a#fail", planned("Sign in with a passphrase", line: 20))
    run.plan("b#broken", planned("Sign in <while> \"down\" & out", file: "journeys/down.yaml"))
    run.plan("b#flaky", planned("Sign in at last", file: "journeys/down.yaml", line: 30))
    run.plan("b#skipped", planned("Sign in by push", file: "journeys/down.yaml", line: 40))
    run.fail("b#flaky")
    run.fail("a#fail")
    run.end("a#fail", .failed)
    run.pass("a#pass")
    run.end("a#pass", .passed)
    run.breakOff("b#broken")
    run.fail("b#broken", attempt: 2)
    run.breakOff("b#broken", attempt: 3)
    run.end("b#broken", .broken, attempts: 3)
    run.pass("b#flaky", attempt: 2)
    run.end("b#flaky", .flaky, attempts: 2)
    run.end("b#skipped", .skipped("needs a device"), attempts: 0, took: .zero)
    run.endRun()
    return run
  }

  /// A run that a wrong file kept from walking anything.
  static func wrongFile() -> SampleRun {
    var run = SampleRun()
    let problem = RefusedFile.Problem(
      id: "unknown-key", message: "unknown key 'usernme' in answers to form 'login'", place: place(12, 9, 7, "        usernme: ada"),
      rendered: """
        \(file):12:9: error: unknown key 'usernme' in answers to form 'login' [unknown-key]
           12 |         usernme: ada
              |         ^^^^^^^ did you mean 'username'?

        """)
    run.add(.fileRefused(RefusedFile(file: file, problems: [problem, problem])))
    run.plan("b#other", planned("Another", file: "journeys/other.yaml"))
    run.end("b#other", .skipped("not run, because a file has errors"), attempts: 0, took: .zero)
    run.endRun()
    return run
  }
}

extension ConsoleReport {
  /// Takes an event of a run made by hand, in which nothing is secret.
  mutating func record(_ event: RunEvent) -> [ConsoleOutput] { record(SearchedEvent(event, by: Redactor())) }
}
