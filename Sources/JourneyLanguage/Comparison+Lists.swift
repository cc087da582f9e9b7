internal import Diagnostics
internal import JourneyModel

extension Comparison {
  mutating func compareList(_ matchers: [Matcher], _ actual: Value?, at whole: Matcher) {
    guard let elements = list(actual) else { return reportNoList(whole, actual) }
    compareElements(matchers, elements, at: whole)
  }

  /// Element by element; where some are missing or too many, as one difference that shows which.
  mutating func compareElements(_ matchers: [Matcher], _ elements: [Value], at whole: Matcher) {
    guard matchers.count == elements.count else {
      let comparison = self
      let alignment = ListAlignment(matchers, elements) { comparison.judge($0, MatchSubject($1)) == .holds }
      return report(whole, .list(elements), details: alignment.lines)
    }
    for (index, matcher) in matchers.enumerated() {
      inside(.index(index)) { $0.compare(matcher, MatchSubject(elements[index])) }
    }
  }

  mutating func compareMembers(_ members: [NamedMatcher], _ actual: Value?, at whole: Matcher) {
    guard case .map(let found)? = actual else { return reportKind(whole, actual, expected: "a map") }
    for member in members {
      let value = found.first { $0.name == member.name.value }?.value
      if value == nil, let inner = Self.part(of: found, at: member.name.value) {
        let advice = "'\(member.name.value)' is the name of one member; a nested member is written '{outer: {inner: …}}'"
        inside(.member(member.name.value)) { $0.report(member.matcher, inner, details: [advice]) }
        continue
      }
      let before = differences.count
      inside(.member(member.name.value)) { $0.compare(member.matcher, MatchSubject(value)) }
      guard value == nil, differences.count == before + 1 else { continue }
      nameNearest(member.name.value, found)
    }
  }

  mutating func compareIncluded(_ matchers: [Matcher], _ actual: Value?, at whole: Matcher) {
    guard let elements = list(actual) else { return reportNoList(whole, actual) }
    if let reason = ListPairing.doubt(matchers, elements) {
      return doubt(
        expected: "a list that includes \(matchers.count) values", actual: ShownValue.text(actual), reason: reason, at: whole.range)
    }
    for matcher in matchers {
      let expected = { "a list that includes \(matcher.wording)" }
      switch Judgement.any(of: elements, { judge(matcher, MatchSubject($0)) }) {
      case .holds: break
      case .differs: report(expected: expected(), actual: ShownValue.text(actual), at: matcher.range)
      case .undecidable(let reason): doubt(expected: expected(), actual: ShownValue.text(actual), reason: reason, at: matcher.range)
      }
    }
  }

  mutating func compareExactly(_ matchers: [Matcher], _ actual: Value?, at whole: Matcher) {
    guard let elements = list(actual) else { return reportNoList(whole, actual) }
    let comparison = self
    let pairing = ListPairing(matchers, elements) { comparison.judge($0, MatchSubject($1)) }
    guard !pairing.isComplete else { return }
    let missing = pairing.matchersLeft.map { "missing: \(matchers[$0].wording)" }
    let surplus = pairing.elementsLeft.map { "not expected: \(ShownValue.text(elements[$0]))" }
    report(whole, actual, details: Array((missing + surplus).prefix(40)) + (pairing.doubt.map { [$0] } ?? []))
    if let reason = pairing.doubt { becomeUndecidable(reason) }
  }

  mutating func compareEach(_ matcher: Matcher, _ actual: Value?, at whole: Matcher) {
    guard let elements = list(actual) else { return reportNoList(whole, actual) }
    let advice = "an empty list checks nothing; if it may be empty, write 'any_of: [empty, …]'"
    // There is nothing to judge, so that 'not' of it does not hold either.
    if elements.isEmpty { doubt(whole, actual, advice) }
    for (index, element) in elements.enumerated() {
      inside(.index(index)) { $0.compare(matcher, MatchSubject(element)) }
    }
  }

  /// One of several; where none fits and they look inside, the first thing that each of them found wrong.
  mutating func compareChoices(_ choices: [Matcher], _ subject: MatchSubject, at whole: Matcher) {
    let comparison = self
    switch Judgement.any(of: choices, { comparison.judge($0, subject) }) {
    case .holds: break
    case .differs: report(whole, subject.value, details: choices.prefix(5).compactMap { comparison.reason($0, subject) })
    case .undecidable(let reason): doubt(whole, subject.value, reason)
    }
  }

  private func reason(_ choice: Matcher, _ subject: MatchSubject) -> String? {
    guard let first = differences(choice, subject).first, !first.path.isEmpty else { return nil }
    return "not \(choice.wording): \(first.path) is \(first.actual), expected \(first.expected)"
  }

  private func list(_ value: Value?) -> [Value]? {
    guard case .list(let elements)? = value else { return nil }
    return elements
  }

  private mutating func reportNoList(_ whole: Matcher, _ actual: Value?) { reportKind(whole, actual, expected: "a list") }

  /// What a name with dots would mean if it were a path; `nil` if it leads nowhere.
  private static func part(of members: [Value.Member], at name: String) -> Value? {
    let steps = name.split(separator: ".")
    guard steps.count > 1 else { return nil }
    var value = Value.map(members)
    for step in steps {
      guard case .map(let inner) = value, let next = inner.first(where: { $0.name == step })?.value else { return nil }
      value = next
    }
    return value
  }

  /// Adds to the last difference, which found nothing, what the member may be called.
  private mutating func nameNearest(_ name: String, _ found: [Value.Member]) {
    let names = found.lazy.map(\.name).prefix(200)
    if let nearest = ClosestMatch.of(name, in: names) { addDetail("there is '\(nearest)'; did you mean that?") }
  }
}
