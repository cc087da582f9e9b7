internal import Diagnostics
internal import JourneyModel

/// One walk of a bound matcher and a value side by side.
struct Comparison {
  private(set) var differences: [Difference] = []
  /// Whether `12` and `true` in a scenario also stand for the texts that they spell.
  let readsLiteralsAsText: Bool
  private(set) var ignoresCase = false
  /// Whether only the outcome counts, so that no texts need to be made.
  private var isQuiet = false
  private var hasFailed = false
  private var path: [Reference.Part] = []

  /// More differences than anybody reads; a hostile answer could have millions.
  private static let mostDifferences = 200

  init(readsLiteralsAsText: Bool) { self.readsLiteralsAsText = readsLiteralsAsText }

  mutating func compare(_ matcher: Matcher, _ subject: MatchSubject) {
    if isQuiet && hasFailed { return }
    switch matcher.rule {
    case .equals(let value): compareEqual(value, subject.value)
    case .contains, .startsWith, .endsWith, .matches: compareText(matcher, subject.value)
    case .key(let inner): comparePart(inner, subject.key, of: matcher, missing: "no key")
    case .html(let inner): comparePart(inner, subject.html, of: matcher, missing: "no markup, but plain text")
    case .anyOf(let choices): compareChoices(choices, subject, at: matcher)
    case .not(let inner): if fits(inner, subject) { report(matcher, subject.value) }
    case .atLeast(let value): compareMagnitude(matcher, value, subject.value) { $0 >= $1 }
    case .atMost(let value): compareMagnitude(matcher, value, subject.value) { $0 <= $1 }
    case .length(let inner): compareLength(inner, subject.value, at: matcher)
    case .includes(let matchers): compareIncluded(matchers, subject.value, at: matcher)
    case .exactly(let matchers): compareExactly(matchers, subject.value, at: matcher)
    case .each(let inner): compareEach(inner, subject.value, at: matcher)
    case .ignoreCase(let inner): compareIgnoringCase(inner, subject)
    case .after(let value): compareMoment(matcher, value, subject.value) { $0 > $1 }
    case .before(let value): compareMoment(matcher, value, subject.value) { $0 < $1 }
    case .present: if subject.value == nil || subject.value == .null { report(matcher, subject.value) }
    case .absent: if subject.value != nil { report(matcher, subject.value) }
    case .empty: if !Self.isEmpty(subject.value) { report(matcher, subject.value) }
    case .list(let matchers): compareList(matchers, subject.value, at: matcher)
    case .members(let members): compareMembers(members, subject.value, at: matcher)
    case .all(let matchers): for inner in matchers { compare(inner, subject) }
    }
  }

  /// Whether the subject fits, without a word about how it does not.
  func fits(_ matcher: Matcher, _ subject: MatchSubject) -> Bool {
    var quiet = self
    quiet.differences = []
    quiet.isQuiet = true
    quiet.hasFailed = false
    quiet.compare(matcher, subject)
    return !quiet.hasFailed
  }

  /// What differs for one matcher alone, seen from here.
  func differences(_ matcher: Matcher, _ subject: MatchSubject) -> [Difference] {
    var other = Comparison(readsLiteralsAsText: readsLiteralsAsText)
    other.ignoresCase = ignoresCase
    other.compare(matcher, subject)
    return other.differences
  }

  private mutating func compareIgnoringCase(_ matcher: Matcher, _ subject: MatchSubject) {
    let before = ignoresCase
    ignoresCase = true
    compare(matcher, subject)
    ignoresCase = before
  }

  private static func isEmpty(_ value: Value?) -> Bool {
    switch value {
    case .text(let text): text.isEmpty
    case .list(let elements): elements.isEmpty
    case .map(let members): members.isEmpty
    case .secret(let secret): secret.concealed.isEmpty
    case .null, .bool, .number, nil: false
    }
  }
}

extension Comparison {
  /// Notes a difference; nothing of it is made where only the outcome counts.
  mutating func report(
    expected: @autoclosure () -> String, actual: @autoclosure () -> String, details: @autoclosure () -> [String] = [],
    at range: SourceRange
  ) {
    hasFailed = true
    guard !isQuiet, differences.count < Self.mostDifferences else { return }
    differences.append(
      Difference(path: pathText, expected: expected(), actual: actual(), details: details(), range: range))
  }

  /// Notes that a value is not what a matcher asks for.
  mutating func report(_ matcher: Matcher, _ value: Value?, details: @autoclosure () -> [String] = []) {
    let ignoresCase = ignoresCase
    report(
      expected: matcher.wording + (ignoresCase ? ", in upper or lower case" : ""), actual: ShownValue.text(value), details: details(),
      at: matcher.range)
  }

  /// Adds a line to the last difference.
  mutating func addDetail(_ line: String) {
    guard !differences.isEmpty else { return }
    differences[differences.count - 1].details.append(line)
  }

  /// Goes one step further into the value.
  mutating func inside(_ part: Reference.Part, _ body: (inout Comparison) -> Void) {
    path.append(part)
    body(&self)
    path.removeLast()
  }

  private var pathText: String { path.reduce(into: "") { $1.append(to: &$0) } }
}
