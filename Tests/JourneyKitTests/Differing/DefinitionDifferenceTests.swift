import JourneyInsight
import JourneyMock
import JourneyModel
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What differs in the files of two mocks.
struct DefinitionDifferenceTests {
  @Test func `another text of a mail is an element of its own, which no walk can tell`() async throws {
    let (before, now) = try await elements(replacing: "\"${code}\"", with: "\"${code} is new\"")
    #expect(Set(before.keys.filter { before[$0]?.text != now[$0]?.text }) == ["text of mail code"])
    #expect(now["text of mail code"]?.edges == [])
  }

  @Test func `another subject of a mail is the mail's own, and told by the walks that wait for it`() async throws {
    let (before, now) = try await elements(replacing: "subject: Your code", with: "subject: Your new code")
    #expect(Set(before.keys.filter { before[$0]?.text != now[$0]?.text }) == ["mail code"])
    #expect(before["mail code"]?.texts == ["Your code"])
    #expect(now["mail code"]?.texts == ["Your new code"])
    #expect(now["mail code"]?.edges == before["mail code"]?.edges)
  }

  /// Ids of an org's screens have a slash in them.
  @Test func `a policy names the screens on which it decides what can be pressed`() async throws {
    let tenants = "tenants:\n  cascade: {dialect: okta-idx, mock: ../cascade.yaml}\n"
    let files = [
      "cascade.yaml": try Fixtures.text(of: "fixtures/tenants/cascade.yaml"), "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n",
    ]
    try await SampleProject.with(files, tenants: tenants) { project in
      let mock = try #require(JourneyRun.project(project.settings).sites["cascade"]?.mock)
      let policy = try #require(mock.definition.elements["policy recovery"])
      #expect(policy.parts.contains("challenge-authenticator/okta_password/currentAuthenticatorEnrollment-recover"))
      #expect(policy.screens.contains("challenge-authenticator/okta_password"), "\(policy.screens)")
    }
  }

  /// The elements of a mock before and after a change of its file.
  private func elements(
    replacing text: String, with other: String
  ) async throws -> (before: [String: DefinitionElement], now: [String: DefinitionElement]) {
    let base = try Fixtures.text(of: "fixtures/broken/tenants/_base.yaml")
    let changed = base.replacing("tenant: base", with: "tenant: next").replacing(text, with: other)
    #expect(changed.contains(other))
    let tenants = """
      default: base
      tenants:
        base: {dialect: journey-flow, mock: ../base.yaml}
        next: {dialect: journey-flow, mock: ../next.yaml}

      """
    let files = ["base.yaml": base, "next.yaml": changed, "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]
    return try await SampleProject.with(files, tenants: tenants) { project in
      let sites = JourneyRun.project(project.settings).sites
      return (
        try #require(sites["base"]?.mock).definition.elements, try #require(sites["next"]?.mock).definition.elements
      )
    }
  }

  /// What is told of two mocks where these walks of the one and of the other one met something.
  private static func explained(
    replacing text: String, by other: String, _ before: [Walk], _ now: [Walk]
  ) async throws -> RunDifference {
    let base = try Fixtures.text(of: "fixtures/broken/tenants/_base.yaml") + "tokens: {access: 1h}\n"
    let changed = base.replacing("tenant: base", with: "tenant: next").replacing(text, with: other)
    let tenants = """
      default: base
      tenants:
        base: {dialect: journey-flow, mock: ../base.yaml, client: {id: app, redirect_uri: "https://app.test/cb"}}
        next: {dialect: journey-flow, mock: ../next.yaml, client: {id: app, redirect_uri: "https://app.test/cb"}}

      """
    let files = ["base.yaml": base, "next.yaml": changed, "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]
    return try await SampleProject.with(files, tenants: tenants) { project in
      let sites = JourneyRun.project(project.settings).sites
      let difference = DefinitionDifference(
        try #require(sites["base"]?.mock).definition, try #require(sites["next"]?.mock).definition, of: "base")
      var told = RunDifference(Self.met(before), as: .init(name: "base"), Self.met(now), as: .init(name: "next"))
      difference.explain(&told)
      return told
    }
  }

  /// One walk: the screens, each reached by the edge, and whether the journey is done then.
  private struct Walk {
    var id = "a"
    var account: String
    var screens = ["login"]
    var isDone = false
    var edge: String?
  }

  private static func met(_ walks: [Walk]) -> MetRun {
    var run = MetRun()
    for walk in walks {
      func record(_ kind: RunEvent.Kind) {
        run.record(RunEvent(sequence: 1, time: .zero, scenario: walk.id, attempt: 1, step: nil, kind: kind))
      }
      record(
        .scenarioPlanned(PlannedScenario(name: "A walk", file: "journeys/a.yaml", line: 1, tenant: "base", dialect: "journey-flow")))
      record(.attemptStarted(account: walk.account))
      for screen in walk.screens {
        if let edge = walk.edge { record(.edgeTaken(edge)) }
        record(.screenShown(Screen(id: ScreenID(screen))))
      }
      if walk.isDone { record(.journeyEnded(.completed)) }
      record(.attemptEnded(AttemptOutcome(result: .passed, duration: .zero)))
    }
    return run
  }

  @Test func `of accounts and settings it is told that nobody met them unless a walk shows it`() async throws {
    let others = [Walk(account: "bob")]
    let hers = [Walk(account: "ann")]
    let done = [Walk(account: "bob", isDone: true)]
    func unmet(_ walks: [Walk], _ text: String, _ other: String) async throws -> [String] {
      try await Self.explained(replacing: text, by: other, walks, walks).unexercised.map(\.cause.element)
    }
    #expect(try await unmet(others, "password: secret}", "password: Secret}") == ["account ann"])
    // Her walks take it from the file, and show nothing of it.
    #expect(try await unmet(hers, "password: secret}", "password: Secret}") == ["account ann"])
    #expect(try await unmet(others, "access: 1h", "access: 2h") == ["tokens access"])
    // Nothing that the app got says how long a token lives.
    #expect(try await unmet(done, "access: 1h", "access: 2h") == ["tokens access"])
    #expect(try await unmet(done, "/cb\"]}}", "/cb\"], refresh: true}}") == ["clients app"])
    #expect(try await unmet(done, "start: login", "faults: [code_reusable]\nstart: login") == ["fault code_reusable"])
    #expect(
      try await unmet(done, "start: login", "limits: [{paths: [/oauth2], requests: 9, per: 1m}]\nstart: login") == ["limits 1"])
    #expect(try await unmet(done, "text: \"${code}\"", "text: \"Now ${code}\"") == ["text of mail code"])
  }

  @Test func `walks that have no edge in common still tell the cause`() async throws {
    let ways = ["login.login.right", "code.code.right"]
    let before = ways.map { Walk(id: $0, account: "ann", isDone: true, edge: $0) }
    let now = ways.map { Walk(id: $0, account: "ann", screens: ["login", "code"], isDone: true, edge: $0) }
    let told = try await Self.explained(
      replacing: "account.password, go: finish", by: "account.password, say: wrong, go: code", before, now)
    #expect(told.changes.map(\.id) == ["base:code:screen-added"])
    #expect(told.changes.first?.causes.map(\.element) == ["edge login.login.right"])
  }
}
