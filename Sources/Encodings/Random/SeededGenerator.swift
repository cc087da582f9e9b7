/// Random numbers that a seed reproduces on any machine (SplitMix64); not for keys.
package struct SeededGenerator: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// A separate generator for each list of labels, so that one case's numbers do not depend on how many others ran.
  ///
  /// - Parameter labels: e.g. a scenario's name, the case and the purpose; `["ab", "c"]` and `["a", "bc"]` differ.
  package init(seed: UInt64, labels: [String]) {
    var hash = FNV1a(basis: FNV1a.offsetBasis ^ seed)
    for label in labels {
      hash.combine(label.utf8)
      hash.combine(CollectionOfOne(0xFF))
    }
    self.init(seed: hash.value)
    _ = next()
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
