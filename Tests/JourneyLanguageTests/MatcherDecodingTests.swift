import Diagnostics
import JourneyLanguage
import JourneyModel
import Testing

struct MatcherDecodingTests {
  struct Reading: Sendable, CustomTestStringConvertible {
    let yaml: String
    let wording: String
    var testDescription: String { yaml }

    init(_ yaml: String, _ wording: String) {
      self.yaml = yaml
      self.wording = wording
    }
  }

  @Test(arguments: [
    Reading("Email", "'Email'"), Reading("12", "12"), Reading("'12'", "'12'"), Reading("null", "null"),
    Reading("\"${email}\"", "'${email}'"),
    Reading("present", "present"), Reading("'absent'", "absent"), Reading("empty", "empty"), Reading("{equals: present}", "'present'"),
    Reading("{contains: incorrect}", "a text that contains 'incorrect'"),
    Reading("{contains: [a, 12]}", "a text that contains 'a' and '12'"),
    Reading("{starts_with: a, ends_with: b}", "a text that starts with 'a' and a text that ends with 'b'"),
    Reading("{matches: '^a+$'}", "a text that matches '^a+$'"), Reading("{key: errors.E1}", "the key 'errors.E1'"),
    Reading("{html: {contains: <b>}}", "the markup a text that contains '<b>'"), Reading("{any_of: [a, b, c]}", "'a', 'b' or 'c'"),
    Reading("{any_of: a}", "'a'"), Reading("{not: a}", "not 'a'"), Reading("{at_least: 5, at_most: 7}", "at least 5 and at most 7"),
    Reading("{at_most: 2s}", "at most 2s"), Reading("{length: {at_least: 8}}", "a length of at least 8"),
    Reading("{length: 6}", "a length of 6"),
    Reading("{includes: [a, {label: b}]}", "a list that includes 'a' and {label: 'b'}"),
    Reading("{includes: a}", "a list that includes 'a'"),
    Reading("{exactly: [a, b]}", "exactly 'a' and 'b', in any order"),
    Reading("{each: present}", "a list in which each element is present"),
    Reading("{ignore_case: {contains: a}}", "a text that contains 'a', in upper or lower case"),
    Reading("{after: 2026-01-31}", "a time after 2026-01-31"),
    Reading("{before: \"${now('+1d')}\"}", "a time before '${now('+1d')}'"),
    Reading("[a, {contains: b}]", "['a', a text that contains 'b']"),
    Reading("{label: a, options: [x]}", "{label: 'a', options: ['x']}"), Reading("{equals: {contains: a}}", "{contains: 'a'}"),
    Reading("{}", "{}"),
    Reading("{claims: {contains: a}}", "{claims: a text that contains 'a'}"),
  ])
  func `a node is read as a matcher`(_ reading: Reading) throws {
    let (matcher, told) = try LanguageText(reading.yaml).decodedMatcher()
    #expect(told == [])
    #expect(matcher?.wording == reading.wording)
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let yaml: String
    let told: [String]
    var testDescription: String { yaml }

    init(_ yaml: String, _ told: String...) {
      self.yaml = yaml
      self.told = told
    }
  }

  @Test(arguments: [
    Mistake(
      "{contains: a, label: b}",
      "1:15-1:20 [mixed-matcher] 'label' is not a matcher but 'contains' is one: do not mix matchers and members in one map"),
    Mistake(
      "{contains: a, start_with: b}",
      "1:15-1:25 [mixed-matcher] 'start_with' is not a matcher but 'contains' is one: do not mix matchers and members in one map (did you mean 'starts_with'?)"
    ),
    Mistake("{contains: {a: b}}", "1:12-1:18 [bad-matcher] 'contains' takes a text or a list of texts, found a map"),
    Mistake("{contains: []}", "1:12-1:14 [bad-matcher] 'contains' takes at least one element"),
    Mistake("{starts_with: [a]}", "1:15-1:18 [bad-matcher] 'starts_with' takes a text, found a list"),
    Mistake("{any_of: []}", "1:10-1:12 [bad-matcher] 'any_of' takes at least one element"),
    Mistake("{at_least: five}", "1:12-1:16 [bad-matcher] 'at_least' takes a number or a time such as '2s', found 'five'"),
    Mistake(
      "{at_least: '5'}", "1:12-1:15 [bad-matcher] 'at_least' takes a number or a time such as '2s', found '5' (write it without quotes)"),
    Mistake("{length: many}", "1:10-1:14 [bad-matcher] 'length' takes a number or a matcher, found 'many'"),
    Mistake(
      "{after: 31.1.2026}", "1:9-1:18 [bad-matcher] 'after' takes a date such as '2027-01-31' or '2027-01-31T12:00:00Z', found '31.1.2026'"),
    Mistake(
      "{after: 2026-02-30}",
      "1:9-1:19 [bad-matcher] 'after' takes a date such as '2027-01-31' or '2027-01-31T12:00:00Z', found '2026-02-30'"),
    Mistake("{matches: 'it''s (a'}", "1:20-1:20 [bad-regular-expression] invalid regular expression: missing closing parenthesis"),
    Mistake(
      "{contains: \"${secret.JANE}\"}",
      "1:15-1:26 [secret-in-matcher] 'secret.JANE' is a secret, which can only be compared with 'equals' (write {equals: …})"),
    Mistake("{label: }", "1:9-1:9 [empty-value] the value is empty; expected a value or a matcher (write 'present', 'absent' or \"\")"),
    Mistake("{contains: }", "1:2-1:10 [empty-value] 'contains' has no value"),
    Mistake(
      "{contain: a}",
      "1:2-1:9 warning [misspelt-matcher] 'contain' is not a matcher, so a member called 'contain' is compared (did you mean 'contains'?)"),
    Mistake(
      "{startsWith: a}",
      "1:2-1:12 warning [misspelt-matcher] 'startsWith' is not a matcher, so a member called 'startsWith' is compared (did you mean 'starts_with'?)"
    ),
    Mistake(
      "{lenght: 1}",
      "1:2-1:8 warning [misspelt-matcher] 'lenght' is not a matcher, so a member called 'lenght' is compared (did you mean 'length'?)"),
    Mistake(
      "[{label: }, \"${x\", {at_most: x}]",
      "1:10-1:10 [empty-value] the value is empty; expected a value or a matcher (write 'present', 'absent' or \"\")",
      "1:14-1:17 [bad-template] '${' is not closed (write '}' after the name)",
      "1:30-1:31 [bad-matcher] 'at_most' takes a number or a time such as '2s', found 'x'"),
  ])
  func `a wrong matcher is told with its place`(_ mistake: Mistake) throws {
    let (matcher, told) = try LanguageText(mistake.yaml).decodedMatcher()
    #expect(told == mistake.told)
    #expect((matcher == nil) == !told.contains { $0.contains("warning") })
  }

