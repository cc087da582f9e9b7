/// Pairs the stops of two walks by their keys, so that as many as possible have a partner and none changes its order.
///
/// The pairs of two lists are the same whichever of them comes first.
struct StopAlignment {
  /// What stands between two pairs: stops of one walk that the other one does not have.
  struct Gap: Hashable {
    var before: Range<Int>
    var now: Range<Int>
  }

  private(set) var pairs: [(before: Int, now: Int)] = []
  /// One more than there are pairs; those without stops are empty.
  private(set) var gaps: [Gap] = []

  init(_ before: [String], _ now: [String]) {
    let lengths = Self.lengths(before, now)
    var (left, right) = (0, 0)
    var gap = Gap(before: 0..<0, now: 0..<0)
    while left < before.count, right < now.count {
      if before[left] == now[right] {
        gaps.append(Gap(before: gap.before.lowerBound..<left, now: gap.now.lowerBound..<right))
        pairs.append((left, right))
        (left, right) = (left + 1, right + 1)
        gap = Gap(before: left..<left, now: right..<right)
        continue
      }
      let (skipsLeft, skipsRight) = (lengths[left + 1][right], lengths[left][right + 1])
      // Of two that are as good, the names decide, so that it does not matter which walk is the first.
      if skipsLeft > skipsRight || skipsLeft == skipsRight && before[left] < now[right] { left += 1 } else { right += 1 }
    }
    gaps.append(Gap(before: gap.before.lowerBound..<before.count, now: gap.now.lowerBound..<now.count))
  }

  /// By the places from which on they are compared, the length of the longest common part.
  private static func lengths(_ before: [String], _ now: [String]) -> [[Int]] {
    var lengths = [[Int]](repeating: [Int](repeating: 0, count: now.count + 1), count: before.count + 1)
    for left in before.indices.reversed() {
      for right in now.indices.reversed() {
        lengths[left][right] =
          before[left] == now[right] ? lengths[left + 1][right + 1] + 1 : max(lengths[left + 1][right], lengths[left][right + 1])
      }
    }
    return lengths
  }
}
