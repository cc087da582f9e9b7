import Diagnostics
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What is wrong in one place of a project does not stop what is right elsewhere.
struct WrongElsewhereTests {
  private static let tenants = """
    default: acme
    tenants:
      acme: {dialect: journey-flow, mock: ../acme.yaml}
      draft: {like: acme, mock: _mock/draft.yaml}
      other: {like: acme, mock: _mock/draft.yaml}

    """
  private static let draft = "extends: ../../acme.yaml\ntenant: draft\npolcy: {lockout: {after: 2}}\n"

  private static func journey(_ title: String, tenant: String? = nil, extra: String = "") -> String {
    """
    journey: \(title)
    \(tenant.map { "tenant: \($0)\n" } ?? "")steps:
      - screen: identification
    \(extra)
    """
  }

  private static func with(
    _ files: [String: String], _ body: (SampleProject) async throws -> Void
  ) async throws {
    try await SampleProject.with(
      ["journeys/_mock/draft.yaml": draft, "journeys/right.yaml": journey("Right")].merging(files) { $1 }, tenants: tenants, body)
  }

  private static func walked(_ run: JourneyRun) async throws -> Report {
    var listener = NoListener()
    return try await run.walk(log: nil, into: &listener)
  }

  private struct NoListener: RunListener {
    mutating func record(_ searched: SearchedEvent) {}
  }

  @Test func `a wrong tenant that no case uses is a warning`() async throws {
    try await Self.with([:]) { project in
      let run = project.run()
      #expect(!run.isRefused)
      let warning = try #require(run.diagnostics.first { $0.message.contains("polcy") })
      #expect(warning.severity == .warning)
      #expect(warning.message.hasSuffix(" (in 2 tenants that are not used here)"))
      #expect(try await Self.walked(run).verdict == .passed)
    }
  }

  @Test func `all tenants count where all are judged`() async throws {
    try await Self.with([:]) { project in
      let run = project.run { $0.judgesAllTenants = true }
      #expect(run.isRefused)
      #expect(run.diagnostics.contains { $0.severity == .error && $0.message.contains("polcy") && !$0.message.contains("not used here") })
    }
  }

  @Test(arguments: [Self.journey("Draft", tenant: "draft"), nil])
  func `a wrong tenant that a case or an override uses stops the run`(_ scenario: String?) async throws {
    try await Self.with(scenario.map { ["journeys/draft.yaml": $0] } ?? [:]) { project in
      let run = project.run { if scenario == nil { $0.tenants = [TenantOverride(of: "acme", to: "draft")] } }
      #expect(run.isRefused)
      #expect(run.diagnostics.contains { $0.severity == .error && $0.message.contains("polcy") })
    }
  }

  @Test func `a tenant that another one's error is shared by stops the run`() async throws {
    try await Self.with(["journeys/other.yaml": Self.journey("Other", tenant: "other")]) { project in
      #expect(project.run().isRefused)
    }
  }

  /// What is wrong, and which cases are walked all the same.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    let walked: Set<String>
    /// By case, the file that it is not run for.
    var refused: [String: String] = [:]
  }

  private static let wrong = [
    Wrong(
      testDescription: "a scenario that cannot be read", files: ["journeys/wrong.yaml": "journey: Wrong\nstps: []\n"],
      walked: ["right"]),
    Wrong(
      testDescription: "one of two scenarios of a file",
      files: ["journeys/wrong.yaml": journey("Fine") + "---\n" + journey("Wrong", extra: "    shows: [nowhere]")],
      walked: ["right"], refused: ["wrong": "wrong.yaml"]),
    Wrong(
      testDescription: "a tenant", files: ["journeys/draft.yaml": journey("Draft", tenant: "draft")], walked: ["right"]),
    Wrong(
      testDescription: "what a folder gives", files: ["journeys/a/_folder.yaml": "tgs: [x]\n", "journeys/a/in.yaml": journey("In")],
      walked: ["right"], refused: ["in": "_folder.yaml"]),
  ]

  @Test(arguments: wrong)
  func `a run that keeps going walks what is right, and is incomplete`(_ wrong: Wrong) async throws {
    try await Self.with(wrong.files) { project in
      let stopped = try await Self.walked(project.run())
      #expect(stopped.cases.allSatisfy { $0.attempts.isEmpty })
      let run = project.run { $0.keepsGoing = true }
      #expect(!run.isRefused)
      let report = try await Self.walked(run)
      #expect(report.verdict == .filesRefused)
      #expect(!report.refusedFiles.isEmpty)
      let walked = report.cases.filter { !$0.attempts.isEmpty }
      #expect(Set(walked.map { Self.name(of: $0.id) }) == wrong.walked)
      #expect(walked.allSatisfy { $0.verdict == .passed })
      let left = report.cases.filter { $0.attempts.isEmpty }
      #expect(Set(left.map { Self.name(of: $0.id) }) == Set(wrong.refused.keys))
      for planned in left {
        let file = try #require(wrong.refused[Self.name(of: planned.id)])
        guard case .skipped(let reason) = planned.verdict else {
          Issue.record("\(planned.id) is \(planned.verdict)")
          continue
        }
        #expect(reason.hasPrefix("not run, because '") && reason.hasSuffix("\(file)' has errors"))
      }
    }
  }

  private static func name(of id: String) -> String {
    let path = id.prefix { $0 != "#" }
    return String(path.split(separator: "/").last ?? path)
  }

  @Test(arguments: [
    [
      "journeys/_fragment.yaml": "steps:\n  - scren: identification\n",
      "journeys/user.yaml": "journey: User\nsteps:\n  - use: _fragment.yaml\n",
    ]
  ])
  func `an error that any case may need stops also a run that keeps going`(_ files: [String: String]) async throws {
    try await Self.with(files) { project in
      let run = project.run { $0.keepsGoing = true }
      #expect(run.isRefused)
      let report = try await Self.walked(run)
      #expect(report.cases.allSatisfy { $0.attempts.isEmpty })
    }
  }

  @Test func `a setting that is wrong stops also a run that keeps going`() async throws {
    try await Self.with([:]) { project in
      #expect(project.run { ($0.keepsGoing, $0.app) = (true, "no-such-app") }.isRefused)
    }
  }
}
