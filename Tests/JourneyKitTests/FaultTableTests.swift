import Diagnostics
import Encodings
import HostedDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

@testable import JourneyKit
@testable import JourneyMock

/// Each weakness of a mock against all checks and probes: it turns its own red, and no other.
struct FaultTableTests {
  /// What one walk through the pages of Acme found: the names of all that did not hold.
  private struct Walk {
    private var driver: HostedDriver
    private(set) var red: Set<String> = []

    init(_ world: World) throws {
      var client = OAuthClient(
        issuer: try WebURL("https://acme.test"), id: "acme-web", redirectURI: try WebURL("test.acme.app:/callback"),
        scopes: ["openid", "profile", "email", "offline_access"])
      client.postLogoutURI = try WebURL("https://app.acme.test/goodbye")
      driver = HostedDriver(
        configuration: HostedConfiguration(client: client),
        transport: InProcessTransport(world: world, limits: TransportLimits()), generator: SeededGenerator(seed: 7),
        now: { await world.now() })
    }

    @discardableResult
    mutating func perform(_ action: DriverAction) async throws -> Turn.Now {
      let turn = try await driver.perform(action)
      red.formUnion(turn.findings.map(\.name))
      if case .ended(.finished(let finish)) = turn.now {
        red.formUnion(finish.checks.filter { $0.problem != nil }.map(\.name))
        red.formUnion(finish.probes.filter { $0.problem != nil }.map(\.name))
      }
      return turn.now
    }

    mutating func submit(_ form: FormID, _ widget: WidgetID, _ value: AnswerValue) async throws -> Turn.Now {
      try await perform(.submit(Submission(form: form, answers: [Answer(widget: widget, value: value)])))
    }
  }

  /// Everything but what needs a mail, in the order in which scenarios are walked.
  private static let probes: [ProbeKind] = [
    .wrongVerifier, .noVerifier, .noChallenge, .redirectURI, .otherClient, .redirectExact, .refreshReuse, .revokedToken, .openRedirect,
    .csrf, .userEnumeration, .rateLimit, .codeReplay, .loggedOut,
  ]

  /// Acme as it should be: it tells nobody who has an account.
  private static func tenant() throws -> MockTenant {
    let path = "fixtures/tenants/acme.yaml"
    let text = try Fixtures.text(of: path).replacing(
      "unknown: {when: not account, say: unknown}", with: "unknown: {when: not account, go: password}")
    var diagnostics: [Diagnostic] = []
    let tenant = MockTenant.load(
      SourceFile(name: path, text: text), speeches: DialectRegistry().speeches, diagnostics: &diagnostics
    ) { path, _ throws(UnreadableInclude) in
      do { return SourceFile(name: path, text: try Fixtures.text(of: "fixtures/tenants/\(path)")) } catch {
        throw UnreadableInclude("there is no such file")
      }
    }
    #expect(diagnostics.filter { $0.severity == .error } == [])
    return try #require(tenant)
  }

  /// One journey from a silent request that nobody answers to a logout, with all probes.
  private static func red(with faults: [Fault]) async throws -> Set<String> {
    var walk = try Walk(World(try tenant(), faults: faults, seed: 7))
    try await walk.perform(.start(StartParameters(keys: [Value.Member("prompt", "none")])))
    try await walk.perform(.start(StartParameters()))
    _ = try await walk.submit("identifier", "identifier", .text("jane@acme.test"))
    let end = try await walk.submit("password", "password", .secret(Secret("Jane-horse-11", name: "password", source: .project)))
    #expect(end == .ended(.completed))
    try await walk.perform(.finish(probes: probes.map(\.rawValue)))
    return walk.red
  }

  @Test func `without a fault every check and probe is green`() async throws {
    #expect(try await Self.red(with: []) == [])
  }

  @Test(arguments: Weakness.allCases.filter { $0 != .linkReusable })
  func `a fault turns its own check red, and no other`(_ weakness: Weakness) async throws {
    #expect(try await Self.red(with: [Fault(.weakness(weakness))]) == [weakness.description.check], "\(weakness.rawValue)")
  }

  @Test func `every check and probe has a fault that turns it red`() {
    let known = Set(FlowCheck.allCases.map(\.rawValue) + ProbeKind.allCases.map(\.rawValue))
    // The challenge is the app's own, and what leads away from Acme's pages is nothing that they read.
    let others: Set<String> = ["pkce-sent", "open_redirect"]
    #expect(known.subtracting(Weakness.allCases.map(\.description.check)) == others)
  }

  // MARK: The pages of the documentation

  private static let folder = "Sources/JourneyKit/JourneyKit.docc/"

  @Test func `the page on mocks lists the faults`() throws {
    let page = try Fixtures.text(of: Self.folder + "MockTenants.md")
    for weakness in Weakness.allCases {
      let row = "| `\(weakness.rawValue)` | \(weakness.description.wrong) | `\(weakness.description.check)` |"
      #expect(page.contains(row), "missing: \(row)")
    }
  }

  @Test func `the page on pages lists the checks`() throws {
    let page = try Fixtures.text(of: Self.folder + "Pages.md")
    for check in FlowCheck.allCases {
      let row = "| `\(check.rawValue)` | \(check.description.reads) | \(check.description.holds) | \(check.description.source) |"
      #expect(page.contains(row), "missing: \(row)")
    }
  }
}
