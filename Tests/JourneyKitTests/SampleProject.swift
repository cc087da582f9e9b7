import Diagnostics
import JourneyRunner
import JourneyTestSupport

@testable import JourneyKit

/// A project in a folder of its own, with the mock of the shipped journeys.
struct SampleProject {
  static let mocked = """
    default: acme
    tenants:
      acme: {dialect: journey-flow, mock: ../acme.yaml}

    """

  /// Settings as the command spells them, for the messages that its users read.
  static let flags = SettingSpelling { setting in
    let flags: [NamedSetting: String] = [
      .mockAddresses: "--mock-at", .tenants: "--tenant", .app: "--app", .name: "--name", .places: "--at", .secretsFile: "--secrets",
      .policyFile: "--policy FILE", .operators: "--only",
    ]
    return flags[setting] ?? setting.rawValue
  }

  let folder: TemporaryFolder

  /// Makes the project and hands it over.
  ///
  /// - Parameter files: texts by name.
  static func with<Outcome>(
    _ files: [String: String], tenants: String? = mocked, _ body: (SampleProject) async throws -> Outcome
  ) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      try folder.write(try Fixtures.text(of: "fixtures/tenants/acme.yaml"), to: "acme.yaml")
      try folder.write(try Fixtures.text(of: "fixtures/tenants/acme.screens.yaml"), to: "acme.screens.yaml")
      if let tenants { try folder.write(tenants, to: "journeys/tenants.yaml") }
      for (name, text) in files { try folder.write(text, to: name) }
      return try await body(SampleProject(folder: folder))
    }
  }

  /// What is said for a run of the whole project.
  var settings: RunSettings {
    var settings = RunSettings()
    settings.paths = [folder.file("journeys")]
    settings.seed = 7
    settings.spelling = Self.flags
    return settings
  }

  /// A run with what the closure changes.
  func run(_ change: (inout RunSettings) -> Void = { _ in }) -> JourneyRun {
    var settings = settings
    change(&settings)
    return JourneyRun(settings)
  }
}

extension JourneyRun {
  /// What is wrong, each as `id: message`.
  var problems: [String] { diagnostics.map { "\($0.id.rawValue): \($0.message)" } }

  /// The names of what would be walked or skipped.
  var names: [String] { cases.map(\.facts.name) }
}
