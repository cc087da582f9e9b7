import Diagnostics
import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// The shipped sign-in journeys pass a second time through the web pages of the same tenants, by the same files.
struct SecondPassTests {
  /// The outcome of every scenario by its id, and what was told of those that did not pass.
  private struct Told: RunListener {
    var verdicts: [String: Verdict] = [:]
    var dialects: Set<String> = []
    var texts: [String: String] = [:]

    mutating func record(_ searched: SearchedEvent) {
      let event = searched.event
      guard let id = event.scenario else { return }
      switch event.kind {
      case .scenarioPlanned(let facts): dialects.insert(facts.dialect)
      case .scenarioEnded(let result): verdicts[id] = result.verdict
      case .mismatch(let mismatch):
        texts[id, default: ""] += "\(mismatch.subject.sentence): \(mismatch.expected), found \(mismatch.actual) "
      case .attemptEnded(let outcome):
        if case .broken(let breakage) = outcome.result { texts[id, default: ""] += breakage.message }
      default: return
      }
    }
  }

  /// A folder or file, and how many of its scenarios are walked at least.
  struct Pass: Sendable, CustomTestStringConvertible {
    let path: String
    let least: Int
    var testDescription: String { path }
  }

  private static let passes = [
    Pass(path: "sign-in", least: 34), Pass(path: "okta/sign-in.yaml", least: 12), Pass(path: "mfa", least: 20),
    Pass(path: "session/start-over.yaml", least: 7), Pass(path: "session/tokens.yaml", least: 2),
  ]

  /// Scenarios with the tag `api` say something of the wire, which pages do not have.
  @Test(arguments: passes)
  func `journeys pass through the pages of their tenants`(_ pass: Pass) async throws {
    var settings = RunSettings()
    settings.paths = ["\(Fixtures.packageRoot)/journeys/\(pass.path)"]
    settings.seed = 7
    settings.selection.tags = "not api"
    settings.tenants = ["acme", "harbor", "quay", "cascade", "fjord"].map { (name: String) in TenantOverride(of: name, to: "\(name)-hosted")
    }
    let run = JourneyRun(settings)
    #expect(run.diagnostics.isEmpty, "\(run.diagnostics.map(\.message))")
    var told = Told()
    _ = try await run.walk(log: nil, into: &told)
    #expect(told.dialects == ["hosted"])
    #expect(told.verdicts.count >= pass.least)
    for (id, verdict) in told.verdicts where verdict != .passed {
      Issue.record("\(id) is \(verdict): \(told.texts[id] ?? "")")
    }
  }
}
