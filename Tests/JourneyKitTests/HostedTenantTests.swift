import Diagnostics
import HostedDialect
import JourneyModel
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// A live tenant whose journeys are pages in a browser.
struct HostedTenantTests {
  private static let tenants = """
    default: ledger
    tenants:
      ledger:
        dialect: hosted
        issuer: https://profile.ledger.example/oauth2/aus1
        client:
          id: ledger-app
          redirect_uri: "com.example.ledger.oauth:/authorization/callback"
        claimed_links: ["https://profile.ledger.example/welcome/*", "com.example.ledger://identity/fallback"]
        accounts:
          mia: {email: mia@ledger.test, password: "${secret.MIA_PASSWORD}"}

    """

  private static func problems(start: String) async throws -> [String] {
    let scenario = """
      journey: Sign in
      account: mia
      start: \(start)
      steps:
        - screen: /signin
          answers: {email: "${account.email}", password: "${account.password}"}
        - finish:

      """
    return try await SampleProject.with(["journeys/a.yaml": scenario], tenants: tenants) { project in
      project.run { $0.environment = ["MIA_PASSWORD": "x"] }.problems
    }
  }

  @Test func `a scenario of a hosted tenant is read and held against its dialect`() async throws {
    #expect(try await Self.problems(start: "{prompt: login, session: ephemeral, page: register}") == [])
  }

  @Test func `a key that the dialect does not have is told`() async throws {
    let problems = try await Self.problems(start: "{sdk: web}")
    #expect(problems.count == 1)
    #expect(problems.first?.contains("'sdk'") == true)
  }

  /// The names of the secrets that a walk has, of these variables.
  private static func secrets(of variables: [String: String]) async throws -> [String] {
    let scenario = "journey: A\nsteps:\n  - screen: sign-in\n  - error: access_denied\n"
    return try await SampleProject.with(["journeys/a.yaml": scenario], tenants: tenants) { project in
      var settings = project.settings
      settings.environment = variables
      guard case .map(let members)? = JourneyRun.project(settings).sites["ledger"]?.secretsOfWalk() else { return [] }
      return members.map(\.name)
    }
  }

  @Test func `a variable with the tenant's own address is no secret of a walk`() async throws {
    let names = try await Self.secrets(of: [
      "MIA_PASSWORD": "Mia-horse-11", "SITE": "https://profile.ledger.example", "ISSUER": "https://profile.ledger.example/oauth2/aus1",
      "OTHER": "https://other.example", "NAMED": "https://mia:pw@profile.ledger.example", "LINK": "https://profile.ledger.example/?t=1",
    ])
    #expect(names == ["LINK", "MIA_PASSWORD", "NAMED", "OTHER"])
  }

  @Test func `the line of several findings holds what the tenant switches off already, and can be pasted in its place`() async throws {
    let rules = FlowCheckRules(skipped: ["iss": "an old \"proxy\": #12"])
    let line = rules.switchOff([.headers, .cookieFlags])
    #expect(line == #"checks: {iss: {skip: "an old \"proxy\": #12"}, cookie-flags: {skip: why}, headers: {skip: why}}"#)
    let tenants = Self.tenants + "    \(line)\n"
    try await SampleProject.with(["journeys/a.yaml": "journey: A\nsteps:\n  - screen: sign-in\n"], tenants: tenants) { project in
      var settings = project.settings
      settings.environment = ["MIA_PASSWORD": "x"]
      let checks = JourneyRun.project(settings).sites["ledger"]?.checks
      #expect(checks == FlowCheckRules(skipped: ["iss": "an old \"proxy\": #12", "cookie-flags": "why", "headers": "why"]))
    }
  }

  @Test(arguments: FlowCheck.allCases)
  func `the line that a finding prints switches its check off as it is`(_ check: FlowCheck) async throws {
    let tenants = Self.tenants + "    \(FlowCheckRules().switchOff([check]))\n"
    let scenario = "journey: A\nsteps:\n  - screen: sign-in\n  - error: access_denied\n"
    try await SampleProject.with(["journeys/a.yaml": scenario], tenants: tenants) { project in
      #expect(project.run { $0.environment = ["MIA_PASSWORD": "x"] }.problems == [])
      var settings = project.settings
      settings.environment = ["MIA_PASSWORD": "x"]
      #expect(JourneyRun.project(settings).sites["ledger"]?.checks.holds(check) == false)
    }
  }

  /// What `journey look` prints of each page of the fixtures, pasted below a tenant as it is.
  @Test func `the rule that look prints of a page is read as it is`() async throws {
    for file in try Fixtures.files(below: "fixtures/pages", suffix: ".html") {
      let page = try SavedPage(file: "\(Fixtures.packageRoot)/\(file)", address: "https://profile.ledger.example/a/page")
      let text = page.text(usesColour: false)
      let rule = try #require(text.lines(from: "    pages:"), "\(file)")
      #expect(!rule.contains("***"), "\(file): \(rule)")
      let scenario = "journey: A\nsteps:\n  - screen: sign-in\n  - error: access_denied\n"
      let problems = try await SampleProject.with(["journeys/a.yaml": scenario], tenants: Self.tenants + rule) { project in
        project.run { $0.environment = ["MIA_PASSWORD": "x"] }.problems
      }
      #expect(problems == [], "\(file): \(rule)")
    }
  }

