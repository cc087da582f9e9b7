internal import Diagnostics
internal import JourneyModel

extension Comparison {
  /// Compares with a constant, whole.
  mutating func compareEqual(_ expected: TemplateValue, _ actual: Value?) {
    guard let value = expected.constant else { preconditionFailure("a matcher is bound before it is compared") }
    compareEqual(value, actual, at: expected.range)
  }

  private mutating func compareEqual(_ expected: Value, _ actual: Value?, at range: SourceRange) {
    guard let actual else { return report(expected: ShownValue.text(expected), actual: "nothing", at: range) }
    switch (expected, actual) {
    case (.null, .null): break
    case (.bool(let left), .bool(let right)) where left == right: break
    case (.number(let left), .number(let right)) where Self.areEqual(left, right): break
    case (.text(let left), .text(let right)): compareTexts(left, right, at: range)
    case (.secret, _), (_, .secret): compareConcealed(expected, actual, at: range)
    case (.list(let left), .list(let right)):
      let matchers = left.map { Matcher(.equals(.constant($0, range)), at: range) }
      compareElements(matchers, right, at: Matcher(.equals(.constant(expected, range)), at: range))
    case (.map(let left), .map(let right)): compareWhole(left, right, at: range)
    case (_, .text(let text)) where readsLiteralsAsText && Self.spelling(of: expected) != nil:
      compareTexts(Self.spelling(of: expected) ?? "", text, at: range)
    case (.bool, .bool), (.number, .number):
      report(expected: ShownValue.text(expected), actual: ShownValue.text(actual), at: range)
    case (.null, _), (_, .null):
      report(
        expected: ShownValue.text(expected), actual: ShownValue.text(actual), details: [Self.typeAdvice(expected, actual, at: range)],
        at: range)
    case (.bool, _), (.number, _), (.text, _), (.list, _), (.map, _):
      // `not: "1"` with the number 1 is a slip, and neither right nor wrong.
      doubt(
        expected: ShownValue.text(expected), actual: ShownValue.text(actual), reason: Self.typeAdvice(expected, actual, at: range),
        at: range)
    }
  }

  private mutating func compareTexts(_ expected: String, _ actual: String, at range: SourceRange) {
    guard !areEqual(expected, actual) else { return }
    report(
      expected: ShownValue.quoted(expected), actual: ShownValue.quoted(actual),
      details: TextDifference.details(expected: expected, actual: actual), at: range)
  }

  /// Compares if one side is a secret, and reveals of neither more than that they differ.
  private mutating func compareConcealed(_ expected: Value, _ actual: Value, at range: SourceRange) {
    if let left = Self.concealed(expected), let right = Self.concealed(actual), areEqual(left, right) { return }
    // What is almost a secret reveals as much as the secret.
    let shown = (
      Self.concealed(expected) == nil ? ShownValue.text(expected) : "***", Self.concealed(actual) == nil ? ShownValue.text(actual) : "***"
    )
    switch (expected, actual) {
    case (.list, _), (.map, _):
      doubt(expected: shown.0, actual: shown.1, reason: "a secret is compared with \(expected.kindName)", at: range)
    case (_, .list), (_, .map): doubt(expected: shown.0, actual: shown.1, reason: "a secret is compared with \(actual.kindName)", at: range)
    default: report(expected: shown.0, actual: shown.1, details: ["the two differ"], at: range)
    }
  }

  private mutating func compareWhole(_ expected: [Value.Member], _ actual: [Value.Member], at range: SourceRange) {
    var seen: Set<String> = []
    for member in expected where seen.insert(member.name).inserted {
      let found = actual.first { $0.name == member.name }?.value
      inside(.member(member.name)) { $0.compareEqual(member.value, found, at: range) }
    }
    for member in actual where seen.insert(member.name).inserted {
      inside(.member(member.name)) { $0.report(expected: "absent", actual: ShownValue.text(member.value), at: range) }
    }
  }
}

extension Comparison {
  /// Byte by byte, and under `ignore_case` after both went to lower case.
  func areEqual(_ left: String, _ right: String) -> Bool {
    if left.utf8.elementsEqual(right.utf8) { return true }
    return ignoresCase && left.lowercased().utf8.elementsEqual(right.lowercased().utf8)
  }

  private static func areEqual(_ left: String, _ right: String) -> Bool {
    if left == right { return true }
    guard let left = DecimalNumber(left), let right = DecimalNumber(right) else { return false }
    return left == right
  }

  /// What a single value is spelled like; `nil` for lists and maps, and for texts.
  private static func spelling(of value: Value) -> String? {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let spelling): spelling
    case .text, .list, .map, .secret: nil
    }
  }

  /// The `${…}` that is written here; `nil` for a plain value.
  private static func variable(at range: SourceRange) -> String? {
    guard range.start.line == range.end.line, let line = range.file.line(range.start.line) else { return nil }
    let written = String(line.unicodeScalars.dropFirst(range.start.column - 1).prefix(range.end.column - range.start.column))
    guard let start = written.firstRange(of: "${")?.lowerBound, let end = written[start...].firstIndex(of: "}") else { return nil }
    return String(written[start...end])
  }

  private static func concealed(_ value: Value) -> String? {
    switch value {
    case .secret(let secret): secret.unsafeText
    case .text(let text): text
    case .null, .bool, .number: spelling(of: value)
    case .list, .map: nil
    }
  }

  /// What to write where the two are of different kinds.
  private static func typeAdvice(_ expected: Value, _ actual: Value, at range: SourceRange) -> String {
    if case .text(let text) = actual, let literal = spelling(of: expected), text == literal {
      return "the value is a text: quote it: '\(literal)'"
    }
    if case .text(let text) = expected, let literal = spelling(of: actual), text == literal {
      guard case .number = actual, let variable = variable(at: range) else {
        return "the value is \(actual.kindName): write \(literal) without quotes"
      }
      return "the value is \(actual.kindName), and \(variable) is a text: write {at_least: \"\(variable)\", at_most: \"\(variable)\"}"
    }
    return "the value is \(actual.kindName), not \(expected.kindName)"
  }
}
