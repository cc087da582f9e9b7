import JourneyTestSupport
import TenantDecisions
import Testing

/// Whether the product answers as the page on rules does, which `PageOracle` reads word by word.
struct PageOracleTests {
  private static let seeds: [UInt64] = {
    let rounds = MutationRounds(usual: 40, of: "rule sets as the page reads them")
    return (0..<UInt64(rounds.count)).map { rounds.seed &+ $0 }
  }()

  /// Of every set of rules what the product answers in another way than the page.
  private func expectAgreement(_ differences: (PageComparison) throws -> [String]) rethrows {
    for seed in Self.seeds {
      let comparison = PageComparison(seed: seed)
      let lines = try differences(comparison)
      #expect(
        lines.isEmpty, "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(lines.count): \(lines.first ?? "")\n\(comparison.oracle.rules.lists)")
    }
  }

  @Test func `the rules that decide for a person in a situation, and what they ask for, are those of the page`() {
    expectAgreement { $0.decisions() }
  }

  @Test func `rules that never or may never decide, and what is not known, are those of the page`() throws {
    try expectAgreement { try $0.regions() + $0.tables() }
  }

  @Test func `what one rule asks for is met by the sets of authenticators by which the page says so`() {
    expectAgreement { $0.asks() }
  }

  @Test func `the weakest way into an app is one than which nobody has a weaker one`() {
    expectAgreement { $0.weakest() }
  }

  @Test func `who can sign in is who can by the page`() {
    expectAgreement { $0.signingIn() }
  }
}
