import Testing

@testable import JourneyInsight

struct StopAlignmentTests {
  /// Of stops by their names; those with an exclamation mark say what is wrong.
  private static func alignment(_ before: [String], _ now: [String]) -> StopAlignment {
    func stops(_ names: [String]) -> [StopAlignment.Stop] {
      StopAlignment.Stop.row(names.map { (String($0.prefix { $0 != "!" }), $0.hasSuffix("!")) })
    }
    return StopAlignment(stops(before), stops(now))
  }

  @Test func `a third try is not the first of a later visit`() {
    let alignment = Self.alignment(["a", "a!", "b!", "a", "end"], ["a", "a!", "a!", "end"])
    #expect(alignment.pairs.map(\.before) == [0, 1, 4])
    #expect(alignment.pairs.map(\.now) == [0, 1, 3])
  }

  @Test func `a third error is not the first of a later visit`() {
    let alignment = Self.alignment(["x", "a", "a!", "b", "a", "a!", "end"], ["x", "a", "a!", "a!"])
    #expect(alignment.pairs.map(\.before) == [0, 1, 2])
  }

  @Test func `a screen that now says what is wrong is the same screen`() {
    #expect(Self.alignment(["a", "b", "end"], ["a", "b!", "end"]).pairs.map(\.now) == [0, 1, 2])
  }

  @Test func `what is new stands between the pairs`() {
    let alignment = Self.alignment(["a", "b", "end"], ["a", "new", "b", "end"])
    #expect(alignment.pairs.map(\.before) == [0, 1, 2])
    #expect(alignment.pairs.map(\.now) == [0, 2, 3])
    #expect(alignment.gaps.map(\.now) == [0..<0, 1..<2, 3..<3, 4..<4])
  }

  @Test(arguments: [
    (["a", "b", "c"], ["c", "b", "a"]), (["a", "b", "a", "b"], ["b", "a", "b", "a"]), ([], ["a"]), (["x", "a", "y"], ["y", "a", "x"]),
    (["a", "a!", "b!", "a", "end"], ["a", "a!", "a!", "end"]), (["a!", "b"], ["b", "a"]),
  ])
  func `it does not matter which walk is the first`(before: [String], now: [String]) {
    let there = Self.alignment(before, now)
    let back = Self.alignment(now, before)
    #expect(there.pairs.map(\.before) == back.pairs.map(\.now))
    #expect(there.pairs.map(\.now) == back.pairs.map(\.before))
  }
}
