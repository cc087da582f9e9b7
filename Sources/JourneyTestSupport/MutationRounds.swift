internal import FoundationEssentials

/// How many mutated texts a property is tested with, and where they come from.
///
/// `JOURNEY_MUTATIONS=100000` tries more than a test run has time for, `JOURNEY_SEED` the same ones again.
package struct MutationRounds {
  package let count: Int
  package let seed: UInt64

  /// - Parameters:
  ///   - usual: how many by default: few enough to be quick.
  ///   - name: what is printed with the seed if more are tried.
  package init(usual: Int, of name: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    count = environment["JOURNEY_MUTATIONS"].flatMap(Int.init) ?? usual
    seed = environment["JOURNEY_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
    if count > usual { print("\(name): \(count) mutations, JOURNEY_SEED=\(seed)") }
  }
}
