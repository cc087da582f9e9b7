import JourneyInsight
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// The shipped rehearsal of a change of policy: more people are asked for a second factor, new terms, more tries, another label.
@Suite(.serialized) struct DiffRunTests {
  private static func difference(
    _ paths: [String], _ change: (inout DiffSettings) -> Void = { _ in }
  ) async throws -> RunDifference {
    var settings = DiffSettings()
    settings.run.paths = paths.map { "\(Fixtures.packageRoot)/\($0)" }
    settings.run.seed = 7
    settings.run.jobs = 2
    settings.run.tenants = [TenantOverride("acme=acme-next")]
    change(&settings)
    let run = DiffRun(settings)
    #expect(!run.isRefused, "\(run.diagnostics)")
    return try await run.walk().difference
  }

  private static let through = "\(Fixtures.packageRoot)/journeys/_through"

  @Test func `the four changes of the rehearsal are told, each with its class and its cause`() async throws {
    let difference = try await Self.difference(["journeys/sign-in", "journeys/mfa"])
    let told = Dictionary(uniqueKeysWithValues: difference.changes.map { ($0.id, $0) })
    let expected: [(id: String, meaning: ChangeClass, cause: String)] = [
      ("acme:mfaPasscode:screen-added", .more, "policy mfa"), ("acme:terms:screen-added", .more, "edge profile.decide.unread"),
      ("acme:password:more-tries:3", .less, "policy lockout.after"),
      ("acme:identification:label:identifier/identifier", .wording, "widget identification/identifier/identifier label"),
    ]
    for row in expected {
      let change = try #require(told[row.id], "\(row.id) of \(told.keys.sorted())")
      #expect(change.meaning == row.meaning)
      #expect(change.causes.map(\.element).contains(row.cause), "\(row.id): \(change.causes.map(\.line))")
      #expect(change.causes.allSatisfy { $0.place.hasPrefix("journeys/_mock/acme-next.yaml:") }, "\(change.causes.map(\.line))")
    }
    #expect(difference.changes.count == expected.count, "\(difference.changes.map(\.id))")
    #expect(difference.unknown > 0)
    #expect(difference.broken.isEmpty)
    #expect(told["acme:terms:screen-added"]?.untold ?? 0 > 0)
  }

  @Test func `fragments lead on, so that more is known and nothing else is told`() async throws {
    let without = try await Self.difference(["journeys/sign-in"])
    let difference = try await Self.difference(["journeys/sign-in"]) { $0.through = Self.through }
    #expect(difference.unknown < without.unknown)
    let told = Set(difference.changes.map(\.id))
    for id in ["acme:mfaPasscode:screen-added", "acme:terms:screen-added", "acme:password:more-tries:3"] { #expect(told.contains(id)) }
    #expect(told.isSubset(of: Set(without.changes.map(\.id))), "\(told.subtracting(without.changes.map(\.id)))")
    let terms = difference.changes.first { $0.id == "acme:terms:screen-added" }
    #expect((terms?.cases.count ?? 0) > (without.changes.first { $0.id == "acme:terms:screen-added" }?.cases.count ?? 0))
  }

  @Test func `the same tenant with ten seeds tells no change`() async throws {
    var settings = RunSettings()
    settings.paths = ["journeys/sign-in", "journeys/registration"].map { "\(Fixtures.packageRoot)/\($0)" }
    settings.jobs = 2
    settings.seed = 1
    func met(_ seed: UInt64) async throws -> MetRun {
      settings.seed = seed
      let run = JourneyRun(settings)
      let ids = Set(run.plan.cases.filter { $0.tenant.name == "acme" }.prefix(30).map(\.id))
      var listener = MeetingListener()
      _ = try await run.following(.init(), only: ids).walk(log: nil, into: &listener)
      return listener.met
    }
    let first = try await met(1)
    for seed in 2...11 as ClosedRange<UInt64> {
      let difference = RunDifference(first, as: .init(name: "acme"), try await met(seed), as: .init(name: "acme"))
      #expect(difference.changes.map(\.sentence) == [])
      #expect(difference.unknown == 0)
    }
  }

  @Test func `every mutant that a scenario notices is a change that is told`() async throws {
    try await MutantDifferences.check(MutationRounds(usual: 40, of: "mutants that diff tells"))
  }
}
