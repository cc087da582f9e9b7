/// What is left of a match's steps.
///
/// PCRE2 restarts its own counter at each position of the text, so that alone it allows length times limit. An
/// automatic callout before each item of the pattern makes the count ours. A few items do work that no callout sees
/// (`[^b]{60000}`, a back reference), hence a clock behind the count, which no honest pattern ever meets.
struct PatternBudget {
  private var stepsLeft = PatternLimits.steps
  private var items = 0
  private var position = 0
  private let deadline = ContinuousClock.now.advanced(by: PatternLimits.time)

  /// Takes one item's cost, with that of the bytes passed since the item before; false when nothing is left.
  mutating func spend(at newPosition: Int) -> Bool {
    stepsLeft -= 1 + abs(newPosition - position) / 16
    position = newPosition
    items += 1
    return stepsLeft > 0 && (!items.isMultiple(of: 1024) || ContinuousClock.now < deadline)
  }
}
