import Diagnostics
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// A secret in a name that every output has as it is.
struct SecretsInNamesTests {
  private static let secret = "Sommer-2026-kt"

  private struct Told: RunListener {
    var text = ""

    mutating func record(_ searched: SearchedEvent) { text += "\(searched.event)\n" }
  }

  private static let tenants = """
    default: acme
    tenants:
      acme:
        dialect: journey-flow
        issuer: https://login.acme.test
        client: {id: acme-web, redirect_uri: "https://app.acme.test/callback"}
        accounts:
          jane: {email: jane@acme.test, password: "${secret.JANE_PASSWORD}"}
          otto-sommer-2026-kt: {email: otto@acme.test, password: Otto-mule-22}

    """

  private static func scenario(_ title: String, _ more: String = "") -> String {
    """
    journey: \(title)
    \(more)
    steps:
      - screen: identification
        answers: {identifier: "${secret.JANE_PASSWORD}"}

    """
  }

  /// Projects whose one scenario has the secret in a name, each by what the name is.
  private static var projects: [(name: String, file: String, scenario: String)] {
    [
      ("title", "journeys/a.yaml", scenario("Sign in with Sommer 2026 (KT)")),
      ("id", "journeys/a.yaml", scenario("Sign in", "id: sommer2026kt")),
      ("label of a row", "journeys/a.yaml", scenario("Sign in", "examples: [{case: sommer_2026_KT, x: 1}, {case: b, x: 2}]")),
      ("value of a matrix", "journeys/a.yaml", scenario("Sign in", "matrix: {color: [red, SOMMER2026KT]}")),
      ("file", "journeys/Sommer-2026-kt.yaml", scenario("Sign in")),
      ("folder", "journeys/sommer-2026-KT/a.yaml", scenario("Sign in")),
      ("folder and file", "journeys/Sommer/2026-kt.yaml", scenario("Sign in")),
      ("tag", "journeys/a.yaml", scenario("Sign in", "tags: [sommer2026kt]")),
      ("app", "journeys/a.yaml", scenario("Sign in", "app: sommer-2026-kt")),
      ("account", "journeys/a.yaml", scenario("Sign in", "account: otto-sommer-2026-kt")),
      ("password of a file", "journeys/a.yaml", scenario("As otto-mule-22")),
      ("step", "journeys/a.yaml", scenario("Sign in") + "    name: sommer-2026-kt\n"),
      ("step in a loop", "journeys/a.yaml", scenario("Sign in") + "  - repeat: 2\n    steps: [{screen: x, name: SOMMER2026KT}]\n"),
      ("group of steps", "journeys/a.yaml", scenario("Sign in") + "  - either: [[screen: x], []]\n    name: sommer_2026_kt\n"),
      ("snapshot", "journeys/a.yaml", scenario("Sign in") + "    snapshot: sommer2026kt\n"),
    ]
  }

  @Test func `a secret in a name is refused, and the message does not have it`() async throws {
    var text = ""
    for (name, file, scenario) in Self.projects {
      try await SampleProject.with([file: scenario], tenants: Self.tenants) { project in
        let run = project.run { $0.environment = ["JANE_PASSWORD": Self.secret] }
        if !run.isRefused { Issue.record("\(name) is not refused") }
        text += "== \(name)\n" + DiagnosticRenderer().render(run.diagnostics.filter { $0.id == .secretInName })
      }
    }
    let difference = try Golden(folder: "\(Fixtures.packageRoot)/fixtures/broken/trust").difference(of: text, from: "secret-in-name.txt")
    #expect(difference == nil)
    #expect(!text.lowercased().filter { $0.isLetter || $0.isNumber }.contains("sommer2026kt"))
    #expect(!text.lowercased().contains("mule"))
  }

  @Test func `a secret in the name of a run is refused`() async throws {
    try await SampleProject.with(["journeys/a.yaml": Self.scenario("Sign in")], tenants: Self.tenants) { project in
      let run = project.run {
        $0.environment = ["JANE_PASSWORD": Self.secret]
        $0.label = "nightly SOMMER2026kt"
      }
      let problems = run.problems.filter { $0.hasPrefix("secret") }
      #expect(problems == ["secret-in-name: label contains the secret 'JANE_PASSWORD', and is in every output"])
    }
  }

  /// File names may have the marks of letters apart, and slugs leave them out.
  @Test(arguments: ["journeys/gru\u{308}n-ka\u{308}fer27.yaml", "journeys/grün-käfer27.yaml", "journeys/Grun-Kafer27.yaml"])
  func `a secret with marks is found in a name with or without them`(file: String) async throws {
    try await SampleProject.with([file: Self.scenario("Sign in")], tenants: Self.tenants) { project in
      let run = project.run { $0.environment = ["JANE_PASSWORD": "Grün-Käfer27"] }
      #expect(run.problems.contains { $0.hasPrefix("secret-in-name: the path") }, "\(run.problems)")
    }
  }

  @Test(arguments: ["journeys/a.yaml", "journeys/Sommer-2026-kt.yaml"])
  func `a run that is refused for a name has the secret in none of its outputs`(file: String) async throws {
    let scenario = Self.scenario("Sign in", "id: x-Sommer-2026-kt\ntags: [Sommer-2026-kt]")
    try await SampleProject.with([file: scenario], tenants: Self.tenants) { project in
      let run = project.run {
        $0.environment = ["JANE_PASSWORD": Self.secret]
        $0.label = "Sommer-2026-kt"
        $0.selection.name = "Sommer-2026-kt|Sign"
      }
      var told = Told()
      _ = try await run.walk(log: project.folder.file("run.jsonl"), into: &told)
      #expect(run.isRefused)
      let log = try project.folder.text(of: "run.jsonl")
      #expect(log.contains("secret-in-name"))
      for text in [log, told.text, "\(run.cases)"] { #expect(!text.lowercased().contains("sommer"), "\(text)") }
    }
  }

  @Test(arguments: ["4711", "identification", "Jane-horse-77"])
  func `words, short ones and other secrets are no reason`(secret: String) async throws {
    let scenario = Self.scenario("The identification 4711 of Jane")
    try await SampleProject.with(["journeys/a.yaml": scenario], tenants: Self.tenants) { project in
      let run = project.run { $0.environment = ["JANE_PASSWORD": secret] }
      #expect(run.problems.filter { $0.hasPrefix("secret") } == [])
    }
  }

  @Test func `a password of a row is hidden in a title on a live tenant, and not on a mock`() async throws {
    let scenario = """
      journey: Row ${password}
      examples: [{case: a, password: Winter-2027}, {case: b, password: Herbst-2028}]
      steps:
        - screen: identification
          answers: {identifier: "${password}"}

      """
    try await SampleProject.with(["journeys/a.yaml": scenario], tenants: Self.tenants.replacing("${secret.JANE_PASSWORD}", with: "x")) {
      project in
      let run = project.run()
      #expect(run.cases.map { run.redactor.redacted($0.line) }.allSatisfy { $0.contains("Row ***") }, "\(run.names)")
    }
    try await SampleProject.with(["journeys/a.yaml": scenario]) { project in
      let run = project.run()
      #expect(run.cases.first.map { run.redactor.redacted($0.facts.name) } == "Row Winter-2027 [a]")
    }
  }
}
