import Encodings
import JourneyLanguage
import JourneyModel
import Testing

/// Matching has three answers; the third one is never taken for one of the others, wherever it stands.
struct JudgementTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let matcher: String
    let value: Value?
    let judgement: Judgement
    var testDescription: String { "\(matcher) on \(value.map(\.quoted) ?? "nothing")" }

    init(_ matcher: String, _ value: Value?, _ judgement: Judgement) {
      self.matcher = matcher
      self.value = value
      self.judgement = judgement
    }

    init(_ matcher: String, _ value: Value?, doubt reason: String) {
      self.init(matcher, value, .undecidable(reason: reason))
    }
  }

  private static let code = Value.secret(Secret("123456", name: "otp"))
  private static let noSecret = "a secret can only be compared with 'equals'"
  private static let evil = #"{matches: '^(x+x+)+[\d][yz]$|y$'}"#
  private static let long = Value.text(String(repeating: "x", count: 60) + "y")

  @Test(arguments: ["includes", "exactly"])
  func `two lists that take too many comparisons are not judged`(rule: String) throws {
    let many = Array(repeating: "a", count: 1_001)
    try check(
      Row(
        "{\(rule): [\(many.joined(separator: ", "))]}", .list(many.dropFirst().map { .text($0) }),
        doubt: "1001 matchers and 1000 elements take more than 1000000 comparisons"))
  }

  private func check(_ row: Row) throws {
    var bindings = Bindings.sample()
    let subject = MatchSubject(row.value)
    let matcher = try LanguageText(row.matcher).matcher()
    let judgement = try matcher.judge(subject, in: &bindings)
    #expect(judgement == row.judgement)
    // Whatever does not hold is told, and what cannot be judged says why.
    let differences = try matcher.differences(from: subject, in: &bindings)
    let holds = judgement == .holds
    #expect(differences.isEmpty == holds)
    guard case .undecidable(let reason) = judgement else {
      #expect(differences.allSatisfy { !$0.isUndecidable })
      return
    }
    let doubts = differences.filter(\.isUndecidable)
    #expect(doubts.contains { $0.details.contains(reason) }, "\(differences)")
    #expect(!"\(differences)".contains("123456"))
    #expect(throws: MatchFailure.self) { try matcher.holds(for: subject, in: &bindings) }
  }

  @Test(arguments: [
    Row(#"{matches: '^\d{6}$'}"#, code, doubt: noSecret), Row(#"{not: {matches: '^\d{6}$'}}"#, code, doubt: noSecret),
    Row("{length: 6}", code, doubt: noSecret), Row("{not: {length: 6}}", code, doubt: noSecret),
    Row("{any_of: [{not: {contains: \"\"}}]}", code, doubt: noSecret), Row("{not: {not: {contains: 1}}}", code, doubt: noSecret),
    Row("empty", code, doubt: noSecret), Row("{not: empty}", code, doubt: noSecret), Row("{at_least: 1}", code, doubt: noSecret),
    Row("{after: 2020-01-01}", code, doubt: noSecret), Row("{ignore_case: {starts_with: 1}}", code, doubt: noSecret),
    Row("{any_of: [{starts_with: 1}, \"123456\"]}", code, .holds), Row("{any_of: [{starts_with: 1}, other]}", code, doubt: noSecret),
    Row("\"123456\"", code, .holds), Row("{not: other}", code, .holds), Row("{not: \"123456\"}", code, .differs),
    Row("present", code, .holds),
    Row("{starts_with: 1, equals: other}", code, doubt: noSecret),
  ])
  func `a secret is compared with equals, and with nothing else`(_ row: Row) throws { try check(row) }

  @Test(arguments: [
    Row("{each: {starts_with: 1}}", .list([code]), doubt: noSecret), Row("{each: {not: {starts_with: 9}}}", .list([code]), doubt: noSecret),
    Row("{includes: [{starts_with: 9}]}", .list([code, "9"]), .holds),
    Row("{includes: [{starts_with: 9}]}", .list([code]), doubt: noSecret),
    Row("{not: {includes: [{starts_with: 9}]}}", .list([code]), doubt: noSecret),
    Row("{exactly: [{starts_with: 9}, a]}", .list([code, "a"]), doubt: noSecret),
    Row("{not: {exactly: [{starts_with: 9}]}}", .list([code]), doubt: noSecret),
    Row("[{starts_with: 1}]", .list([code]), doubt: noSecret), Row("{not: [{starts_with: 1}]}", .list([code]), doubt: noSecret),
    Row("{otp: {length: 6}}", .map([.init("otp", code)]), doubt: noSecret),
    Row("{not: {otp: {length: 6}}}", .map([.init("otp", code)]), doubt: noSecret),
    Row("{not: {otp: {length: 6}, other: x}}", .map([.init("otp", code)]), doubt: noSecret),
  ])
  func `what cannot be judged inside of lists and maps cannot be judged as a whole`(_ row: Row) throws { try check(row) }

  private static let person = Value.map([.init("email", "jane@acme.test"), .init("name", .map([.init("first", "Jane")]))])

  @Test(arguments: [
    Row("{not: {emial: x}}", person, doubt: "'emial' is missing; did you mean 'email'?"),
    Row("{not: {name: {fist: x}}}", person, doubt: "'fist' is missing; did you mean 'first'?"),
    Row("{not: {email: x}}", person, .holds), Row("{not: {email: jane@acme.test}}", person, .differs),
    Row("{not: {phone: absent}}", person, .differs),
    Row("{not: {any_of: [{emial: x}]}}", person, doubt: "'emial' is missing; did you mean 'email'?"),
  ])
  func `the contrary of what asks for a member that is not there is not known`(_ row: Row) throws { try check(row) }

  private static let noElement = "an empty list checks nothing; if it may be empty, write 'any_of: [empty, …]'"

  @Test(arguments: [
    Row("{each: x}", [], doubt: noElement), Row("{not: {each: x}}", [], doubt: noElement),
    Row("{not: {each: {a: x}}}", [], doubt: noElement), Row("{not: {ignore_case: {each: x}}}", [], doubt: noElement),
    Row("{names: {not: {each: x}}}", .map([.init("names", [])]), doubt: noElement),
    Row("{any_of: [empty, {each: x}]}", [], .holds), Row("{not: {each: x}}", ["y"], .holds), Row("{not: {includes: [x]}}", [], .holds),
  ])
  func `a rule for the elements of an empty list has nothing to judge`(_ row: Row) throws { try check(row) }

  @Test(arguments: [
    Row(evil, long, doubt: "matching was given up"), Row("{not: \(evil)}", long, doubt: "matching was given up"),
    Row("{any_of: [\(evil)]}", long, doubt: "matching was given up"),
    Row("{each: {not: \(evil)}}", .list([long]), doubt: "matching was given up"),
    Row("{any_of: [\(evil), {ends_with: y}]}", long, .holds),
  ])
  func `a pattern that is given up is neither right nor wrong`(_ row: Row) throws {
    // The pattern's own words say which limit was reached.
    var bindings = Bindings.sample()
    let judgement = try LanguageText(row.matcher).matcher().judge(MatchSubject(row.value), in: &bindings)
    guard case .undecidable = row.judgement else {
      #expect(judgement == row.judgement)
      return
    }
    guard case .undecidable(let reason) = judgement else {
      Issue.record("judged as \(judgement)")
      return
    }
    #expect(reason.contains("given up"))
  }

  @Test(arguments: [
    Row("{at_least: 3}", "many", doubt: "the value is a text, not a number"),
    Row("{not: {at_least: 3}}", "many", doubt: "the value is a text, not a number"),
    Row("{any_of: [{at_least: 3}, many]}", "many", .holds),
    Row("{not: {contains: a}}", .number("12"), doubt: "the value is a number, not a text"),
    Row("{not: {after: 2020-01-01}}", "soon", doubt: "the value is a text, not a date"),
    Row("{not: \"1\"}", .number("1"), doubt: "the value is a number: write 1 without quotes"),
    Row("{not: 1}", "1", doubt: "the value is a text: quote it: '1'"),
    Row("{not: evil}", ["evil"], doubt: "the value is a list, not a text"),
    Row("{any_of: [acme, {includes: [acme]}]}", "acme", .holds), Row("{any_of: [acme, {includes: [acme]}]}", ["acme"], .holds),
    Row("{any_of: [acme, {includes: [acme]}]}", ["other"], doubt: "the value is a list, not a text"),
    Row("{not: {length: 3}}", true, doubt: "the value is true or false, not a text, a list or a map, which have a length"),
    Row("{not: {a: 1}}", "x", doubt: "the value is a text, not a map"),
    Row("{not: {includes: [a]}}", "x", doubt: "the value is a text, not a list"),
    Row("{not: empty}", .number("0"), doubt: "the value is a number, which is never empty"),
    Row("{not: x}", "y", .holds), Row("{not: null}", "y", .holds), Row("{not: 2}", .number("1"), .holds), Row("{not: true}", false, .holds),
  ])
  func `a value of a kind that the rule does not know is neither right nor wrong`(_ row: Row) throws { try check(row) }

  @Test(arguments: [
    "{not: x}", "{not: empty}", "{not: {contains: x}}", "{not: null}", "{not: absent}", "present", "empty", "x", "1", "null", "\"\"",
    "{contains: \"\"}", "{matches: ''}", "{length: 0}", "{length: {at_least: 0}}", "{each: x}", "{exactly: []}", "[]", "{includes: [x]}",
    "{any_of: [x, {not: x}]}", "{ignore_case: {not: x}}", "{a: absent}", "{at_most: 5}", "{before: 2030-01-01}", "{key: {not: x}}",
    "{html: {not: x}}", "{equals: {}}",
  ])
  func `only absent is content with nothing`(_ matcher: String) throws {
    var bindings = Bindings.sample()
    let decoded = try LanguageText(matcher).matcher()
    let judgement = try decoded.judge(MatchSubject(nil), in: &bindings)
    #expect(judgement == .differs)
    let differences = try decoded.differences(from: MatchSubject(nil), in: &bindings)
    #expect(!differences.isEmpty)
    let orAbsent = try LanguageText("{any_of: [\(matcher), absent]}").matcher().judge(MatchSubject(nil), in: &bindings)
    #expect(orAbsent == .holds)
  }

  @Test func `a rule for a key or markup asks for one`() throws {
    var bindings = Bindings.sample()
    let plain = MatchSubject("text")
    for (matcher, expected) in [("{key: {not: x}}", Judgement.differs), ("{html: {not: x}}", .differs), ("{key: absent}", .holds)] {
      let judgement = try LanguageText(matcher).matcher().judge(plain, in: &bindings)
      #expect(judgement == expected, "\(matcher)")
    }
  }

  @Test func `null is there and is no thing that not could ask for`() throws {
    var bindings = Bindings.sample()
    for (matcher, expected) in [
      ("{not: x}", Judgement.differs), ("{not: empty}", .differs), ("present", .differs), ("absent", .differs), ("null", .holds),
    ] {
      let judgement = try LanguageText(matcher).matcher().judge(MatchSubject(.null), in: &bindings)
      #expect(judgement == expected, "\(matcher)")
    }
  }

  @Test func `a typo in a claim's name is told with the nearest claim, also under not`() throws {
    var bindings = Bindings.sample()
    let claims: Value = .map([.init("given_name", "Geir")])
    let told = try LanguageText("{given_nam: {not: Geir}}").matcher().differences(from: MatchSubject(claims), in: &bindings)
    #expect(told.map(\.path) == ["given_nam"])
    #expect(told.map(\.actual) == ["nothing"])
    #expect(told.first?.details == ["there is 'given_name'; did you mean that?"])
  }

  @Test func `not present is refused, as it could never hold`() throws {
    let told = try LanguageText("{not: present}").decodedMatcher().told
    #expect(
      told == ["1:7-1:14 [bad-matcher] 'not' expects something that is different, so 'not: present' never holds (write 'absent')"])
  }
}
