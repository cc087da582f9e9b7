import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Scenarios that say in which situation they are walked.
struct GivenSituationTests {
  private struct Results: RunListener {
    var text = ""

    mutating func record(_ searched: SearchedEvent) {
      if case .exchange(let exchange) = searched.event.kind { text += String(decoding: exchange.response?.body ?? [], as: UTF8.self) }
    }
  }

  private static let client = "client: {id: app, redirect_uri: \"https://app.test/cb\"}"
  private static let mock = """
    tenant: gate
    extends: journey-flow/standard
    clients: {app: {redirect_uris: ["https://app.test/cb"], rules: Gate}}
    authenticators: {password: {proves: knowledge}, otp: {type: app, proves: possession}}
    names: {session.zones: [office]}
    open: {late: it is late}
    situations: {ordinary: {zones: [office]}, away: {zones: []}}
    rules:
      app:
        - list: Gate
          rules:
            - {rule: Late, when: open.late, deny: true}
            - {rule: Away, when: not session.zones has office, deny: true}
            - {rule: Catch-all, ask: {kinds: 1}}
    accounts: {ann: {email: ann@gate.test, password: Ann-heron-11}}
    messages: {wrong: {on: password, en: Wrong.}}
    screens:
      login: {forms: {login: {email: {type: input, label: Email}, password: {type: password, label: Password}, submit: {type: submit, label: Go}}}}
      closed: {forms: {closed: {submit: {type: submit, label: Back}}}}
    start: login
    flow:
      login:
        login:
          find: {account.email: answer.email}
          wrong: {when: not account or answer.password != account.password, say: wrong}
          right: {add: {session.proven: password}, evaluate: rules, go: gate}
      gate:
        decide:
          closed: {when: session.demand == denied, go: closed}
          open: {go: finish}
      closed:
        closed: {back: {go: start}}

    """

  private static func scenario(_ given: String, end: String) -> String {
    """
    journey: Sign in
    \(given)
    account: ann
    steps:
      - screen: login
        answers: {email: "${account.email}", password: "${account.password}"}
      - \(end)

    """
  }

  private static func tenants(_ live: String = "") -> String {
    "default: gate\ntenants:\n  gate: {dialect: journey-flow, mock: ../gate.yaml, \(client)}\n\(live)"
  }

  private static func project<Result>(
    _ scenario: String, tenants: String = tenants(), _ body: (SampleProject) async throws -> Result
  ) async throws -> Result {
    try await SampleProject.with(["journeys/a.yaml": scenario, "gate.yaml": mock], tenants: tenants, body)
  }

  @Test(arguments: [
    ("given: {open.late: false}", "finish:"), ("given: {open.late: false, zones: [office]}", "finish:"),
    ("given: {open.late: true}", "screen: closed"), ("given: {zones: none, open.late: false}", "screen: closed"),
    ("given: away", "screen: closed"),
  ])
  func `the rules see the situation that a scenario names`(given: String, end: String) async throws {
    try await Self.project(Self.scenario(given, end: end)) { project in
      var sink = FailureEvents()
      let run = project.run()
      #expect(run.problems == [])
      let report = try await run.walk(log: nil, into: &sink)
      #expect(report.totals.passed == 1, "\(sink.mismatches)")
    }
  }

  @Test func `what depends on a flag that nobody has set ends the case as broken, with the flag`() async throws {
    try await Self.project(Self.scenario("tags: [a]", end: "finish:")) { project in
      var sink = Results()
      let report = try await project.run().walk(log: nil, into: &sink)
      #expect(report.verdict == .broken)
      #expect(sink.text.contains("what the rules ask for is not known: it depends on open.late, which is not set"), "\(sink.text)")
    }
  }

  @Test func `a situation that the mock does not know is an error of the file`() async throws {
    try await Self.project(Self.scenario("given: {zones: [ofice]}", end: "finish:")) { project in
      #expect(project.run().problems.contains { $0.contains("'ofice' is not a name of 'session.zones'") })
    }
  }

  @Test(arguments: [
    ("", "needs zones=none, and 'given' of tenant 'live' does not say where its runner is"),
    ("given: {zones: [office]}", "needs zones=none, and the runner of tenant 'live' is at zones=office"),
    ("given: {zones: none, risk: low}", nil),
  ])
  func `a live tenant is where its runner is`(given: String, reason: String?) async throws {
    let live =
      "  live:\n    dialect: journey-flow\n    issuer: https://live.example\n    \(Self.client)\n    \(given)\n    accounts: {ann: {email: a@b.c}}\n"
    let scenario = Self.scenario("given: {zones: none}\ntenant: live", end: "finish:")
    try await Self.project(scenario, tenants: Self.tenants(live)) { project in
      let run = project.run()
      #expect(run.cases.map(\.facts.skipped) == [reason])
    }
  }
}
