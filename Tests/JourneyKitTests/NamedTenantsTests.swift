import Diagnostics
import JourneyMock
import JourneyScenario
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Only the mocks that the selected scenarios may need are read, and each once.
struct NamedTenantsTests {
  private static let tenants = """
    default: acme
    tenants:
      acme: {dialect: journey-flow, mock: ../acme.yaml}
      draft: {like: acme, mock: _mock/draft.yaml}
      live: {like: draft, issuer: "https://live.acme.test"}

    """
  private static let draft = "extends: ../../acme.yaml\ntenant: draft\npolcy: {lockout: {after: 2}}\n"
  private static let steps = "steps:\n  - screen: identification\n"

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var scenario: String
    var files: [String: String] = [:]
    var unread: Set<String> = []
    var change: @Sendable (inout RunSettings) -> Void = { _ in }
  }

  private static let rows: [Row] = [
    Row(testDescription: "the default one", scenario: "journey: A\n\(steps)", unread: ["draft"]),
    Row(testDescription: "another one, and the one that it is like", scenario: "journey: A\ntenant: draft\n\(steps)"),
    Row(testDescription: "one of two scenarios", scenario: "journey: A\ntenant: draft\n\(steps)---\njourney: B\n\(steps)"),
    Row(testDescription: "a matrix", scenario: "journey: A\nmatrix: {tenant: [acme, draft]}\n\(steps)"),
    Row(testDescription: "what a live tenant is like", scenario: "journey: A\ntenant: live\n\(steps)"),
    Row(
      testDescription: "the folder's", scenario: "journey: A\n\(steps)", files: ["journeys/a/_folder.yaml": "tenant: draft\n"]),
    Row(testDescription: "an override", scenario: "journey: A\n\(steps)") { $0.tenants = [TenantOverride(of: "acme", to: "draft")] },
    Row(testDescription: "a bare override", scenario: "journey: A\n\(steps)") { $0.tenants = [TenantOverride(to: "draft")] },
    Row(testDescription: "an app", scenario: "journey: A\n\(steps)") { $0.app = "android" },
    Row(testDescription: "a name in other characters", scenario: "journey: A\ntenant: \"dr\\x61ft\"\n\(steps)"),
    Row(testDescription: "everything", scenario: "journey: A\n\(steps)") { $0.namesTenants = false },
  ]

  @Test(arguments: rows)
  func `mocks that no selected scenario can need are not read`(row: Row) async throws {
    let files = ["journeys/_mock/draft.yaml": Self.draft, "journeys/a/a.yaml": row.scenario].merging(row.files) { $1 }
    try await SampleProject.with(files, tenants: Self.tenants) { project in
      var settings = project.settings
      settings.paths = [project.folder.file("journeys/a")]
      settings.namesTenants = true
      row.change(&settings)
      #expect(Project(settings).unread == row.unread)
      let told = JourneyRun(settings).diagnostics.contains { $0.message.contains("polcy") }
      #expect(told == !row.unread.contains("draft"), "what is wrong with a mock is said where it is read")
    }
  }

  @Test func `a mock is loaded once while its files stay the same`() async throws {
    try await TemporaryFolder.with { folder in
      let acme = try Fixtures.text(of: "fixtures/tenants/acme.yaml")
      try folder.write(acme, to: "base.yaml")
      try folder.write(try Fixtures.text(of: "fixtures/tenants/acme.screens.yaml"), to: "acme.screens.yaml")
      let loaded = LoadedMocks()
      func load(_ text: String) throws -> (name: String?, problems: Int) {
        var diagnostics: [Diagnostic] = []
        let tenant = loaded.tenant(of: SourceFile(name: "own.yaml", text: text), DialectRegistry(), diagnostics: &diagnostics) {
          path, _ throws(UnreadableInclude) in
          guard let base = try? folder.text(of: path) else { throw UnreadableInclude("no such file") }
          return SourceFile(name: path, text: base)
        }
        return (tenant?.accounts.first?.name, diagnostics.count)
      }
      let own = "tenant: own\nextends: base.yaml\n"
      let first = try load(own)
      #expect(first.problems == 0 && first.name != nil)
      #expect(try load(own) == first)
      try folder.write(acme.replacing("\n  \(first.name ?? ""):", with: "\n  other:"), to: "base.yaml")
      #expect(try load(own).name == "other", "what it extends has changed")
      let wrong = try load(own + "polcy: {}\n")
      #expect(wrong.name == nil && wrong.problems > 0)
      #expect(try load(own + "polcy: {}\n") == wrong, "what is wrong is said each time")
      #expect(try load(own).name == "other")
    }
  }
}
