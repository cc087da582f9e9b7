import Diagnostics
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What is said of a live tenant before anything is walked on it.
struct LiveTenantChecksTests {
  private static let tenants = """
    default: acme
    tenants:
      acme: {dialect: journey-flow, mock: ../acme.yaml, client: {id: acme-web, redirect_uri: "https://app.acme.test/callback"}}
      acme-staging:
        like: acme
        issuer: https://acme-staging.example
        accounts:
          mia: {email: mia+ci@acme.test, password: "${secret.MIA_PASSWORD}"}

    """

  private static func scenario(_ account: String, _ attribute: String = "email") -> [String: String] {
    let steps =
      "steps:\n  - screen: identification\n    answers: {identifier: \"${account.\(attribute)}\"}\n    messages: none\n  - screen: password\n"
    return ["journeys/a.yaml": "journey: Sign in\naccount: \(account)\n\(steps)"]
  }

  /// What is checked on the tenants of some files.
  private static let scenarios = ["harmed-account": recovery, "needs-openid": tokens]

  /// Steps and parameters that a web site without OpenID knows nothing of.
  private static let tokens = [
    "journeys/a.yaml": """
    journey: Sign in
    start: {session: ephemeral, prompt: login}
    steps:
      - screen: account
      - start_again: {login_hint: jane}
      - screen: account
      - finish:
      - refresh_tokens:
    """
  ]

  /// Two scenarios with one account, of which one changes its password.
  private static let recovery = [
    "journeys/a.yaml": """
    journey: Recover
    account: jane
    steps:
      - screen: passwordReset
        answers: {password: Jane-heron-22, passwordConfirmation: Jane-heron-22}
      - screen: genericResult

    ---
    journey: Sign in
    account: jane
    steps:
      - screen: password
        answers: {password: "${account.password}"}
      - finish:
    """
  ]

  private static func run(
    _ files: [String: String], tenant: [String] = ["acme=acme-staging"], _ change: @escaping (inout RunSettings) -> Void = { _ in }
  ) async throws -> JourneyRun {
    try await SampleProject.with(files, tenants: tenants) { project in
      project.run {
        $0.tenants = tenant.map(TenantOverride.init)
        $0.environment = ["MIA_PASSWORD": "x"]
        change(&$0)
      }
    }
  }

  @Test func `a mock's people are not those of the live tenant that is like it`() async throws {
    let run = try await Self.run(Self.scenario("jane"))
    #expect(run.isRefused)
    #expect(run.problems == ["unknown-account: tenant 'acme-staging' has no account 'jane'; expected mia"])
    #expect(run.diagnostics.map(\.suggestion) == ["write it under 'accounts' of 'acme-staging' in tenants.yaml"])
    #expect(try await Self.run(Self.scenario("jane"), tenant: []).problems == [])
  }

  @Test func `people that only the live tenant has are no error where it is walked`() async throws {
    #expect(try await Self.run(Self.scenario("mia")).problems == [])
    #expect(try await Self.run(Self.scenario("mia"), tenant: ["acme-staging"]).problems == [])
    #expect(try await Self.run(Self.scenario("mia"), tenant: []).problems.first?.hasPrefix("unknown-account: the tenant has no") == true)
  }

  @Test func `an attribute that the live account lacks is told`() async throws {
    let problems = try await Self.run(Self.scenario("mia", "phone")).problems
    #expect(problems == ["unbound-variable: the account has no 'phone'; expected one of email, password"])
  }

  @Test func `a screen is not held against a mock that is not walked`() async throws {
    let other = ["journeys/a.yaml": "journey: A\naccount: mia\nsteps:\n  - screen: of-the-live-tenant-only\n    messages: none\n"]
    #expect(try await Self.run(other).problems == [])
  }

  @Test func `a tenants file that cannot be walked prints exactly this`() async throws {
    let folder = "fixtures/broken/live"
    for path in try Fixtures.files(below: folder, suffix: ".yaml") {
      let name = String(path.dropFirst(folder.count + 1).dropLast(".yaml".count))
      let files = Self.scenarios[name] ?? Self.scenario("jane")
      let text = try await SampleProject.with(files, tenants: try Fixtures.text(of: path)) { project in
        let environment = name == "unused-proxy" ? ["HTTPS_PROXY": "http://proxy.acme.test:3128"] : [:]
        return DiagnosticRenderer().render(project.run { ($0.environment, $0.judgesAllTenants) = (environment, true) }.diagnostics)
      }
      #expect(!text.isEmpty, "\(path)")
      #expect(try Golden(folder: "\(Fixtures.packageRoot)/\(folder)").difference(of: text, from: "\(name).txt") == nil)
    }
  }

  // MARK: Values that nobody set

  @Test func `an unset secret says how it is set`() async throws {
    let run = try await Self.run(Self.scenario("mia")) { $0.environment = [:] }
    #expect(run.isRefused)
    #expect(run.problems == ["not-set: the secret 'MIA_PASSWORD' is not set"])
    #expect(
      run.diagnostics.map(\.suggestion)
        == ["set the environment variable MIA_PASSWORD, or write 'MIA_PASSWORD=…' into a file for --secrets"])
    #expect(run.diagnostics.first?.range?.file.name == "journeys/tenants.yaml")
    // The account has it, so nothing is wrong with a scenario that names it.
    #expect(try await Self.run(Self.scenario("mia", "password")) { $0.environment = [:] }.problems == run.problems)
  }

  @Test func `where nothing is walked an unset secret is a warning, and everything else is checked`() async throws {
    let check = { (settings: inout RunSettings) in
      settings.environment = [:]
      settings.needsValues = false
    }
    let right = try await Self.run(Self.scenario("mia"), check)
    #expect(right.diagnostics.map(\.severity) == [.warning])
    #expect(!right.isRefused)
    #expect(right.cases.count == 1)
    let strict = try await Self.run(Self.scenario("mia")) { settings in
      check(&settings)
      settings.isStrict = true
    }
    #expect(strict.diagnostics.map(\.severity) == [.warning])
    #expect(!strict.isRefused, "whether a value is set says nothing of the files")
    let wrong = try await Self.run(Self.scenario("mia", "emial"), check)
    #expect(wrong.isRefused)
    #expect(wrong.problems.contains("unbound-variable: the account has no 'emial'"))
  }

  @Test func `a file that only asks for what is not set is not called wrong`() async throws {
    var report = ConsoleSummary()
    try await report.take(Self.run(Self.scenario("mia")) { $0.environment = [:] })
    #expect(report.text == "1 value is not set, nothing was run; 1 case skipped\n")
  }
}

/// The last line that the console would show of a run.
private struct ConsoleSummary: RunListener {
  private var report = ConsoleReport(verbosity: .quiet)
  private(set) var text = ""

  mutating func record(_ event: SearchedEvent) {
    for piece in report.record(event) where piece.stream == .standardOutput { text += piece.text }
  }

  mutating func take(_ run: JourneyRun) async throws {
    _ = try await run.walk(log: nil, into: &self)
  }
}
