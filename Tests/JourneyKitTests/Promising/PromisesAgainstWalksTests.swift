import Diagnostics
import JourneyLanguage
import JourneyMock
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What the graph says of promises, held against what the shipped scenarios walk.
@Suite(.serialized) struct PromisesAgainstWalksTests {
  /// Every event after every other one, as far as it is about what scenarios of the tenant meet.
  private static func promises(of tenant: MockTenant) -> String {
    let screens = tenant.screens.map { "screen \($0.id)" }
    let events = ["tokens", "an error", "right password", "wrong password", "right code", "wrong code"] + screens
    var lines = ["promises:"]
    for event in events {
      for (index, after) in events.enumerated() where after != "tokens" && after != "an error" {
        let name = event.replacing(" ", with: "-").replacing("/", with: "-") + "-\(index)"
        lines += ["  never-\(name):", "    says: x", "    never: \(event)", "    after: \(after)"]
        lines += ["  only-\(name):", "    says: x", "    only: \(event)", "    after: \(after)"]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(arguments: [("quay", ["sign-in/quay.yaml"]), ("harbor", ["registration", "sign-in"])])
  func `no walk breaks a promise that is kept on every way`(_ name: String, _ paths: [String]) async throws {
    var settings = RunSettings()
    settings.paths = paths.map { "\(Fixtures.packageRoot)/journeys/\($0)" }
    settings.seed = 7
    let run = JourneyRun(settings)
    let mock = try #require(run.project.sites[name]?.mock)
    let read = PromisesFile.read(Array(Self.promises(of: mock).utf8), named: "promises.yaml")
    #expect(read.diagnostics == [])
    let met = try await TemporaryFolder.with { place in
      _ = try await run.run(log: place.path + "/run.jsonl")
      return try MetWalks(log: place.path + "/run.jsonl")
    }
    var brokenByWalks = 0
    var wrong: [String] = []
    for promise in read.file.promises {
      guard let finding = met.findings(of: promise, as: [name]).first, case .broken(let breach) = finding.outcome else { continue }
      brokenByWalks += 1
      var diagnostics: [Diagnostic] = []
      guard let verdict = mock.judge(promise, diagnostics: &diagnostics), verdict.isKept else { continue }
      wrong.append("\(promise.id.value): \(breach.line)")
    }
    #expect(brokenByWalks > 20)
    #expect(wrong == [])
  }
}
