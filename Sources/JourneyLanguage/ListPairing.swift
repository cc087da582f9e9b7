internal import JourneyModel

/// As many pairs of a matcher and an element that fits it as there can be, in any order.
///
/// Augmenting paths (Kuhn): taking the first that fits could leave another matcher without its only element.
struct ListPairing {
  /// The matcher of each element.
  private var matcherOfElement: [Int?]
  /// The matchers that no element is left for.
  private(set) var matchersLeft: [Int] = []
  private let candidates: [[Int]]

  init(_ matchers: [Matcher], _ elements: [Value], by comparison: Comparison) {
    matcherOfElement = Array(repeating: nil, count: elements.count)
    candidates = matchers.map { matcher in elements.indices.filter { comparison.fits(matcher, MatchSubject(elements[$0])) } }
    for matcher in matchers.indices {
      var tried: Set<Int> = []
      if !pair(matcher, &tried) { matchersLeft.append(matcher) }
    }
  }

  /// The elements that no matcher asked for.
  var elementsLeft: [Int] { matcherOfElement.indices.filter { matcherOfElement[$0] == nil } }

  var isComplete: Bool { matchersLeft.isEmpty && !matcherOfElement.contains(nil) }

  private mutating func pair(_ matcher: Int, _ tried: inout Set<Int>) -> Bool {
    for element in candidates[matcher] where tried.insert(element).inserted {
      if let other = matcherOfElement[element], !pair(other, &tried) { continue }
      matcherOfElement[element] = matcher
      return true
    }
    return false
  }
}
