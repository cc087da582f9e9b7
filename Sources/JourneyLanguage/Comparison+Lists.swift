internal import Diagnostics
internal import JourneyModel

extension Comparison {
  mutating func compareList(_ matchers: [Matcher], _ actual: Value?, at whole: Matcher) {
    guard let elements = list(actual) else { return report(whole, actual, details: Self.notAList(actual)) }
    compareElements(matchers, elements, at: whole)
  }

  /// Element by element; where some are missing or too many, as one difference that shows which.
  mutating func compareElements(_ matchers: [Matcher], _ elements: [Value], at whole: Matcher) {
    guard matchers.count == elements.count else {
      let comparison = self
      return report(whole, .list(elements), details: ListAlignment(matchers, elements, by: comparison).lines)
    }
    for (index, matcher) in matchers.enumerated() {
      inside(.index(index)) { $0.compare(matcher, MatchSubject(elements[index])) }
    }
  }

  mutating func compareMembers(_ members: [NamedMatcher], _ actual: Value?, at whole: Matcher) {
    guard case .map(let found)? = actual else {
      return report(whole, actual, details: actual.map { ["the value is \($0.kindName), not a map"] } ?? [])
    }
    for member in members {
      let value = found.first { $0.name == member.name.value }?.value
      let before = differences.count
      inside(.member(member.name.value)) { $0.compare(member.matcher, MatchSubject(value)) }
      guard value == nil, differences.count == before + 1 else { continue }
      nameNearest(member.name.value, found)
    }
  }

  mutating func compareIncluded(_ matchers: [Matcher], _ actual: Value?, at whole: Matcher) {
    guard let elements = list(actual) else { return report(whole, actual, details: Self.notAList(actual)) }
    for matcher in matchers where !elements.contains(where: { fits(matcher, MatchSubject($0)) }) {
      report(expected: "a list that includes \(matcher.wording)", actual: ShownValue.text(actual), at: matcher.range)
    }
  }

  mutating func compareExactly(_ matchers: [Matcher], _ actual: Value?, at whole: Matcher) {
    guard let elements = list(actual) else { return report(whole, actual, details: Self.notAList(actual)) }
    let pairing = ListPairing(matchers, elements, by: self)
    guard !pairing.isComplete else { return }
    let missing = pairing.matchersLeft.map { "missing: \(matchers[$0].wording)" }
    let surplus = pairing.elementsLeft.map { "not expected: \(ShownValue.text(elements[$0]))" }
    report(whole, actual, details: Array((missing + surplus).prefix(40)))
  }

  mutating func compareEach(_ matcher: Matcher, _ actual: Value?, at whole: Matcher) {
    guard let elements = list(actual) else { return report(whole, actual, details: Self.notAList(actual)) }
    for (index, element) in elements.enumerated() {
      inside(.index(index)) { $0.compare(matcher, MatchSubject(element)) }
    }
  }

  /// One of several; where none fits and they look inside, the first thing that each of them found wrong.
  mutating func compareChoices(_ choices: [Matcher], _ subject: MatchSubject, at whole: Matcher) {
    guard !choices.contains(where: { fits($0, subject) }) else { return }
    let comparison = self
    report(whole, subject.value, details: choices.prefix(5).compactMap { comparison.reason($0, subject) })
  }

  private func reason(_ choice: Matcher, _ subject: MatchSubject) -> String? {
    guard let first = differences(choice, subject).first, !first.path.isEmpty else { return nil }
    return "not \(choice.wording): \(first.path) is \(first.actual), expected \(first.expected)"
  }

  private func list(_ value: Value?) -> [Value]? {
    guard case .list(let elements)? = value else { return nil }
    return elements
  }

  private static func notAList(_ value: Value?) -> [String] {
    value.map { ["the value is \($0.kindName), not a list"] } ?? []
  }

  /// Adds to the last difference, which found nothing, what the member may be called.
  private mutating func nameNearest(_ name: String, _ found: [Value.Member]) {
    let names = found.lazy.map(\.name).prefix(200)
    if let nearest = ClosestMatch.of(name, in: names) { addDetail("there is '\(nearest)'; did you mean that?") }
  }
}
