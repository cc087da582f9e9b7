/// Pairs the stops of two walks by their keys, so that as many as possible have a partner and none changes its order.
///
/// A screen that says what is wrong is another one's partner only if that one does too and comes after the same, or if the stops before both
/// are partners. One that was there already before the answer has a partner only in the second way: the third try of one walk is not the
/// first of a later visit of the other. The pairs of two lists are the same whichever of them comes first.
struct StopAlignment {
  /// What lies between two pairs: stops of one walk that the other one does not have.
  struct Gap: Hashable {
    var before: Range<Int>
    var now: Range<Int>
  }

  /// A stop, as far as it decides which one is its partner.
  struct Stop: Hashable, Comparable {
    var key: String
    /// Whether it says what is wrong.
    var saysError = false
    /// After what it says so; empty for a screen that does not.
    var cause = ""
    /// Whether it is the screen that was answered, once more.
    var isStay = false

    static func < (left: Stop, right: Stop) -> Bool {
      (left.key, left.saysError ? 1 : 0, left.cause) < (right.key, right.saysError ? 1 : 0, right.cause)
    }

    /// The stops with what they come after.
    static func row(_ stops: [(key: String, saysError: Bool)]) -> [Stop] {
      zip(stops, [("", false)] + stops).map { stop, previous in
        Stop(
          key: stop.key, saysError: stop.saysError, cause: stop.saysError ? "\(previous.0)\(previous.1 ? "!" : "")" : "",
          isStay: stop.saysError && stop.key == previous.0)
      }
    }
  }

  private(set) var pairs: [(before: Int, now: Int)] = []
  /// One more than there are pairs; those without stops are empty.
  private(set) var gaps: [Gap] = []

  init(_ before: [Stop], _ now: [Stop]) {
    let lengths = Lengths(before, now)
    var (left, right) = (0, 0)
    var isBehindPair = true
    var gap = Gap(before: 0..<0, now: 0..<0)
    while left < before.count, right < now.count {
      if let length = lengths.paired(left, right, isBehindPair), length >= lengths.skipping(left, right) {
        gaps.append(Gap(before: gap.before.lowerBound..<left, now: gap.now.lowerBound..<right))
        pairs.append((left, right))
        (left, right, isBehindPair) = (left + 1, right + 1, true)
        gap = Gap(before: left..<left, now: right..<right)
        continue
      }
      let (skipsLeft, skipsRight) = (lengths[left + 1, right, false], lengths[left, right + 1, false])
      // Of two that are as good, the names decide, so that it does not matter which walk is the first.
      if skipsLeft > skipsRight || skipsLeft == skipsRight && before[left] < now[right] { left += 1 } else { right += 1 }
      isBehindPair = false
    }
    gaps.append(Gap(before: gap.before.lowerBound..<before.count, now: gap.now.lowerBound..<now.count))
  }

  /// By the places from which on they are compared, how many stops can be paired.
  private struct Lengths {
    private let before: [Stop]
    private let now: [Stop]
    /// Where the stops before both are partners, and where they are not.
    private var behindPair: [[Int]]
    private var behindGap: [[Int]]

    init(_ before: [Stop], _ now: [Stop]) {
      (self.before, self.now) = (before, now)
      behindPair = [[Int]](repeating: [Int](repeating: 0, count: now.count + 1), count: before.count + 1)
      behindGap = behindPair
      for left in before.indices.reversed() {
        for right in now.indices.reversed() {
          let skipping = skipping(left, right)
          behindPair[left][right] = max(skipping, paired(left, right, true) ?? 0)
          behindGap[left][right] = max(skipping, paired(left, right, false) ?? 0)
        }
      }
    }

    subscript(left: Int, right: Int, isBehindPair: Bool) -> Int { (isBehindPair ? behindPair : behindGap)[left][right] }

    /// With these two as partners; `nil` if they are none.
    func paired(_ left: Int, _ right: Int, _ isBehindPair: Bool) -> Int? {
      guard before[left].key == now[right].key, isBehindPair || before[left] == now[right] && !before[left].isStay else { return nil }
      return behindPair[left + 1][right + 1] + 1
    }

    /// Without one of these two.
    func skipping(_ left: Int, _ right: Int) -> Int { max(behindGap[left + 1][right], behindGap[left][right + 1]) }
  }
}
