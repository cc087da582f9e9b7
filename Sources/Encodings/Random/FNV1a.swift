/// The 64-bit FNV-1a hash (draft-eastlake-fnv): the same on every machine and run, and no protection from anyone.
package struct FNV1a: Sendable, Hashable {
  static let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of all bytes so far.
  package private(set) var value: UInt64

  package init() {
    self.init(basis: Self.offsetBasis)
  }

  init(basis: UInt64) {
    value = basis
  }

  /// Takes more bytes into the hash; how they were divided makes no difference.
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