  /// Pages that put into headings, names and ids what tenants.yaml or a terminal reads as something else.
  @Test(arguments: [
    "<h1>${account.password}</h1><form><input type=password name='${secret.X}'></form>",
    "<main data-screen='${env.HOME}'><h1>Hi</h1></main>",
    "<h1>Sign in \u{202E}live \u{2028} \u{85} \u{E0041}</h1><form><input type=password name='\u{202E}p'></form>",
    "<h1>Sign \"in\"} x: {a: b} - 'x' # \\n %</h1><form><input type=password name=\"p: \\\"></form>",
  ])
  func `the rule that look prints of a hostile page is read as it is`(_ html: String) async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("<!doctype html><meta charset=utf-8><title>x</title>\(html)", to: "page.html")
      let text = try SavedPage(file: folder.file("page.html"), address: "https://profile.ledger.example/a*b/page").text(usesColour: false)
      let rule = try #require(text.lines(from: "    pages:"))
      #expect(!rule.contains("\u{FFFD}"), "\(rule)")
      let scenario = "journey: A\nsteps:\n  - screen: sign-in\n  - error: access_denied\n"
      let problems = try await SampleProject.with(["journeys/a.yaml": scenario], tenants: Self.tenants + rule) { project in
        project.run { $0.environment = ["MIA_PASSWORD": "x"] }.problems
      }
      #expect(problems == [], "\(rule)")
    }
  }

  // MARK: Its pages

  private static func problems(with pages: String, dialect: String = "hosted") async throws -> [String] {
    let tenants = Self.tenants.replacing("dialect: hosted", with: "dialect: \(dialect)") + "    pages: \(pages)\n"
    let scenario = "journey: A\nsteps:\n  - screen: sign-in\n  - error: access_denied\n"
    return try await SampleProject.with(["journeys/a.yaml": scenario], tenants: tenants) { project in
      project.run { $0.environment = ["MIA_PASSWORD": "x"] }.problems
    }
  }

  @Test func `a table of pages is read`() async throws {
    let pages = "{rules: [{screen: sign-in, path: /signin, h1: Sign in, has: form}], messages: {'.error-summary': error}}"
    #expect(try await Self.problems(with: pages) == [])
  }

  @Test func `a rule that no page reaches is told`() async throws {
    let pages = "{rules: [{screen: reset, path: '/reset/:token'}, {screen: done, path: /reset/done}, {screen: sign-in, path: /signin}]}"
    let problems = try await Self.problems(with: pages)
    #expect(problems == ["checks-nothing: no page reaches this rule: the one for 'reset' above fits them all"])
  }

  @Test func `a selector that is not supported is told at its place`() async throws {
    let problems = try await Self.problems(with: "{rules: [{screen: sign-in, path: /signin, has: 'form:first-child'}]}")
    #expect(problems.count == 1)
    #expect(problems.first?.contains("':' at character 5 of the selector is not supported") == true, "\(problems)")
  }

  @Test func `a tenant whose app leaves for pages has a table of them`() async throws {
    #expect(try await Self.problems(with: "{rules: [{screen: sign-in, path: /signin}]}", dialect: "okta-idx") == [])
  }

  // MARK: A mock's pages

  private static func problems(ofMock mock: String, dialect: String) async throws -> [String] {
    let tenants = "tenants:\n  t:\n    dialect: \(dialect)\n    mock: t.yaml\n  u:\n    like: t\n"
    let files = [
      "journeys/a.yaml": "journey: A\ntenant: t\nsteps:\n  - screen: first\n  - error: access_denied\n", "journeys/t.yaml": mock,
    ]
    return try await SampleProject.with(files, tenants: tenants) { project in project.run { $0.seed = 7 }.problems }
  }

  private static let mock = """
    tenant: t
    extends: journey-flow/standard
    clients: {app: {redirect_uris: ["https://app.test/cb"], scopes: [openid]}}
    start: first
    flow: {first: {f: {done: {go: finish}}}}
    screens: {first: {forms: {f: {go: {type: submit, label: Go}}}}}

    """

  @Test func `a mock without pages is no tenant of pages, and says so once`() async throws {
    let problems = try await Self.problems(ofMock: Self.mock, dialect: "hosted")
    let own = problems.filter { $0.contains("the mock 't.yaml' does not speak 'hosted'; it speaks journey-flow") }
    #expect(own.count == 1, "\(problems)")
  }

  @Test func `an org has pages besides`() async throws {
    let org = """
      tenant: t
      extends: okta-idx/standard
      clients: {app: {redirect_uris: ["https://app.test/cb"], scopes: [openid]}}
      """
    let before = try await Self.problems(ofMock: org + "\n", dialect: "hosted")
    #expect(before.contains { $0.contains("the mock 't.yaml' does not speak 'hosted'; it speaks okta-idx") }, "\(before)")
    let after = try await Self.problems(ofMock: org + "\nspeaks: [okta-idx, hosted]\n", dialect: "hosted")
    #expect(!after.contains { $0.contains("not speak") }, "\(after)")
  }
}

extension String {
  /// The lines from the one that is this text, to the end.
  fileprivate func lines(from first: String) -> String? {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0 == first }) else { return nil }
    return lines[start...].joined(separator: "\n")
  }
}
