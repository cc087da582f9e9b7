import Diagnostics
import JourneyRunner
import JourneyTestSupport

@testable import JourneyKit

/// A project with the shipped mocks and no scenarios.
struct RecordingProject {
  static let tenants = """
    default: acme
    tenants:
      acme:
        dialect: journey-flow
        mock: ../tenants/acme.yaml
        client: {entry_url: "https://app.acme.test/welcome"}
      acme-hosted: {like: acme, dialect: hosted}
      harbor: {dialect: journey-flow, mock: ../tenants/harbor.yaml}
      cove: {dialect: journey-flow, mock: ../tenants/cove.yaml}
      cascade:
        dialect: okta-idx
        mock: ../tenants/cascade.yaml
        client: {secret: cascade-portal-4711}
      cascade-hosted: {like: cascade, dialect: hosted, pages: {messages: {.message.warning: warning}}}

    """

  let folder: TemporaryFolder

  static func with<Outcome>(_ body: (RecordingProject) async throws -> Outcome) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      for path in try Fixtures.files(below: "fixtures/tenants", suffix: ".yaml") {
        try folder.write(try Fixtures.text(of: path), to: String(path.dropFirst("fixtures/".count)))
      }
      try folder.write(tenants, to: "journeys/tenants.yaml")
      return try await body(RecordingProject(folder: folder))
    }
  }

  /// Records into a file below `journeys`; what came of it, the file's text, and what was said.
  func record(
    _ file: String = "recorded.yaml", on tenant: String? = nil, as account: String? = nil, start: [String] = [],
    after: ScenarioPlace? = nil, quittingAt lastQuestion: String? = nil, environment: [String: String] = [:],
    _ answers: [String] = []
  ) async throws -> (outcome: RecordOutcome, text: String, transcript: String) {
    let person = ScriptedPerson(answers, quittingAt: lastQuestion)
    var settings = RecordSettings(file: folder.file("journeys/\(file)"))
    (settings.tenant, settings.account, settings.start, settings.after) = (tenant, account, start, after)
    settings.run.seed = 7
    settings.run.environment = environment
    settings.run.spelling = SampleProject.flags
    let outcome = try await RecordRun(settings).record(with: person)
    let text = outcome == .nothing ? "" : try folder.text(of: "journeys/\(file)")
    return (outcome, text, person.transcript)
  }

  /// The verdicts of the project's scenarios with a seed, and what is wrong with them.
  func verdicts(seed: UInt64, secrets: [String: String] = [:]) async throws -> [String] {
    var settings = RunSettings()
    settings.paths = [folder.file("journeys")]
    settings.seed = seed
    settings.isStrict = true
    settings.environment = secrets
    let run = JourneyRun(settings)
    guard !run.isRefused else { return run.diagnostics.map(\.message) }
    var verdicts: [String] = []
    for listed in run.cases {
      let outcome = try await run.outcome(of: listed)
      verdicts.append(outcome.verdict == .passed ? "passed" : outcome.text)
    }
    return verdicts
  }
}
