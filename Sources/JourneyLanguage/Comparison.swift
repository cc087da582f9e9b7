internal import Diagnostics
internal import JourneyModel

extension Matcher {
  /// Everything in which the subject is not what this asks for, in the order of the scenario; empty if it fits.
  ///
  /// Decided here: numbers are compared by value (`1.0` is `1`); texts by their bytes; `present` is everything but
  /// nothing and null, `absent` only nothing; a regular expression may fit anywhere in the text; dates without a time
  /// are the beginning of their day in UTC; a number compared with a time span is one of seconds.
  /// Secrets fit `equals`, `present` and `absent` only and are never shown. What cannot be judged is a difference, which says why.
  ///
  /// A difference is cut if it gets too long, so it consists only of what may be shown: what must not be seen is `***` in it.
  package func differences(
    from subject: MatchSubject, in bindings: inout Bindings
  ) throws(BindingFailure) -> [Difference] {
    try bound(in: &bindings).shownDifferences(from: subject.map(bindings.concealing), in: bindings)
  }

  /// Whether the subject is what this asks for, where that can be judged.
  package func judge(_ subject: MatchSubject, in bindings: inout Bindings) throws(BindingFailure) -> Judgement {
    let comparison = Comparison(readsLiteralsAsText: subject.readsLiteralsAsText)
    return comparison.judge(try bound(in: &bindings), subject.map(bindings.concealing))
  }

  /// Whether the subject matches; throws if that cannot be judged, so that it is not taken for a no.
  package func holds(for subject: MatchSubject, in bindings: inout Bindings) throws(MatchFailure) -> Bool {
    let matcher: Matcher
    do throws(BindingFailure) { matcher = try bound(in: &bindings) } catch { throw .binding(error) }
    let subject = subject.map(bindings.concealing)
    switch Comparison(readsLiteralsAsText: subject.readsLiteralsAsText).judge(matcher, subject) {
    case .holds: return true
    case .differs: return false
    case .undecidable:
      let differences = matcher.shownDifferences(from: subject, in: bindings)
      guard let difference = differences.first(where: \.isUndecidable) ?? differences.first else {
        preconditionFailure("what cannot be judged is reported as a difference")
      }
      throw .undecidable(difference)
    }
  }

  /// The differences, where `bound(in:)` made this matcher.
  private func shownDifferences(from subject: MatchSubject, in bindings: Bindings) -> [Difference] {
    let judgement = Comparison(readsLiteralsAsText: subject.readsLiteralsAsText).judge(self, subject)
    guard judgement != .holds else { return [] }
    let masking = bindings.masking
    let matcher = maskingConstants(masking)
    let subject = subject.map(masking)
    var comparison = Comparison(readsLiteralsAsText: subject.readsLiteralsAsText)
    comparison.compare(matcher, subject)
    if comparison.judgement == .holds { comparison.report(matcher, subject.value, details: ["they differ in the part shown as '***'"]) }
    if case .undecidable(let reason) = judgement { comparison.becomeUndecidable(reason) }
    return comparison.differences
  }
}

/// One walk of a bound matcher and a value side by side.
///
/// What several rules say together is decided so: rules that all have to hold are undecidable where one of them is,
/// alternatives hold where one of them holds, and else are undecidable where one of them is.
struct Comparison {
  private(set) var differences: [Difference] = []
  private(set) var judgement = Judgement.holds
  /// Whether `12` and `true` in a scenario also match the texts that they spell.
  let readsLiteralsAsText: Bool
  private(set) var ignoresCase = false
  /// Whether only the judgement counts, so that no texts need to be made.
  private var isQuiet = false
  private var path: [Reference.Part] = []

  /// More differences than anybody reads; a hostile answer could have millions.
  private static let maxDifferences = 200

  init(readsLiteralsAsText: Bool) { self.readsLiteralsAsText = readsLiteralsAsText }

