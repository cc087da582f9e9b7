import Testing

@testable import JourneyInsight

struct StopAlignmentTests {
  @Test func `what is new stands between the pairs`() {
    let alignment = StopAlignment(["a", "b", "end"], ["a", "new", "b", "end"])
    #expect(alignment.pairs.map(\.before) == [0, 1, 2])
    #expect(alignment.pairs.map(\.now) == [0, 2, 3])
    #expect(alignment.gaps.map(\.now) == [0..<0, 1..<2, 3..<3, 4..<4])
  }

  @Test(arguments: [
    (["a", "b", "c"], ["c", "b", "a"]), (["a", "b", "a", "b"], ["b", "a", "b", "a"]), ([], ["a"]), (["x", "a", "y"], ["y", "a", "x"]),
  ])
  func `it does not matter which walk is the first`(before: [String], now: [String]) {
    let there = StopAlignment(before, now)
    let back = StopAlignment(now, before)
    #expect(there.pairs.map(\.before) == back.pairs.map(\.now))
    #expect(there.pairs.map(\.now) == back.pairs.map(\.before))
  }
}
