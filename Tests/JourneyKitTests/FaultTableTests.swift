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
    /// What the probes of the end found, by name.
    private(set) var problems: [String: String] = [:]

    init(_ world: World, through transport: (any HTTPTransport)? = nil) throws {
      var client = OAuthClient(
        issuer: try WebURL("https://acme.test"), id: "acme-web", redirectURI: try WebURL("test.acme.app:/callback"),
        scopes: ["openid", "profile", "email", "offline_access"])
      client.postLogoutURI = try WebURL("https://app.acme.test/goodbye")
      driver = HostedDriver(
        configuration: HostedConfiguration(client: client),
        transport: transport ?? InProcessTransport(world: world, limits: TransportLimits()), generator: SeededGenerator(seed: 7),
        now: { await world.now() })
    }

    @discardableResult
    mutating func perform(_ action: DriverAction) async throws -> Turn.Now {
      let turn = try await driver.perform(action)
      red.formUnion(turn.findings.map(\.name))
      if case .ended(.finished(let finish)) = turn.now {
        red.formUnion(finish.checks.filter { $0.problem != nil }.map(\.name))
        red.formUnion(finish.probes.filter { $0.problem != nil }.map(\.name))
        for probe in finish.probes { problems[probe.name] = probe.problem }
      }
      return turn.now
    }

    mutating func submit(_ form: FormID, _ widget: WidgetID, _ value: AnswerValue) async throws -> Turn.Now {
      try await perform(.submit(Submission(form: form, answers: [Answer(widget: widget, value: value)])))
    }
  }

  /// Everything but what needs a mail; what uses a limit up comes last, as a page that is refused for that shows nothing.
  private static let probes: [ProbeKind] = [
    .wrongVerifier, .noVerifier, .noChallenge, .redirectURI, .otherClient, .redirectExact, .refreshReuse, .revokedToken, .openRedirect,
    .csrf, .userEnumeration, .codeReplay, .loggedOut, .rateLimit,
  ]

  /// Acme as it should be: it tells nobody who has an account.
  private static func tenant() throws -> MockTenant {
    let path = "fixtures/tenants/acme.yaml"
    let text = try Fixtures.text(of: path).replacing(
      "unknown: {when: not account, say: unknown}", with: "unknown: {when: not account, go: password}"
    )
    // All probes together open more pages than Acme allows in a minute.
    .replacing("{paths: [/pages/], requests: 100,", with: "{paths: [/pages/], requests: 160,")
    var diagnostics: [Diagnostic] = []
    let tenant = MockTenant.load(
      SourceFile(name: path, text: text), speeches: DialectRegistry().speeches, diagnostics: &diagnostics
    ) { path, _ throws(UnreadableInclude) in
      do {
        // Its pages repeat the address only of a person whom it knows.
        let text = try Fixtures.text(of: "fixtures/tenants/\(path)").replacing("value: \"${account.email}\"}", with: "value: you}")
        return SourceFile(name: path, text: text)
      } catch {
        throw UnreadableInclude("no such file")
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
    // The challenge is the app's own, what leads away from Acme's pages is nothing that they read, and Acme is no site without OpenID.
    let others: Set<String> = ["pkce-sent", "open_redirect", "sign-in-kept"]
    #expect(known.subtracting(Weakness.allCases.map(\.description.check)) == others)
  }

  // MARK: After a logout

  /// Acme behind a server that answers silent requests itself, if it is told what with.
  private actor SilentAnswers: HTTPTransport {
    private let acme: InProcessTransport
    private let before, after, ordinary: String?
    private var isOver = false

    init(_ world: World, before: String?, after: String?, ordinary: String?) {
      acme = InProcessTransport(world: world, limits: TransportLimits())
      (self.before, self.after, self.ordinary) = (before, after, ordinary)
    }

    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      if request.url.queryValue("id_token_hint") != nil { isOver = true }
      if isOver, let ordinary, request.url.queryValue("code_challenge") != nil, request.url.queryValue("prompt") == nil {
        return HTTPResponseMessage(
          status: 302, headers: ["Location": "test.acme.app:/callback?\(ordinary)&state=\(request.url.queryValue("state") ?? "")"])
      }
      guard request.url.queryValue("prompt") == "none", let answer = isOver ? after : before else { return try await acme.send(request) }
      switch answer {
      case "500": return HTTPResponseMessage(status: 500)
      case "page":
        return HTTPResponseMessage(status: 200, headers: ["Content-Type": "text/html"], body: Array("<h1>Pick an account</h1>".utf8))
      case "sign-in page":
        let items = request.url.queryItems.filter { $0.name != "prompt" }
        return try await acme.send(HTTPRequestMessage(url: request.url.replacing(query: items), headers: request.headers))
      case "elsewhere": return HTTPResponseMessage(status: 302, headers: ["Location": "https://elsewhere.test/login"])
      default:
        let home = "test.acme.app:/callback?error=\(answer)&state=\(request.url.queryValue("state") ?? "")"
        return HTTPResponseMessage(status: 302, headers: ["Location": home])
      }
    }
  }

  private static func signOut(before: String? = nil, after: String?, ordinary: String? = nil) async throws -> String? {
    let world = World(try tenant(), seed: 7)
    var walk = try Walk(world, through: SilentAnswers(world, before: before, after: after, ordinary: ordinary))
    try await walk.perform(.start(StartParameters()))
    _ = try await walk.submit("identifier", "identifier", .text("jane@acme.test"))
    _ = try await walk.submit("password", "password", .secret(Secret("Jane-horse-11", name: "password", source: .project)))
    try await walk.perform(.finish(probes: [ProbeKind.loggedOut.rawValue]))
    return walk.problems[ProbeKind.loggedOut.rawValue]
  }

  @Test(arguments: [nil, "login_required", "sign-in page"])
  func `a person is signed out where the server asks them to sign in`(_ answer: String?) async throws {
    #expect(try await Self.signOut(after: answer) == nil)
  }

  @Test(arguments: [
    ("consent_required", "the error 'consent_required'"), ("account_selection_required", "the error 'account_selection_required'"),
    ("interaction_required", "the error 'interaction_required'"), ("server_error", "the error 'server_error'"),
    ("temporarily_unavailable", "the error 'temporarily_unavailable'"), ("invalid_request", "the error 'invalid_request'"),
    ("elsewhere", "a redirect to 'https://elsewhere.test/login'"), ("page", "the page '/oauth2/auth#pick-an-account'"),
  ])
  func `any other answer does not show that a person is signed out`(_ answer: String, what: String) async throws {
    let problem = "after the logout the server answered with \(what), which does not show that the person is signed out"
    #expect(try await Self.signOut(after: answer) == problem)
  }

  @Test(arguments: [("code=abc", true), ("error=login_required", false)])
  func `a person who is let in without being asked is not signed out`(_ answer: String, isIn: Bool) async throws {
    let problem = "after the logout the server issued a code for a request without 'prompt' and without asking the person"
    #expect(try await Self.signOut(after: "login_required", ordinary: answer) == (isIn ? problem : nil))
  }

  @Test func `without a session before it a logout shows nothing`() async throws {
    let problem = "it could not be tried: a silent request before the logout got the error 'login_required' instead of a code"
    #expect(try await Self.signOut(before: "login_required", after: "login_required") == problem)
  }

  @Test func `a server that breaks after the logout shows nothing`() async throws {
    let error = await #expect(throws: DriverError.self) { try await Self.signOut(after: "500") }
    #expect(error?.kind == .status)
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