  mutating func compare(_ matcher: Matcher, _ subject: MatchSubject) {
    if isQuiet, case .undecidable = judgement { return }
    switch matcher.rule {
    case .equals(let value): compareEqual(value, subject.value)
    case .contains(let values): compareText(matcher, subject.value) { $0.compareContained(values, $1, of: subject.value, at: matcher) }
    case .startsWith(let value): compareText(matcher, subject.value) { $0.compareStart(value, $1, of: subject.value, at: matcher) }
    case .endsWith(let value): compareText(matcher, subject.value) { $0.compareEnd(value, $1, of: subject.value, at: matcher) }
    case .matches(let value): compareText(matcher, subject.value) { $0.comparePattern(value, $1, at: matcher) }
    case .key(let inner): comparePart(inner, subject.key, of: matcher, missing: "no key")
    case .html(let inner): comparePart(inner, subject.html, of: matcher, missing: "no markup, but plain text")
    case .anyOf(let choices): compareChoices(choices, subject, at: matcher)
    case .not(let inner): compareOpposite(inner, subject, at: matcher)
    case .atLeast(let value): compareMagnitude(matcher, value, subject.value) { $0 >= $1 }
    case .atMost(let value): compareMagnitude(matcher, value, subject.value) { $0 <= $1 }
    case .length(let inner): compareLength(inner, subject.value, at: matcher)
    case .includes(let matchers): compareIncluded(matchers, subject.value, at: matcher)
    case .exactly(let matchers): compareExactly(matchers, subject.value, at: matcher)
    case .each(let inner): compareEach(inner, subject.value, at: matcher)
    case .ignoreCase(let inner): compareIgnoringCase(inner, subject)
    case .after(let value): compareMoment(matcher, value, subject.value) { $0 > $1 }
    case .before(let value): compareMoment(matcher, value, subject.value) { $0 < $1 }
    case .present: if !subject.isThere { report(matcher, subject.value) }
    case .absent: if subject.value != nil { report(matcher, subject.value) }
    case .empty: compareEmpty(subject.value, at: matcher)
    case .list(let matchers): compareList(matchers, subject.value, at: matcher)
    case .members(let members): compareMembers(members, subject.value, at: matcher)
    case .all(let matchers):
      // It only requires that there is something.
      if matchers.isEmpty, !subject.isThere { report(matcher, subject.value) }
      for inner in matchers { compare(inner, subject) }
    }
  }

  /// The result of a matcher alone, without words about how the subject differs.
  func judge(_ matcher: Matcher, _ subject: MatchSubject) -> Judgement {
    var quiet = self
    quiet.differences = []
    quiet.isQuiet = true
    quiet.judgement = .holds
    quiet.compare(matcher, subject)
    return quiet.judgement
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

  /// `not` asks for a thing that is something else, so nothing and null are never right.
  private mutating func compareOpposite(_ inner: Matcher, _ subject: MatchSubject, at matcher: Matcher) {
    guard subject.isThere else { return report(matcher, subject.value) }
    switch judge(inner, subject) {
    case .holds: report(matcher, subject.value)
    case .differs:
      // What asks for a part that is not there holds of nothing: the part may be misspelled.
      if let reason = missingPart(of: inner, in: subject) { doubt(matcher, subject.value, reason) }
    case .undecidable(let reason): doubt(matcher, subject.value, reason)
    }
  }

  private mutating func compareEmpty(_ value: Value?, at matcher: Matcher) {
    switch value {
    case .text(let text): if !text.isEmpty { report(matcher, value) }
    case .list(let elements): if !elements.isEmpty { report(matcher, value) }
    case .map(let members): if !members.isEmpty { report(matcher, value) }
    case .secret: doubt(matcher, value, Self.secretAdvice)
    case .bool, .number: doubt(matcher, value, "the value is \(value?.kindName ?? "nothing"), which is never empty")
    case .null, nil: report(matcher, value)
    }
  }

  static let secretAdvice = "a secret can only be compared with 'equals'"
}

extension MatchSubject {
  /// Whether there is anything but null.
  fileprivate var isThere: Bool { value != nil && value != .null }
}

extension Comparison {
  /// Notes a difference; nothing of it is made where only the outcome counts.
  mutating func report(
    expected: @autoclosure () -> String, actual: @autoclosure () -> String, details: @autoclosure () -> [String] = [],
    at range: SourceRange
  ) {
    if judgement == .holds { judgement = .differs }
    guard !isQuiet, differences.count < Self.maxDifferences else { return }
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

  /// Notes that it cannot be judged whether a value matches, which fails wherever it is.
  mutating func doubt(_ matcher: Matcher, _ value: Value?, _ reason: String) {
    let ignoresCase = ignoresCase
    doubt(
      expected: matcher.wording + (ignoresCase ? ", in upper or lower case" : ""), actual: ShownValue.text(value), reason: reason,
      at: matcher.range)
  }

  /// Notes a value of a kind that the rule does not know, which is neither right nor wrong; nothing and null are wrong.
  ///
  /// - Parameter kind: what the rule looks at, with its article, e.g. `a text`.
  mutating func reportKind(_ matcher: Matcher, _ value: Value?, expected kind: String) {
    switch value {
    case nil: report(matcher, nil)
    case .null: report(matcher, value, details: ["the value is null, not \(kind)"])
    case .secret: doubt(matcher, value, Self.secretAdvice)
    case .text, .bool, .number, .list, .map:
      doubt(matcher, value, "the value is \(value?.kindName ?? "nothing"), not \(kind)")
    }
  }

  /// The same, with separate words.
  mutating func doubt(
    expected: @autoclosure () -> String, actual: @autoclosure () -> String, reason: String, at range: SourceRange
  ) {
    report(expected: expected(), actual: actual(), details: [reason], at: range)
    becomeUndecidable(reason)
  }

  /// Turns the last difference into one that could not be judged; the first reason stays.
  mutating func becomeUndecidable(_ reason: String) {
    if !differences.isEmpty { differences[differences.count - 1].isUndecidable = true }
    if case .undecidable = judgement { return }
    judgement = .undecidable(reason: reason)
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
