import Encodings
import Testing

struct SeededGeneratorTests {
  // The reference implementation's first numbers (Vigna, splitmix64.c)
  @Test(
    arguments: [
      (0, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]),
      (1_234_567, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]),
    ] as [(UInt64, [UInt64])])
  func `the published numbers come out`(_ seed: UInt64, _ numbers: [UInt64]) {
    var random = SeededGenerator(seed: seed)
    #expect(numbers.map { _ in random.next() } == numbers)
  }

  @Test func `labels make generators of their own, the same each time`() {
    func first(_ seed: UInt64, _ labels: [String]) -> UInt64 {
      var random = SeededGenerator(seed: seed, labels: labels)
      return random.next()
    }
    #expect(first(1, ["ab", "c"]) == first(1, ["ab", "c"]))
    let others = [first(1, ["ab", "c"]), first(1, ["a", "bc"]), first(2, ["ab", "c"]), first(1, ["abc"]), first(1, [])]
    #expect(Set(others).count == others.count)
  }

  // draft-eastlake-fnv, test vectors for 64-bit FNV-1a
  @Test(arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)] as [(String, UInt64)])
  func `FNV-1a has the published hashes`(_ text: String, _ value: UInt64) {
    var hash = FNV1a()
    hash.combine(text.utf8)
    #expect(hash.value == value)
  }
}
