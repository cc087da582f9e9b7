import Diagnostics
import Encodings
import JourneyLanguage
import JourneyModel
import Testing

struct TemplateTests {
  struct Bound: Sendable, CustomTestStringConvertible {
    let text: String
    let value: Value
    var testDescription: String { text }

    init(_ text: String, _ value: Value) {
      self.text = text
      self.value = value
    }
  }

  private func parse(_ text: String) -> (template: Template, told: [String]) {
    var diagnostics: [Diagnostic] = []
    let file = SourceFile(name: "t", text: text)
    let range = SourceRange(file: file, start: SourcePosition(line: 1, column: 1), end: file.end)
    let template = Template.parse(text, range: range, diagnostics: &diagnostics)
    return (template, diagnostics.map(LanguageText.line))
  }

  @Test(arguments: [
    Bound("plain", "plain"), Bound("", ""), Bound("$", "$"), Bound("$ {a}", "$ {a}"), Bound("a } b", "a } b"),
    Bound("$${email}", "${email}"), Bound("$$${email}", "$${email}"), Bound("$$", "$$"),
    Bound("${email}", "jane@acme.test"), Bound("${ email }", "jane@acme.test"), Bound("<${email}>", "<jane@acme.test>"),
    Bound("${email}${email}", "jane@acme.testjane@acme.test"), Bound("$${a}${email}", "${a}jane@acme.test"),
    Bound("${account.phones[1]}", "+362"), Bound("${account['email']}", "jane@acme.test"), Bound("${account.phones}", ["+361", "+362"]),
    Bound("${account.admin}", true), Bound("${account.age}", .number("1.10")),
    Bound("is ${account.admin}, ${account.age}", "is true, 1.10"),
    Bound("${account.nickname}", .null), Bound("${account.nickname, 'x'}", .null),
    Bound("${none, 'default'}", "default"), Bound("${none, \"it's\"}", "it's"), Bound("${account.none, ''}", ""),
    Bound("${account.phones[9], '-'}", "-"),
    Bound("${env.NONE, 'x}y'}", "x}y"), Bound("${email, 'default'}", "jane@acme.test"),
    Bound("${lower('ÁBC')}", "ábc"), Bound("${url_encode('a b/ő&')}", "a%20b%2F%C5%91%26"), Bound("${base64url('a?>')}", "YT8-"),
    Bound("${sha256('abc')}", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Bound("${lower(url_encode(none, 'x'))}", "${lower(url_encode(none, 'x'))}"),
    Bound("${now()}", "2026-11-21T06:47:00Z"), Bound("${now('+1d')}", "2026-11-22T06:47:00Z"), Bound("${now('-1h30m', 'HH:mm')}", "05:17"),
    Bound("${now('yyyy-MM-dd')}", "2026-11-21"), Bound("${now('+1d', 'yyyy-MM-dd')}", "2026-11-22"),
    Bound(
      "${login_hint(email)}",
      "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJ0eXBlIjoiaWRlbnRpZmllciIsIm1ldGFkYXRhIjp7ImVtYWlsIjoiamFuZUBhY21lLnRlc3QifX0."),
  ])
  func `a template is bound`(_ bound: Bound) throws {
    var bindings = Bindings.sample()
    #expect(try parse(bound.text).template.evaluate(in: &bindings) == bound.value)
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let text: String
    let told: String
    var testDescription: String { text }

    init(_ text: String, _ told: String) {
      self.text = text
      self.told = told
    }
  }

  @Test(arguments: [
    Mistake("a ${email", "1:3-1:10 [bad-template] '${' is not closed (write '}' after the name)"),
    Mistake("a ${", "1:3-1:5 [bad-template] '${' is not closed (write '}' after the name)"),
    Mistake("${}", "1:1-1:4 [bad-template] there is nothing between '${' and '}' (write a variable's name, e.g. ${email})"),
    Mistake("${{a}}", "1:1-1:4 [bad-template] a variable opens with one brace (write one: ${name})"),
    Mistake("${a b}", "1:5-1:6 [bad-template] unexpected 'b', expected '}'"),
    Mistake("${a:-b}", "1:4-1:5 [bad-template] unexpected ':', expected '}' (a default is written ${a, 'default'})"),
    Mistake("${a, b}", "1:6-1:7 [bad-template] a default needs quotes (write ${name, 'default'})"),
    Mistake("${é?}", "1:4-1:5 [bad-template] unexpected '?', expected '}' (a default is written ${é, 'default'})"),
    Mistake("${1a}", "1:3-1:4 [bad-template] '1' cannot begin a name"),
    Mistake("${a.}", "1:5-1:6 [bad-template] '}' cannot begin a name"),
    Mistake("${a[x]}", "1:4-1:6 [bad-template] '[' takes a number from 0, or a name in quotes, and ']'"),
    Mistake("${a[-1]}", "1:4-1:6 [bad-template] '[' takes a number from 0, or a name in quotes, and ']'"),
    Mistake("${'a'}", "1:3-1:6 [bad-template] 'a' is a text, expected a variable or a function"),
    Mistake("${a, 'b}", "1:6-1:7 [bad-template] a quotation mark is not closed"),
    Mistake(
      "${uid()}",
      "1:3-1:6 [unknown-function] unknown function 'uid'"
        + " (did you mean 'uuid'?)"),
    Mistake("x${digits()}", "1:4-1:12 [wrong-arguments] 'digits' takes 1 argument, found 0 (write digits(6))"),
    Mistake("${uuid(4)}", "1:3-1:10 [wrong-arguments] 'uuid' takes no argument, found 1 (write uuid())"),
    Mistake("${digits(0)}", "1:3-1:12 [wrong-arguments] 'digits' takes a number from 1 to 100, found '0' (write digits(6))"),
    Mistake(
      "${unique_email('a@b')}",
      "1:3-1:22 [wrong-arguments] 'unique_email' takes a domain such as 'acme.test', found 'a@b' (write unique_email('acme.test'))"),
    Mistake(
      "${now('+1x')}",
      "1:3-1:13 [wrong-arguments] '1x' is not a time; units are ms, s, m, h and d, the largest first, as in '1m30s'"
        + " (write now(), now('+1d') or now('+1d', 'yyyy-MM-dd'))"),
    Mistake("${lower(a,)}", "1:10-1:11 [bad-template] an argument is missing after ','"),
    Mistake("${lower(a b)}", "1:11-1:12 [bad-template] unexpected 'b', expected ',' or ')'"),
  ])
  func `a mistake is placed inside of the text`(_ mistake: Mistake) {
    #expect(parse(mistake.text).told == [mistake.told])
  }

  @Test func `every mistake of a text is told, and what is right is read`() {
    let result = parse("${} ${email} ${nope(} ${account.email}")
    #expect(result.told.count == 2)
    #expect(result.template.references.map(\.spelling) == ["email", "account.email"])
    #expect(parse("${lower('}${' a)} ${email}").told.count == 1)
  }

  struct Place: Sendable, CustomTestStringConvertible {
    let yaml: String
    let place: String
    var testDescription: String { yaml }

    init(_ yaml: String, _ place: String) {
      self.yaml = yaml
      self.place = place
    }
  }

  @Test(arguments: [
    Place("k: é ${none}", "1:8-1:12"), Place("k: \"é ${none}\"", "1:9-1:13"), Place("k: 'it''s ${none}'", "1:13-1:17"),
    Place("k: \"\\t\\u00e9\\x41 ${none}\"", "1:20-1:24"), Place("k: &a x ${none}", "1:4-1:16"), Place("k: \"a\n  ${none}\"", "1:4-2:11"),
    Place("k: |\n  a ${none}\n", "1:4-3:1"),
  ])
  func `a reference is placed by what was written`(_ place: Place) throws {
    let references = try LanguageText(place.yaml).decodedValue().value.references
    let range = try #require(references.first?.range)
    #expect("\(range.start.line):\(range.start.column)-\(range.end.line):\(range.end.column)" == place.place)
  }

  @Test(arguments: [
    Mistake("${code}", "'code' has no value yet"), Mistake("${secret.OTTO}", "the secret 'OTTO' is not set"),
    Mistake("${env.HOME}", "the environment variable 'HOME' is not set"),
    Mistake("${account.emial}", "'account' has no 'emial'; did you mean 'email'?"),
    Mistake("${email.x}", "'email' is a text, which has no 'x'"),
    Mistake("${account.phones[2]}", "'account.phones' has 2 elements, so [2] does not exist, because counting begins at 0"),
    Mistake("a ${account.phones}", "'account.phones' is a list, which is not allowed in a text"),
    Mistake("a ${account.nickname}", "'account.nickname' is null, which is not allowed in a text"),
    Mistake("${lower(account)}", "'lower' takes a text, found a map"),
    Mistake("${digits(email)}", "'digits' takes a number from 1 to 100, found 'jane@acme.test'"),
    Mistake("${totp(email)}", "the argument of 'totp' is not Base32 text"), Mistake("${digits(secret.JANE)}", "'digits' takes no secret"),
  ])
  func `what cannot be bound says why`(_ mistake: Mistake) {
    var bindings = Bindings.sample()
    let failure = #expect(throws: BindingFailure.self) { try parse(mistake.text).template.evaluate(in: &bindings) }
    #expect(failure?.message == mistake.told)
  }

  @Test(arguments: [
    "${secret.JANE}", "x${secret.JANE}", "${lower(secret.JANE)}", "${sha256(account.password)}", "${base64url(secret.JANE)}",
    "${totp(account.totp)}", "${login_hint(account.password)}",
  ])
  func `what is made of a secret is a secret`(_ text: String) throws {
    var bindings = Bindings.sample()
    let value = try parse(text).template.evaluate(in: &bindings)
    guard case .secret = value else {
      Issue.record("\(text) became \(value.kindName)")
      return
    }
    #expect(throws: BindingFailure.self) { try parse(text).template.text(in: &bindings) }
  }

  @Test func `a text of two secrets may go where both may`() throws {
    let (here, there) = (Origin(scheme: "https", host: "a.test", port: 443), Origin(scheme: "https", host: "b.test", port: 443))
    var bindings = Bindings.sample([
      "a": .secret(Secret("1", name: "a", origins: [here, there])), "b": .secret(Secret("2", name: "b", origins: [there])),
    ])
    guard case .secret(let both) = try parse("${a}-${b}").template.evaluate(in: &bindings) else {
      Issue.record("no secret")
      return
    }
    #expect(try both.reveal(to: there) == "1-2")
    #expect(both.name == "a and b")
    #expect(throws: SecretRefusal.self) { try both.reveal(to: here) }
  }

  @Test func `a passcode is the one of its time`() throws {
    // RFC 6238 appendix B: 59 seconds after 1970, last six of 94287082.
    var bindings = Bindings.sample()
    bindings.now = Instant(seconds: 59)
    guard case .secret(let code) = try parse("${totp(account.totp)}").template.evaluate(in: &bindings) else {
      Issue.record("no secret")
      return
    }
    #expect(code.unsafeText == "287082")
  }

  @Test func `random texts follow the seed and have their forms`() throws {
    var first = Bindings.sample()
    var second = Bindings.sample()
    let template = parse("${uuid()} ${digits(6)} ${unique_email('acme.test')}").template
    let text = try template.text(in: &first)
    #expect(try template.text(in: &second) == text)
    #expect(try template.text(in: &first) != text)
    let form = try Pattern("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12} [0-9]{6} journey-[a-z2-9]{12}@acme\\.test")
    #expect(try form.wholeMatch(in: text) != nil, "\(text)")
  }

  @Test func `texts that double each other stop growing`() {
    var bindings = Bindings.sample(["a": .text(String(repeating: "x", count: 600_000))])
    #expect(throws: BindingFailure.self) { try parse("${a}${a}").template.evaluate(in: &bindings) }
    #expect(throws: Never.self) { try parse("${a}").template.evaluate(in: &bindings) }
  }

  @Test(arguments: ["a ${x.y[0]['z w']} b", "${x, 'd'}", "${now('+1d', \"it's\")}", "${lower(url_encode(a))}"])
  func `a template is spelled as it was written`(_ text: String) {
    #expect(parse(text).template.spelling == text)
  }
}
