internal import Diagnostics
internal import Encodings
internal import JourneyModel

extension Comparison {
  /// Applies a rule that looks into a text.
  mutating func compareText(_ matcher: Matcher, _ actual: Value?, _ compare: (inout Comparison, String) -> Void) {
    guard let text = text(actual) else { return reportNoText(matcher, actual) }
    compare(&self, text)
  }

  mutating func compareContained(_ values: [TemplateValue], _ text: String, of actual: Value?, at matcher: Matcher) {
    let folded = folded(text)
    let missing = values.compactMap(\.bound).filter { !TextSearch(self.folded($0)).isFound(in: folded) }
    guard !missing.isEmpty else { return }
    report(matcher, actual, details: values.count > 1 ? missing.map { "it does not contain \(ShownValue.quoted($0))" } : [])
  }

  mutating func compareStart(_ value: TemplateValue, _ text: String, of actual: Value?, at matcher: Matcher) {
    if !folded(text).utf8.starts(with: folded(value.bound ?? "").utf8) { report(matcher, actual) }
  }

  mutating func compareEnd(_ value: TemplateValue, _ text: String, of actual: Value?, at matcher: Matcher) {
    if !folded(text).utf8.reversed().starts(with: folded(value.bound ?? "").utf8.reversed()) { report(matcher, actual) }
  }

  mutating func comparePattern(_ pattern: TemplateValue, _ text: String, at matcher: Matcher) {
    do throws(PatternError) {
      let found = try Pattern(pattern.bound ?? "", ignoringCase: ignoresCase).firstMatch(in: text)
      if found == nil { report(matcher, .text(text)) }
    } catch {
      doubt(matcher, .text(text), error.description)
    }
  }

  private func folded(_ text: String) -> String { ignoresCase ? text.lowercased() : text }

  /// A text, or a literal's spelling where literals are texts.
  private func text(_ value: Value?) -> String? {
    switch value {
    case .text(let text): text
    case .number(let spelling) where readsLiteralsAsText: spelling
    case .null, .bool, .number, .list, .map, .secret, nil: nil
    }
  }

  private mutating func reportNoText(_ matcher: Matcher, _ value: Value?) {
    guard case .list = value else { return reportKind(matcher, value, expected: "a text") }
    doubt(matcher, value, "the value is a list: its elements are matched with 'includes', 'each' or 'exactly'")
  }

  /// Compares a message's key or markup, which it has in addition to its text.
  mutating func comparePart(_ inner: Matcher, _ part: Value?, of matcher: Matcher, missing: String) {
    let subject = MatchSubject(part)
    guard part == nil else { return compare(inner, subject) }
    if judge(inner, subject) != .holds { report(expected: matcher.wording, actual: missing, at: matcher.range) }
  }
}

extension Comparison {
  mutating func compareMagnitude(
    _ matcher: Matcher, _ limit: TemplateValue, _ actual: Value?, _ holds: (DecimalNumber, DecimalNumber) -> Bool
  ) {
    guard let value = limit.constant, let limit = Magnitude(expected: value) else { return report(matcher, actual) }
    guard let actual, let found = Magnitude(actual: actual, beside: limit, readsText: readsLiteralsAsText) else {
      return reportKind(matcher, actual, expected: limit.isTime ? "a time" : "a number")
    }
    if !holds(found.number, limit.number) { report(matcher, actual) }
  }

  mutating func compareMoment(_ matcher: Matcher, _ limit: TemplateValue, _ actual: Value?, _ holds: (Instant, Instant) -> Bool) {
    guard let value = limit.constant, let limit = Moment.instant(of: value) else { return report(matcher, actual) }
    guard let actual, let found = Moment.instant(of: actual) else {
      return reportKind(matcher, actual, expected: "a date")
    }
    if !holds(found, limit) { report(matcher, actual) }
  }

  mutating func compareLength(_ inner: Matcher, _ actual: Value?, at matcher: Matcher) {
    let length: Int
    switch actual {
    case .text(let text): length = text.count
    case .list(let elements): length = elements.count
    case .map(let members): length = members.count
    case .null, .bool, .number, .secret, nil: return reportKind(matcher, actual, expected: "a text, a list or a map, which have a length")
    }
    // The length of a text that contains a secret would reveal the secret's.
    let tellsLength = if case .text(let text) = actual { !text.contains("***") } else { true }
    let found = { ShownValue.text(actual) + (tellsLength ? ", whose length is \(length)" : "") }
    switch judge(inner, MatchSubject(.number(String(length)))) {
    case .holds: break
    case .differs: report(expected: matcher.wording, actual: found(), at: matcher.range)
    case .undecidable(let reason): doubt(expected: matcher.wording, actual: found(), reason: reason, at: matcher.range)
    }
  }
}

extension TemplateValue {
  /// The text of a bound rule.
  fileprivate var bound: String? { constant?.text }
}
