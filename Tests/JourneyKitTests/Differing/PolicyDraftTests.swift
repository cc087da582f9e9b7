import Diagnostics
import JourneyInsight
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Drafts of one change each, compared with the shipped tenant that they extend.
@Suite(.serialized) struct PolicyDraftTests {
  /// What differs between the shipped tenant and a draft with this text.
  ///
  /// - Parameter isBack: whether the draft is what is there, and the shipped one what comes.
  private static func difference(
    of draft: String, from base: String, walking scenario: String, isBack: Bool = false
  ) async throws -> RunDifference {
    try await project(of: draft, from: base, walking: scenario, isBack: isBack) { project in
      var settings = DiffSettings()
      settings.run = project.settings
      settings.run.tenants = [TenantOverride(isBack ? "draft=\(base)" : "\(base)=draft")]
      let run = DiffRun(settings)
      #expect(!run.isRefused, "\(run.diagnostics)")
      return try await run.walk().difference
    }
  }

  private static func project<Outcome>(
    of draft: String, from base: String, walking scenario: String, isBack: Bool = false, _ body: (SampleProject) async throws -> Outcome
  ) async throws -> Outcome {
    let text = scenario.hasSuffix(".yaml") ? try Fixtures.text(of: scenario) : scenario
    var files = ["draft.yaml": "tenant: draft\nextends: \(base).yaml\nissuer: https://draft.test\n\n\(draft)"]
    for name in ["harbor.yaml", "harbor.screens.yaml"] { files[name] = try Fixtures.text(of: "fixtures/tenants/\(name)") }
    files["journeys/a.yaml"] = isBack ? text.replacing("tenant: \(base)", with: "tenant: draft") : text
    let tenants = """
      default: \(isBack && base == "acme" ? "draft" : "acme")
      tenants:
        acme: {dialect: journey-flow, mock: ../acme.yaml}
        harbor: {dialect: journey-flow, mock: ../harbor.yaml}
        draft: {like: \(base), mock: ../draft.yaml}

      """
    return try await SampleProject.with(files, tenants: tenants, body)
  }

  @Test func `more tries of a code are one change, and fewer are its mirror`() async throws {
    let scenario = "journeys/language/code-by-text-message.yaml"
    let there = try await Self.difference(of: "policy: {code: {tries: 5}}\n", from: "harbor", walking: scenario)
    #expect(there.changes.map(\.id) == ["harbor:passcode:more-tries:3"])
    #expect(there.changes.first?.causes.map(\.element) == ["policy code.tries"])
    let back = try await Self.difference(of: "policy: {code: {tries: 5}}\n", from: "harbor", walking: scenario, isBack: true)
    #expect(back.changes.map(\.id) == ["draft:passcode:no-more-tries:3"])
  }

  @Test func `a longer lock-out is the cause of what people meet until it is over`() async throws {
    let scenario = "journeys/sign-in/lock-out.yaml"
    for isBack in [false, true] {
      let told = try await Self.difference(of: "policy: {lockout: {for: 30m}}\n", from: "acme", walking: scenario, isBack: isBack)
      #expect(told.changes.map(\.kind) == [isBack ? .screenRemoved : .screenAdded])
      #expect(told.changes.first?.causes.map(\.element) == ["policy lockout.for"])
      #expect(told.unexercised.map(\.cause.element) == ["issuer"])
    }
  }

  @Test func `a longer lock-out with fewer tries is not the cause of what fewer tries bring`() async throws {
    let told = try await Self.difference(
      of: "policy: {lockout: {after: 5, for: 30m}}\n", from: "acme", walking: "journeys/sign-in/lock-out.yaml")
    let tries = try #require(told.changes.first { $0.kind == .moreTries })
    #expect(tries.causes.map(\.element) == ["policy lockout.after"])
  }

  @Test func `a text that reads differently comes from the text, whatever else differs on its way`() async throws {
    let told = try await Self.difference(
      of: "policy: {lockout: {after: 5}}\nchanges: {messages.wrong.en: This is not your password.}\n", from: "acme",
      walking: "journeys/sign-in/lock-out.yaml")
    let wording = try #require(told.changes.first { $0.meaning == .wording })
    #expect(wording.causes.map(\.element) == ["message wrong"])
    #expect(wording.causes.map(\.place) == ["draft.yaml:6"])
  }

  private static let signIn = """
    journey: Sign in
    tenant: harbor
    account: mira
    steps:
      - screen: signIn
        answers: {email: "${account.email}", password: "${account.password}"}
      - finish:

    """

  @Test func `a person who is someone else now is a cause as well as an edge that differs on the way`() async throws {
    let draft = "changes: {flow.signIn.signIn.wrong: {say: not_confirmed}, accounts.mira.terms: old}\n"
    let told = try await Self.difference(of: draft, from: "harbor", walking: Self.signIn)
    let screen = try #require(told.changes.first { $0.kind == .screenAdded })
    #expect(screen.causes.first?.element == "account mira" && screen.causes.first?.place == "draft.yaml:5", "\(screen.causes)")
  }

  @Test func `an app that the tenant does not know any more is the cause of the error that says so`() async throws {
    let draft = "changes: {accounts.mira.terms: old, clients.harbor-app.secret: another-secret-4711}\n"
    let told = try await Self.difference(of: draft, from: "harbor", walking: Self.signIn)
    let closed = told.changes.filter { ($0.first.now ?? "").contains("invalid_client") }
    #expect(closed.allSatisfy { $0.causes.map(\.element) == ["clients harbor-app"] }, "\(closed.map(\.causes))")
  }

  // MARK: Which tenant is compared with which

  private static func problems(_ override: String) async throws -> [Diagnostic] {
    let scenario = "journeys/sign-in/lock-out.yaml"
    return try await project(of: "policy: {lockout: {for: 30m}}\n", from: "acme", walking: scenario) { project in
      var settings = DiffSettings()
      settings.run = project.settings
      settings.run.tenants = [TenantOverride(override)]
      return DiffRun(settings).diagnostics
    }
  }

  @Test func `the scenarios of the second version are walked where the first one has none`() async throws {
    let scenario = "journeys/sign-in/lock-out.yaml"
    let told = try await Self.project(of: "policy: {lockout: {after: 5}}\n", from: "acme", walking: scenario) { project in
      var settings = DiffSettings()
      settings.run = project.settings
      settings.run.tenants = [TenantOverride("draft=acme")]
      let run = DiffRun(settings)
      #expect(run.diagnostics == [])
      return try await run.walk().difference
    }
    #expect(told.before.name == "draft" && told.now.name == "acme" && told.walks > 0)
    let tries = try #require(told.changes.first { $0.kind == .noMoreTries })
    #expect(tries.id.hasPrefix("draft:") && tries.causes.map(\.element) == ["policy lockout.after"])
  }

  @Test func `a tenant on which the scenarios do not fit is told in a few lines`() async throws {
    let problems = try await Self.problems("acme=harbor")
    #expect(problems.count == 11, "\(problems.map(\.message))")
    let last = try #require(problems.last)
    #expect(last.message.hasSuffix(" more errors like these: the scenarios of 'acme' do not fit 'harbor'"))
    #expect(last.range == nil)
  }

  @Test func `a tenant alone, which moves the scenarios of others as well, is told to name whose`() async throws {
    let problems = try await Self.problems("harbor")
    let last = try #require(problems.last)
    #expect(last.message.hasSuffix(" more errors like these: every scenario of 'journey-flow' is moved to 'harbor'"), "\(last.message)")
    #expect(last.suggestion == "name whose scenarios are meant, e.g. --tenant acme=harbor")
  }
}
