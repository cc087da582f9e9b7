import Diagnostics
import Encodings
import JourneyLanguage
import JourneyModel
import Testing

struct MatcherTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let matcher: String
    /// As YAML; `nil` where there is nothing.
    let value: String?
    /// `path: expected | actual | details`, one for each difference.
    let told: [String]
    var testDescription: String { "\(matcher) on \(value ?? "nothing")" }

    init(_ matcher: String, _ value: String?, _ told: String...) {
      self.matcher = matcher
      self.value = value
      self.told = told
    }
  }

  private static func lines(_ differences: [Difference]) -> [String] {
    differences.map { ([($0.path.isEmpty ? "" : $0.path + ": ") + $0.expected, $0.actual] + $0.details).joined(separator: " | ") }
  }

  private func differences(_ matcher: String, _ subject: MatchSubject, _ bindings: Bindings = .sample()) throws -> [String] {
    var bindings = bindings
    return Self.lines(try LanguageText(matcher).matcher().differences(from: subject, in: &bindings))
  }

  private func check(_ example: Case) throws {
    let value = try example.value.map { try LanguageText.value($0) }
    #expect(try differences(example.matcher, MatchSubject(value)) == example.told)
    var bindings = Bindings.sample()
    let judgement = try LanguageText(example.matcher).matcher().judge(MatchSubject(value), in: &bindings)
    #expect((judgement == .holds) == example.told.isEmpty)
  }

  @Test(arguments: [
    Case("Email", "Email"),
    Case(
      "Email", "email",
      "'Email' | 'email' | they differ only in upper and lower case | first difference at character 1: expected 'Email', found 'email'"),
    Case("Email", "Phone", "'Email' | 'Phone'"), Case("Email", nil, "'Email' | nothing"),
    Case("Email", "null", "'Email' | null | the value is null, not a text"),
    Case(
      "\"a b\"", "\"a\\u00a0b\"",
      "'a b' | 'a\\u{a0}b' | they differ only in white space | first difference at character 2 after 'a': expected ' b' (space), found '\\u{a0}b' (no-break space)"
    ),
    Case(
      "\"é\"", "\"e\\u0301\"",
      "'é' | 'é' | they differ only in the encoding of their accents | first difference at character 1: expected 'é', found 'é'"),
    Case("12", "12"), Case("12", "'12'", "12 | '12' | the value is a text: quote it: '12'"),
    Case("'12'", "12", "'12' | 12 | the value is a number: write 12 without quotes"),
    Case("1", "1.0"), Case("100", "1e2"), Case("0.05", "5e-2"), Case("0.05", "0.5", "0.05 | 0.5"), Case("-0", "0"),
    Case("0.1", "0.10000000000000000001", "0.1 | 0.10000000000000000001"),
    Case("true", "true"), Case("true", "false", "true | false"),
    Case("true", "'true'", "true | 'true' | the value is a text: quote it: 'true'"),
    Case("yes", "true", "'yes' | true | the value is true or false, not a text"), Case("null", "null"), Case("null", nil, "null | nothing"),
    Case(
      "\"${lower('12')}\"", "12",
      "'12' | 12 | the value is a number, and ${lower('12')} is a text: write {at_least: \"${lower('12')}\", at_most: \"${lower('12')}\"}"),
    Case("{at_least: \"${lower('12')}\", at_most: \"${lower('12')}\"}", "12"),
    Case("\"${email}\"", "jane@acme.test"), Case("\"${account.age}\"", "1.1"), Case("\"${word}\"", "present"),
  ])
  func `a plain value is compared exactly`(_ example: Case) throws { try check(example) }

  @Test(arguments: [
    Case("{contains: b}", "abc"), Case("{contains: [a, c]}", "abc"),
    Case(
      "{contains: [a, x, y]}", "abc", "a text that contains 'a', 'x' and 'y' | 'abc' | it does not contain 'x' | it does not contain 'y'"),
    Case("{contains: aab}", "aaaab"), Case("{contains: abac}", "ababac"), Case("{contains: \"\"}", "abc"),
    Case("{contains: a}", "12", "a text that contains 'a' | 12 | the value is a number, not a text"),
    Case(
      "{contains: a}", "[a]",
      "a text that contains 'a' | ['a'] | the value is a list: its elements are matched with 'includes', 'each' or 'exactly'"),
    Case("{starts_with: ab, ends_with: bc}", "abc"), Case("{starts_with: b}", "abc", "a text that starts with 'b' | 'abc'"),
    Case("{ends_with: abcd}", "bcd", "a text that ends with 'abcd' | 'bcd'"),
    Case("{matches: 'b+'}", "abbc"), Case("{matches: '^b+$'}", "abbc", "a text that matches '^b+$' | 'abbc'"),
    Case("{any_of: [a, b]}", "b"), Case("{any_of: [a, b]}", "c", "'a' or 'b' | 'c'"),
    Case(
      "{any_of: [{a: 1}, {a: 2, b: 3}]}", "{a: 2}",
      "{a: 1} or {a: 2, b: 3} | {a: 2} | not {a: 1}: a is 2, expected 1 | not {a: 2, b: 3}: b is nothing, expected 3"),
    Case("{not: a}", "b"), Case("{not: a}", nil, "not 'a' | nothing"), Case("{not: a}", "a", "not 'a' | 'a'"),
    Case("{not: {contains: a}}", "ab", "not a text that contains 'a' | 'ab'"),
    Case("{ignore_case: EMAIL}", "Email"), Case("{ignore_case: {contains: ÁB}}", "xáby"), Case("{ignore_case: {matches: '^É$'}}", "é"),
    Case("{ignore_case: {a: X}}", "{a: x}"),
    Case("{ignore_case: EMAIL}", "phone", "'EMAIL' | 'phone'"),
    Case("{length: 3}", "áéí"), Case("{length: {at_least: 2}}", "[a]", "a length of at least 2 | ['a'], whose length is 1"),
    Case("{length: 1}", "{a: 1}"),
    Case("{length: 1}", "1", "a length of 1 | 1 | the value is a number, not a text, a list or a map, which have a length"),
    Case("{at_least: 5}", "5.0"), Case("{at_least: 5}", "4.99", "at least 5 | 4.99"), Case("{at_most: -5}", "-1e3"),
    Case("{at_most: -5}", "-4", "at most -5 | -4"),
    Case("{at_least: 5}", "'7'", "at least 5 | '7' | the value is a text, not a number"),
    Case("{at_least: 5}", nil, "at least 5 | nothing"),
    Case("{at_most: 2s}", "1.5"), Case("{at_most: 2s}", "350ms"), Case("{at_most: 2s}", "2.001", "at most 2s | 2.001"),
    Case("{at_least: 1h}", "3600"),
    Case("{after: 2026-01-31}", "2026-02-01"), Case("{after: 2026-01-31}", "2026-01-31", "a time after 2026-01-31 | '2026-01-31'"),
    Case("{after: 2026-11-21}", "1795243620"),
    Case("{before: \"${now('+1m')}\", after: \"${now('-1m')}\"}", "2026-11-21T07:47:00+01:00"),
    Case("{before: 2026-01-01}", "soon", "a time before 2026-01-01 | 'soon' | the value is a text, not a date"),
    Case("present", "''"), Case("present", nil, "present | nothing"), Case("present", "null", "present | null"), Case("absent", nil),
    Case("absent", "null", "absent | null"), Case("absent", "a", "absent | 'a'"),
    Case("empty", "''"), Case("empty", "[]"), Case("empty", "{}"), Case("empty", nil, "empty | nothing"), Case("empty", "a", "empty | 'a'"),
  ])
  func `a rule holds or says what is there`(_ example: Case) throws { try check(example) }

  @Test(arguments: [
    Case("[a, b]", "[a, b]"), Case("[a, b]", "[a, c]", "[1]: 'b' | 'c'"), Case("[a]", "a", "['a'] | 'a' | the value is a text, not a list"),
    Case("[a, b, c]", "[a, c, d, e]", "['a', 'b', 'c'] | ['a', 'c', 'd', 'e'] |   'a' | - 'b' |   'c' | + 'd' | + 'e'"),
    Case("[{label: a}, {label: b}]", "[{label: a, value: 1}, {label: x}]", "[1].label: 'b' | 'x'"), Case("[]", "[]"),
    Case("[]", "[a]", "[] | ['a'] | + 'a'"),
    Case("{equals: [1, [2]]}", "[1.0, [2]]"), Case("{equals: [1, [2]]}", "[1, [3]]", "[1][0]: 2 | 3"),
    Case("{equals: [1]}", "[1, 2]", "[1] | [1, 2] |   1 | + 2"),
    Case("{includes: [a, b]}", "[b, a, c]"),
    Case("{includes: [a, x, y]}", "[a]", "a list that includes 'x' | ['a']", "a list that includes 'y' | ['a']"),
    Case("{includes: a}", "a", "a list that includes 'a' | 'a' | the value is a text, not a list"),
    Case("{exactly: [a, b]}", "[b, a]"), Case("{exactly: [{contains: a}, ab]}", "[ab, ac]"),
    Case("{exactly: [ab, {contains: a}]}", "[ac, ab]"), Case("{exactly: [present, ab]}", "[ab, x]"),
    Case(
      "{exactly: [a, b]}", "[b, c, b]",
      "exactly 'a' and 'b', in any order | ['b', 'c', 'b'] | missing: 'a' | not expected: 'c' | not expected: 'b'"),
    Case("{exactly: []}", "[]"),
    Case("{each: {starts_with: a}}", "[a, ab]"),
    Case("{each: {starts_with: a}}", "[a, b, c]", "[1]: a text that starts with 'a' | 'b'", "[2]: a text that starts with 'a' | 'c'"),
    Case("{a: 1, b: {c: [x]}}", "{b: {c: [x], d: 1}, a: 1}"),
    Case("{a: 1, b: {c: [x]}}", "{a: 2, b: {c: [y]}}", "a: 1 | 2", "b.c[0]: 'x' | 'y'"),
    Case("{emial: x}", "{email: x}", "emial: 'x' | nothing | there is 'email'; did you mean that?"), Case("{x: absent}", "{y: 1}"),
    Case("{a: 1}", "[1]", "{a: 1} | [1] | the value is a list, not a map"), Case("{a: 1}", nil, "{a: 1} | nothing"),
    Case("{\"https://x.test/a\": 1}", "{\"https://x.test/a\": 2}", "['https://x.test/a']: 1 | 2"),
    Case("{equals: {a: 1}}", "{a: 1}"), Case("{equals: {a: 1, c: 2}}", "{a: 2, b: 3}", "a: 1 | 2", "c: 2 | nothing", "b: absent | 3"),
    Case("{equals: {contains: a}}", "{contains: a}"),
  ])
  func `lists and maps are compared part by part`(_ example: Case) throws { try check(example) }

  @Test func `a long text shows where it differs first`() throws {
    let text = "The password that you entered is incorrect. Try again."
    #expect(
      try differences("\"The password that you entered is not correct. Try again.\"", MatchSubject(.text(text))).first?.hasSuffix(
        "first difference at character 34 after 'that you entered is ': expected 'not correct. Try aga…', found 'incorrect. Try again…'")
        == true)
  }

  @Test func `a huge text is cut in what is told`() throws {
    let told = try differences("x", MatchSubject(.text(String(repeating: "é", count: 1_000_000))))
    #expect(told.count == 1)
    #expect(told[0].utf8.count < 2000)
    #expect(told[0].contains("(2000000 bytes)"))
    let list = Value.list(Array(repeating: .text("y"), count: 5000))
    #expect(try differences("{each: x}", MatchSubject(list)).count == 200)
    #expect(try differences("[x]", MatchSubject(list)).joined().utf8.count < 5000)
  }

  @Test func `control characters do not reach a message as they are`() throws {
    #expect(try differences("x", MatchSubject("a\u{1B}[31m\u{202E}\u{9B}")) == ["'x' | 'a\\u{1b}[31m\\u{202e}\\u{9b}'"])
  }

  @Test func `literals stand for their spelling where the subject says so`() throws {
    func told(_ matcher: String, _ value: Value) throws -> [String] {
      try differences(matcher, MatchSubject(value, readsLiteralsAsText: true))
    }
    #expect(try told("12", "12") == [])
    #expect(try told("1.10", "1.10") == [])
    #expect(try told("1.10", "1.1") == ["'1.10' | '1.1'"])
    #expect(try told("true", "true") == [])
    #expect(try told("true", true) == [])
    #expect(try told("[{label: 1}]", [.map([.init("label", "1")])]) == [])
    #expect(try told("{at_least: 5}", "7") == [])
  }

  @Test func `key and markup are matched beside the text`() throws {
    let subject = MatchSubject("It is wrong", key: "errors.E1", html: "It is <b>wrong</b>")
    #expect(try differences("{contains: is wrong, key: errors.E1, html: {contains: <b>}}", subject) == [])
    #expect(try differences("{key: errors.E2}", subject) == ["'errors.E2' | 'errors.E1'"])
    #expect(try differences("{key: errors.E2}", MatchSubject("x")) == ["the key 'errors.E2' | no key"])
    #expect(try differences("{key: absent}", MatchSubject("x")) == [])
    #expect(
      try differences("{html: {contains: <b>}}", MatchSubject("x")) == ["the markup a text that contains '<b>' | no markup, but plain text"]
    )
    #expect(try differences("{not: {key: errors.E1}}", subject) == ["not the key 'errors.E1' | 'It is wrong'"])
  }

  @Test func `secrets are compared and never shown`() throws {
    let secret = Value.secret(Bindings.jane)
    let again = Value.secret(Secret("horse-11", name: "again"))
    #expect(try differences("\"${secret.JANE}\"", MatchSubject("horse-11")) == [])
    #expect(try differences("\"${secret.JANE}\"", MatchSubject(again)) == [])
    #expect(try differences("horse-11", MatchSubject(secret)) == [])
    #expect(try differences("{not: \"${secret.JANE}\"}", MatchSubject(again)) == ["not *** | ***"])
    for (matcher, value) in [
      ("\"${secret.JANE}\"", Value.text("horse-12")), ("[\"x${secret.JANE}\"]", [again]),
      ("{equals: {a: \"${secret.JANE}\"}}", .map([.init("a", "horse-1")])),
    ] {
      let told = try differences(matcher, MatchSubject(value))
      #expect(!told.isEmpty)
      #expect(!told.joined().contains("horse"), "\(told)")
    }
    for matcher in ["{contains: horse}", "{matches: '^horse'}", "{length: 8}", "{starts_with: h}", "{any_of: [{contains: o}]}"] {
      let told = try differences(matcher, MatchSubject(secret))
      #expect(told.count == 1 && told[0].contains("***"), "\(told)")
    }
    #expect(try differences("present", MatchSubject(secret)) == [])
  }

  @Test func `a secret by another name stands in equals only`() throws {
    for matcher in [
      "{contains: \"${account.password}\"}", "{ignore_case: {starts_with: \"${account.password}\"}}", "{matches: \"${account.password}\"}",
    ] {
      #expect(throws: BindingFailure.self) { try differences(matcher, MatchSubject("x")) }
    }
  }

  @Test(arguments: [
    ("{contains: \"${account.phones}\"}", "+361 or +362", true), ("{contains: \"${account.phones}\"}", "+361", false),
    ("{at_least: \"${n}\"}", "7", false),
  ])
  func `variables may hold lists and numbers`(_ matcher: String, _ text: String, _ fits: Bool) throws {
    #expect(try differences(matcher, MatchSubject(.text(text)), .sample(["n": "5"])).isEmpty == fits)
  }

  @Test(arguments: ["{contains: \"${account}\"}", "{at_most: \"${email}\"}", "{after: \"${email}\"}", "{any_of: [a, \"${none}\"]}"])
  func `what cannot be bound is thrown, not compared`(_ matcher: String) {
    #expect(throws: BindingFailure.self) { try differences(matcher, MatchSubject("x")) }
  }

  @Test(arguments: [
    ("{contains: \"${x}\"}", "${x} is an empty text, which matches every text"),
    ("{contains: [a, \"${x}\"]}", "${x} is an empty text, which matches every text"),
    ("{contains: \"${list}\"}", "${list} is an empty list, which matches every text"),
    ("{starts_with: \"${x}\"}", "${x} is an empty text, which matches every text"),
    ("{not: {ends_with: \"${x}${x}\"}}", "${x}${x} is an empty text, which matches every text"),
    ("{any_of: [b, {matches: \"${x}\"}]}", "${x} is an empty text, which matches every text"),
  ])
  func `a variable without text is no part to look for`(_ matcher: String, _ reason: String) throws {
    let failure = #expect(throws: BindingFailure.self) { try differences(matcher, MatchSubject("abc"), .sample(["x": "", "list": []])) }
    #expect(failure?.message.replacing("'", with: "") == reason)
    #expect(failure?.range.start.line == 1)
    #expect(throws: Never.self) { try differences(matcher, MatchSubject("abc"), .sample(["x": "b", "list": ["b"]])) }
  }

  @Test func `a regular expression that does not end is given up`() throws {
    let told = try differences("{matches: '^(a+)+$'}", MatchSubject(.text(String(repeating: "a", count: 4000) + "!")))
    #expect(
      told.count == 1 && told[0].hasSuffix("the regular expression has too many ways to match this text; matching was given up"), "\(told)")
  }

  @Test func `a random value is drawn once for comparing and telling`() throws {
    var bindings = Bindings.sample()
    let drawn = try LanguageText("\"${digits(9)}\"").decodedValue().value.evaluate(in: &bindings)
    #expect(try differences("{any_of: [\"${digits(9)}\"]}", MatchSubject("x")) == ["\(drawn.quoted) | 'x'"])
  }
}
