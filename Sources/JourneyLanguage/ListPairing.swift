internal import JourneyModel

/// As many pairs of a matcher and an element that fits it as there can be, in any order.
///
/// Augmenting paths (Kuhn): taking the first that fits could leave another matcher without its only element.
package struct ListPairing {
  /// Each matcher is held against each element; of two long lists that takes longer than any time-out.
  package static let maxComparisons = 1_000_000

  /// The matcher of each element.
  private var matcherOfElement: [Int?]
  /// The matchers that no element is left for.
  package private(set) var matchersLeft: [Int] = []
  /// Why it cannot be judged whether some matcher holds for some element; `nil` if all can.
  let doubt: String?
  private let candidates: [[Int]]

  /// Why two lists are too long to be compared; `nil` if they are not.
  static func doubt(_ matchers: [Matcher], _ elements: [Value]) -> String? {
    guard matchers.count * elements.count > maxComparisons else { return nil }
    return "\(matchers.count) matchers and \(elements.count) elements take more than \(maxComparisons) comparisons"
  }

  init(_ matchers: [Matcher], _ elements: [Value], judge: (Matcher, Value) -> Judgement) {
    if let doubt = Self.doubt(matchers, elements) {
      self.init(matchers.map { _ in [] }, count: elements.count, doubt: doubt)
      return
    }
    var doubt: String?
    let candidates = matchers.map { matcher in
      elements.indices.filter { index in
        switch judge(matcher, elements[index]) {
        case .holds: return true
        case .differs: return false
        case .undecidable(let reason):
          doubt = doubt ?? reason
          return false
        }
      }
    }
    self.init(candidates, count: elements.count, doubt: doubt)
  }

  /// - Parameters:
  ///   - candidates: for each matcher the elements that fit it.
  ///   - count: how many elements there are.
  package init(_ candidates: [[Int]], count: Int, doubt: String? = nil) {
    matcherOfElement = Array(repeating: nil, count: count)
    self.candidates = candidates
    self.doubt = doubt
    for matcher in candidates.indices {
      var tried: Set<Int> = []
      if !pair(matcher, &tried) { matchersLeft.append(matcher) }
    }
  }

  /// The element of each matcher that has one.
  package var elementOfMatcher: [Int: Int] {
    var elements: [Int: Int] = [:]
    for (element, matcher) in matcherOfElement.enumerated() {
      if let matcher { elements[matcher] = element }
    }
    return elements
  }

  /// The elements that no matcher matches.
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
