import Diagnostics
import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Scenarios that say what is not so and were green once: `fixtures/untrue`.
struct UntrueGreensTests {
  /// By scenario, everything that was told of it.
  private struct Told: RunListener {
    var owners: [String: String] = [:]
    var verdicts: [String: Verdict] = [:]
    var texts: [String: String] = [:]

    mutating func record(_ searched: SearchedEvent) {
      let event = searched.event
      guard let id = event.scenario else { return }
      switch event.kind {
      case .scenarioPlanned(let facts): owners[id] = facts.owner
      case .scenarioEnded(let result): verdicts[id] = result.verdict
      case .mismatch(let mismatch):
        texts[id, default: ""] += "\(mismatch.expected) \(mismatch.actual) \(mismatch.details.joined(separator: " "))"
      case .attemptEnded(let outcome):
        if case .broken(let breakage) = outcome.result { texts[id, default: ""] += breakage.message }
      default: return
      }
    }
  }

  @Test func `what is not so is never green, and the failure says why`() async throws {
    var settings = RunSettings()
    settings.paths = ["\(Fixtures.packageRoot)/fixtures/untrue"]
    settings.seed = 7
    let run = JourneyRun(settings)
    #expect(run.diagnostics.isEmpty, "\(run.diagnostics.map(\.message))")
    var told = Told()
    _ = try await run.walk(log: nil, into: &told)
    #expect(told.owners.count > 10)
    for (id, owner) in told.owners {
      let verdict = told.verdicts[id]
      #expect(verdict == .failed || verdict == .broken, "\(id) is \(String(describing: verdict))")
      #expect(told.texts[id]?.contains(owner) == true, "\(id): \(told.texts[id] ?? "nothing")")
    }
  }
}
