import Diagnostics
import JourneyTestSupport
import Testing

@testable import JourneyKit

@Suite(.serialized) struct MutationRunTests {
  /// Says which message comes, and does not look at the text of the one that follows.
  private static let journeys = """
    journey: Unknown, then wrong
    account: jane
    steps:
      - screen: identification
        answers: {identifier: nobody@acme.test}
      - screen: identification
        messages: {identifier: We do not know this address.}
        answers: {identifier: "${account.email}"}
      - screen: password
        answers: {password: wrong}
      - screen: password
        messages: any
        answers: {password: "${account.password}"}
      - finish:

    """

  private static func results(
    _ files: [String: String] = ["journeys/a.yaml": journeys], tenants: String = SampleProject.mocked,
    _ change: @Sendable (inout MutationSettings) -> Void
  ) async throws -> (report: MutationReport?, diagnostics: [String]) {
    try await SampleProject.with(files, tenants: tenants) { project in
      var settings = MutationSettings()
      settings.run = project.settings
      settings.allowed = files["allowed.yaml"] == nil ? nil : project.folder.file("allowed.yaml")
      change(&settings)
      let run = MutationRun(settings)
      let found = run.diagnostics.map(\.message)
      return run.isRefused ? (nil, found) : (try await run.walk { _, _ in }, found)
    }
  }

