import Diagnostics
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

struct RunPlannerTests {
  private static let scenarios = [
    "journeys/a.yaml": """
    journey: One
    tags: [smoke]
    steps:
      - screen: identification
        messages: none
    ---
    journey: Two
    tags: [smoke, slow]
    steps:
      - screen: identification
        messages: none
        widgets: [identifier]
    """,
    "journeys/b.yaml": """
    journey: Three
    examples:
      - {case: low, who: jane@acme.test}
      - {case: high, who: rita@acme.test}
    steps:
      - screen: identification
        messages: none
        answers: {identifier: "${who}"}
      - screen: password
    """,
  ]

  private static func names(_ change: @escaping (inout RunSettings) -> Void) async throws -> [String] {
    try await SampleProject.with(scenarios) { project in
      let run = project.run(change)
      #expect(run.problems == [])
      return run.names
    }
  }

  @Test func `all is taken, a case for each row`() async throws {
    #expect(try await Self.names { _ in } == ["One", "Two", "Three [low]", "Three [high]"])
  }

  @Test func `tags, names and places narrow it, all together`() async throws {
    #expect(try await Self.names { $0.selection.tags = "smoke and not slow" } == ["One"])
    #expect(try await Self.names { $0.selection.name = "T.*(Two|high)" } == ["Three [high]"])
    #expect(
      try await Self.names {
        $0.selection.tags = "smoke"; $0.selection.name = "^T"
      } == ["Two"])
  }

  @Test func `a place means the scenario that its line belongs to`() async throws {
    try await SampleProject.with(Self.scenarios) { project in
      let file = project.folder.file("journeys/a.yaml")
      #expect(project.run { $0.selection.places = [ScenarioPlace(file: file, line: 2)] }.names == ["One"])
      #expect(project.run { $0.selection.places = [ScenarioPlace(file: file, line: 10)] }.names == ["Two"])
      #expect(
        project.run { $0.selection.places = [ScenarioPlace(file: file, line: 1), ScenarioPlace(file: file, line: 7)] }.names == [
          "One", "Two",
        ])
    }
  }

  @Test(arguments: [(12, []), (13, ["bad-selection: --at: no line 13 in 'journeys/a.yaml', which ends at line 12"])])
  func `a line after the end of a file is an error, not the last scenario`(line: Int, problems: [String]) async throws {
    try await SampleProject.with(Self.scenarios) { project in
      let file = project.folder.file("journeys/a.yaml")
      let run = project.run { $0.selection.places = [ScenarioPlace(file: file, line: line)] }
      #expect(run.problems == problems)
      #expect(run.isRefused == !problems.isEmpty)
    }
  }

  @Test func `a selection that cannot be read is a mistake, and nothing is walked`() async throws {
    try await SampleProject.with(Self.scenarios) { project in
      #expect(project.run { $0.selection.tags = "smoke and" }.isRefused)
      #expect(project.run { $0.selection.name = "(" }.isRefused)
    }
  }

  // MARK: Tenants

  private static let two = """
    default: acme
    tenants:
      acme: {dialect: journey-flow, mock: ../acme.yaml}
      twin: {dialect: journey-flow, mock: ../acme.yaml}
      staging:
        dialect: journey-flow
        issuer: "${env.STAGING}"
        client: {id: web, redirect_uri: "https://app.acme.test/callback"}

    """

  private static func tenants(_ overrides: [String]) async throws -> (names: Set<String>, problems: [String]) {
    try await SampleProject.with(scenarios, tenants: two) { project in
      let run = project.run { $0.tenants = overrides.map(TenantOverride.init) }
      return (Set(run.cases.map(\.facts.tenant)), run.problems)
    }
  }

  @Test func `a tenant's scenarios can be walked on another one`() async throws {
    #expect(try await Self.tenants([]) == (["acme"], []))
    #expect(try await Self.tenants(["acme=twin"]) == (["twin"], []))
    #expect(try await Self.tenants(["twin"]) == (["twin"], []))
    #expect(try await Self.tenants(["twin=acme"]) == (["acme"], []))
  }

  @Test func `a tenant that is not there is a mistake, and never another one quietly`() async throws {
    let possible = "expected one of acme, twin, staging"
    for override in ["nobody", "acme=nobody", "nobody=twin"] {
      #expect(try await Self.tenants([override]).problems == ["unknown-tenant: --tenant: no tenant 'nobody': \(possible)"], "\(override)")
    }
  }

  @Test func `what a tenant needs of the environment is missed only where it is walked`() async throws {
    #expect(try await Self.tenants([]).problems == [])
    let problems = try await Self.tenants(["acme=staging"]).problems
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("not-set: ") == true)
    #expect(problems.first?.contains("STAGING") == true)
  }

  @Test func `without tenants there is nothing to walk on, which is told once`() async throws {
    try await SampleProject.with(["journeys/a.yaml": Self.scenarios["journeys/a.yaml"] ?? ""], tenants: nil) { project in
      #expect(project.run().problems == ["unknown-tenant: no tenant to run on: a tenants.yaml with a default tenant is missing"])
    }
    let named = "journey: One\ntenant: acme\nsteps:\n  - screen: a\n    messages: none\n"
    try await SampleProject.with(["journeys/a.yaml": named], tenants: nil) { project in
      #expect(project.run().problems == ["unknown-tenant: no tenant 'acme': tenants.yaml is missing"])
    }
  }

  @Test func `apps count with the rows: what is too much together is refused, not cut`() async throws {
    let rows = (0..<4000).map { "  - {who: p\($0)}\n" }.joined()
    let scenario =
      "journey: A\nexamples:\n\(rows)steps:\n  - screen: identification\n    answers: {identifier: \"${who}\"}\n  - screen: password\n"
    try await SampleProject.with(["journeys/a.yaml": scenario]) { project in
      #expect(project.run().names.count == 4000)
      let run = project.run { $0.app = "all" }
      #expect(run.isRefused)
      #expect(run.problems.filter { $0.hasPrefix("too-large") }.count == 1, "\(run.problems)")
    }
  }

  @Test func `an app that no dialect has is a mistake`() async throws {
    try await SampleProject.with(Self.scenarios) { project in
      let walkedAs = { (app: String) in project.run { $0.app = app } }
      #expect(walkedAs("ios").problems == [])
      #expect(walkedAs("windows").problems.first?.hasPrefix("unknown-app: --app: no app 'windows'") == true)
      let all = walkedAs("all").cases
      #expect(all.prefix(3).map(\.facts.app) == ["web", "ios", "android"])
      #expect(Set(all.map(\.id)).count == all.count)
    }
  }

  @Test func `an earlier line of an app is walked where it is named, and not as one of all`() async throws {
    try await SampleProject.with(Self.scenarios) { project in
      #expect(project.run { $0.app = "all" }.cases.contains { $0.facts.app == "ios-2" } == false)
      let earlier = project.run { $0.app = "ios-2" }
      #expect(earlier.problems == [])
      #expect(earlier.cases.contains { $0.facts.app == "ios-2" })
    }
  }

  // MARK: Skipping and refusing

  @Test(arguments: [("2027-01-30", true), ("2027-01-31", true), ("2027-02-01", false)])
  func `a scenario is skipped until its day has passed`(today: String, isSkipped: Bool) async throws {
    let text = "journey: One\nskip: {why: no phones yet, until: 2027-01-31}\nsteps:\n  - screen: a\n    messages: none\n"
    try await SampleProject.with(["journeys/a.yaml": text]) { project in
      let run = project.run { $0.today = today }
      #expect(run.cases.map(\.facts.skipped) == [isSkipped ? "no phones yet (until 2027-01-31)" : nil])
    }
  }

  @Test func `without a day said it is the machine's`() async throws {
    let text = "journey: One\nskip: {why: long ago, until: 2001-01-31}\nsteps:\n  - screen: a\n    messages: none\n"
    try await SampleProject.with(["journeys/a.yaml": text]) { project in
      #expect(project.run().cases.map(\.facts.skipped) == [nil])
    }
  }

  @Test func `warnings refuse a run only where that is asked for`() async throws {
    let text = "journey: One\nsteps:\n  - screen: identification\n    optional: true\n"
    try await SampleProject.with(["journeys/a.yaml": text]) { project in
      #expect(project.run().problems.map { $0.prefix { $0 != ":" } } == ["checks-nothing"])
      #expect(!project.run().isRefused)
      #expect(project.run { $0.isStrict = true }.isRefused)
    }
  }

  @Test func `every file's mistakes are found in one go`() async throws {
    let files = ["journeys/a.yaml": "journey: One\nstepz: []\n", "journeys/b.yaml": "jurney: Two\nsteps: []\n"]
    try await SampleProject.with(files) { project in
      let run = project.run()
      #expect(run.isRefused)
      #expect(Set(run.diagnostics.compactMap { $0.range?.file.name }) == ["journeys/a.yaml", "journeys/b.yaml"])
    }
  }
}
