internal import FoundationEssentials

/// How many mutated texts a property is tested with, and where they come from.
///
/// `JOURNEY_MUTATIONS=100000` tries more than a test run has time for, others each time, and `JOURNEY_SEED` the same ones again. Without either
/// the same few are tried in every run: a change is not refused for what it has nothing to do with.
package struct MutationRounds {
  package let count: Int
  package let seed: UInt64

  private static let usualSeed: UInt64 = 20_261_127

  /// - Parameters:
  ///   - usual: how many by default: few enough to be quick.
  ///   - name: what is printed with the seed if more are tried.
  package init(usual: Int, of name: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    let asked = environment["JOURNEY_MUTATIONS"].flatMap(Int.init)
    count = asked ?? usual
    seed = environment["JOURNEY_SEED"].flatMap(UInt64.init) ?? (asked == nil ? Self.usualSeed : .random(in: 0 ... .max))
    if count > usual { print("\(name): \(count) mutations, JOURNEY_SEED=\(seed)") }
  }
}
