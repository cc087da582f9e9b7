import Diagnostics
import Encodings
import JourneyInsight
import JourneyMock
import JourneyModel
import JourneyRunner
import JourneyTestSupport
import MockMutation
import Testing

@testable import JourneyKit

/// Who gets in at a tenant and at its mutants: what is said of people holds on walks of scenarios, which know nothing of it, and the other
/// way round the opposite is said.
@Suite(.serialized) struct PeopleOfMutantsTests {
  private static let opposites = [
    "locked-out": "let-in", "new-password": "old-password", "password-lost": "password-works", "registration": "registration",
    "forgotten-password": "forgotten-password:less", "after-lock": "after-lock:less", "chosen-password": "chosen-password:less",
    "provider-only": "own-registration", "forgotten-password-provider": "forgotten-password-provider:less",
  ]

  /// A tenant, the scenarios that walk it, and how many mutants are usual: those of large tenants take longest.
  struct Subject: Sendable, CustomTestStringConvertible {
    let tenant: String
    let folders: [String]
    let usual: Int
    var testDescription: String { tenant }
  }

  @Test(arguments: [
    Subject(tenant: "harbor", folders: ["registration", "recovery", "language", "session"], usual: 12),
    Subject(tenant: "acme", folders: ["sign-in", "mfa", "recovery", "registration"], usual: 1),
    Subject(tenant: "cascade", folders: ["okta"], usual: 1),
  ])
  func `what is said of people holds on every walk, and is turned round`(subject: Subject) async throws {
    let rounds = MutationRounds(usual: subject.usual, of: "mutants whose people are compared")
    var settings = RunSettings()
    settings.paths = subject.folders.map { "\(Fixtures.packageRoot)/journeys/\($0)" }
    settings.seed = 7
    let run = JourneyRun(settings)
    let walker = MutationWalker(project: run.project, seed: 7)
    let cases = run.plan.cases.filter { $0.tenant.name == subject.tenant && $0.facts.skipped == nil }
    let tenant = try #require(run.project.sites[subject.tenant]?.mock)
    let walked = await Self.signedIn(walker, cases, on: nil, as: subject.tenant)
    #expect(!walked.isEmpty)
    var mutants = tenant.mutants()
    var generator = SeededGenerator(seed: rounds.seed, labels: ["people"])
    mutants.shuffle(using: &generator)
    var (tried, told) = (0, 0)
    var unknown: [String] = []
    for mutant in mutants where tried < rounds.count {
      var mistakes: [Diagnostic] = []
      guard let mutated = MockTenant.mutated(mutant, of: tenant, diagnostics: &mistakes) else { continue }
      tried += 1
      let (one, other) = ((subject.tenant, tenant, run.project), (subject.tenant, mutated, run.project))
      let people = await AccountsComparison(one, other).compared()
      let there = people.said
      let back = await AccountsComparison(other, one).compared().said
      let name = "\(mutant.id), seed \(rounds.seed)"
      if !people.doubts.isEmpty { unknown.append("\(name): \(people.doubts.map(\.line).joined(separator: "; "))") }
      for (id, opposite) in Self.opposites {
        #expect(there[id] == back[opposite], "\(name): \(there), \(back)")
        #expect(there[opposite] == back[id], "\(name): \(there), \(back)")
      }
      let (lost, gained) = (there["locked-out"] ?? [], there["let-in"] ?? [])
      told += there.count
      guard !lost.isEmpty || !gained.isEmpty else { continue }
      #expect(walked.isDisjoint(with: gained), "\(name): \(gained) could sign in before")
      #expect(await Self.signedIn(walker, cases, on: mutated, as: subject.tenant).isDisjoint(with: lost), "\(name): \(lost) can sign in")
    }
    #expect(tried > 0 && (told > 0 || rounds.count < 12), "\(tried) mutants, \(told) sentences")
    print("\(subject.tenant): \(tried) mutants, \(told) sentences of people, \(unknown.count) with people of whom something is not known")
    for line in unknown { print("  \(line)") }
  }

  /// The accounts that get tokens on any walk.
  private static func signedIn(
    _ walker: MutationWalker, _ cases: [PlannedCase], on mutated: MockTenant?, as tenant: String
  ) async -> Set<String> {
    let met = await walker.met(cases, on: mutated, as: [tenant])
    return Set(met.walks.values.filter { $0.stops.contains { $0.finish?.hasTokens ?? false } }.compactMap(\.account))
  }
}

extension ComparedAccounts {
  /// The people of each change, by its id without the tenant; by which screens they sign in is left out.
  fileprivate var said: [String: Set<String>] {
    var said: [String: Set<String>] = [:]
    for change in changes where !change.id.contains("way:") {
      let id = String(change.id.split(separator: ":", maxSplits: 2).last ?? "")
      said[id] = Set(change.people.flatMap { $0.split(separator: ", ").map(String.init) })
    }
    return said
  }
}
