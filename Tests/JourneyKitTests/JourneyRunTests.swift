import Diagnostics
import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Synchronization
import Testing

@testable import JourneyKit

struct JourneyRunTests {
  private struct Events: RunListener {
    var kinds: [RunEvent.Kind] = []
    var screens: [Screen] = []
    var mismatches: [Mismatch] = []
    var attempts = 0

    mutating func record(_ searched: SearchedEvent) {
      let event = searched.event
      kinds.append(event.kind)
      if case .screenShown(let screen) = event.kind { screens.append(screen) }
      if case .mismatch(let mismatch) = event.kind { mismatches.append(mismatch) }
      if case .attemptStarted = event.kind { attempts += 1 }
    }
  }

  private static func signIn(password: String, title: String = "Sign in") -> String {
    """
    journey: \(title)
    account: jane
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
        answers: {password: \(password)}
      - finish:
        claims: {email: jane@acme.test}

    """
  }

  @Test func `a journey is walked in this process, and its report says passed`() async throws {
    try await SampleProject.with(["journeys/a.yaml": Self.signIn(password: "\"${account.password}\"")]) { project in
      var events = Events()
      let report = try await project.run().walk(log: nil, into: &events)
      #expect(report.verdict == .passed)
      #expect(report.cases.map(\.planned.name) == ["Sign in"])
      #expect(events.screens.map(\.id.text) == ["identification", "password"])
    }
  }

  /// By scenario, how often an issuer's document and keys were requested.
  private struct Questions: RunListener {
    var counts: [String: [String: Int]] = [:]

    mutating func record(_ searched: SearchedEvent) {
      guard let id = searched.event.scenario, case .exchange(let exchange) = searched.event.kind,
        ["discovery", "key set"].contains(exchange.purpose)
      else { return }
      counts[id, default: [:]][exchange.purpose, default: 0] += 1
    }
  }

  @Test func `an issuer's keys are asked for in each case, so that the order of cases changes no verdict`() async throws {
    let right = "\"${account.password}\""
    let files = ["journeys/a.yaml": Self.signIn(password: right) + "---\n" + Self.signIn(password: right, title: "Again")]
    try await SampleProject.with(files) { project in
      var questions = Questions()
      _ = try await project.run { $0.jobs = 1 }.walk(log: nil, into: &questions)
      #expect(questions.counts.count == 2)
      #expect(questions.counts.values.allSatisfy { $0 == ["discovery": 1, "key set": 1] }, "\(questions.counts)")
    }
  }

  @Test func `one that shows something else fails with its mismatch, and the log tells it again`() async throws {
    let files = [
      "journeys/a.yaml": Self.signIn(password: "wrong") + "---\n" + Self.signIn(password: "\"${account.password}\"", title: "Right")
    ]
    try await SampleProject.with(files) { project in
      var events = Events()
      let log = project.folder.file("run.jsonl")
      let report = try await project.run { $0.jobs = 2 }.walk(log: log, into: &events)
      #expect(report.verdict == .failed)
      #expect(report.cases.map(\.planned.name) == ["Sign in", "Right"])
      #expect(report.totals.passed == 1 && report.totals.failed == 1)
      #expect(!events.mismatches.isEmpty)
      #expect(events.mismatches.allSatisfy { $0.place?.file == "journeys/a.yaml" || $0.kind == .unexpectedMessage })
      let again = try Report(reading: LogFile(path: log))
      #expect(again.totals == report.totals)
    }
  }

  /// A mock whose second form shows nothing to submit it with.
  private static let bare = """
    tenant: bare
    extends: journey-flow/standard
    clients: {app: {redirect_uris: ["https://app.test/cb"], scopes: [openid, offline_access]}}
    accounts: {jane: {email: jane@bare.test, password: Jane-horse-11}}
    screens:
      identification:
        forms: {identifier: {identifier: {type: input, label: Email}, submit: {type: submit, label: Go}}}
      password:
        forms: {password: {password: {type: password, label: Password}}}
    start: identification
    flow:
      identification:
        identifier: {find: {account.email: answer.identifier}, all: {go: password}}
      password:
        password:
          right: {when: answer.password == account.password, go: finish}
          wrong: {go: password}

    """

  private static let bareTenants = "default: bare\ntenants:\n  bare: {dialect: journey-flow, mock: ../bare.yaml}\n"

  private static func bareSignIn(_ keys: [String], screen: String = "password") -> String {
    """
    journey: Sign in
    account: jane
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: \(screen)
        \(keys.joined(separator: "\n    "))
      - finish:

    """
  }

  private static let answers = #"answers: {password: "${account.password}"}"#