  private static func outcomes(_ report: MutationReport?) -> [String: String] {
    Dictionary((report?.results ?? []).map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `what a journey says is noticed, what it looks past survives, what it never meets is not walked`() async throws {
    let ids = [
      "acme:message.unknown:", "acme:message.wrong:", "acme:message.locked:", "acme:password.password.right:accept-any",
      "acme:identification.identifier.unknown:drop-edge", "acme:password.password.wrong:drop-count",
      "acme:screen.password.password.keepMeLoggedIn:drop-widget", "acme:screen.mfaPasscode.mfaPasscode.section-title",
      "acme:identification.identifier.known:drop-edge",
    ]
    let (report, _) = try await Self.results { $0.mutants = ids }
    let outcomes = Self.outcomes(report)
    #expect(outcomes["acme:message.unknown:change-message"] == "noticed")
    #expect(outcomes["acme:message.wrong:change-message"] == "not-noticed")
    #expect(outcomes["acme:message.locked:change-message"] == "not-walked")
    #expect(outcomes["acme:password.password.right:accept-any:answer.password"] == "noticed")
    #expect(outcomes["acme:identification.identifier.unknown:drop-edge"] == "noticed")
    #expect(outcomes["acme:password.password.wrong:drop-count:password"] == "not-noticed")
    #expect(outcomes["acme:screen.password.password.keepMeLoggedIn:drop-widget"] == "not-noticed")
    #expect(outcomes["acme:screen.mfaPasscode.mfaPasscode.section-title:drop-widget"] == "not-walked")
    #expect(outcomes["acme:identification.identifier.known:drop-edge"] == "refused")
    let survivor = try #require(report?.missed.first { $0.id.hasPrefix("acme:message.wrong") })
    #expect(survivor.outcome == .survived(walkedBy: ["a#unknown-then-wrong"]))
    #expect(survivor.place.description.hasPrefix("acme.yaml:"))
  }

  @Test func `a survivor is told with its place, its id and who walked it`() async throws {
    let (report, _) = try await Self.results { $0.mutants = ["acme:message.wrong:"] }
    let whole = try #require(report)
    let survivor = try #require(whole.missed.first)
    let line = survivor.place.start.line
    let number = String(repeating: " ", count: 5 - String(line).count) + String(line)
    #expect(
      MutationReport.text(of: survivor, usesColour: false) == """
        acme.yaml:\(line):3: not noticed: the message 'wrong' has another text [acme:message.wrong:change-message]
        \(number) |   wrong:
              |   ^^^^^
                tested by a#unknown-then-wrong

        """)
    #expect(whole.summary == "1 mutant: 1 not noticed")
    #expect(
      MutationReport.json(of: survivor)
        == #"{"id":"acme:message.wrong:change-message","operator":"change-message","outcome":"not-noticed","#
        + #""sentence":"the message 'wrong' has another text","file":"acme.yaml","line":\#(line),"column":3,"#
        + #""walked_by":["a#unknown-then-wrong"]}"#)
  }

  @Test func `one mutant at a time comes to the same as several`() async throws {
    let one = try await Self.results { $0.operators = ["drop-say", "swap-go", "lengthen"] }
    let several = try await Self.results {
      $0.operators = ["drop-say", "swap-go", "lengthen"]
      $0.run.jobs = .max
    }
    #expect(one.report?.results.map(\.outcome) == several.report?.results.map(\.outcome))
    #expect(one.report?.results.map(\.id) == several.report?.results.map(\.id))
    #expect((one.report?.results.count ?? 0) > 10)
  }

  @Test func `an allowed mutant is not missed, and one that is noticed must not be allowed`() async throws {
    let files = [
      "journeys/a.yaml": Self.journeys,
      "allowed.yaml": """
      acme:message.wrong:change-message: nobody reads it
      acme:message.unknown:change-message: it is noticed

      """,
    ]
    let (report, _) = try await Self.results(files) { $0.mutants = ["acme:message.wrong:", "acme:message.unknown:"] }
    #expect(report?.missed.isEmpty ?? false)
    #expect(report?.summary == "2 mutants: 1 noticed, 1 allowed")
    #expect(report?.diagnostics.map(\.message) == ["'acme:message.unknown:change-message' is noticed by 'a#unknown-then-wrong'"])
    #expect(report?.diagnostics.first?.range?.start.line == 2)
  }

  @Test func `an allowed mutant that does not exist is a mistake, and so is one without a reason`() async throws {
    let files = ["journeys/a.yaml": Self.journeys, "allowed.yaml": "acme:message.wrnog:change-message: typo\nacme:x:\n"]
    let (report, diagnostics) = try await Self.results(files) { _ in }
    #expect(report == nil)
    #expect(diagnostics == ["expected the reason why no scenario can notice it", "unknown mutant 'acme:message.wrnog:change-message'"])
  }

  @Test func `tenants and operators that do not exist are mistakes`() async throws {
    let (report, diagnostics) = try await Self.results {
      $0.tenants = ["acne"]
      $0.operators = ["drop-sey"]
    }
    #expect(report == nil)
    #expect(diagnostics.first == "--tenant: no scenario runs on a mock tenant 'acne': expected one of acme")
    #expect(diagnostics.last?.hasPrefix("--only: no operator 'drop-sey'; there are drop-edge, ") ?? false)
  }

  @Test func `tenants that share a file are changed together, and the cases of each may notice`() async throws {
    let tenants = """
      default: acme
      tenants:
        acme: {dialect: journey-flow, mock: ../acme.yaml}
        twin: {dialect: journey-flow, mock: ../acme.yaml}

      """
    let twin = "tenant: twin\n" + Self.journeys.replacing("messages: any", with: "messages: {password: The password is incorrect.}")
    let files = ["journeys/a.yaml": Self.journeys, "journeys/b.yaml": twin]
    let (report, _) = try await Self.results(files, tenants: tenants) { $0.mutants = ["acme:message.wrong:"] }
    #expect(report?.results.map(\.outcome) == [.noticed(by: "b#unknown-then-wrong")])
  }

  @Test func `a mutant that leads in circles comes to an end`() async throws {
    let (report, _) = try await Self.results { $0.mutants = ["acme:second.decide.none:swap-go:stay"] }
    #expect(report?.results.map(\.outcome) == [.noticed(by: "a#unknown-then-wrong")])
  }

  @Test func `nothing is changed while a scenario is red`() async throws {
    let red = Self.journeys.replacing("We do not know this address.", with: "Who are you?")
    await #expect(throws: MutationRun.RedBaseline.self) { try await Self.results(["journeys/a.yaml": red]) { _ in } }
  }

  @Test func `rows that nobody may tell apart notice a change that tells them apart`() async throws {
    let rows = """
      journey: Nobody learns who is known
      examples:
        - {who: nobody@acme.test}
        - {who: none@acme.test}
      indistinguishable: true
      steps:
        - screen: identification
          answers: {identifier: "${who}"}
        - screen: {any_of: [identification, password]}
          messages: {identifier: {contains: know}}

      """
    let (report, _) = try await Self.results(["journeys/a.yaml": rows]) {
      $0.mutants = ["acme:message.unknown:", "acme:identification.identifier.unknown:drop-say"]
    }
    #expect(report?.missed.map(\.id) == [])
  }
}
