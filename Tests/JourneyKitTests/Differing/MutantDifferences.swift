import Diagnostics
import Encodings
import JourneyInsight
import JourneyMock
import JourneyRunner
import JourneyTestSupport
import MockMutation
import Testing

@testable import JourneyKit

/// Compares a tenant with its mutants: what a scenario notices, a comparison has to tell.
enum MutantDifferences {
  /// Why a comparison may tell nothing though a scenario fails.
  private static let exceptions: [MutationOperator: String] = [:]

  static func check(_ rounds: MutationRounds) async throws {
    var settings = RunSettings()
    settings.paths = ["\(Fixtures.packageRoot)/journeys/sign-in", "\(Fixtures.packageRoot)/journeys/mfa"]
    settings.seed = 7
    let run = JourneyRun(settings)
    let walker = MutationWalker(project: run.project, seed: 7)
    let cases = run.plan.cases.filter { $0.tenant.name == "acme" && $0.facts.skipped == nil && $0.indistinguishableFrom == nil }
    let tenant = try #require(run.project.sites["acme"]?.mock)
    let traces = await walker.walk(cases, jobs: 2).traces
    var mutants = tenant.mutants()
    var generator = SeededGenerator(seed: rounds.seed, labels: ["diff"])
    mutants.shuffle(using: &generator)
    var tried = 0
    var last: (id: String, tenant: MockTenant, walked: [PlannedCase])?
    for mutant in mutants where tried < rounds.count {
      let met = cases.filter { traces[$0.id]?.meets(mutant.touch) ?? false }.prefix(6)
      var mistakes: [Diagnostic] = []
      guard !met.isEmpty, let mutated = MockTenant.mutated(mutant, of: tenant, diagnostics: &mistakes) else { continue }
      tried += 1
      guard let noticed = await walker.firstFailure(of: Array(met), on: mutated, as: ["acme"]) else { continue }
      let walked = met.filter { $0.id == noticed }
      let before = await walker.met(Array(walked), on: nil, as: [])
      let now = await walker.met(Array(walked), on: mutated, as: ["acme"])
      let there = RunDifference(before, as: .init(name: "acme"), now, as: .init(name: "mutant"))
      let back = RunDifference(now, as: .init(name: "mutant"), before, as: .init(name: "acme"))
      if exceptions[mutant.operation] == nil {
        #expect(!there.changes.isEmpty || !there.broken.isEmpty, "\(mutant.id), noticed by \(noticed), seed \(rounds.seed)")
      }
      expectMirrors(there, back, mutant.id)
      if let last {
        // Two mutants, each against the other one.
        let cases = walked + last.walked.filter { !walked.contains($0) }
        let first = await walker.met(cases, on: last.tenant, as: ["acme"])
        let second = await walker.met(cases, on: mutated, as: ["acme"])
        expectMirrors(
          RunDifference(first, as: .init(name: "one"), second, as: .init(name: "other")),
          RunDifference(second, as: .init(name: "other"), first, as: .init(name: "one")), "\(last.id), \(mutant.id)")
      }
      last = (mutant.id, mutated, Array(walked))
    }
    #expect(tried > 0)
  }

  /// What one direction tells, the other one tells the other way round.
  private static func expectMirrors(_ there: RunDifference, _ back: RunDifference, _ name: String) {
    let mirrored = Set(there.changes.map { "\($0.kind.mirror)" })
    #expect(mirrored == Set(back.changes.map { "\($0.kind)" }), "\(name): \(there.changes.map(\.id)), \(back.changes.map(\.id))")
    #expect(there.unknown == back.unknown)
  }
}