  @Test(arguments: [
    ([answers], false), (["press: password"], false), (["press: password", answers], false), (["force: true", answers], true),
  ])
  func `a form without a button is posted by force alone`(keys: [String], passes: Bool) async throws {
    // A screen that is only matched is not known before it is shown.
    let scenario = Self.bareSignIn(keys, screen: #"{matches: "^password$"}"#)
    try await SampleProject.with(["journeys/a.yaml": scenario, "bare.yaml": Self.bare], tenants: Self.bareTenants) { project in
      var events = Events()
      let run = project.run()
      let report = try await run.walk(log: nil, into: &events)
      #expect(run.problems == ["no-submitter: form 'password' has no widget of type submit, so it cannot be submitted"])
      #expect((report.verdict == .passed) == passes)
      #expect(events.mismatches.map(\.subject.sentence) == (passes ? [] : ["what submits form 'password'"]))
    }
  }

  @Test(arguments: [([answers], true), (["press: password"], true), (["force: true", answers], false)])
  func `a form of a mock that nobody can submit is told before anything is walked`(keys: [String], isRefused: Bool) async throws {
    let files = ["journeys/a.yaml": Self.bareSignIn(keys), "bare.yaml": Self.bare]
    try await SampleProject.with(files, tenants: Self.bareTenants) { project in
      let run = project.run()
      #expect(run.isRefused == isRefused)
      #expect(run.diagnostics.filter { $0.id == .noSubmitter && $0.severity == .error }.count == (isRefused ? 1 : 0))
    }
  }

  @Test(arguments: [(nil, RunVerdict.passed), ("RS256", .passed), ("ES256", .failed)])
  func `the web app refuses an algorithm that the tenant chose, and none that the run chose itself`(
    algorithm: String?, verdict: RunVerdict
  ) async throws {
    let tokens = algorithm.map { "tokens: {algorithm: \($0)}\n" } ?? ""
    let whole = Self.bare.replacing("label: Password}", with: "label: Password}, submit: {type: submit, label: Go}") + tokens
    let files = ["journeys/a.yaml": Self.bareSignIn([Self.answers]), "bare.yaml": whole]
    try await SampleProject.with(files, tenants: Self.bareTenants) { project in
      var events = Events()
      let report = try await project.run().walk(log: nil, into: &events)
      #expect(report.verdict == verdict)
      let problem = "app 'web' does not take these tokens: it verifies only RS256, but the ID token is signed with 'ES256'"
      #expect(events.mismatches.map(\.actual) == (verdict == .failed ? [problem] : []))
    }
  }

  @Test func `a variable that is not read does not make a text of a page a secret`() async throws {
    let label = "widgets: {identifier: {label: {contains: Email}}}\n    answers:"
    let scenario = Self.signIn(password: "\"${account.password}\"").replacing("answers:", with: label, maxReplacements: 1)
    try await SampleProject.with(["journeys/a.yaml": scenario]) { project in
      var events = Events()
      let report = try await project.run { $0.environment = ["COMPANY": "Email address"] }.walk(log: nil, into: &events)
      #expect(report.verdict == .passed, "\(events.mismatches)")
    }
  }

  @Test func `nothing is walked while a file is wrong`() async throws {
    let files = ["journeys/a.yaml": Self.signIn(password: "x"), "journeys/b.yaml": "journey: Two\n"]
    try await SampleProject.with(files) { project in
      var events = Events()
      let run = project.run()
      let report = try await run.walk(log: nil, into: &events)
      #expect(run.isRefused)
      #expect(report.verdict == .filesRefused)
      #expect(events.attempts == 0)
    }
  }

  @Test func `the same seed walks the same way, another one another`() async throws {
    let text = """
      journey: Random
      vars: {code: "${digits(12)}"}
      steps:
        - check: {code: another}

      """
    try await SampleProject.with(["journeys/a.yaml": text]) { project in
      var logs: [String] = []
      for seed in [UInt64(1), 1, 2] {
        var events = Events()
        _ = try await project.run { $0.seed = seed }.walk(log: nil, into: &events)
        logs.append("\(events.mismatches)")
      }
      #expect(logs[0] == logs[1])
      #expect(logs[0] != logs[2])
    }
  }

  @Test func `a log that cannot be opened is told, and all is walked without it`() async throws {
    try await SampleProject.with(["journeys/a.yaml": Self.signIn(password: "x")]) { project in
      var events = Events()
      let told = Mutex<[RunFailure]>([])
      let report = try await project.run().walk(
        log: project.folder.path, into: &events, unkept: { failure in told.withLock { $0.append(failure) } })
      #expect(report.cases.count == 1 && report.end != nil && !events.kinds.isEmpty)
      #expect(told.withLock { $0.map(\.message) } == ["the event log '\(project.folder.path)' cannot be written: is a directory"])
    }
  }
}
