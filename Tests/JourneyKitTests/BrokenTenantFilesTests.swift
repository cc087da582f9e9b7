import Diagnostics
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Each wrong mock tenant beside the exact text that `journey check` prints for it; `RECORD_GOLDEN=1` writes the texts.
struct BrokenTenantFilesTests {
  private static let folder = "fixtures/broken/tenants"

  @Test func `a wrong mock tenant prints exactly this`() async throws {
    let paths = try Fixtures.files(below: Self.folder, suffix: ".yaml").filter { !$0.contains("/_") }
    #expect(!paths.isEmpty)
    for path in paths {
      let text = try await Self.text(of: path)
      #expect(!text.isEmpty, "\(path)")
      let name = String(path.dropFirst(Self.folder.count + 1).dropLast(".yaml".count))
      let difference = try Golden(folder: "\(Fixtures.packageRoot)/\(Self.folder)").difference(of: text, from: "\(name).txt")
      #expect(difference == nil)
    }
  }

  /// What is said of the tenant alone: the scenario beside it asks for nothing that it could lack.
  private static func text(of path: String) async throws -> String {
    let name = String(path.dropFirst(folder.count + 1))
    let tenants = "default: tiny\ntenants:\n  tiny: {dialect: journey-flow, mock: ../\(name)}\n"
    let base = try Fixtures.text(of: "\(folder)/_base.yaml")
    let files = [name: try Fixtures.text(of: path), "_base.yaml": base, "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]
    return try await SampleProject.with(files, tenants: tenants) { project in
      DiagnosticRenderer().render(project.run { $0.exploresMocks = true }.diagnostics)
    }
  }

  @Test func `the shipped journeys and their mocks are clean`() {
    var settings = RunSettings()
    settings.paths = ["\(Fixtures.packageRoot)/journeys"]
    settings.exploresMocks = true
    settings.isStrict = true
    #expect(DiagnosticRenderer().render(JourneyRun(settings).diagnostics) == "")
  }

  // MARK: Command lines

  struct WrongCommand: Sendable, CustomTestStringConvertible {
    let name: String
    let change: @Sendable (inout RunSettings, String) throws -> Void
    var testDescription: String { name }

    init(_ name: String, _ change: @escaping @Sendable (inout RunSettings, String) throws -> Void) {
      self.name = name
      self.change = change
    }
  }

  @Test(arguments: [
    WrongCommand("bad-tags") { settings, _ in settings.selection.tags = "smoke and" },
    WrongCommand("bad-name") { settings, _ in settings.selection.name = "(" },
    WrongCommand("mock-at-nobody") { settings, _ in settings.mockAddresses = try [MockAddress("acne=http://127.0.0.1:1")] },
    WrongCommand("unknown-tenant") { settings, _ in settings.tenants = [TenantOverride(to: "acne")] },
    WrongCommand("unknown-app") { settings, _ in settings.app = "ipad" },
    WrongCommand("unused-variable") { settings, _ in settings.variables = ["locale": "hu", "typo": "x"] },
    WrongCommand("nothing-found") { settings, folder in settings.paths = ["\(folder)/journeys/empty"] },
    WrongCommand("unreadable-file") { settings, folder in settings.paths = ["\(folder)/journeys/none.yaml"] },
    WrongCommand("no-secrets-file") { settings, folder in settings.secretsFile = "\(folder)/secrets" },
  ])
  func `a wrong command line prints exactly this`(_ command: WrongCommand) async throws {
    let scenario = "journey: A\nsteps:\n  - screen: identification\n    messages: none\n"
    let text = try await SampleProject.with(["journeys/a.yaml": scenario]) { project in
      try project.folder.makeFolder("journeys/empty")
      let path = project.folder.path
      var settings = project.settings
      try command.change(&settings, path)
      return DiagnosticRenderer().render(JourneyRun(settings).diagnostics).replacing(path, with: "PROJECT")
    }
    let golden = Golden(folder: "\(Fixtures.packageRoot)/fixtures/broken/commands")
    #expect(try golden.difference(of: text, from: "\(command.name).txt") == nil)
    #expect(!text.isEmpty)
  }
}
