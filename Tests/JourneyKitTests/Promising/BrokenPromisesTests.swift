import Diagnostics
import FoundationEssentials
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Each wrong file of promises beside the exact text that it must print; `RECORD_GOLDEN=1` writes the texts.
struct BrokenPromisesTests {
  private static let folder = "fixtures/broken/promises"

  static let names: [String] = {
    do {
      return try Fixtures.files(below: folder, suffix: ".yaml").map { String($0.dropFirst(folder.count + 1)) }.sorted()
    } catch {
      return []
    }
  }()

  @Test(arguments: names) func `a wrong file of promises prints exactly this`(name: String) async throws {
    let tenants =
      "default: base\ntenants:\n  base: {dialect: journey-flow, mock: ../base.yaml, client: {id: app, redirect_uri: \"https://app.test/cb\"}}\n"
    let files = [
      "base.yaml": try Fixtures.text(of: "fixtures/broken/tenants/_base.yaml"),
      "journeys/promises.yaml": try Fixtures.text(of: "\(Self.folder)/\(name)"), "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n",
    ]
    let text = try await SampleProject.with(files, tenants: tenants) { project in
      var check = PromiseCheck(JourneyRun(project.settings))
      await check.judge()
      return DiagnosticRenderer().render(check.diagnostics)
    }
    let golden = "\(Fixtures.packageRoot)/\(Self.folder)/\(name.dropLast(5)).txt"
    let environment = ProcessInfo.processInfo.environment
    if environment["RECORD_GOLDEN"] == "1", environment["CI"] == nil {
      try Data(text.utf8).write(to: URL(filePath: golden))
    }
    #expect(FileManager.default.contents(atPath: golden).map { String(decoding: $0, as: UTF8.self) } == text)
    #expect(!text.isEmpty)
  }
}