  @Test(arguments: [
    "{label: a}", "{name: a}", "{keys: a}", "{note: a}", "{status: active}", "{email: a}", "{value: 1}", "{content: a}", "{exp: 1}",
    "{type: input}",
  ])
  func `a member is not taken for a misspelt matcher`(_ yaml: String) throws {
    #expect(try LanguageText(yaml).decodedMatcher().told == [])
  }

  @Test(arguments: [
    Reading("{length: 6}", "{length: 6}"), Reading("{length: {at_least: 4}, minLength: 2}", "{length: at least 4, minLength: 2}"),
    Reading("{length: {length: 4}}", "{length: a length of 4}"), Reading("{lenght: 6}", "{lenght: 6}"), Reading("present", "present"),
    Reading("{equals: {length: 6}}", "{length: 6}"), Reading("{not: {length: 6}}", "not {length: 6}"),
    Reading("{any_of: [{length: 6}, {matches: a}]}", "{length: 6} or {matches: 'a'}"),
  ])
  func `where a map stands, words for texts, numbers and lists name its members`(_ reading: Reading) throws {
    let (matcher, told) = try LanguageText(reading.yaml).decodedMatcher(of: .map)
    #expect(told == [])
    #expect(matcher?.wording == reading.wording)
  }

  @Test(arguments: [
    ("{contian: a}", "1:2-1:9 [bad-matcher] a single value has no member 'contian'"),
    ("[a, b]", "1:1-1:7 [bad-matcher] expected a single value, found a list (for one of several, write {any_of: […]})"),
    ("{any_of: [a, {b: c}]}", "1:15-1:16 [bad-matcher] a single value has no member 'b'"),
  ])
  func `where a single value stands, it has neither members nor elements`(yaml: String, told: String) throws {
    let (matcher, found) = try LanguageText(yaml).decodedMatcher(of: .single)
    #expect(matcher == nil)
    #expect(found.count == 1 && found[0].hasPrefix(told), "\(found)")
  }

  @Test(arguments: [
    Reading("[{key: sms}, Mail]", "[{key: 'sms'}, 'Mail']"), Reading("{length: 2}", "a length of 2"),
    Reading("{includes: [{key: sms, label: SMS}]}", "a list that includes {key: 'sms', label: 'SMS'}"),
    Reading("[{contains: S}, {label: {contains: M}}]", "[a text that contains 'S', {label: a text that contains 'M'}]"),
    Reading("{each: {key: {any_of: [a, b]}}}", "a list in which each element is {key: 'a' or 'b'}"),
  ])
  func `where choices stand, key is a choice's member`(_ reading: Reading) throws {
    let (matcher, told) = try LanguageText(reading.yaml).decodedMatcher(of: .choices)
    #expect(told == [])
    #expect(matcher?.wording == reading.wording)
  }

  @Test func `members called like matchers do not mix with matchers`() throws {
    let told = try LanguageText("{length: 6, not: {length: 4}}").decodedMatcher(of: .map).told
    #expect(
      told == [
        "1:2-1:8 [mixed-matcher] 'length' is a member's name here and 'not' is a matcher: do not mix matchers and members in one map"
      ])
  }

  @Test func `keys that belong to the caller are left alone`() throws {
    #expect(
      try LanguageText("{contains: a, level: info}").decodedMatcher(besides: ["level"]).matcher?.wording == "a text that contains 'a'")
    #expect(try LanguageText("{level: info}").decodedMatcher(besides: ["level"]).matcher?.wording == "anything")
    #expect(try LanguageText("{contains: a, level: info}").decodedMatcher().matcher == nil)
  }

  @Test func `the variables of all rules are found`() throws {
    let text =
      "{a: \"${p}\", b: {contains: [\"${q}\", x]}, c: {any_of: [\"${r}\", {not: \"${s}\"}]}, d: {length: {at_least: \"${t}\"}}, e: [\"${u}\"]}"
    #expect(try LanguageText(text).matcher().references.map(\.name) == ["p", "q", "r", "s", "t", "u"])
  }

  @Test func `every key is read`() throws {
    for key in Matcher.matcherKeys {
      let value = ["at_least", "at_most", "length"].contains(key) ? "1" : ["after", "before"].contains(key) ? "2026-01-31" : "x"
      let (matcher, told) = try LanguageText("{\(key): \(value)}").decodedMatcher()
      #expect(told == [])
      if case .members? = matcher?.rule { Issue.record("'\(key)' was read as a member") }
    }
  }
}
